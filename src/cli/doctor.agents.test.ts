import type { Step } from '../../fixtures/scripted-model/server.ts'
import process from 'node:process'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Project } from '../../fixtures/harness/project.ts'
import { startScriptedModel } from '../../fixtures/scripted-model/server.ts'

// set by .ci/test-agents, once for each version
const claude = process.env.SKILL_EVALS_TEST_CLAUDE ?? ''

interface Check { name: string, state: string, text: string }

async function examine(step: Step): Promise<{ checks: Record<string, Check>, exitCode: number | null, asked: string[] }> {
  const model = await startScriptedModel(() => step)
  onTestFinished(model.close)
  const project = new Project('plain')
  const { stdout, exitCode } = await project.command(['doctor', '--smoke', '--format', 'json'], { SKILL_EVALS_COMMAND: claude, ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: 'no-key-is-needed-here' })
  const { checks }: { checks: Check[] } = JSON.parse(stdout)
  return { checks: Object.fromEntries(checks.map(check => [check.name, check])), exitCode, asked: model.requests.map(request => request.prompt.trim()) }
}

describe.runIf(claude)(`doctor with Claude Code at ${claude}`, () => {
  it('finds it ready, and asks one question', async () => {
    const { checks, exitCode, asked } = await examine('ready')
    expect(checks['claude flags']).toMatchObject({ state: 'ok' })
    expect(checks['claude login']).toMatchObject({ state: 'ok' })
    expect(checks['Smoke question']).toMatchObject({ state: 'ok', text: expect.stringMatching(/^answered \([\d.]+m?s, \$/) })
    // before 2.1.169 no switch hides the bundled skills
    expect(checks.Isolation?.state).toMatch(/^(?:ok|warning)$/)
    expect(asked).toEqual(['Answer with the one word: ready'])
    expect(exitCode).toBe(0)
  })

  it('says what a wrong key looks like', async () => {
    const { checks, exitCode } = await examine({ error: { status: 401, type: 'authentication_error' } })
    expect(checks['Smoke question']).toMatchObject({ state: 'fault', text: expect.stringMatching(/401/) })
    expect(exitCode).toBe(1)
  })
})
