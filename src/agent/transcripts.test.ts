import type { AgentEvent } from './events.ts'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { claudeReader } from './claude-events.ts'
import { agentOfTranscripts, transcriptEvents as events, transcriptsFolder as folder, transcriptRows as rows } from './transcripts.fixture.ts'

function ofType<T extends AgentEvent['type']>(all: AgentEvent[], type: T): Extract<AgentEvent, { type: T }>[] {
  return all.filter((event): event is Extract<AgentEvent, { type: T }> => event.type === type)
}

it('expects something of each transcript', () => {
  const files = readdirSync(folder, { withFileTypes: true }).filter(entry => entry.isDirectory()).flatMap(({ name }) => readdirSync(path.join(folder, name)).map(file => `${name}/${path.parse(file).name}`))
  expect(files.sort()).toEqual(rows.map(([version, scenario]) => `${version}/${scenario}`).sort())
})

describe.each(rows)('%s %s', (version = '', scenario = '', activated = '', refused = '', end = '', status = '', retries = '', input = '', cacheWrite = '', cacheRead = '', output = '', cost = '') => {
  const all = events(version, scenario)
  const { observes } = agentOfTranscripts(version)
  const activations = ofType(all, 'activation').filter(({ via }) => via === observes.activation)

  it('activations', () => {
    const loaded = activations.filter(({ ok }) => ok).map(({ skill, parent }) => parent === undefined ? skill : `${skill} @subagent`)
    expect(loaded).toEqual(activated === '-' ? [] : [activated])
    const failed = activations.filter(({ ok }) => !ok)
    expect(failed.map(({ skill }) => skill)).toEqual(refused === '-' ? [] : [refused])
    failed.forEach(({ reason }) => expect(reason).toMatch(/\w/))
  })

  it('its end, with tokens and cost', () => {
    const last = ofType(all, 'end').at(-1)
    expect(last?.reason ?? 'none').toBe(end)
    expect(ofType(all, 'warning').filter(({ text }) => text.startsWith('The agent asks the model again'))).toHaveLength(Number(retries))
    if (!last)
      return
    expect(last.isError).toBe(end !== 'completed')
    const figures = { inputTokens: input, cacheWriteTokens: cacheWrite, cacheReadTokens: cacheRead, outputTokens: output }
    expect(last.usage).toEqual(Object.fromEntries(Object.entries(figures).filter(([, figure]) => figure !== '-').map(([name, figure]) => [name, Number(figure)])))
    expect(last.costUsd?.toFixed(4).replace(/\.?0+$/, '')).toBe(observes.cost && cost !== '-' ? cost : undefined)
    if (status !== '-')
      expect(last.status).toBe(Number(status))
  })

  it('its start, and no line that is not understood', () => {
    const starts = ofType(all, 'start')
    expect(starts).toHaveLength(1)
    // Only Claude Code says it, from its second version on.
    expect(starts[0]?.version ?? null).toBe(version.startsWith('claude-2') ? version.replace('claude-', '') : null)
    expect(starts[0]?.model ?? null).toEqual(observes.model ? expect.stringMatching(/\w/) : null)
    expect(starts[0]?.skills !== null).toBe(observes.skills && version !== 'claude-1.0.128')
    expect(ofType(all, 'unknown')).toEqual([])
  })
})

it('takes files that a version without a skill tool reads as activations, and in later versions not', () => {
  const read = (version: string) => ofType(events(version, 'readmd'), 'activation').map(({ skill, via, ok }) => ({ skill, via, ok }))
  expect(read('claude-1.0.128')).toEqual([{ skill: 'changelog-writer', via: 'read', ok: true }, { skill: 'pdf-filler', via: 'read', ok: true }])
  expect(read('claude-2.0.77')).toEqual([])
  expect(read('claude-2.1.332')).toEqual([])
})

it('lists the skills that the agent saw', () => {
  const skills = (scenario: string) => ofType(events('claude-2.1.332', scenario), 'start')[0]?.skills
  expect(skills('exact-recommended')).toEqual(['changelog-writer', 'pdf-filler', 'sql-review'])
  expect(skills('iso-user')).toEqual(expect.arrayContaining(['user-skill', 'code-review']))
  expect(ofType(events('claude-1.0.128', 'none'), 'start')[0]?.skills).toBeNull()
})

it('reads the status of an API error from the text of older versions', () => {
  expect(ofType(events('claude-2.0.77', 'e500'), 'end')[0]).toMatchObject({ status: 500, reason: 'api_error' })
})

it('sees both ends of a run that went on after its subagent', () => {
  expect(ofType(events('claude-2.1.332', 'task2'), 'end')).toHaveLength(2)
})

it('counts each reply once where there is no end', () => {
  const reader = claudeReader()
  readFileSync(path.join(folder, 'claude-2.1.332', 'skill.jsonl'), 'utf8').split('\n').forEach(reader.read)
  expect(reader.usage()).toEqual({ inputTokens: 4000, cacheWriteTokens: 800, cacheReadTokens: 12000, outputTokens: 4 })
})
