import type { ReportJson } from '../../report/report-json.ts'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import process from 'node:process'
import { expect, it } from 'vitest'
import { Project } from '../../../fixtures/harness/project.ts'

const args = ['--selectProjects', 'evals']
const key = 'sk-ant-api03-Rk7QzXw3vXcRt9Lm2Ns8Pb4Yd6Hf1Jg5Ka0We'

/** A project of which alpha holds these evaluations, by id, and beta none. */
function withAgents(agents: Record<string, { fires: boolean, agent: string, more?: object }>, hooks?: string): Project {
  const project = new Project('jest')
  const evaluations = Object.entries(agents).map(([id, { fires, agent, more }]) => ({ id, skill_should_trigger: fires, prompt: `Something about ${id}. AGENT: ${agent}`, ...more }))
  project.write('skills/alpha/evals/evals.json', JSON.stringify({ evaluations }, null, 2))
  project.remove('skills/beta/evals')
  if (hooks !== undefined)
    project.write('skills/alpha/evals/hooks.ts', hooks)
  return project
}

function reportOf(project: Project): ReportJson {
  return JSON.parse(project.read('.skill-evals/report.json')) as ReportJson
}

function verdicts(project: Project): Record<string, string> {
  return Object.fromEntries(reportOf(project).cases.map(one => [one.id, one.verdict]))
}

it('a live agent is measured with hooks and judge, beside the tests of the user', async () => {
  const project = withAgents({
    'right': { fires: true, agent: 'skill alpha; write out.txt fine; end JUDGE: no 2', more: { expected_behavior: ['Says that alpha is done', 'Is polite'], files_exist: ['{name}.txt'] } },
    'c++ (v1)': { fires: true, agent: 'skill alpha' },
    'missed': { fires: true, agent: 'say I can do that myself.; end' },
    'wrong': { fires: true, agent: 'skill beta' },
    'quiet': { fires: false, agent: 'say Nothing to do.; end' },
    'api': { fires: false, agent: 'api 401' },
  }, `import { deepEqual } from 'node:assert/strict'
import { defineHooks } from 'vitest-skill-evals'

export default defineHooks({
  setup() {
    console.log('a hook sees', process.env.ANTHROPIC_API_KEY ?? 'no key', 'and prints ${key}')
    return { name: 'out' as string }
  },
  check(run) {
    deepEqual({ a: 1 }, { a: 2 })
  },
})
`)
  const jest = await project.jest(['--json', '--outputFile=out.json'], { ANTHROPIC_API_KEY: key })
  expect(jest.exitCode).toBe(1)
  expect(jest.output).toContain('PASS unit test/own.test.js')
  expect(verdicts(project)).toEqual({ 'right': 'correct_trigger', 'c++ (v1)': 'correct_trigger', 'missed': 'missed_trigger', 'wrong': 'wrong_skill', 'quiet': 'true_negative', 'api': 'error' })
  expect(reportOf(project).behavior?.cases).toMatchObject([{ id: 'right', outcome: 'failed' }])
  expect(jest.output).toContain('files 1/1')
  expect(jest.output).toContain('the judge says that it did not')
  expect(jest.output).toMatch(/Expected values to be strictly deep-equal:[\s\S]*\(skills\/alpha\/evals\/hooks\.ts:10:\d+\)/)
  // what hooks print has no keys, and neither has anything that is kept
  expect(jest.output).toContain('a hook sees no key and prints <redacted>')
  expect([jest.output, project.read('out.json'), project.read('.skill-evals/report.json')].filter(text => text.includes(key))).toEqual([])

  const one = await project.jest([...args, '-t', 'c++ (v1)', '--json', '--outputFile=out.json'])
  expect(one.exitCode, one.output).toBe(0)
  const chosen = (JSON.parse(project.read('out.json')) as { testResults: { assertionResults: { fullName: string, status: string }[] }[] }).testResults.flatMap(file => file.assertionResults).filter(test => test.status !== 'pending')
  expect(chosen.map(test => test.fullName)).toEqual(['structure c++ (v1)', 'routing c++ (v1)'])
})

it('one budget is held over all files, and one that cannot be held starts nothing', async () => {
  const project = new Project('jest')
  const log = project.path('log')
  const spent = await project.jest([...args, '--maxWorkers=4', '-t', '^behavior'], { STAND_IN_LOG: log, SKILL_EVALS_SANDBOX: 'none', SKILL_EVALS_JOBS: '1', SKILL_EVALS_LIMITS_USD_PER_RUN: '0.02' })
  expect(spent.exitCode, spent.output).toBe(1)
  // a run and its judge take all of it, so that of two files one is measured
  expect(reportOf(project)).toMatchObject({ behavior: { totals: { cases: 1 } }, skipped: { not_started: 1, reasons: [{ reason: 'limits.usdPerRun is reached: $0.02 of $0.02 are spent.' }] } })
  expect(spent.output).toMatch(/Skipped: behavior › (?:alpha|beta)-one: limits\.usdPerRun is reached/)

  const refused = await project.jest([...args, '-t', '^routing', '--forceExit'], { STAND_IN_LOG: project.path('log2'), SKILL_EVALS_SANDBOX: 'none', SKILL_EVALS_LIMITS_USD_PER_RUN: '1' })
  expect(refused.output).toContain('limits.usdPerRun cannot be held in the routing tier')
  expect(refused.exitCode).toBe(1)
  expect(existsSync(project.path('log2'))).toBe(false)
})

