import type { Step } from '../../../fixtures/scripted-model/server.ts'
import { cpSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Project } from '../../../fixtures/harness/project.ts'
import { scriptedCatalog } from '../../../fixtures/scripted-model/catalog.ts'
import { destroy, hang, skill, startScriptedModel } from '../../../fixtures/scripted-model/server.ts'

// set by .ci/test-agents, once for each version
const claude = process.env.SKILL_EVALS_TEST_CLAUDE ?? ''
const catalog = fileURLToPath(new URL('../../../fixtures/catalog', import.meta.url))

interface Entry { id: string, prompt: string, skill_should_trigger: boolean }
interface Answered { verdict: string, stop_reason: string, extra_skills: string[], observed: string | null }

/** The example catalog as a project that calls the agent. */
function liveCatalog(): Project {
  const project = new Project('plain')
  project.remove('skills')
  cpSync(path.join(catalog, 'skills'), project.path('skills'), { recursive: true })
  return project
}

/** What the catalog's scripted model answers, by prompt. */
function script(): Map<string, Entry & { answer: string | null }> {
  const { answers }: { answers: Record<string, { skill: string | null }> } = JSON.parse(readFileSync(path.join(catalog, 'scripted.json'), 'utf8'))
  const entries = readdirSync(path.join(catalog, 'skills')).flatMap((name): Entry[] => JSON.parse(readFileSync(path.join(catalog, 'skills', name, 'evals/evals.json'), 'utf8')).evaluations)
  return new Map(entries.map(entry => [entry.prompt.trim(), { ...entry, answer: answers[entry.id]?.skill ?? null }]))
}

async function grade(answer: (entry: Entry & { answer: string | null }, turn: number) => Step, files: string[], env: Record<string, string> = {}): Promise<{ cases: Record<string, Answered>, output: string, exitCode: number | null }> {
  const known = script()
  const model = await startScriptedModel(({ prompt, turn }) => {
    const entry = known.get(prompt.trim())
    return entry ? answer(entry, turn) : 'Here is my answer.'
  })
  onTestFinished(model.close)
  const project = liveCatalog()
  const { output, exitCode } = await project.run(['--project', 'evals', ...files], { SKILL_EVALS_COMMAND: claude, SKILL_EVALS_MODEL: 'scripted-model', ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: 'no-key-is-needed-here', SKILL_EVALS_TIERS: 'structure,routing', ...env })
  const report: { cases: (Answered & { id: string })[] } = JSON.parse(project.read('.skill-evals/report.json'))
  return { cases: Object.fromEntries(report.cases.map(one => [one.id, one])), output, exitCode }
}

