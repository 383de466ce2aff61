import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { describe, expect, it } from 'vitest'
import { Project } from '../../../fixtures/harness/project.ts'

interface ReportFile {
  behavior: {
    cases: { id: string, outcome: string, error: string | null, checks: { kind: string, expectation: string, passed: boolean | null, observed: string, detail: string | null }[], record: string | null, notes: string[], cost_usd: number | null }[]
  }
}

const args = ['--project', 'evals', '--tags-filter', 'behavior']

type Entry = Record<string, unknown> & { id: string, agent: string }

/** A project whose one dataset file holds these evaluations, all of them `true`. */
function withCases(cases: Entry[], hooks?: { file: string, text: string }): Project {
  const project = new Project('plain')
  const evaluations = cases.map(({ agent, ...entry }) => ({ skill_should_trigger: true, prompt: `Please do ${entry.id}. AGENT: ${agent}`, ...entry }))
  project.write('skills/alpha/evals/evals.json', JSON.stringify({ evaluations }, null, 2))
  project.remove('skills/beta/evals')
  project.edit('vitest.config.ts', text => text.replace('negatives: false', 'negatives: false, bar: { positive: 0, negative: 0, judged: 0 }'))
  if (hooks)
    project.write(`skills/alpha/evals/${hooks.file}`, hooks.text)
  return project
}

function outcomesOf(project: Project): Record<string, string> {
  const report: ReportFile = JSON.parse(project.read('.skill-evals/report.json'))
  return Object.fromEntries(report.behavior.cases.map(one => [one.id, one.outcome]))
}

function caseOf(project: Project, id: string): ReportFile['behavior']['cases'][number] {
  const report: ReportFile = JSON.parse(project.read('.skill-evals/report.json'))
  const found = report.behavior.cases.find(one => one.id === id)
  if (!found)
    throw new Error(`The report has no ${id}.`)
  return found
}

it('every way a run can end has its outcome, and no broken run passes what must not happen', async () => {
  const project = withCases([
    { id: 'all-kinds', agent: 'skill alpha; write out.txt the value is 42; say finished', expected_behavior: ['writes a value'], unexpected_behavior: ['deletes something'], logs_contain: ['VALUE IS 42'], files_exist: ['out.txt'] },
    { id: 'no-file', agent: 'say finished', logs_contain: ['finished'], files_exist: ['out.txt'] },
    { id: 'no-literal', agent: 'say finish', logs_contain: ['finished'] },
    { id: 'in-the-prompt-only', agent: 'say hello', logs_contain: ['Please do'] },
    { id: 'not-met', agent: 'say hello JUDGE: no 2', expected_behavior: ['says hello', 'says goodbye'] },
    { id: 'api', agent: 'api 529', unexpected_behavior: ['deletes something'] },
    { id: 'crash', agent: 'exit 3', unexpected_behavior: ['deletes something'] },
    { id: 'half', agent: 'say finished; half', logs_contain: ['finished'] },
    { id: 'judge-api', agent: 'say hello JUDGE: api 529', expected_behavior: ['says hello'], logs_contain: ['hello'] },
    { id: 'judge-gone', agent: 'say hello JUDGE: exit 1', unexpected_behavior: ['deletes something'] },
  ])
  const ended = await project.run(args)
  expect(outcomesOf(project)).toEqual({
    'all-kinds': 'passed',
    'no-file': 'failed',
    'no-literal': 'failed',
    'in-the-prompt-only': 'failed',
    'not-met': 'failed',
    'api': 'agent_error',
    'crash': 'agent_error',
    'half': 'agent_error',
    'judge-api': 'judge_error',
    'judge-gone': 'judge_error',
  })
  expect(ended.exitCode).toBe(1)
  expect(caseOf(project, 'all-kinds').checks.map(check => [check.kind, check.passed])).toEqual([['expected_behavior', true], ['unexpected_behavior', true], ['logs_contain', true], ['files_exist', true]])
  expect(caseOf(project, 'not-met').checks.map(check => check.passed)).toEqual([true, false])
  expect(caseOf(project, 'api').checks).toEqual([])
  expect(caseOf(project, 'judge-api').checks.map(check => [check.kind, check.passed])).toEqual([['expected_behavior', null], ['logs_contain', true]])
  // each failed run is kept, the judge's answers with it
  expect(readdirSync(project.path('.skill-evals/runs/alpha')).sort()).toEqual(['api', 'crash', 'half', 'in-the-prompt-only', 'judge-api', 'judge-gone', 'no-file', 'no-literal', 'not-met'].map(id => `${id}.behavior`))
  expect(JSON.parse(project.read('.skill-evals/runs/alpha/not-met.behavior/judge.json')).answers).toHaveLength(2)
})

