import type { Skill } from './find-skills.ts'
import { compareText } from './compare-text.ts'
import { nearest } from './did-you-mean.ts'
import { Folders } from './folders.ts'

/** What lies in the `evals` folder of a skill. Paths are absolute, with forward slashes; `null` where there is no such file. */
export interface EvalsFiles {
  evals: string | null
  extended: string | null
  /** The hooks, in TypeScript, JavaScript or Python. */
  hooks: string | null
  /** A file that looks like a misplaced or misspelt dataset, when `evals` is `null`. */
  lookalike: string | null
}

const HOOKS = ['hooks.ts', 'hooks.mts', 'hooks.js', 'hooks.mjs', 'hooks.py']

/** Looks into the `evals` folder of a skill. A missing folder is an empty one. */
export function evalsFiles(skill: Pick<Skill, 'dir'>, folders = new Folders()): EvalsFiles {
  const namesIn = (folder: string): string[] => [...folders.list(folder)?.keys() ?? []].sort(compareText)
  const names = namesIn(`${skill.dir}/evals`)
  const path = (name: string | undefined): string | null => name === undefined ? null : `${skill.dir}/evals/${name}`
  const only = (name: string): string | null => path(names.find(other => other === name))
  const evals = only('evals.json')
  return {
    evals,
    extended: only('extended_evals.json'),
    hooks: path(HOOKS.find(name => names.includes(name))),
    lookalike: evals === null ? lookalike(skill, names, namesIn(skill.dir)) : null,
  }
}

function lookalike(skill: Pick<Skill, 'dir'>, names: string[], beside: string[]): string | null {
  const json = names.filter(name => name.endsWith('.json') && name !== 'extended_evals.json')
  const near = nearest('evals.json', json)
  if (near !== null)
    return `${skill.dir}/evals/${near}`
  return beside.includes('evals.json') ? `${skill.dir}/evals.json` : null
}
