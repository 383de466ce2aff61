import { expect, it } from 'vitest'
import { Project } from '../../../fixtures/harness/project.ts'

const args = ['--project', 'evals']

it('a catalog without a skill fails, says why, and asks no agent', async () => {
  const project = new Project('plain')
  project.remove('skills')
  project.edit('vitest.config.ts', text => text.replace('negatives: false', 'negatives: true'))
  const { output, exitCode } = await project.run(args, { STAND_IN_LOG: project.path('log') })
  expect(output).toMatch(/FAIL {2}No folder with a SKILL\.md matches `skills\/\*`/)
  expect(() => project.read('log')).toThrow('ENOENT')
  expect(JSON.parse(project.read('.skill-evals/report.json')).outcome.ok).toBe(false)
  expect(exitCode).toBe(1)
})

it('a dataset in a folder without a SKILL.md is named, and the others run', async () => {
  const project = new Project('plain')
  project.remove('skills/beta/SKILL.md')
  const { output, exitCode } = await project.run(args)
  expect(output).toContain('skills/beta/evals/evals.json is a dataset in a folder without a SKILL.md')
  expect(output).toContain('5 of 5 right')
  expect(exitCode).toBe(1)
})

it('a room that does not exist holds back every paid test, with the reason', async () => {
  const { output, exitCode } = await new Project('plain').run(args, { SKILL_EVALS_ROOM: 'alpha,betta' })
  expect(output).toContain('`room` names `betta`, but the catalog has no skill of this name. Did you mean `beta`?')
  expect(output).toMatch(/held back by room\/unknown-skill/)
  expect(exitCode).toBe(1)
})

it('an evaluation that cannot be read is found by its id all the same', async () => {
  const project = new Project('plain')
  project.edit('skills/alpha/evals/evals.json', text => text.replace('"skill_should_trigger": true', '"skill_should_trigger": "true"'))
  const { output, exitCode } = await project.run([...args, '-t', 'alpha-one'])
  expect(output).toMatch(/The evaluation `alpha-one` has no test of its own, since it cannot be read: .*evals\.json:5:31/)
  expect(exitCode).toBe(1)
})

it('failed structure is among the reasons why the run fails', async () => {
  const project = new Project('plain')
  project.edit('skills/alpha/SKILL.md', text => text.replace('name: alpha', 'name: Alpha'))
  const { output, exitCode } = await project.run(args)
  expect(output).toMatch(/FAIL {2}\d structure errors?\./)
  expect(exitCode).toBe(1)
})

it('attempts that Vitest makes again cost what they cost', async () => {
  const project = new Project('plain')
  project.edit('skills/alpha/evals/evals.json', text => text.replace('Please do alpha. AGENT: skill alpha', 'Please do alpha. AGENT: end'))
  await project.run([...args, '-t', 'alpha-one', '--retry=2'])
  const [graded] = JSON.parse(project.read('.skill-evals/report.json')).cases
  expect(graded.cost_usd).toBeCloseTo(0.03)
  expect(graded.notes.filter((note: string) => note === 'An attempt before this one ended as missed_trigger.')).toHaveLength(2)
})