it('a run has only its own skill, without its evaluations, and what its workspace holds', async () => {
  const project = withCases([
    { id: 'looks', agent: 'list; call Bash {}', logs_contain: ['alpha'] },
    { id: 'not-beta', agent: 'list', logs_contain: ['beta'] },
    { id: 'seeded', agent: 'say done', workspace: 'evals/files/seed', files_exist: ['made.txt', 'seed.txt'] },
  ])
  project.write('skills/alpha/evals/files/seed/seed.txt', 'seed')
  await project.run(args)
  expect(outcomesOf(project)).toEqual({ 'looks': 'passed', 'not-beta': 'failed', 'seeded': 'failed' })
  expect(caseOf(project, 'seeded').checks).toMatchObject([{ expectation: 'made.txt', passed: false }, { expectation: 'seed.txt', passed: true, detail: expect.stringContaining('before the agent') }])
})

describe('hooks.ts', () => {
  const order = `
import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineHooks } from 'vitest-skill-evals'
import { expect } from 'vitest'

const log = (line: string) => appendFileSync(String(process.env.HOOKS_LOG), line + '\\n')
export default defineHooks({
  setupSession(cacheDir) {
    log('session ' + existsSync(cacheDir))
    writeFileSync(join(cacheDir, 'shared.txt'), 'shared')
    return { cache: cacheDir, name: 'Ada' }
  },
  setup(workspace, evaluation, context) {
    log('setup ' + evaluation.id + ' ' + context.name)
    writeFileSync(join(workspace, 'input.txt'), 'input')
    return { n: 3 }
  },
  check(run, evaluation, context) {
    log('check ' + evaluation.id + ' ' + context.n)
    expect(run.hasFile('input.txt')).toBe(true)
    if (evaluation.id === 'wrong')
      expect({ total: run.files.length }).toEqual({ total: 99 })
    if (evaluation.id === 'throws')
      throw new Error('no such table')
  },
  teardown(workspace, evaluation) {
    log('teardown ' + evaluation.id + ' ' + existsSync(workspace))
  },
})
`

  it('runs in order, once for the session, and fills the placeholders', async () => {
    const project = withCases([
      { id: 'right', agent: '', prompt: 'Hello {name}, {n} of {"ok":1}. AGENT: write {name}.txt {n}; say it is {n} for {other}', logs_contain: ['is {n} for {other}'], files_exist: ['{name}.txt'] },
      { id: 'wrong', agent: 'say hello', logs_contain: ['hello'] },
      { id: 'throws', agent: 'say hello', logs_contain: ['hello'] },
      { id: 'broken', agent: 'api 500', logs_contain: ['hello'] },
    ], { file: 'hooks.ts', text: order })
    const log = project.path('hooks.log')
    const ended = await project.run([...args, '-t', 'right|wrong|throws|broken'], { HOOKS_LOG: log })
    expect(outcomesOf(project)).toEqual({ right: 'passed', wrong: 'failed', throws: 'hook_error', broken: 'agent_error' })
    const lines = project.read('hooks.log').trim().split('\n')
    expect(lines.filter(line => line.startsWith('session'))).toEqual(['session true'])
    for (const id of ['right', 'wrong', 'throws'])
      expect(lines.filter(line => line.includes(` ${id}`))).toEqual([`setup ${id} Ada`, `check ${id} 3`, `teardown ${id} true`])
    // it is tried once more, in a workspace that is prepared anew
    expect(lines.filter(line => line.includes(' broken'))).toEqual(['setup broken Ada', 'teardown broken true', 'setup broken Ada', 'teardown broken true'])
    expect(ended.output).toContain('no such table')
    expect(ended.output).toContain('"total": 99')
    expect(caseOf(project, 'right').checks.map(check => check.expectation)).toEqual(['is {n} for {other}', '{name}.txt', 'check of hooks.ts'])
  })

  it('what hooks do wrong fails their case and no other', async () => {
    const project = withCases([
      { id: 'setup-throws', agent: 'say hello', logs_contain: ['hello'] },
      { id: 'exits', agent: 'say hello', logs_contain: ['hello'] },
      { id: 'rejects', agent: 'say hello', logs_contain: ['hello'] },
      { id: 'hangs', agent: 'say hello', logs_contain: ['hello'] },
      { id: 'teardown-throws', agent: 'say hello', logs_contain: ['hello'] },
      { id: 'unreadable', agent: 'say hello', logs_contain: ['hello'] },
      { id: 'changes', agent: 'say hello', logs_contain: ['hello'] },
      { id: 'fine', agent: 'say {__proto__}', logs_contain: ['hello'] },
    ], { file: 'hooks.ts', text: `
export default {
  setup(workspace, evaluation) {
    if (evaluation.id === 'fine')
      return JSON.parse('{"__proto__": "hello"}')
    if (evaluation.id === 'unreadable')
      return { get name() { throw new Error('no name yet') } }
    if (evaluation.id === 'changes')
      evaluation.logsContain.push('never said')
    if (evaluation.id === 'setup-throws')
      throw new Error('the database is not there')
    if (evaluation.id === 'exits')
      process.exit(0)
    if (evaluation.id === 'hangs')
      return new Promise(() => {})
  },
  check(run, evaluation) {
    if (evaluation.id === 'rejects')
      void Promise.reject(new Error('nobody waits for this'))
  },
  teardown(workspace, evaluation) {
    if (evaluation.id === 'teardown-throws')
      throw new Error('cannot clean up')
  },
}
` })
    const ended = await project.run(args, { SKILL_EVALS_TIMEOUT_HOOK: '1500' })
    expect(outcomesOf(project)).toEqual({ 'setup-throws': 'hook_error', 'exits': 'hook_error', 'rejects': 'hook_error', 'hangs': 'hook_error', 'teardown-throws': 'hook_error', 'unreadable': 'hook_error', 'changes': 'passed', 'fine': 'passed' })
    for (const said of ['the database is not there', 'nobody waits for this', 'cannot clean up', 'process.exit', 'no name yet'])
      expect(ended.output).toContain(said)
    expect(ended.output).not.toContain('Unhandled')
  })

  it('a hooks file that cannot be loaded fails the cases of its dataset with the place', async () => {
    const project = withCases([{ id: 'one', agent: 'say hello', logs_contain: ['hello'] }], { file: 'hooks.ts', text: 'export default {\n  setup( {\n}\n' })
    const ended = await project.run(args)
    expect(outcomesOf(project)).toEqual({ one: 'hook_error' })
    expect(ended.output).toContain('hooks.ts')
  })
})

