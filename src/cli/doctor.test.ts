import { chmodSync, existsSync, readFileSync } from 'node:fs'
import process from 'node:process'
import { describe, expect, it } from 'vitest'
import { Project, standIn } from '../../fixtures/harness/project.ts'

const secret = 'sk-ant-0123456789-0123456789'

interface Report { ok: boolean, checks: { name: string, state: string, text: string }[] }

async function examine(project: Project, args: string[] = [], env: Record<string, string> = {}): Promise<{ report: Report, states: Record<string, string>, exitCode: number | null, output: string }> {
  const { stdout, exitCode, output } = await project.command(['doctor', '--format', 'json', ...args], { ANTHROPIC_API_KEY: secret, ...env })
  const report: Report = JSON.parse(stdout)
  expect(output).not.toContain(secret)
  return { report, states: Object.fromEntries(report.checks.map(({ name, state }) => [name, state])), exitCode, output }
}

/** A command line that says its flags, and does the rest as the stand-in. */
function agent(project: Project, help: string): string {
  project.write('claude.sh', `#!/bin/sh\n[ "$1" = --help ] && { echo "${help}"; exit 0; }\nexec "${process.execPath}" "${standIn}" "$@"\n`)
  chmodSync(project.path('claude.sh'), 0o755)
  return './claude.sh'
}

describe.skipIf(process.platform === 'win32')('doctor', () => {
  it('finds nothing wrong, asks nobody, and leaves nothing', async () => {
    const project = new Project('plain')
    const log = project.path('asked')
    const { states, exitCode, report } = await examine(project, [], { SKILL_EVALS_COMMAND: standIn, STAND_IN_LOG: log })
    // by what the machine has
    const { Sandbox: sandbox, ...others } = states
    expect(['ok', 'warning']).toContain(sandbox)
    expect(others).toEqual({ 'Node': 'ok', 'vitest-skill-evals': 'ok', 'vite': 'ok', 'vitest': 'ok', 'Config': 'ok', 'Skills': 'ok', 'git': 'ok', 'claude': 'ok', 'claude login': 'ok', 'claude flags': 'ok', 'Temp folder': 'ok', 'Room': 'ok' })
    expect(report.ok).toBe(true)
    expect(exitCode).toBe(0)
    expect(existsSync(log)).toBe(false)
    expect(existsSync(project.path('.skill-evals'))).toBe(false)
  })

  it('says what is wrong with the agent', async () => {
    const project = new Project('plain')
    const missing = await examine(project, [], { SKILL_EVALS_COMMAND: 'no-such-agent' })
    expect(missing.report.checks).toContainEqual({ name: 'claude', state: 'fault', text: expect.stringContaining('`no-such-agent` is not on PATH. Install it') })
    expect(missing.exitCode).toBe(1)
    const old = await examine(project, [], { SKILL_EVALS_COMMAND: agent(project, '-p --output-format --verbose --dangerously-skip-permissions --setting-sources --settings --no-session-persistence'), ANTHROPIC_API_KEY: '', CLAUDE_CONFIG_DIR: project.path('nowhere') })
    expect(old.report.checks).toContainEqual({ name: 'claude flags', state: 'warning', text: 'its `--help` does not list --strict-mcp-config, which each run is given' })
    expect(old.report.checks).toContainEqual({ name: 'claude login', state: process.platform === 'darwin' ? 'unknown' : 'fault', text: expect.stringContaining('no key in the environment') })
  })

  it('asks for no agent where none is needed', async () => {
    const project = new Project('plain')
    const free = await examine(project, [], { SKILL_EVALS_COMMAND: 'no-such-agent', SKILL_EVALS_TIERS: 'structure' })
    expect(free.states).toMatchObject({ Agent: 'ok' })
    expect(free.states).not.toHaveProperty('claude')
    const replayed = await examine(project, [], { SKILL_EVALS_COMMAND: 'no-such-agent', SKILL_EVALS_RECORDINGS: 'recordings' })
    expect(replayed.states.claude).toBe('warning')
    expect(replayed.exitCode).toBe(0)
  })

  it('says what is wrong with config, skills and Python', async () => {
    const project = new Project('plain')
    const env = { SKILL_EVALS_COMMAND: standIn }
    project.write('skills/gamma/SKILL.md', '---\nname: gamma\ndescription: Counts gammas.\n---\n')
    project.write('skills/alpha/evals/evals.json', '{')
    project.write('skills/alpha/evals/hooks.py', '')
    project.write('skills/beta/evals/evals.json', (await project.command(['template', 'beta'])).stdout)
    const { report, exitCode } = await examine(project, [], { ...env, SKILL_EVALS_PYTHON: 'no-such-python' })
    const texts = report.checks.filter(check => !['ok', 'unknown'].includes(check.state)).map(({ name, state, text }) => `${state} ${name}: ${text}`)
    expect(texts).toEqual([
      'warning Skills: 1 of 3 skills at skills/* has no dataset. skill-evals init',
      'fault Structure: errors hold back the paid tests of 1 skill. skill-evals structural',
      'warning Datasets: 5 evaluations still hold the template\'s text, and will not run',
      expect.stringContaining('fault Python: '),
    ])
    expect(exitCode).toBe(1)

    project.write('vitest.config.ts', 'export default {}\n')
    expect((await examine(project, [], env)).report.checks).toContainEqual({ name: 'Config', state: 'fault', text: 'vitest.config.ts has no `skillEvals()`. skill-evals init' })
    project.write('vitest.config.ts', 'throw new Error("no luck")\n')
    expect((await examine(project, [], env)).report.checks).toContainEqual({ name: 'Config', state: 'fault', text: expect.stringMatching(/cannot be loaded: no luck$/) })
    project.remove('vitest.config.ts')
    expect((await examine(project, [], env)).states.Config).toBe('fault')
  })

  it('asks one question with --smoke, and says what it took', async () => {
    const project = new Project('plain')
    const log = project.path('asked')
    // its log lies outside of its workspace
    const { report, exitCode } = await examine(project, ['--smoke'], { SKILL_EVALS_SANDBOX_WRITE: '.', SKILL_EVALS_COMMAND: standIn, STAND_IN_LOG: log })
    expect(report.checks.slice(-2)).toEqual([
      { name: 'Smoke question', state: 'ok', text: expect.stringMatching(/^answered \([\d.]+m?s, \$0\.01\d*, stand-in\)$/) },
      { name: 'Isolation', state: 'ok', text: 'the agent sees the room, and no other skill' },
    ])
    expect(exitCode).toBe(0)
    expect(readFileSync(log, 'utf8').match(/^start /gm)).toHaveLength(1)
  })

  it('prints a line for each check, and what they come to', async () => {
    const project = new Project('plain')
    const { output, exitCode } = await project.command(['doctor'], { SKILL_EVALS_COMMAND: 'no-such-agent' })
    expect(output).toMatch(/^ ✓ Node +\d/)
    expect(output).toMatch(/\n × claude +The agent's command line/)
    expect(output).toMatch(/\n\n1 fault\.\n$/)
    expect(exitCode).toBe(1)
    expect((await project.command(['doctor', '--format', 'sarif'])).exitCode).toBe(2)
  })
})
