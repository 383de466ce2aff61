import type { AgentEvent } from '../agent/events.ts'
import type { StopReason } from './result.ts'

/** How the process of a run came to its end, as the run saw it. */
export interface RunEnd {
  /** `stopped` is our own stop, asked for by the decider; `aborted` is Vitest's; `spawn` is a process that never started. */
  reason: 'exit' | 'stopped' | 'timeout' | 'aborted' | 'spawn'
  exitCode: number | null
  signal: string | null
  /** What the run knows about it, such as the wall clock that ran out. */
  error: string | null
  stderr: string
  /** The agent printed more than is kept, in a line or in all. Default: `false`. */
  isCut?: boolean
}

/** What the stream showed until then. */
export interface StreamEnd {
  /** The last `end` event, unless the agent went on working after it. */
  end: Extract<AgentEvent, { type: 'end' }> | null
  /** The last thing that happened, in words, and the last warning. */
  lastSeen: string | null
  lastWarning: string | null
}

/** Why a run without a decision stopped, and the reason when nothing can be concluded from it. */
export interface Ending {
  stop: StopReason
  error: string | null
}

/**
 * Reads the end of a run in which neither a skill nor a budget of ours decided.
 *
 * @param run how its process ended
 * @param stream what it had printed until then
 * @param due what the agent was to do, for the messages
 */
export function readEnding(run: RunEnd, stream: StreamEnd, due: 'decided' | 'was done'): Ending {
  const { end } = stream
  switch (run.reason) {
    case 'spawn':
      return { stop: 'crash', error: sentences('The agent did not start', run.error, stderrTail(run.stderr)) }
    case 'timeout':
      // Also after an `end`: a process that does not leave may still have a subagent at work.
      return { stop: 'timeout', error: sentences(`The agent was stopped by the wall clock before it ${due}`, run.error, seen(stream), stderrTail(run.stderr)) }
    case 'aborted':
      return { stop: 'cancelled', error: sentences(`The run was cancelled before the agent ${due}`, run.error) }
    case 'stopped':
      return { stop: 'cut', error: sentences(due === 'decided' ? 'The run was stopped early, but under these limits nothing in it decides' : 'The run was stopped at one of its limits', run.error, seen(stream)) }
    case 'exit':
      // It may have held the load of a skill, or the failure of one.
      if (run.isCut && end !== null)
        return { stop: 'cut', error: sentences('The agent printed more than can be read (64 MB in a line, 128 MB in all), so what it did is not known', seen(stream)) }
      return end === null ? withoutEnd(run, stream) : withEnd(end, run)
  }
}

function withEnd(end: NonNullable<StreamEnd['end']>, run: RunEnd): Ending {
  // Some versions say `isError: false` when their own turn limit stopped them; that is no answer either.
  if (!end.isError && end.reason === 'completed')
    return isBadExit(run) ? { stop: 'crash', error: sentences(`The agent said that it was done, and then ended with ${exitOf(run)}`, stderrTail(run.stderr)) } : { stop: 'end', error: null }
  const status = end.status === undefined ? '' : ` (status ${end.status})`
  const what = {
    api_error: `The agent ended with an API error${status}`,
    budget: 'The agent ended at its own money limit',
    max_turns: 'The agent ended at its own turn limit',
    refused: 'The model refused the prompt',
    error: `The agent ended with an error${status}`,
    completed: `The agent ended with an error${status}`,
  }[end.reason]
  const text = oneLine(end.text, 300)
  return { stop: end.reason === 'api_error' ? 'api_error' : 'end', error: sentences(what, text === '' ? null : text, text === '' ? stderrTail(run.stderr) : null) }
}

/** No agent that we know leaves like this when all is well, and those that say so in no other way are found by it. */
function isBadExit({ exitCode, signal }: RunEnd): boolean {
  return signal !== null || (exitCode ?? 0) !== 0
}

function exitOf({ exitCode, signal }: RunEnd): string {
  return signal === null ? `exit code ${exitCode}` : `the signal ${signal}`
}

function withoutEnd(run: RunEnd, stream: StreamEnd): Ending {
  const details = [run.error, seen(stream), stderrTail(run.stderr)]
  if (run.signal !== null)
    return { stop: 'crash', error: sentences(`The agent was ended by ${run.signal}`, ...details) }
  if (run.exitCode !== null && run.exitCode !== 0)
    return { stop: 'crash', error: sentences(`The agent ended with exit code ${run.exitCode} and without a result`, ...details) }
  // Exit code 0 is no proof: an interrupted agent leaves with it too.
  return { stop: 'cut', error: sentences('The agent\'s output stopped without a result', ...details) }
}

function seen({ lastSeen, lastWarning }: StreamEnd): string {
  const warning = lastWarning === null ? '' : `. Last warning: ${oneLine(lastWarning, 200)}`
  return `Last seen: ${lastSeen ?? 'nothing'}${warning}`
}

/** The last lines of stderr: that is where programs say why they gave up. */
function stderrTail(stderr: string): string | null {
  const lines = stderr.split(/\r\n|\r|\n/).map(line => line.trim()).filter(line => line !== '')
  const tail = lines.slice(-3).join(' / ')
  return tail === '' ? null : `stderr: ${tail.length > 400 ? `…${tail.slice(-400)}` : tail}`
}

function oneLine(text: string, limit: number): string {
  const line = text.trim().replace(/\s+/g, ' ')
  return line.length > limit ? `${line.slice(0, limit)}…` : line
}

function sentences(...parts: (string | null)[]): string {
  return parts.filter(part => part !== null && part !== '').map(part => /[.!?…]$/.test(part ?? '') ? part : `${part}.`).join(' ')
}