it('leaves no workspace, no home and no cache behind', async () => {
  const project = withCases([
    { id: 'one', agent: 'write a.txt a; say hello', expected_behavior: ['says hello'], files_exist: ['a.txt'] },
    { id: 'two', agent: 'hang', logs_contain: ['x'] },
  ], { file: 'hooks.ts', text: 'import { appendFileSync } from \'node:fs\'\nexport default { setupSession: dir => appendFileSync(process.env.HOOKS_LOG, dir), setup: dir => appendFileSync(process.env.HOOKS_LOG, "\\n" + dir) }\n' })
  await project.run(args, { HOOKS_LOG: project.path('hooks.log'), SKILL_EVALS_TIMEOUT_BEHAVIOR: '1500' })
  expect(outcomesOf(project)).toEqual({ one: 'passed', two: 'timeout' })
  const [cache = '', ...workspaces] = project.read('hooks.log').split('\n')
  expect(workspaces).toHaveLength(2)
  expect([cache, path.dirname(cache), ...workspaces].filter(existsSync)).toEqual([])
})

describe('hooks.py', () => {
  const python = `
import csv

def setup_session(cache_dir):
    reference = cache_dir / 'reference.csv'
    reference.write_text('name,score\\nada,3\\n')
    return {'reference': reference, 'n': 3}

def setup(workspace, case, ctx):
    (workspace / 'input.csv').write_text(ctx['reference'].read_text())

def check(run, case, ctx):
    run.workspace_contains('input.csv').logs_contains('hello')
    with open(run.workspace / 'input.csv') as file:
        rows = list(csv.DictReader(file))
    assert rows[0]['score'] == str(ctx['n']), 'the score is wrong'
    if case.id == 'asks':
        run.expects('the agent is friendly')
    if case.id == 'wrong':
        assert len(rows) == 2, f'one row expected, {len(rows)} there'
    if case.id == 'throws':
        rows[0]['no such column']
`

  it('runs as it is, and asks the same judge', async () => {
    const project = withCases([
      { id: 'right', agent: 'say hello {n} times', logs_contain: ['hello {n}'] },
      { id: 'asks', agent: 'say hello JUDGE: no 1', logs_contain: ['hello'] },
      { id: 'wrong', agent: 'say hello', logs_contain: ['hello'] },
      { id: 'throws', agent: 'say hello', logs_contain: ['hello'] },
    ], { file: 'hooks.py', text: python })
    const { output } = await project.run(args)
    expect(outcomesOf(project)).toEqual({ right: 'passed', asks: 'failed', wrong: 'failed', throws: 'hook_error' })
    expect(output).toContain('one row expected, 1 there')
    expect(output).toMatch(/hooks\.py:22: .*KeyError/)
  })

  it('stands back for hooks.ts, and that is said', async () => {
    const project = withCases([{ id: 'one', agent: 'say hello', logs_contain: ['hello'] }], { file: 'hooks.py', text: 'raise SystemExit(1)' })
    project.write('skills/alpha/evals/hooks.ts', 'export default {}')
    const { output } = await project.run(['--project', 'evals', '--tags-filter', 'behavior or structure'])
    expect(outcomesOf(project)).toEqual({ one: 'passed' })
    expect(output).toContain('hooks.py')
    expect(caseOf(project, 'one').notes).toContain('hooks.py was not run: hooks.ts stands before it.')
  })

  it('with no Python fails its cases, and says what to do', async () => {
    const project = withCases([{ id: 'one', agent: 'say hello', logs_contain: ['hello'] }], { file: 'hooks.py', text: python })
    const { output } = await project.run(args, { SKILL_EVALS_PYTHON: '/nowhere/python' })
    expect(outcomesOf(project)).toEqual({ one: 'hook_error' })
    expect(output).toContain('/nowhere/python')
    expect(output).toContain('SKILL_EVALS_PYTHON')
  })
})

