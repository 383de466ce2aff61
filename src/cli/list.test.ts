import { expect, it } from 'vitest'
import { Project } from '../../fixtures/harness/project.ts'

it('lists the skills that have a dataset, and how many evaluations of each kind', async () => {
  const project = new Project('plain')
  project.write('skills/gamma/SKILL.md', '---\nname: gamma\ndescription: Counts gammas.\n---\n')
  project.write('skills/beta/evals/extended_evals.json', '{ "evaluations": [{ "id": "more", "prompt": "?", "skill_should_trigger": true, "files_exist": ["a.md"] }] }')
  project.write('pool.json', '{ "evaluations": [{ "id": "p", "prompt": "Hi", "skill_should_trigger": false }] }')
  project.edit('vitest.config.ts', text => text.replace('negatives: false', 'negatives: \'pool.json\''))
  const { stdout, output, exitCode } = await project.command(['list'])
  expect(output).toBe([
    'skill  positive  near_miss  behavior  extended',
    'alpha         3          2         1         0',
    'beta          3          2         1         1',
    'all           6          4         2         1',
    '',
    '2 of 3 skills have a dataset. Without: gamma. 1 unrelated prompt in shared pools.\n',
  ].join('\n'))
  expect(stdout).toBe(output)
  expect(exitCode).toBe(0)

  const json = await project.command(['list', '--skills', 'skills/beta', '--skills', 'skills/gamma', '--format', 'json'])
  expect(JSON.parse(json.stdout)).toEqual({
    root: project.dir,
    skills: [{ skill: 'beta', dir: 'skills/beta', evals: { positive: 3, nearMiss: 2, behavior: 1 }, extended: { positive: 1, nearMiss: 0, behavior: 1 } }],
    without: ['gamma'],
    unrelated: 1,
  })
})

it('says which figures are too small', async () => {
  const project = new Project('plain')
  project.write('skills/alpha/evals/evals.json', '{')
  project.edit('skills/beta/evals/evals.json', text => text.replace('"skill_should_trigger": false', '"skill_should_trigger": "no"'))
  const { stdout, output, exitCode } = await project.command(['list'])
  expect(stdout).toContain('beta          3          1         1         0\n')
  expect(output).toContain('skills/alpha/evals/evals.json: it could not be read. See skill-evals structural.')
  expect(output).toContain('skills/beta/evals/evals.json: 1 of its evaluations could not be read.')
  expect(exitCode).toBe(1)
})

it('refuses what it does not know, and says that there is no skill', async () => {
  const project = new Project('plain')
  const wrong = await project.command(['list', '--format', 'sarif'])
  expect(wrong.output).toContain('`--format` is "sarif"; write text or json.')
  expect(wrong.exitCode).toBe(2)
  const none = await project.command(['list', '--skills', 'nowhere/*'])
  expect(none.output).toContain('No folder with a SKILL.md matches `nowhere/*`')
  expect(none.exitCode).toBe(1)
})
