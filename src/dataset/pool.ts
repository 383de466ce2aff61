import { fileURLToPath } from 'node:url'
import { absolutePath } from '../catalog/paths.ts'

/** Absolute path of the pool of unrelated prompts that ships with the package. */
export function packagedPool(): string {
  return absolutePath(fileURLToPath(new URL('../../negatives/evals.json', import.meta.url)))
}