it('behavior that belongs on another machine is skipped with the reason, and its labels are tags', async () => {
  const project = withCases([{ id: 'one', agent: 'skill alpha', logs_contain: ['alpha'] }])
  const other = process.platform === 'win32' ? 'Linux' : 'Windows'
  project.write('skills/alpha/evals/machine.yml', `os: [${other}]\nlabels: [gpu]\n`)
  const { output } = await project.run(['--project', 'evals', '--reporter=verbose'])
  expect(output).toMatch(new RegExp(`↓ .*behavior > one \\[skills/alpha/evals/machine.yml asks for ${other}, and this is`))
  expect(output).toContain('1 of 1 right')
  project.write('skills/alpha/evals/machine.yml', 'labels: [gpu]\n')
  const { output: tagged } = await project.run(['--project', 'evals', '--reporter=verbose', '--tags-filter', 'gpu'])
  expect(tagged).toMatch(/✓ .*behavior > one/)
  expect(tagged).toMatch(/Tests {2}1 passed/)
})

it('an evaluation for which there is no judge is not paid for', async () => {
  const project = withCases([{ id: 'one', agent: 'say hello', expected_behavior: ['says hello'] }])
  project.edit('vitest.config.ts', text => text.replace('negatives: false', 'judge: { agent: claude({ command: \'/nowhere/claude\' }) }, negatives: false'))
  await project.run(args, { STAND_IN_LOG: project.path('agents.log') })
  expect(outcomesOf(project)).toEqual({ one: 'judge_error' })
  expect(caseOf(project, 'one').error).toContain('/nowhere/claude')
  expect(existsSync(project.path('agents.log'))).toBe(false)
})

