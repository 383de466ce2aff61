import type { SkillEvalsOptions } from '../options/options.ts'
import type { ResolvedOptions } from '../options/resolved-options.ts'
import { realpathSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { resolveEachAgent } from '../options/resolve-options.ts'
import { CatalogIndex } from '../suite/catalog-index.ts'
import { escapePattern } from '../suite/name-pattern.ts'
import { listTestFiles } from '../suite/test-files.ts'
import { refuseForJest } from './refused-options.ts'

/** Where a project of Jest starts. */
export interface JestPlace {
  /** Absolute path of the folder that the globs of the options start at. Default: the current folder. */
  rootDir?: string
}

/** What the runner is told of a project. */
export interface ProjectGlobals {
  options: ResolvedOptions
  /** Which of the agents. */
  of: number
}

/** A project for `projects` of a Jest config: plain data. */
export interface JestProject {
  displayName: string
  rootDir: string
  roots: string[]
  testRegex: string[]
  testPathIgnorePatterns: string[]
  watchPathIgnorePatterns: string[]
  moduleFileExtensions: string[]
  haste: { retainAllFiles: boolean }
  transform: Record<string, never>
  runner: string
  globals: { skillEvals: ProjectGlobals }
}

/**
 * The Jest project that runs the evals of a catalog: `projects: [skillEvalsProject({ skills: 'skills/*' })]`. The options are those of the
 * Vitest plugin. For several agents, {@link skillEvalsProjects}.
 *
 * @throws {Error} when there are several agents, an option or `SKILL_EVALS_*` variable cannot be meant or cannot be held under Jest, or the
 * catalog has no test.
 */
export function skillEvalsProject(options: SkillEvalsOptions = {}, place: JestPlace = {}): JestProject {
  const [project, ...others] = skillEvalsProjects(options, place)
  if (!project || others.length > 0)
    throw new Error(`Each of ${others.length + 1} agents is a project of its own. Write \`...skillEvalsProjects({ … })\` into \`projects\`, with three dots, instead of \`skillEvalsProject({ … })\`.`)
  return project
}

/**
 * The Jest projects that run the evals of a catalog by several agents, one for each. The first has the structure tier, since the files are
 * the same for all.
 *
 * @throws {Error} as {@link skillEvalsProject}
 */
export function skillEvalsProjects(options: SkillEvalsOptions = {}, { rootDir = process.cwd() }: JestPlace = {}): JestProject[] {
  return resolveEachAgent(options, rootDir, process.env).map(projectOf)
}

function projectOf(options: ResolvedOptions, of: number): JestProject {
  refuseForJest(options)
  const snapshot = new CatalogIndex(options).current()
  // Jest looks for tests on the disk and follows no links, so it is told where the files really are
  const files = listTestFiles(snapshot, options).map(file => realpathSync(file))
  if (files.length === 0)
    throw new Error(`There is nothing to test in ${options.root}. ${snapshot.findings.map(finding => finding.message).join(' ') || 'Is `rootDir` the folder that `skills` starts at?'}`)
  return {
    displayName: options.name,
    rootDir: path.resolve(options.root),
    roots: outermost(files.map(file => path.dirname(file))),
    testRegex: [`^(?:${files.map(escapePattern).join('|')})$`],
    // the pool of unrelated prompts lies in node_modules
    testPathIgnorePatterns: [],
    haste: { retainAllFiles: true },
    watchPathIgnorePatterns: [`^${escapePattern(path.resolve(options.reportDir))}`],
    // Jest insists on js
    moduleFileExtensions: [...new Set(['js', ...files.map(file => path.extname(file).slice(1))])],
    transform: {},
    runner: fileURLToPath(new URL('../jest/runner.js', import.meta.url)),
    globals: { skillEvals: { options, of } },
  }
}

/** Folders without those that lie in another one of them. */
function outermost(dirs: string[]): string[] {
  const kept: string[] = []
  for (const dir of [...new Set(dirs)].sort((a, b) => a.length - b.length)) {
    if (!kept.some(outer => dir.startsWith(outer + path.sep)))
      kept.push(dir)
  }
  return kept
}
