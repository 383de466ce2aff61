import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { globSync } from 'tinyglobby'
import { evalCandidates } from '../catalog/eval-candidates.ts'
import { absolutePath, forwardSlashes } from '../catalog/paths.ts'
import { UsageError } from './usage-error.ts'

/** Where other eval tools keep evaluations, below a folder that is no skill. */
const patterns = [
  '*.{json,csv}',
  '**/{eval,evals}.{json,csv}',
  '**/evals/*.{json,csv}',
  '**/{prompt.md,case.yaml}',
  '**/evals/cases/*.{yaml,yml}',
]

/** A file that may hold evaluations. Whoever named it wants to hear that it holds none. */
export interface Candidate {
  /** Absolute, with forward slashes. */
  file: string
  isNamed: boolean
}

/**
 * The files that the paths of a command line stand for.
 * @throws {UsageError} when one does not exist
 */
export function candidatesAt(paths: readonly string[]): Candidate[] {
  const found = paths.flatMap((given): Candidate[] => {
    const file = absolutePath(given)
    if (!existsSync(file))
      throw new UsageError(`There is no ${file}. Name a file with evaluations, or a folder of them.`)
    if (statSync(file).isDirectory())
      return filesIn(file).map(one => ({ file: one, isNamed: false }))
    const name = path.posix.basename(file)
    if (/^eval\.ya?ml$/.test(name))
      return filesIn(path.posix.dirname(file)).filter(one => one.includes('/cases/')).map(one => ({ file: one, isNamed: true }))
    return [{ file, isNamed: true }]
  })
  return [...new Map(found.map(candidate => [candidate.file, candidate])).values()]
}

function filesIn(folder: string): string[] {
  const first = (names: string[]): string[] => names.map(name => `${folder}/${name}`).filter(file => existsSync(file)).slice(0, 1)
  if (existsSync(`${folder}/SKILL.md`))
    return [...['evals/evals.json', 'evals/extended_evals.json'].map(name => `${folder}/${name}`).filter(file => existsSync(file)), ...evalCandidates({ dir: folder })]
  const one = first(['prompt.md', 'case.yaml'])
  if (one.length > 0)
    return one
  const files = globSync(patterns, { cwd: folder, absolute: true, ignore: ['**/node_modules/**', '**/.git/**', '**/.skill-evals/**', '**/results/**'], expandDirectories: false }).map(forwardSlashes)
  const cases = globSync('cases/*.{yaml,yml}', { cwd: folder, absolute: true, expandDirectories: false }).map(forwardSlashes)
  return [...new Set([...files, ...cases])].sort()
}
