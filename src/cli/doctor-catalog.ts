import type { ResolvedOptions } from '../options/resolved-options.ts'
import type { Snapshot } from '../suite/catalog-index.ts'
import type { Check } from './doctor-check.ts'
import type { ReadConfig } from './load-config.ts'
import { UNFINISHED_RULE } from '../dataset/unfinished-rule.ts'
import { count } from '../report/figures.ts'
import { notOk, ok } from './doctor-check.ts'
import { pathFrom } from './structural-report.ts'

/** Whether the config has the plugin. */
export function checkConfig({ file, root, projects }: ReadConfig): Check {
  if (file === null)
    return notOk('Config', 'fault', `there is no vitest.config.* in ${root}. skill-evals init`)
  const name = pathFrom(root.replaceAll('\\', '/'), file.replaceAll('\\', '/'))
  if (projects.length === 0)
    return notOk('Config', 'fault', `${name} has no \`skillEvals()\`. skill-evals init`)
  return ok('Config', projects.length === 1 ? name : `${name}, ${count(projects.length, 'project')} with evals`)
}

/** Whether there is something to run. */
export function checkSkills({ skills, findings }: Snapshot, { skills: globs }: ResolvedOptions): Check[] {
  const where = globs.join(', ')
  if (skills.length === 0)
    return [notOk('Skills', 'fault', findings.find(({ rule }) => rule === 'catalog/no-skills')?.message ?? `none at ${where}`)]
  const without = skills.filter(entry => entry.datasets.length === 0)
  const all = [...skills.flatMap(entry => [...entry.findings, ...entry.datasets.flatMap(dataset => dataset.findings)]), ...findings]
  const unfinished = all.filter(({ rule }) => rule === UNFINISHED_RULE).length
  const blocked = skills.filter(entry => entry.heldBack !== null).length
  return [
    without.length === 0
      ? ok('Skills', `${count(skills.length, 'skill')} at ${where}, each with a dataset`)
      : notOk('Skills', 'warning', `${without.length} of ${count(skills.length, 'skill')} at ${where} ${without.length === 1 ? 'has' : 'have'} no dataset. skill-evals init`),
    ...blocked > 0 ? [notOk('Structure', 'fault', `errors hold back the paid tests of ${count(blocked, 'skill')}. skill-evals structural`)] : [],
    ...unfinished > 0 ? [notOk('Datasets', 'warning', `${count(unfinished, 'evaluation')} still ${unfinished === 1 ? 'holds' : 'hold'} the template's text, and will not run`)] : [],
  ]
}
