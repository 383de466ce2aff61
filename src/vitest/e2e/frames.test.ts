import { describe, expect, it } from 'vitest'
import { Project } from '../../../fixtures/harness/project.ts'

it('a malformed dataset fails with its place and leaves the others running', async () => {
  const project = new Project('plain')
  project.write('skills/alpha/evals/evals.json', '{\n  "evaluations": [\n    {"id": "a" "prompt": "p"}\n  ]\n}\n')
  const { output, exitCode } = await project.run(['--project', 'evals', '--reporter=default', '--reporter=json', '--reporter=junit', '--outputFile.json=out.json', '--outputFile.junit=out.xml'])
  expect(output).toMatch(/skills\/alpha\/evals\/evals\.json\S* > structure > dataset/)
  expect(output).toContain('❯ skills/alpha/evals/evals.json:3:16')
  expect(output).toContain('      3|     {"id": "a" "prompt": "p"}\n       |                ^')
  expect(output).toContain('5 of 5 right')
  expect(project.read('out.json')).toContain('skills/alpha/evals/evals.json:3:16')
  expect(project.read('out.xml')).toMatch(/<testcase classname="skills\/alpha\/evals\/evals.json" name="structure &gt; dataset"[^>]*>\s*<failure/)
  expect(exitCode).toBe(1)
})

it('every finding of an evaluation has its own frame', async () => {
  const project = new Project('plain')
  project.edit('skills/alpha/evals/evals.json', text => text.replace('"expected_behavior": ["Says that alpha is done"]', '"expected_behaviour": ["x"],\n      "logs_contain": [""]'))
  const { output } = await project.run(['--project', 'evals', 'skills/alpha'])
  expect(output).toContain('expected_behavior')
  expect(output).toMatch(/❯ skills\/alpha\/evals\/evals\.json:7:7/)
  expect(output).toMatch(/❯ skills\/alpha\/evals\/evals\.json:8:24/)
})

describe('a wrong answer', () => {
  it('shows prompt, expected, observed, and a caret under the very value', async () => {
    const project = new Project('plain')
    project.edit('skills/alpha/evals/evals.json', text => text.replace('do alpha. AGENT: skill alpha', 'do alpha. AGENT: skill beta'))
    const { output, exitCode } = await project.run(['--project', 'evals', '-t', 'alpha-one'])
    expect(output).toContain('wrong_skill: alpha should have fired, and beta did.')
    expect(output).toContain('prompt   Please do alpha. AGENT: skill beta')
    expect(output).toContain('❯ skills/alpha/evals/evals.json:5:31')
    expect(output).toContain('      5|       "skill_should_trigger": true,\n       |                               ^')
    expect(output).toContain('.skill-evals/runs/alpha/alpha-one.routing')
    expect(project.read('.skill-evals/runs/alpha/alpha-one.routing/run.json')).toContain('"id": "alpha-one"')
    expect(exitCode).toBe(1)
  })

  it('has a frame beside a line of 5,000 characters', async () => {
    const project = new Project('plain')
    project.edit('skills/alpha/evals/evals.json', text => text.replace('Please do alpha. AGENT: skill alpha', `${'x'.repeat(5000)} AGENT: skill beta`))
    const { output } = await project.run(['--project', 'evals', '-t', 'alpha-one'])
    expect(output).toContain('      5|       "skill_should_trigger": true,\n       |                               ^')
    expect(output).not.toMatch(/x{700}/)
  })
})
