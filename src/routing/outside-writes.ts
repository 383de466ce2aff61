import type { AgentEvent } from '../agent/events.ts'
import { isRecord } from '../agent/json.ts'

/** Tools that write a file, of all agents, by the key of their input that names it. */
const WRITERS: Record<string, string> = { Write: 'file_path', Edit: 'file_path', MultiEdit: 'file_path', NotebookEdit: 'notebook_path', write_file: 'file_path', replace: 'file_path', edit: 'filePath', write: 'filePath' }
/** Tools that run a command line. */
const SHELLS = new Set(['Bash', 'run_shell_command', 'command_execution', 'bash', 'shell'])
/** `> file`, `>> file` and `tee file` with an absolute path. What a program that is called writes, nobody can see. */
const REDIRECTION = /(?:\d?>>?|&>|\btee(?:\s+-a)?)\s*(["']?)(\/[^\s"';|&<>()]+|<[\w-]+>\/[^\s"';|&<>()]+)\1/g
/** A record writes these for folders of the run that were writable for it. */
const MARKS_OF_OURS = ['<workspace>', '<home>']
const MOST_NAMED = 5

/**
 * What an agent wrote outside of its workspace, as far as its own calls show it: a remark, never a verdict.
 * @param events of the run
 * @param inside absolute paths of what the run may write
 */
export function outsideWrites(events: readonly AgentEvent[], inside: readonly string[]): string[] {
  const refused = new Set(events.flatMap(event => event.type === 'tool_result' && event.isError ? [event.id] : []))
  const places = [...inside, ...MARKS_OF_OURS].map(place => place.replaceAll('\\', '/'))
  const found = new Map<string, boolean>()
  for (const event of events) {
    if (event.type !== 'tool_call')
      continue
    for (const path of pathsOf(event.name, event.input)) {
      if (isAbsolute(path) && !path.startsWith('/dev/') && !places.some(place => isIn(path, place)))
        found.set(path, (found.get(path) ?? true) && refused.has(event.id))
    }
  }
  return [
    ...sentence('The agent wrote outside its workspace', [...found].flatMap(([path, isRefused]) => isRefused ? [] : [path])),
    ...sentence('The agent tried to write outside its workspace, and its call failed', [...found].flatMap(([path, isRefused]) => isRefused ? [path] : [])),
  ]
}

function pathsOf(tool: string, input: unknown): string[] {
  if (!isRecord(input))
    return []
  const key = Object.hasOwn(WRITERS, tool) ? WRITERS[tool] : undefined
  const named = key === undefined ? undefined : input[key]
  const changes = tool === 'file_change' && Array.isArray(input.changes) ? input.changes.flatMap(change => isRecord(change) && typeof change.path === 'string' ? [change.path] : []) : []
  const { command } = input
  const redirected = SHELLS.has(tool) && typeof command === 'string' ? [...command.matchAll(REDIRECTION)].map(([, , path = '']) => path) : []
  return [...typeof named === 'string' ? [named] : [], ...changes, ...redirected].map(path => normal(/^[a-z]:[\\/]/i.test(path) ? path.replaceAll('\\', '/') : path))
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

function isIn(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`)
}

function sentence(what: string, paths: string[]): string[] {
  if (paths.length === 0)
    return []
  const more = paths.length > MOST_NAMED ? ` and ${paths.length - MOST_NAMED} more` : ''
  return [`${what}: ${paths.slice(0, MOST_NAMED).join(', ')}${more}.`]
}
