import type { Skill } from './find-skills.ts'
import { compareText } from './compare-text.ts'
import { Folders } from './folders.ts'

/**
 * Files of a skill in which other eval tools keep evaluations, beside `evals.json` and `extended_evals.json`: `evals/*.json` and `*.csv`,
 * `eval.csv`, the cases of `claude plugin eval` in `evals/<case>/`, those of skill-up in `evals/cases/`. Whether they are is for their
 * readers to say. Absolute paths, sorted; below `evals` links are not followed.
 */
export function evalCandidates(skill: Pick<Skill, 'dir'>, folders = new Folders()): string[] {
  const evals = `${skill.dir}/evals`
  const found = ['eval.csv', 'evals.csv'].filter(name => folders.list(skill.dir)?.has(name) === true).map(name => `${skill.dir}/${name}`)
  for (const [name, entry] of folders.list(evals) ?? []) {
    if (entry.isFile() && /\.(?:json|csv)$/.test(name) && name !== 'evals.json' && name !== 'extended_evals.json')
      found.push(`${evals}/${name}`)
    if (!entry.isDirectory())
      continue
    const inside = [...folders.list(`${evals}/${name}`)?.keys() ?? []]
    const cases = name === 'cases' ? inside.filter(file => /\.ya?ml$/.test(file)) : inside.filter(file => file === 'prompt.md' || file === 'case.yaml')
    found.push(...cases.map(file => `${evals}/${name}/${file}`))
  }
  return found.sort(compareText)
}
