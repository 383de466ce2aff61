import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import process from 'node:process'
import { describe, expect, it } from 'vitest'
import { Project } from '../../../fixtures/harness/project.ts'
import { findBwrap } from '../../agent/sandbox.ts'
import { processesIn, reportOf, withPrompts } from './prompts.fixture.ts'

const args = ['--project', 'evals']
/** A key, since an agent that uses a login is not contained; the stand-in writes a log into the project. */
const contained = { ANTHROPIC_API_KEY: 'no-key-is-needed-here', SKILL_EVALS_SANDBOX: 'bwrap', SKILL_EVALS_SANDBOX_WRITE: '.' }
const hasSandbox = (await findBwrap(process.env)).by === 'bwrap'
const ways: [name: string, env: Record<string, string>][] = [['without a sandbox', {}], ...hasSandbox ? [['in the sandbox', contained] satisfies [string, object]] : []]

/** What runs of ours have left in the temp folder, except those of other processes that are still there. */
function scratchFolders(): string[] {
  return readdirSync(tmpdir()).filter(name => name.startsWith('skill-evals-'))
}

it('every way a run can end has its verdict or its error, and no failed run passes as a negative', async () => {
  const project = withPrompts({
    'right': { fires: true, agent: 'call Bash {}; call Bash {}; skill alpha' },
    'quiet': { fires: false, agent: 'say Nothing to do.; end' },
    'missed': { fires: true, agent: 'say I can do that myself.; end' },
    'wrong': { fires: true, agent: 'skill beta' },
    'false': { fires: false, agent: 'skill beta' },
    'refused': { fires: true, agent: 'refuse alpha; end' },
    'refused-negative': { fires: false, agent: 'refuse alpha; end' },
    'unknown-name': { fires: false, agent: 'refuse no-such-skill; end' },
    'api-401': { fires: true, agent: 'api 401' },
    'api-429-negative': { fires: false, agent: 'api 429' },
    'half-a-line': { fires: false, agent: 'half' },
    'crash': { fires: false, agent: 'exit 3' },
    'no-end': { fires: false, agent: 'exit 0' },
    'rummages': { fires: false, agent: Array.from({ length: 12 }).fill('call Bash {}').join(';') },
    'after-the-error': { fires: true, agent: 'skill alpha; api 500' },
  })
  const { output, exitCode } = await project.run([...args, '--reporter=dot'])
  expect(Object.fromEntries(reportOf(project).cases.map(one => [one.id, `${one.verdict} (${one.stop_reason})`])), output).toEqual({
    'right': 'correct_trigger (decision)',
    'quiet': 'true_negative (end)',
    'missed': 'missed_trigger (end)',
    'wrong': 'wrong_skill (decision)',
    'false': 'false_trigger (decision)',
    'refused': 'error (end)',
    'refused-negative': 'false_trigger (end)',
    'unknown-name': 'true_negative (end)',
    'api-401': 'error (api_error)',
    'api-429-negative': 'error (api_error)',
    'half-a-line': 'error (crash)',
    'crash': 'error (crash)',
    'no-end': 'error (cut)',
    'rummages': 'true_negative (tool_budget)',
    'after-the-error': 'correct_trigger (decision)',
  })
  expect(exitCode).toBe(1)
})

describe('the exit code', () => {
  const prompts = { a: { fires: true, agent: 'skill alpha' }, b: { fires: true, agent: 'skill alpha' }, c: { fires: true, agent: 'end' }, d: { fires: false, agent: 'end' }, e: { fires: false, agent: 'end' } }
  const bar = { SKILL_EVALS_BAR_JUDGED: '0', SKILL_EVALS_SKILLS: 'skills/alpha' }

  it.each([['0.8', 0], ['0.81', 1], ['1', 1]])('with minAccuracy %s, for 4 of 5 right', async (minAccuracy, code) => {
    const { output, exitCode } = await withPrompts(prompts).run(args, { ...bar, SKILL_EVALS_MIN_ACCURACY: minAccuracy })
    expect(output).toContain('4 of 5 right')
    expect(output).toMatch(/Tests {2}1 failed/)
    expect(exitCode, output).toBe(code)
  })

  it('is 1 when something could not be measured, whatever the bar', async () => {
    const { output, exitCode } = await withPrompts({ ...prompts, c: { fires: true, agent: 'exit 3' } }).run(args, { ...bar, SKILL_EVALS_MIN_ACCURACY: '0' })
    expect(output).toContain('1 of 5 could not be measured')
    expect(exitCode).toBe(1)
  })

  it('is 1 when no skill fired at all, whatever the bar', async () => {
    const all = Object.fromEntries(Object.entries(prompts).map(([id, prompt]) => [id, { ...prompt, agent: 'end' }]))
    const { output, exitCode } = await withPrompts(all).run(args, { ...bar, SKILL_EVALS_MIN_ACCURACY: '0' })
    expect(output).toContain('No skill fired')
    expect(exitCode).toBe(1)
  })

  it('is 1 when the agent is not there: structure runs, the rest is skipped with the reason, said once', async () => {
    const { output, exitCode } = await withPrompts(prompts).run(args, { ...bar, SKILL_EVALS_COMMAND: './no-claude-here' })
    expect(output).toMatch(/Tests {2}\d+ passed \| 5 skipped/)
    // in our summary; Vitest 5 itself lists skipped tests with their notes
    expect(output.slice(output.indexOf('Skill evals')).match(/is\s+not\s+an\s+executable\s+file/g)).toHaveLength(1)
    expect(exitCode, output).toBe(1)
  })

  it('is 0 for the free tier alone, with no agent', async () => {
    const { output, exitCode } = await withPrompts(prompts).run([...args, '--tags-filter', 'structure'], { ...bar, SKILL_EVALS_COMMAND: './no-claude-here' })
    expect(output).toMatch(/Tests {2}\d+ passed/)
    expect(exitCode, output).toBe(0)
  })
})

