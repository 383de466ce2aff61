import type { TranscriptReader } from './agent.ts'
import type { ActivationRule } from './command-spec.ts'
import type { AgentEvent } from './events.ts'
import { isRecord, textOf } from './json.ts'
import { skillOfCommand, skillOfFile } from './skill-files.ts'

/** A call that loads a skill if its result is not an error. */
interface LoadingCall {
  skill: string
  via: 'tool' | 'read'
}

/**
 * A reader that says by a rule which skills were loaded, from the calls and results that another one reads. What that one itself says of
 * skills is left out: two would count one load twice.
 */
export function withActivationRule(inner: TranscriptReader, rule: Exclude<ActivationRule, 'events'>, skillsFolder: string): TranscriptReader {
  const loading = new Map<string, LoadingCall>()
  const folder = skillsFolder.slice(skillsFolder.lastIndexOf('/') + 1)

  function eventsOf(event: AgentEvent): AgentEvent[] {
    if (event.type === 'activation')
      return []
    if (event.type === 'tool_call') {
      const load = loadOf(event)
      if (load)
        loading.set(event.id, load)
    }
    if (event.type !== 'tool_result')
      return [event]
    const load = loading.get(event.id)
    loading.delete(event.id)
    // A file that could not be read loads nothing, and was no call for a skill.
    if (!load || (load.via === 'read' && event.isError))
      return [event]
    const { id, isError, text, parent } = event
    return [event, { type: 'activation', ...load, ok: !isError, ...isError && { reason: text }, call: id, ...parent !== undefined && { parent } }]
  }

  function loadOf({ name, input }: Extract<AgentEvent, { type: 'tool_call' }>): LoadingCall | null {
    const values: Record<string, unknown> = isRecord(input) ? input : {}
    if ('tool' in rule) {
      const skill = name === rule.tool ? textOf(values[rule.input])?.trim().replace(/^\//, '') : undefined
      return skill ? { skill, via: 'tool' } : null
    }
    const texts = Object.values(values).filter(value => typeof value === 'string')
    const skill = rule.read.includes(name)
      ? texts.map(text => skillOfFile(text, folder)).find(found => found !== null)
      : rule.shell.includes(name) ? texts.map(text => skillOfCommand(text, folder)).find(found => found !== null) : null
    return skill ? { skill, via: 'read' } : null
  }

  return { read: line => inner.read(line).flatMap(eventsOf), usage: inner.usage }
}
