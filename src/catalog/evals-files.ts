import type { Skill } from './find-skills.ts'
import { readdirSync } from 'node:fs'
import { nearest } from './did-you-mean.ts'

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
export function evalsFiles(skill: Pick<Skill, 'dir'>): EvalsFiles {
  const names = namesIn(`${skill.dir}/evals`)
  const path = (name: string | undefined): string | null => name === undefined ? null : `${skill.dir}/evals/${name}`
  const only = (name: string): string | null => path(names.find(other => other === name))
  const evals = only('evals.json')
  return {
    evals,
    extended: only('extended_evals.json'),
    hooks: path(HOOKS.find(name => names.includes(name))),
    lookalike: evals === null ? lookalike(skill, names) : null,
  }
}

function lookalike(skill: Pick<Skill, 'dir'>, names: string[]): string | null {
  const json = names.filter(name => name.endsWith('.json') && name !== 'extended_evals.json')
  const near = nearest('evals.json', json)
  if (near !== null)
    return `${skill.dir}/evals/${near}`
  return namesIn(skill.dir).includes('evals.json') ? `${skill.dir}/evals.json` : null
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  }
  catch {
    return []
  }
}
