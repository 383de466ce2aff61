import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { Project } from '../../fixtures/harness/project.ts'
import { failed, passed } from '../report/behavior.fixture.ts'
import { toReportJson } from '../report/json.ts'

const sample = JSON.parse(readFileSync(new URL('../report/sample-report.json', import.meta.url), 'utf8'))

function project(): Project {
  const project = new Project('plain')
  project.write('before.json', JSON.stringify(toReportJson({ ...sample, behavior: [failed] })))
  project.write('after.json', JSON.stringify(toReportJson({ ...sample, behavior: [{ ...failed, ...passed, id: failed.id }] })))
  project.write('routing.json', JSON.stringify(toReportJson(sample)))
  return project
}

it('shows a report, and the difference to an earlier one below', async () => {
  const here = project()
  const text = await here.command(['report', 'after.json', 'before.json'])
  expect(text.exitCode, text.output).toBe(0)
  expect(text.stdout).toMatch(/^⎯⎯⎯ Skill evals ⎯+\n {4}Routing {2}1 of 1 right[\s\S]+\n\nbefore {2}before\.json: [\s\S]+better {2}export-churn: failed → passed\n$/)
  await here.command(['report', 'after.json', 'before.json', '--format', 'markdown', '--output', 'out/report.md'])
  expect(here.read('out/report.md')).toMatch(/^## ✅ Skill evals: [\s\S]+\n## Skill evals compared: routing cannot tell, behavior cannot tell\n/)
  const json = await here.command(['report', 'after.json', 'before.json', '--format', 'json'])
  expect(JSON.parse(json.stdout)).toMatchObject({ ...JSON.parse(here.read('after.json')), comparison: { tiers: { behavior: { changed: [{ id: 'export-churn', direction: 'better' }] } } } })
  expect(JSON.parse((await here.command(['report', 'after.json', '--format', 'benchmark'])).stdout)).toMatchObject({ metadata: { skill_name: 'data-export' } })
})

it.each([
  [['routing.json', '--format', 'grading'], 'The report holds no evaluation of the behavior tier'],
  [['after.json', 'before.json', '--format', 'benchmark'], '`--format benchmark` holds no difference to another report. Leave before.json out.'],
  [['after.json', '--format', 'html'], 'Say with `--output` where the page goes'],
  [['after.json', '--embed'], '`--embed` puts transcripts into a page'],
  [['package.json'], 'package.json is no report of vitest-skill-evals. `schemaVersion` is missing'],
  [['damaged.json'], 'damaged.json is no report of vitest-skill-evals. It must have required property'],
  [['gone.json'], 'There is no file gone.json'],
])('%j is wrong usage', async (args, message) => {
  const here = project()
  here.write('package.json', '{}')
  here.write('damaged.json', JSON.stringify({ ...JSON.parse(here.read('after.json')), totals: undefined }))
  const { output, stdout, exitCode } = await here.command(['report', ...args])
  expect(output).toContain(message)
  expect([stdout, exitCode]).toEqual(['', 2])
})
