import { expect, it } from 'vitest'
import { Project } from '../../../fixtures/harness/project.ts'

interface Report { cases: { id: string }[], outcome: { ok: boolean, reasons: string[] } }

it('text of the template holds back its own evaluation, and fails the run', async () => {
  const project = new Project('plain')
  project.edit('skills/beta/evals/evals.json', text => text.replace(/"prompt": "/, '"prompt": "REPLACE: '))
  const { output, exitCode } = await project.run(['--project', 'evals'])
  expect(output).toContain('dataset/unfinished')
  expect(output).toMatch(/FAIL {2}\d tests? of unfinished evaluations (?:was|were) not run\./)
  expect(exitCode).toBe(1)
  const { cases, outcome }: Report = JSON.parse(project.read('.skill-evals/report.json'))
  expect(cases).toHaveLength(9)
  expect(outcome.ok).toBe(false)

  // a test that a filter left out does not wait for anything
  const other = await project.run(['--project', 'evals', '-t', 'alpha-one'])
  expect(other.exitCode, other.output).toBe(0)

  // for prompts that really begin so
  const off = await project.run(['--project', 'evals', '--tags-filter', 'routing'], { SKILL_EVALS_RULES: 'dataset/unfinished=off' })
  expect(off.output).toContain('10 of 10 right')
  expect(off.exitCode).toBe(0)
})