it('a structural fault holds back the paid tests of its skill and of no other', async () => {
  const project = new Project('plain')
  project.edit('skills/alpha/evals/evals.json', text => text.replace('"id": "alpha-two",', '"id": "alpha-two", "workspace": "evals/files/gone",'))
  const { output, exitCode } = await project.run([...args, '--reporter=verbose'], { STAND_IN_LOG: project.path('log') })
  expect(output).toMatch(/↓ .*routing > alpha-one \[held back by dataset\/workspace/)
  expect(output).toContain('5 of 5 right')
  // of beta: five of routing, one of behavior and its judge
  expect(project.read('log').trim().split('\n')).toHaveLength(7)
  expect(exitCode).toBe(1)
})

describe.runIf(process.platform === 'linux').each(ways)('%s', (_name, sandbox) => it('nothing is left: no process, no temp folder, whatever the agents do', async () => {
  const before = scratchFolders()
  const project = withPrompts({
    'leaves-a-child': { fires: true, agent: 'child; skill alpha; hang' },
    'child-after-the-end': { fires: false, agent: 'child; end' },
    'hangs': { fires: true, agent: 'child; hang' },
    'hangs-negative': { fires: false, agent: 'hang' },
  })
  const { output } = await project.run(args, { ...sandbox, STAND_IN_LOG: project.path('log'), SKILL_EVALS_TIMEOUT_ROUTING: '3000' })
  expect(reportOf(project).cases.map(one => `${one.id} ${one.verdict} ${one.stop_reason}`).sort(), output).toEqual([
    'child-after-the-end true_negative end',
    'hangs error timeout',
    'hangs-negative error timeout',
    'leaves-a-child correct_trigger decision',
  ])
  expect(processesIn(project.dir)).toEqual([])
  expect(scratchFolders().filter(name => !before.includes(name) && isOf(name))).toEqual([])
}))

it.runIf(hasSandbox)('nothing runs on in a sandbox when Vitest is killed', async () => {
  const project = withPrompts({ hangs: { fires: true, agent: 'child; hang' }, more: { fires: false, agent: 'child; hang' } })
  const vitest = project.start(['run', ...args], { ...contained, STAND_IN_LOG: project.path('log') })
  await project.until('log', text => text.split('\n').length > 2)
  expect(processesIn(project.dir).length).toBeGreaterThan(0)
  vitest.signal('SIGKILL')
  await vitest.ended()
  await expect.poll(() => processesIn(project.dir), { timeout: 20_000 }).toEqual([])
})

/** A scratch folder names its owner; those of other tests that run at the same time have living ones. */
function isOf(name: string): boolean {
  const file = `${tmpdir()}/${name}/owner.json`
  return existsSync(file) && !existsSync(`/proc/${JSON.parse(readFileSync(file, 'utf8')).pid}`)
}

it.runIf(process.platform !== 'win32').each(ways)('the first Ctrl-C ends the agents and still writes the reports, %s', async (_name, sandbox) => {
  const project = withPrompts({
    done: { fires: true, agent: 'skill alpha' },
    waits: { fires: true, agent: 'write started yes; hang' },
    queued: { fires: false, agent: 'hang' },
    late: { fires: false, agent: 'end' },
    later: { fires: false, agent: 'end' },
  })
  const log = project.path('log')
  const vitest = project.start(['run', ...args, '--reporter=default', '--reporter=junit', '--outputFile.junit=out.xml'], { ...sandbox, STAND_IN_LOG: log, SKILL_EVALS_JOBS: '2' })
  await project.until('log', text => text.split('\n').length > 3)
  vitest.signal('SIGINT')
  const { output, exitCode } = await vitest.ended()
  expect(exitCode, output).toBe(130)
  expect(output).toContain('Ending the agents')
  expect(project.read('out.xml')).toContain('name="routing &gt; done"')
  const { cases, meta, outcome } = reportOf(project)
  expect(cases.map(one => one.id)).toEqual(['done'])
  expect(meta).toMatchObject({ partial: true, interrupted: { asked: 5, ended: 1, stopped: 2, not_started: 2 } })
  const sentence = 'Interrupted: 1 of 5 evaluations has a verdict, 2 were stopped, 2 never started.'
  expect(outcome).toMatchObject({ ok: false, reasons: expect.arrayContaining([sentence]) })
  expect(output.replaceAll(/\s+/g, ' ')).toContain(sentence)
  expect(processesIn(project.dir)).toEqual([])
})
