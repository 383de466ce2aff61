import type { Tier } from '../options/options.ts'

/** What a run of Vitest is to run. */
export interface VitestRun {
  /** `--root` and `--config` as they were given. */
  root: string | undefined
  config: string | undefined
  projects: string[]
  tier: Tier
  extended: boolean
  /** Folders, from Vitest's root. */
  folders: string[]
}

/** The command line of a run, to be put behind `npx`. It is quoted for a shell. */
export function vitestCommand({ root, config, projects, tier, extended, folders }: VitestRun): string {
  return [
    'vitest',
    'run',
    ...root === undefined ? [] : ['--root', root],
    ...config === undefined ? [] : ['--config', config],
    ...projects.flatMap(project => ['--project', project]),
    `--tags-filter=${extended ? tier : `${tier} and not extended`}`,
    // the slash keeps `skills/a/evals-of-old/` out
    ...folders.map(folder => `${folder}/`),
  ].map(quoted).join(' ')
}

/** Double quotes mean the same to every shell as long as there is nothing in them that one of them reads. */
function quoted(word: string): string {
  if (/^[\w@+=:,./-]+$/.test(word))
    return word
  return /^[\p{L}\p{M}\p{N}_@+=:,./ -]+$/u.test(word) ? `"${word}"` : `'${word.replaceAll('\'', '\'\\\'\'')}'`
}
