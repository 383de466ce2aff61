import type { Snapshot } from './catalog-index.ts'
import type { ResolvedOptions } from './options.ts'
import path from 'node:path'
import { escapePath } from 'tinyglobby'

/** Vitest's `include` and `exclude` for the project. */
export interface TestFiles {
  include: string[]
  exclude: string[]
}

/**
 * Globs, and not the files that are there now: in watch mode new skills must be found. What the globs match and the
 * catalog does not count (a second way to a linked skill, our own records) is excluded.
 */
export function testFiles(snapshot: Snapshot, options: ResolvedOptions): TestFiles {
  const names = ['SKILL.md', 'evals/evals.json', 'evals/extended_evals.json']
  const relative = (file: string): string => escapePath(path.relative(options.root, file).replaceAll('\\', '/'))
  return {
    include: [
      ...options.skills.flatMap(glob => names.map(name => `${glob.replace(/\/+$/, '')}/${name}`)),
      ...options.negatives.map(relative),
    ],
    exclude: [
      `${relative(options.outputDir)}/**`,
      ...snapshot.skills.flatMap(({ skill }) => skill.aliases.map(dir => `${relative(dir)}/**`)),
      ...snapshot.unrunnable.map(relative),
    ],
  }
}
