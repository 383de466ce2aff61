import { expect, it } from 'vitest'
import { Project } from '../../../fixtures/harness/project.ts'

const evals = ['--project', 'evals', '--reporter=verbose']
const free = { SKILL_EVALS_TIERS: 'structure' }
const line = /Overlap {2}an estimate, by words alone: 6 of 6 positive prompts/

it('a run of the whole catalog shows the estimate and writes it down', async () => {
  const project = new Project('plain')
  const { output, exitCode } = await project.run(evals, free)
  expect(output).toMatch(line)
  expect(output).not.toContain('structure > overlap')
  expect(JSON.parse(project.read('.skill-evals/report.json'))).toMatchObject({ overlap: { estimate: true, skills: 2, top_1: 1 } })
  expect(exitCode).toBe(0)
})

it('a run of a part of it, or one that is asked for none, shows nothing', async () => {
  const project = new Project('plain')
  const part = await project.run([...evals, 'skills/alpha'], free)
  expect(part.output).toContain('structure > bar')
  expect(part.output).not.toContain('Overlap')
  const none = await project.run(evals, { ...free, SKILL_EVALS_OVERLAP: 'false' })
  expect(none.output).not.toContain('Overlap')
  expect(JSON.parse(project.read('.skill-evals/report.json'))).toMatchObject({ overlap: null })
})

it('a floor is a test of each dataset, and fails where the description has other words', async () => {
  const project = new Project('plain')
  project.edit('vitest.config.ts', text => text.replace('skillEvals({', 'skillEvals({ overlap: { floor: 0.9 },'))
  const fine = await project.run(evals, free)
  expect(fine.output).toMatch(/✓ .*skills\/alpha\/evals\/evals\.json\S* > structure > overlap/)
  expect(fine.exitCode).toBe(0)

  project.edit('skills/alpha/evals/evals.json', text => text.replace(/"prompt": "[^"]*/, '"prompt": "Does it rain?'))
  const { output, exitCode } = await project.run(evals, free)
  expect(output).toMatch(/× .*skills\/alpha\/evals\/evals\.json\S* > structure > overlap/)
  expect(output).toMatch(/✓ .*skills\/beta\/evals\/evals\.json\S* > structure > overlap/)
  expect(output).toContain('dataset/overlap: No word of the prompt is in the name or description of any skill. This is an estimate')
  expect(output).toContain('❯ skills/alpha/evals/evals.json:6:17')
  expect(exitCode).toBe(1)
})
