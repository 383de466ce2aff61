import type { ModelRequest } from '../../../fixtures/scripted-model/request.ts'
import type { Step } from '../../../fixtures/scripted-model/server.ts'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Project } from '../../../fixtures/harness/project.ts'
import { call, startScriptedModel } from '../../../fixtures/scripted-model/server.ts'

// The plugin with real command lines: what is printed of a run becomes the same verdict, whoever printed it.
const catalog = fileURLToPath(new URL('../../../fixtures/catalog-with-mistakes', import.meta.url))
/** For all agents at once on a machine that does much else besides, in milliseconds. */
const longest = 870_000
/** Enough to have each verdict once. */
const some = 'notes-|changelog-is-it-breaking|incident-status-page'
const verdicts = {
  'notes-for-version-four': 'correct_trigger',
  'notes-app-store': 'correct_trigger',
  'notes-from-changelog': 'wrong_skill',
  'notes-not-album-release': 'true_negative',
  'notes-not-meeting': 'false_trigger',
  'changelog-is-it-breaking': 'missed_trigger',
  'incident-status-page': 'error',
}

interface Real {
  load: (skill: string) => Step
  settings: (url: string) => object
  env: Record<string, string>
}

const key = 'no-key-is-needed-here'
const agents: Record<string, Real> = {
  codex: {
    load: skill => call('exec_command', { cmd: `cat .agents/skills/${skill}/SKILL.md` }),
    settings: (url) => {
      const provider = { name: 'scripted', base_url: `${url}/v1`, wire_api: 'responses', env_key: 'CODEX_API_KEY', request_max_retries: 1, stream_max_retries: 1, supports_websockets: false }
      return { model: 'scripted-model', config: { model_provider: 'scripted', ...Object.fromEntries(Object.entries(provider).map(([name, value]) => [`model_providers.scripted.${name}`, value])) } }
    },
    env: { CODEX_API_KEY: key },
  },
  gemini: {
    load: name => call('activate_skill', { name }),
    settings: url => ({ model: 'gemini-2.5-flash', env: { GOOGLE_GEMINI_BASE_URL: url } }),
    env: { GEMINI_API_KEY: key },
  },
  opencode: {
    load: name => call('skill', { name }),
    settings: url => ({ model: 'anthropic/claude-sonnet-4-5', config: { 'provider.anthropic.options.baseURL': `${url}/v1` } }),
    env: { ANTHROPIC_API_KEY: key },
  },
  copilot: {
    load: skill => call('skill', { skill }),
    settings: url => ({ model: 'claude-sonnet-4.5', env: { COPILOT_PROVIDER_TYPE: 'anthropic', COPILOT_PROVIDER_BASE_URL: url, COPILOT_PROVIDER_API_KEY: key, COPILOT_OFFLINE: 'true' } }),
    env: {},
  },
}
// set by .ci/test-agents
const installed = Object.keys(agents).flatMap((name) => {
  const command = process.env[`SKILL_EVALS_TEST_${name.toUpperCase()}`]
  return command === undefined ? [] : [{ name, command }]
})

/** What the catalog's script says to a prompt, which some agents put words of their own before. */
function answer({ load }: Real): (request: ModelRequest) => Step {
  const { answers }: { answers: Record<string, { skill?: string | null, error?: number }> } = JSON.parse(readFileSync(path.join(catalog, 'scripted.json'), 'utf8'))
  const entries = readdirSync(path.join(catalog, 'skills')).flatMap((name): { id: string, prompt: string }[] => JSON.parse(readFileSync(path.join(catalog, 'skills', name, 'evals/evals.json'), 'utf8')).evaluations)
  return ({ prompt, turn }) => {
    const { skill, error } = answers[entries.find(entry => prompt.trim().endsWith(entry.prompt.trim()))?.id ?? ''] ?? {}
    if (error !== undefined)
      return { error: { status: error, type: 'overloaded_error', headers: { 'retry-after': '1' } } }
    return skill && turn === 0 ? load(skill) : 'Here is my answer.'
  }
}

async function route(names: { name: string, command: string }[]): Promise<{ report: Report, output: string }> {
  const project = new Project('verdicts', 'fixtures/catalog-with-mistakes')
  const made: string[] = []
  for (const { name, command } of names) {
    const real = agents[name]
    if (!real)
      continue
    const model = await startScriptedModel(answer(real))
    onTestFinished(model.close)
    made.push(`agents.${name}(${JSON.stringify({ command, ...real.settings(model.url) })})`)
  }
  project.write('vitest.config.ts', `import * as agents from 'vitest-skill-evals'\nexport default { plugins: [agents.skillEvals({ agents: [${made.join(', ')}], tiers: ['routing'], negatives: false, jobs: 2 })] }\n`)
  const { output } = await project.start(['run', '-t', some], Object.assign({ SKILL_EVALS_KEEP_RUNS: 'none' }, ...names.map(({ name }) => agents[name]?.env))).ended(longest)
  return { report: JSON.parse(project.read('.skill-evals/report.json')), output }
}

interface Report {
  cases: { id: string, verdict: string, error: string | null }[]
  meta: { agent_name: string }
  agents: { agreement: { agents: string[], measured: number, agreed: number }[] } | null
  other_agents: { cases: { id: string, verdict: string }[] }[]
}

const verdictsOf = (cases: { id: string, verdict: string }[]): object => Object.fromEntries(cases.map(one => [one.id, one.verdict]))

describe.runIf(installed.length > 0)('real command lines by way of the plugin', { timeout: longest + 30_000 }, () => {
  it.each(installed)('the verdicts of $name', async (agent) => {
    const { report, output } = await route([agent])
    expect(verdictsOf(report.cases), output).toEqual(verdicts)
    expect(report.meta.agent_name).toBe(agent.name)
  })

  it.runIf(installed.length >= 3)('several at once are of one mind', async () => {
    const { report, output } = await route(installed)
    expect([report.cases, ...report.other_agents.map(other => other.cases)].map(verdictsOf), output).toEqual(installed.map(() => verdicts))
    // of all of them; each pair follows
    expect(report.agents?.agreement[0], output).toMatchObject({ agents: installed.map(({ name }) => name), measured: 6, agreed: 6 })
  })
})
