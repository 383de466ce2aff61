import type { AgentEvent } from './events.ts'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { claudeReader } from './claude-events.ts'

const folder = path.resolve(import.meta.dirname, '../../fixtures/transcripts')
const [, ...rows] = readFileSync(path.join(folder, 'expected.tsv'), 'utf8').trim().split('\n').map(line => line.split('\t'))

function events(version: string, scenario: string): AgentEvent[] {
  const reader = claudeReader()
  return readFileSync(path.join(folder, version, `${scenario}.jsonl`), 'utf8').split('\n').flatMap(reader.read)
}

function ofType<T extends AgentEvent['type']>(all: AgentEvent[], type: T): Extract<AgentEvent, { type: T }>[] {
  return all.filter((event): event is Extract<AgentEvent, { type: T }> => event.type === type)
}

it('expects something of each transcript', () => {
  const files = readdirSync(folder, { withFileTypes: true }).filter(entry => entry.isDirectory()).flatMap(({ name }) => readdirSync(path.join(folder, name)).map(file => `${name}/${path.parse(file).name}`))
  expect(files.sort()).toEqual(rows.map(([version, scenario]) => `${version}/${scenario}`).sort())
})

describe.each(rows)('%s %s', (version = '', scenario = '', activated = '', refused = '', end = '', status = '', retries = '', input = '', cacheWrite = '', cacheRead = '', output = '', cost = '') => {
  const all = events(version, scenario)
  const activations = ofType(all, 'activation').filter(({ via }) => via === 'tool')

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
    expect(last.usage).toEqual({ inputTokens: Number(input), cacheWriteTokens: Number(cacheWrite), cacheReadTokens: Number(cacheRead), outputTokens: Number(output) })
    expect(Number(last.costUsd?.toFixed(4))).toBe(Number(cost))
    if (status !== '-')
      expect(last.status).toBe(Number(status))
  })

  it('its start, and no line that is not understood', () => {
    const starts = ofType(all, 'start')
    expect(starts).toHaveLength(1)
    // The first version has no word for it.
    expect(starts[0]?.version).toBe(version === 'claude-1.0.128' ? null : version.replace('claude-', ''))
    expect(starts[0]?.model).toMatch(/\w/)
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
