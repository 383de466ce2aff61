import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { claude } from '../agent/claude.ts'
import { codex } from '../agent/codex.ts'
import { gemini } from '../agent/gemini.ts'
import { skillEvalsProject, skillEvalsProjects } from '../vitest/project.ts'
import { projectNames } from './named-agents.ts'
import { resolveEachAgent } from './resolve-options.ts'

const root = path.resolve('/catalog')
const base = root.replaceAll('\\', '/')

describe('the projects of several agents', () => {
  it.each([
    ['one agent', { agent: codex() }, ['evals']],
    ['a list', { agents: [claude(), codex()] }, ['evals', 'evals:codex']],
    ['a list of one', { agents: [codex()] }, ['evals']],
    ['two models of a kind', { agents: [codex(), claude({ model: 'opus' }), claude({ model: 'vendor/haiku:free' })] }, ['evals', 'evals:claude-opus', 'evals:claude-vendor-haiku-free']],
    ['two efforts of a model', { agents: [claude({ model: 'opus', effort: 'low' }), claude({ model: 'opus', effort: 'high' })] }, ['evals', 'evals:claude-opus-high']],
    ['names of their own', { agents: { plain: claude(), tuned: claude({ env: { A: '1' } }) } }, ['evals', 'evals:tuned']],
    ['another project name', { name: 'skills', agents: [claude(), codex()] }, ['skills', 'skills:codex']],
    ['the free tier alone', { tiers: ['structure' as const], agents: [claude(), codex()] }, ['evals']],
  ])('have names: %s', (_, options, names) => {
    expect(projectNames(options, {})).toEqual(names)
    expect(skillEvalsProjects(options).map(project => project.test?.name)).toEqual(names)
  })

  it.each([
    ['two that are alike', { agents: [claude(), claude()] }, 'agents holds two that would be called `claude`. Give them names of your own: `agents: { first: claude(…), second: claude(…) }`.'],
    ['names that differ in case', { agents: { a: claude(), A: codex() } }, 'agents holds two that would be called `A`.'],
    ['a name that is a path', { agents: { 'a/b': claude() } }, 'agents holds "a/b", which is no name for an agent'],
    ['none', { agents: [] }, 'agents is empty; write at least one agent.'],
    ['both options', { agent: claude(), agents: [codex()] }, 'skillEvals() has both `agent` and `agents`'],
  ])('are refused: %s', (_, options, message) => {
    expect(() => projectNames(options, {})).toThrow(message)
  })

  it('are no single project', () => {
    expect(() => skillEvalsProject({ agents: [claude(), codex()] })).toThrow('Write `...skillEvalsProjects({ … })` into `test.projects`')
  })
})

describe('the options of several agents', () => {
  const options = { agents: [codex({ model: 'gpt-5' }), claude({ command: './bin/claude' }), gemini()], recordings: 'recordings', outputDir: 'out' }

  it('leave the files of the first where those of one agent are, and check the files of the catalog once', () => {
    const all = resolveEachAgent(options, root, {})
    expect(all.map(one => [one.name, one.lead, one.agentName])).toEqual([['evals', 'evals', 'codex'], ['evals:claude', 'evals', 'claude'], ['evals:gemini', 'evals', 'gemini']])
    expect(all.map(one => one.outputDir)).toEqual([`${base}/out`, `${base}/out/agents/claude`, `${base}/out/agents/gemini`])
    expect(all.map(one => one.recordings)).toEqual([`${base}/recordings`, `${base}/recordings/agents/claude`, `${base}/recordings/agents/gemini`])
    expect(all.map(one => [one.reportDir, one.allRecordings])).toEqual(Array.from({ length: 3 }, () => [`${base}/out`, `${base}/recordings`]))
    expect(all.map(one => one.tiers.includes('structure'))).toEqual([true, false, false])
  })

  it('have one judge: the first that can judge, or the one that is named', () => {
    const judge = { agent: 'claude', command: path.join(root, 'bin/claude') }
    expect(resolveEachAgent(options, root, {}).map(one => one.judge.agent)).toEqual([judge, judge, judge])
    expect(resolveEachAgent({ ...options, judge: { agent: claude({ model: 'opus' }) } }, root, {}).map(one => one.judge.agent.model)).toEqual(['opus', 'opus', 'opus'])
  })

  it('of an agent that the environment names are its own, folders included', () => {
    expect(resolveEachAgent(options, root, { SKILL_EVALS_AGENT: 'claude', SKILL_EVALS_MODEL: 'haiku' })).toMatchObject([{ name: 'evals', agentName: 'claude', agent: { command: path.join(root, 'bin/claude'), model: 'haiku' }, recordings: `${base}/recordings/agents/claude` }])
    expect(resolveEachAgent(options, root, { SKILL_EVALS_AGENTS: 'gemini,codex' })).toMatchObject([{ name: 'evals', agent: { agent: 'gemini' }, outputDir: `${base}/out/agents/gemini` }, { name: 'evals:codex', agent: { model: 'gpt-5' }, outputDir: `${base}/out` }])
    // a config with one agent gets a second one for one run
    expect(resolveEachAgent({ agent: claude({ model: 'opus' }) }, root, { SKILL_EVALS_AGENTS: 'claude,codex' })).toMatchObject([{ agent: { model: 'opus' }, outputDir: `${base}/.skill-evals` }, { name: 'evals:codex', agent: { agent: 'codex' }, outputDir: `${base}/.skill-evals/agents/codex` }])
  })

  it.each([
    [{ SKILL_EVALS_MODEL: 'haiku' }, 'SKILL_EVALS_MODEL is of one agent, and this run has codex, claude, gemini. Choose one with SKILL_EVALS_AGENT'],
    [{ SKILL_EVALS_AGENTS: 'codex,clade' }, 'agents holds "clade"; write codex, claude, gemini'],
    [{ SKILL_EVALS_AGENT: 'codex', SKILL_EVALS_AGENTS: 'codex' }, 'SKILL_EVALS_AGENT and SKILL_EVALS_AGENTS are both set'],
  ])('refuse %j', (env, message) => {
    expect(() => resolveEachAgent(options, root, env)).toThrow(message)
  })
})
