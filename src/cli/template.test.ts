import { expect, it } from 'vitest'
import { Project } from '../../fixtures/harness/project.ts'

it('prints a dataset that passes every rule but that its text is to be replaced, in the skills that it is put into', async () => {
  const project = new Project('plain')
  for (const skill of ['alpha', 'beta']) {
    const { stdout, exitCode } = await project.command(['template', skill])
    expect(exitCode).toBe(0)
    project.write(`skills/${skill}/evals/evals.json`, stdout)
  }
  const asItIs = await project.command(['structural', '--format', 'json'])
  const { findings }: { findings: { rule: string, severity: string }[] } = JSON.parse(asItIs.stdout)
  expect(findings.map(({ rule, severity }) => `${rule} ${severity}`)).toEqual(Array.from({ length: 10 }).fill('dataset/unfinished warning'))
  expect(asItIs.exitCode).toBe(0)
  for (const skill of ['alpha', 'beta'])
    project.edit(`skills/${skill}/evals/evals.json`, text => text.replaceAll('REPLACE:', 'Say'))
  expect((await project.command(['structural'])).stdout).toMatch(/^No findings in 2 skills, 2 datasets, 10 evaluations\.\n/)
})

it('holds as many evaluations as the bar of the config asks for', async () => {
  const project = new Project('plain')
  project.edit('vitest.config.ts', text => text.replace('skillEvals({', 'skillEvals({ skills: \'skills/alpha\', bar: { positive: 1, negative: 4, judged: 2 },'))
  const { stdout } = await project.command(['template', 'skills/alpha/'])
  const { evaluations }: { evaluations: { id: string, skill_should_trigger: boolean, expected_behavior?: string[] }[] } = JSON.parse(stdout)
  expect(evaluations.map(one => one.id)).toEqual(['alpha-does-1', 'alpha-does-2', 'alpha-not-1', 'alpha-not-2', 'alpha-not-3', 'alpha-not-4'])
  expect(evaluations.filter(one => one.expected_behavior).map(one => one.id)).toEqual(['alpha-does-1', 'alpha-does-2'])
  project.write('skills/alpha/evals/evals.json', stdout.replaceAll('REPLACE:', 'Say'))
  expect((await project.command(['structural'])).stdout).toBe('No findings in 1 skill, 1 dataset, 6 evaluations.\n')
})

it('does without a name, and refuses one that no skill can have', async () => {
  const project = new Project('plain')
  expect((await project.command(['template'])).stdout).toContain('"id": "my-skill-does-1"')
  const wrong = await project.command(['template', 'My Skill'])
  expect(wrong.output).toContain('"My Skill" names no skill: `name` is `My Skill`. Use lower-case letters')
  expect(wrong.exitCode).toBe(2)
})
