import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { Project } from '../../../fixtures/harness/project.ts'

const args = ['--project', 'evals', '-t', 'alpha-(one|two|three)']
const noAgent = { SKILL_EVALS_COMMAND: '/nowhere/claude', PATH: '/nowhere' }

/** A project whose evaluations with `alpha-` in their ids are recorded. */
async function recorded(): Promise<Project> {
  const project = new Project('plain')
  project.edit('vitest.config.ts', text => text.replace('negatives: false', 'negatives: false, recordings: \'recordings\''))
  const { exitCode, output } = await project.run([...args, '-u'])
  expect(exitCode, output).toBe(0)
  return project
}

describe('recordings', () => {
  it('are graded with no agent there, as the live run was', async () => {
    const project = await recorded()
    const { exitCode, output } = await project.run(args, noAgent)
    expect(output).toContain('3 of 3 right')
    expect(output).toContain('all from recordings: no agent ran')
    expect(exitCode, output).toBe(0)
  })

  it('hold nothing of the machine or the user', async () => {
    const project = await recorded()
    const record = project.read('recordings/alpha/alpha-one.routing/transcript.jsonl') + project.read('recordings/alpha/alpha-one.routing/run.json')
    expect(record).toContain('"alpha"')
    expect(record).not.toMatch(/\/tmp|skill-evals-|\/root|\/home/)
  })

  it('that no longer fit fail and say what changed', async () => {
    const project = await recorded()
    project.edit('skills/beta/SKILL.md', text => text.replace('Does beta work', 'Does all the beta work'))
    project.edit('skills/alpha/evals/evals.json', text => text.replace('Could you run alpha?', 'Could you start alpha?'))
    const { exitCode, output } = await project.run([...args, '--reporter=verbose'], { ...noAgent, SKILL_EVALS_MODEL: 'haiku' })
    expect(output).toMatch(/The recording no longer fits: model was the default, is `haiku`; skill `beta` of the room changed\. Record again with -u\./)
    expect(output).toContain('The recording no longer fits: prompt changed;')
    expect(output).toContain('3 of 3 could not be measured')
    expect(exitCode).toBe(1)
  })

  it('that are missing fail, with the command that makes them', async () => {
    const project = await recorded()
    project.remove('recordings/alpha/alpha-two.routing')
    const { exitCode, output } = await project.run(args, { ...noAgent, SKILL_EVALS_MIN_ACCURACY: '0' })
    expect(output).toContain('command  vitest run --project evals -u -t alpha-two')
    expect(output).toContain('❯ skills/alpha/evals/evals.json:11:31')
    expect(output).toContain('1 of 3 could not be measured')
    expect(exitCode).toBe(1)
  })

  it('are not made of runs that could not be measured, and the earlier one stays', async () => {
    const project = await recorded()
    const before = project.read('recordings/alpha/alpha-one.routing/run.json')
    project.edit('skills/alpha/evals/evals.json', text => text.replace('Please do alpha. AGENT: skill alpha', 'Please do alpha. AGENT: api 529'))
    const { exitCode, output } = await project.run([...args, '-u'])
    expect(output).toContain('API Error: 529 from the stand-in')
    expect(project.read('recordings/alpha/alpha-one.routing/run.json')).toBe(before)
    expect(exitCode).toBe(1)
  })

  it('are made only under -u', async () => {
    const project = await recorded()
    project.remove('recordings')
    const { exitCode } = await project.run(args, { STAND_IN_LOG: project.path('log') })
    expect(existsSync(project.path('recordings'))).toBe(false)
    expect(existsSync(project.path('log'))).toBe(false)
    expect(exitCode).toBe(1)
  })
})