describe('kept runs', () => {
  it('know their workspace under its path, as the run did', async () => {
    const project = withCases([{ id: 'one', agent: 'write {out} 42; say wrote {out}', files_exist: ['{out}'], logs_contain: ['wrote {out}'] }], { file: 'hooks.ts', text: `
import { expect } from 'vitest'
export default {
  setup: dir => ({ out: dir + '/out.txt' }),
  check(run, evaluation, { out }) {
    expect(run.contains('wrote ' + out)).toBe(true)
    expect(run.contains(run.workspace)).toBe(true)
    expect(run.hasFile(out)).toBe(true)
  },
}
` })
    project.edit('vitest.config.ts', text => text.replace('negatives: false', 'recordings: \'recordings\', negatives: false'))
    for (const more of [['-u'], []]) {
      const { output } = await project.run([...args, ...more])
      expect(outcomesOf(project), output).toEqual({ one: 'passed' })
    }
    expect(caseOf(project, 'one').checks.map(check => check.passed)).toEqual([true, true, true])
  })

  async function recorded(): Promise<Project> {
    const project = withCases([
      { id: 'one', agent: 'write out.txt 42; say hello JUDGE: no 3', expected_behavior: ['says hello', 'waves', 'says goodbye'], files_exist: ['out.txt', 'input.txt'] },
      { id: 'two', agent: 'say hello', logs_contain: ['hello'] },
    ], { file: 'hooks.ts', text: `
import { readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'vitest'
export default {
  setup: dir => writeFileSync(dir + '/input.txt', 'input'),
  check(run, evaluation) {
    expect(readFileSync(run.workspace + '/input.txt', 'utf8')).toBe('input')
    if (evaluation.id === 'one')
      expect(readFileSync(run.workspace + '/out.txt', 'utf8')).toBe('42')
  },
}
` })
    project.edit('vitest.config.ts', text => text.replace('negatives: false', 'keepRuns: \'all\', recordings: \'recordings\', negatives: false'))
    await project.run([...args, '-u'])
    expect(outcomesOf(project)).toEqual({ one: 'failed', two: 'passed' })
    return project
  }
  const noAgent = { SKILL_EVALS_COMMAND: '/nowhere/claude' }

  it('are replayed with files, check and what the judge said, with no agent there', async () => {
    const project = await recorded()
    await project.run(args, noAgent)
    expect(outcomesOf(project)).toEqual({ one: 'failed', two: 'passed' })
    expect(caseOf(project, 'one').checks.map(check => check.passed)).toEqual([true, true, false, true, true, true])
    // an expectation may change; what the agent saw may not
    project.edit('skills/alpha/evals/evals.json', text => text.replace(/,\s*"waves",\s*"says goodbye"/, '').replace('"out.txt"', '"gone.txt"'))
    await project.run(args, noAgent)
    expect(caseOf(project, 'one').checks.map(check => [check.expectation, check.passed])).toEqual([['says hello', true], ['gone.txt', false], ['input.txt', true], ['check of hooks.ts', true]])
    project.edit('skills/alpha/evals/evals.json', text => text.replace('"says hello"', '"says good morning"').replace('Please do two', 'Please do number two'))
    const { output } = await project.run(args, noAgent)
    expect(outcomesOf(project)).toEqual({ one: 'judge_error', two: 'agent_error' })
    expect(output).toContain('holds no answer of the judge to "says good morning"')
    expect(output).toContain('prompt changed')
  })

  it('get the session again where a placeholder led into its cache folder, and nothing else', async () => {
    const project = withCases([{ id: 'one', agent: 'say hello', logs_contain: ['hello'] }], { file: 'hooks.ts', text: `
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'vitest'
export default {
  setupSession(dir) {
    appendFileSync(String(process.env.HOOKS_LOG), 'session\\n')
    writeFileSync(dir + '/reference.txt', '42')
    return { reference: dir + '/reference.txt' }
  },
  setup: () => appendFileSync(String(process.env.HOOKS_LOG), 'setup\\n'),
  check: (run, evaluation, { reference }) => expect(readFileSync(reference, 'utf8')).toBe('42'),
}
` })
    project.edit('vitest.config.ts', text => text.replace('negatives: false', 'recordings: \'recordings\', negatives: false'))
    const env = { HOOKS_LOG: project.path('hooks.log') }
    await project.run([...args, '-u'], env)
    await project.run(args, { ...env, ...noAgent })
    expect(outcomesOf(project)).toEqual({ one: 'passed' })
    expect(project.read('hooks.log').trim().split('\n')).toEqual(['session', 'setup', 'session'])
  })

  it('are graded again by skill-evals grade, which asks the judge about new lines only', async () => {
    const project = await recorded()
    project.edit('skills/alpha/evals/evals.json', text => text.replace(/"waves",\s*"says goodbye"/, '"says something"').replace('Please do one', 'Please do the first'))
    const log = project.path('agents.log')
    const { output, exitCode } = await project.command(['grade', '.skill-evals/runs'], { STAND_IN_LOG: log })
    expect(output).toContain('Graded again 2, 1 verdict changed')
    expect(output).toMatch(/~ one {2}failed → passed/)
    expect(output).toContain('prompt changed')
    expect(exitCode, output).toBe(0)
    // the judge's one call; no agent
    expect(project.read('agents.log').trim().split('\n')).toHaveLength(1)
  })
})