it('what was not measured, or not meant, fails the run', async () => {
  const project = new Project('jest')
  project.write('one.config.mjs', project.read('jest.config.mjs').replace(/ {4}\{ displayName: 'unit'.*\n/, ''))
  const [absent, mistyped, bar] = await Promise.all([
    project.jest(['skills/beta', ...args], { SKILL_EVALS_COMMAND: '/nowhere/claude' }),
    project.jest(['--config=one.config.mjs', '-t', 'alpa-one'], { SKILL_EVALS_OUTPUT_DIR: 'other' }),
    project.jest(args, { SKILL_EVALS_MIN_ACCURACY: '0.9' }),
  ])
  expect(absent.output).toMatch(/Skipped: routing › beta-one and 5 more: The agent's command line `\/nowhere\/claude` is not an executable file/)
  expect(absent.output).toContain('Nothing was measured: 6 skipped.')
  expect(mistyped.output).toContain('No test matches -t alpa-one. Did you mean `alpha-one`?')
  expect(bar.output).toContain('minAccuracy: 0.9 cannot be held under Jest')
  expect([absent.exitCode, mistyped.exitCode, bar.exitCode]).toEqual([1, 1, 1])
})

it('-u records, and a run without it replays and calls nobody', async () => {
  const project = withAgents({ one: { fires: true, agent: 'skill alpha' }, two: { fires: false, agent: 'end' } })
  project.edit('jest.config.mjs', text => text.replace('negatives: false', 'negatives: false, tiers: [\'routing\'], recordings: \'recordings\''))
  const log = project.path('log')
  const env = { STAND_IN_LOG: log, SKILL_EVALS_SANDBOX: 'none' }
  const recorded = await project.jest([...args, '-u'], env)
  expect(recorded.exitCode, recorded.output).toBe(0)
  const replayed = await project.jest([...args, '--ci'], env)
  expect(replayed.exitCode, replayed.output).toBe(0)
  expect(replayed.output).toContain('Replayed  all from recordings')
  expect(readFileSync(log, 'utf8').match(/^start/gm)).toHaveLength(2)
})

it('two agents are two projects with one report', async () => {
  const project = new Project('jest')
  const stand = (name: string): string => `{ command: '../../fixtures/agents/${name}.mjs' }`
  project.write('jest.config.mjs', `import { claude, codex, skillEvalsProjects } from 'vitest-skill-evals/jest'\n\nexport default { projects: skillEvalsProjects({ agents: [claude(${stand('stand-in')}), codex(${stand('stand-in-codex')})], negatives: false, tiers: ['structure', 'routing'] }) }\n`)
  const { output, exitCode } = await project.jest(['--selectProjects', 'evals', 'evals:codex'])
  expect(exitCode, output).toBe(0)
  expect(output.match(/Skill evals ⎯/g)).toHaveLength(1)
  const { other_agents: others, totals, agents } = reportOf(project)
  expect([totals.passed, others?.map(one => [one.meta.project, one.totals.passed])]).toEqual([10, [['evals:codex', 10]]])
  expect(agents?.agreement).toMatchObject([{ measured: 10, agreed: 10 }])
})

it.runIf(process.platform !== 'win32')('the first Ctrl-C ends the agents and still writes the report', async () => {
  const project = withAgents({ done: { fires: true, agent: 'skill alpha' }, waits: { fires: true, agent: 'hang' }, queued: { fires: false, agent: 'hang' }, late: { fires: false, agent: 'end' } })
  const jest = project.startJest(args, { STAND_IN_LOG: project.path('log'), SKILL_EVALS_SANDBOX: 'none', SKILL_EVALS_JOBS: '2' })
  await project.until('log', text => text.split('\n').length > 3)
  jest.signal('SIGINT')
  const { output, exitCode } = await jest.ended()
  expect(exitCode, output).not.toBe(0)
  expect(output).toContain('Ending the agents')
  expect(verdicts(project)).toEqual({ done: 'correct_trigger' })
  expect(reportOf(project).meta).toMatchObject({ interrupted: { asked: 4, ended: 1, stopped: 2, not_started: 1 }, runner: { name: 'jest', version: expect.stringMatching(/^30\./) }, vitest_version: null })
  const alive = readdirSync('/proc').filter(name => /^\d+$/.test(name)).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`STAND_IN_LOG=${project.dir}`)
    }
    catch {
      return false
    }
  })
  expect(alive).toEqual([])
})
