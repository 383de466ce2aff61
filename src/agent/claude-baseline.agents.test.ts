import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { expect, it, onTestFinished } from 'vitest'
import { call, skill, startScriptedModel } from '../../fixtures/scripted-model/server.ts'
import { agentOf } from './agents.ts'
import { claude } from './claude.ts'
import { runProcess } from './process.ts'

// set by .ci/test-agents, once for each version
const command = process.env.SKILL_EVALS_TEST_CLAUDE

it.runIf(command)('without skills the model is offered no tool for one, in a subagent neither, and cannot call it', async () => {
  const base = mkdtempSync(path.join(tmpdir(), 'skill-evals-none-'))
  onTestFinished(() => rmSync(base, { recursive: true, force: true }))
  const [workspace, home] = [path.join(base, 'workspace'), path.join(base, 'home')]
  mkdirSync(workspace)
  mkdirSync(home)
  const inside = 'Inside.'
  const model = await startScriptedModel(({ prompt, turn }) => {
    if (prompt !== inside && turn === 0)
      return call('Agent', { description: 'sub', subagent_type: 'general-purpose', prompt: inside, run_in_background: false })
    return turn === 1 && prompt !== inside ? skill('update-config') : 'Done.'
  })
  onTestFinished(model.close)
  const settings = claude(command === undefined ? {} : { command })
  const agent = agentOf(settings)
  const installed = await agent.find(settings, process.env)
  const env = { PATH: process.env.PATH, HOME: home, ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: 'test-key' }

  async function toolsOf(withoutSkills: boolean): Promise<{ asked: string[][], activations: boolean[] }> {
    const before = model.requests.length
    const reader = agent.reader()
    const activations: boolean[] = []
    await runProcess(agent.command(settings, installed, { prompt: 'Do the job.', workspace, home, withoutSkills }, env), { cwd: workspace, timeoutMs: 100_000, onLine(line) {
      activations.push(...reader.read(line).flatMap(event => event.type === 'activation' ? event.ok : []))
    } })
    return { asked: model.requests.slice(before).map(request => request.tools), activations }
  }

  const without = await toolsOf(true)
  expect(without.asked.length).toBeGreaterThanOrEqual(4)
  expect(without.asked.filter(tools => tools.includes('Skill'))).toEqual([])
  expect(without.asked.every(tools => tools.includes('Bash'))).toBe(true)
  expect(without.activations).not.toContain(true)
  // the same question with skills: the tool is there to be taken away
  expect((await toolsOf(false)).asked.filter(tools => tools.includes('Skill'))).not.toEqual([])
})