describe('a run that is cancelled', () => {
  const typescript = `
import { appendFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
const log = line => appendFileSync(process.env.HOOKS_LOG, line + '\\n')
const hang = () => new Promise(() => {})
export default {
  setupSession: dir => log(dir),
  setup: (dir, { id }) => { log('setup ' + dir); return id === 'setup' ? hang() : {} },
  check: (run, { id }) => { log('check'); return id === 'check' ? hang() : undefined },
  async teardown(dir) {
    log('teardown begins')
    for (let turn = 0; turn < 50; turn++)
      await setImmediate()
    log('teardown ends')
    throw new Error('the container is still there')
  },
}
`
  const python = `
import os, time

def log(line):
    with open(os.environ['SKILL_HOOKS_LOG'], 'a') as file:
        file.write(line + '\\n')

def setup_session(cache_dir):
    log(str(cache_dir))

def setup(workspace, case, ctx):
    log('setup ' + str(workspace))
    while case.id == 'setup':
        time.sleep(0.1)

def check(run, case, ctx):
    log('check')
    while case.id == 'check':
        time.sleep(0.1)

def teardown(workspace, case, ctx):
    log('teardown begins')
    time.sleep(0.1)
    log('teardown ends')
    raise OSError('the container is still there')
`

  it.each(['hooks.ts', 'hooks.py'].flatMap(file => ['setup', 'check'].map(stage => ({ file, stage }))))('in $stage of $file is cleaned up after, to the end, and nothing else of it is called', async ({ file, stage }) => {
    const project = withCases([
      { id: stage, agent: 'say hello', logs_contain: ['hello'] },
      { id: 'not-begun', agent: 'say hello', logs_contain: ['hello'] },
    ], { file, text: file === 'hooks.ts' ? typescript : python })
    project.edit('vitest.config.ts', text => text.replace('negatives: false', 'jobs: 1, negatives: false'))
    const log = project.path('hooks.log')
    const vitest = project.start(['run', ...args], { HOOKS_LOG: log, SKILL_HOOKS_LOG: log })
    await project.until('hooks.log', text => text.includes(stage === 'setup' ? 'setup ' : 'check'))
    vitest.signal('SIGINT')
    const { exitCode, output } = await vitest.ended()
    expect(exitCode, output).toBe(130)
    const [cache = '', setup = '', ...called] = project.read('hooks.log').trim().split('\n')
    expect(called).toEqual([...stage === 'check' ? ['check'] : [], 'teardown begins', 'teardown ends'])
    expect(output).toContain('the container is still there')
    expect([cache, setup.replace('setup ', '')].filter(existsSync)).toEqual([])
  })
})

it('no secret of the environment is in the report, the terminal or a record, whoever says it', async () => {
  const secret = 'canary-0123456789-abcdef'
  const project = withCases([
    { id: 'one', agent: 'write key-{key}.txt {key}; say my key is {key}', logs_contain: ['key is {key}', 'no {key}'], files_exist: ['none-{key}.txt'], expected_behavior: ['says it'] },
    { id: 'two', agent: 'say hello', logs_contain: ['hello'] },
  ], { file: 'hooks.ts', text: `
import { expect } from 'vitest'
export default {
  setup: () => ({ key: String(process.env.ANTHROPIC_API_KEY) }),
  check(run, { id }, { key }) {
    if (id === 'two')
      throw new Error('not with ' + key)
    expect(run.resultText).toBe(key)
  },
}
` })
  // which hooks get only where that is asked for
  const { output } = await project.run(args, { ANTHROPIC_API_KEY: secret, SKILL_EVALS_HOOKS_PASS_ENV: 'ANTHROPIC_API_KEY' })
  expect(outcomesOf(project)).toEqual({ one: 'failed', two: 'hook_error' })
  expect(caseOf(project, 'one').checks.map(check => check.passed)).toEqual([true, false, false, true, false])
  expect(output).not.toContain(secret)
  const written = readdirSync(project.path('.skill-evals'), { recursive: true, withFileTypes: true })
  expect(written.map(entry => entry.name).filter(name => name.includes(secret))).toEqual([])
  expect(written.filter(entry => entry.isFile() && readFileSync(path.join(entry.parentPath, entry.name), 'utf8').includes(secret))).toEqual([])
})
