import type { AgentTools } from '../agent/agent.ts'
import type { AgentEvent } from '../agent/events.ts'
import { isRecord, recordsOf, textOf } from '../agent/json.ts'
import { isInside } from '../catalog/paths.ts'

/** `> file`, `>> file` and `tee file` with an absolute path. What a program that is called writes, nobody can see. */
const REDIRECTION = /(?:\d?>>?|&>|\btee(?:\s+-a)?)\s*(["']?)(\/[^\s"';|&<>()]+|<[\w-]+>\/[^\s"';|&<>()]+)\1/g
/** A record writes these for folders of the run that were writable for it. */
const MARKS_OF_OURS = ['<workspace>', '<home>']
const MOST_NAMED = 5

/** Which of an agent's tools write, and how their input says where. */
export type WritingTools = Pick<AgentTools, 'writers' | 'shells'>

/**
 * What an agent wrote outside of its workspace, as far as its own calls show it: a remark, never a verdict.
 * @param events of the run
 * @param tools of the agent
 * @param inside absolute paths of what the run may write
 */
export function outsideWrites(events: readonly AgentEvent[], tools: WritingTools, inside: readonly string[]): string[] {
  const refused = new Set(events.flatMap(event => event.type === 'tool_result' && event.isError ? [event.id] : []))
  const places = [...inside, ...MARKS_OF_OURS].map(place => place.replaceAll('\\', '/'))
  const found = new Map<string, boolean>()
  for (const event of events) {
    if (event.type !== 'tool_call')
      continue
    for (const path of pathsOf(event.name, event.input, tools)) {
      if (isAbsolute(path) && !path.startsWith('/dev/') && !places.some(place => isInside(path, place)))
        found.set(path, (found.get(path) ?? true) && refused.has(event.id))
    }
  }
  return [
    ...sentence('The agent wrote outside its workspace', [...found].flatMap(([path, isRefused]) => isRefused ? [] : [path])),
    ...sentence('The agent tried to write outside its workspace, and its call failed', [...found].flatMap(([path, isRefused]) => isRefused ? [path] : [])),
  ]
}

function pathsOf(tool: string, input: unknown, { writers, shells }: WritingTools): string[] {
  if (!isRecord(input))
    return []
  const key = Object.hasOwn(writers, tool) ? writers[tool] : undefined
  const named = key === undefined ? undefined : input[key]
  const command = shells.includes(tool) ? textOf(input.command) ?? '' : ''
  return [
    ...typeof named === 'string' ? [named] : recordsOf(named).flatMap(one => textOf(one.path) ?? []),
    ...[...command.matchAll(REDIRECTION)].map(([, , path = '']) => path),
  ].map(path => normal(/^[a-z]:[\\/]/i.test(path) ? path.replaceAll('\\', '/') : path))
}

/** Without `.` and `..`: `/w/../etc` is not in `/w`. */
function normal(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..')
      parts.length > 1 && parts.pop()
    else if (part !== '.')
      parts.push(part)
  }
  return parts.join('/')
}

function isAbsolute(path: string): boolean {
  return path.startsWith('/') || /^[a-z]:\//i.test(path) || /^<[\w-]+>\//.test(path)
}

function sentence(what: string, paths: string[]): string[] {
  if (paths.length === 0)
    return []
  const more = paths.length > MOST_NAMED ? ` and ${paths.length - MOST_NAMED} more` : ''
  return [`${what}: ${paths.slice(0, MOST_NAMED).join(', ')}${more}.`]
}