describe.runIf(claude)(`Claude Code at ${claude}`, () => {
  it.each([1, 2])('routes as the model is told, with no error, time %i', async () => {
    const { cases, output, exitCode } = await grade(({ answer }, turn) => answer && turn === 0 ? skill(answer) : 'I can answer that myself.', ['skills/data-export/evals/evals', 'skills/access-review'])
    expect(output).toContain('17 of 17 right (100%)')
    expect(Object.values(cases).filter(one => !['correct_trigger', 'true_negative'].includes(one.verdict)), output).toEqual([])
    expect(exitCode, output).toBe(0)
  })

  it('an error of the model or the provider is an error, and no negative passes by it', async () => {
    const steps: Step[] = [
      { error: { status: 401, type: 'authentication_error' } },
      { error: { status: 429, type: 'rate_limit_error', headers: { 'retry-after': '1' } } },
      { error: { status: 500, type: 'api_error' } },
      { error: { status: 529, type: 'overloaded_error' } },
      { blocks: [{ text: 'I will' }], then: 'cut' },
      destroy,
      hang,
      hang,
    ]
    let next = 0
    const assigned = new Map<string, Step>()
    // at every turn: after a broken stream the agent may ask again
    const { cases, output, exitCode } = await grade(({ id }) => {
      if (!assigned.has(id))
        assigned.set(id, steps[next++ % steps.length] ?? hang)
      return assigned.get(id) ?? hang
      // each error once is enough, and the hangs take their time
    }, ['skills/access-review'], { SKILL_EVALS_TIMEOUT_ROUTING: '25000', SKILL_EVALS_RETRY_ERRORS: '0' })
    expect(Object.values(cases).map(one => one.verdict), output).toEqual(Array.from({ length: 8 }).fill('error'))
    expect(new Set(Object.values(cases).map(one => one.stop_reason))).toEqual(new Set(['api_error', 'timeout']))
    expect(exitCode).toBe(1)
  })

  it('a wrong choice is a wrong choice', async () => {
    const { cases, output, exitCode } = await grade(({ skill_should_trigger, id }, turn) => turn > 0 || id === 'access-quarterly-review' ? 'No need.' : skill(skill_should_trigger ? 'data-export' : 'access-review'), ['skills/access-review'])
    const verdicts = Object.entries(cases).map(([id, one]) => `${id.startsWith('access-not') ? 'near miss' : id === 'access-quarterly-review' ? 'quiet' : 'positive'} ${one.verdict}`)
    expect([...new Set(verdicts)].sort(), output).toEqual(['near miss false_trigger', 'positive wrong_skill', 'quiet missed_trigger'])
    expect(exitCode).toBe(1)
  })

  it('does the job without the skill too, and is offered no tool for one then', async () => {
    const model = await startScriptedModel(scriptedCatalog(catalog))
    onTestFinished(model.close)
    const project = liveCatalog()
    const { output } = await project.run(['--project', 'evals', 'skills/data-export/evals/evals', '-t', 'export-orders-file'], { SKILL_EVALS_COMMAND: claude, SKILL_EVALS_MODEL: 'scripted-model', ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: 'no-key-is-needed-here', SKILL_EVALS_TIERS: 'behavior', SKILL_EVALS_BASELINE: 'true' })
    const { behavior }: { behavior: { cases: { outcome: string, baseline: { outcome: string, error: string | null } }[] } } = JSON.parse(project.read('.skill-evals/report.json'))
    // the script does the work whether there is a skill or not
    expect(behavior.cases, output).toMatchObject([{ outcome: 'passed', baseline: { outcome: 'passed', error: null } }])
    const offered = model.requests.filter(({ turn, tools }) => turn === 0 && !tools.includes('StructuredOutput')).map(({ tools }) => tools.includes('Skill'))
    expect(offered).toEqual([true, false])
  })

  it('does the job with hooks in both languages, and is judged in one call a case', async () => {
    const answer = scriptedCatalog(catalog)
    let judged = 0
    const model = await startScriptedModel((request) => {
      judged += request.tools.includes('StructuredOutput') && request.turn === 0 ? 1 : 0
      return answer(request)
    })
    onTestFinished(model.close)
    const project = liveCatalog()
    const { output, exitCode } = await project.run(['--project', 'evals', 'skills/data-export/evals/evals', 'skills/query-tuning/evals'], { SKILL_EVALS_COMMAND: claude, SKILL_EVALS_MODEL: 'scripted-model', ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: 'no-key-is-needed-here', SKILL_EVALS_TIERS: 'behavior' })
    const { behavior }: { behavior: { cases: { id: string, outcome: string }[] } } = JSON.parse(project.read('.skill-evals/report.json'))
    expect(Object.fromEntries(behavior.cases.map(one => [one.id, one.outcome])), output).toEqual({
      'export-churn-study': 'passed',
      'export-orders-file': 'passed',
      'export-subject-access-request': 'passed',
      'query-slow-invoice-search': 'passed',
      'query-database-at-full-load': 'passed',
    })
    // 11 judged lines in four of them
    expect(judged).toBe(4)
    expect(exitCode, output).toBe(0)
  })
})
