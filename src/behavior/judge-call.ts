import type { Agent, AgentSettings, InstalledAgent } from '../agent/agent.ts'
import type { AgentEvent, Usage } from '../agent/events.ts'
import type { ProcessEnd } from '../agent/process.ts'
import type { SandboxInUse } from '../agent/sandbox.ts'
import { Buffer } from 'node:buffer'
import { mkdir, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { boundedText } from '../agent/bounded-text.ts'
import { placeHomeFiles } from '../agent/home-files.ts'
import { runProcess } from '../agent/process.ts'
import { contain } from '../agent/sandbox.ts'
import { removeTree } from '../run/remove-tree.ts'

type End = Extract<AgentEvent, { type: 'end' }>

/** Who judges, and where and how long. */
export interface Judge {
  agent: Agent
  settings: AgentSettings
  installed: InstalledAgent
  /** Absolute path of the scratch folder of this Vitest run. */
  scratch: string
  /** Wall clock of one run of the judge, in milliseconds. */
  timeoutMs: number
  signal?: AbortSignal
  /** The environment that the judge's variables are chosen from. */
  env: NodeJS.ProcessEnv
  /** What the judge runs in: what it reads was written by the candidate. Default: nothing. */
  sandbox?: SandboxInUse
}

/** What one run of the judge left. */
export interface JudgeCall {
  /** What it printed, its middle cut where that was more than 256 KiB: opened images are in it. */
  output: string
  /** Its reply, not yet read; `null` when it gave none, and `failure` says why. */
  reply: { structured?: unknown, text: string } | null
  failure: string | null
  usage: Usage
  /** `null` is unknown, not free. */
  costUsd: number | null
  elapsedMs: number
  model: string | null
  version: string
}

const HALF_OUTPUT = 128 * 1024
/** How long a judge that has answered may take to leave, in milliseconds. */
const LEAVES_IN = 3_000

/**
 * Asks the judge once, in folders of its own that are gone afterwards. An API error, a crash and a hang are in the result.
 *
 * @throws the signal's reason when it is aborted; when the folders cannot be made.
 */
export async function callJudge(judge: Judge, commandOf: NonNullable<Agent['judge']>, question: { prompt: string, workspace: string | null, schema: object }): Promise<JudgeCall> {
  const { agent, settings, installed, timeoutMs, signal, env } = judge
  signal?.throwIfAborted()
  const base = await mkdtemp(join(judge.scratch, 'judge-'))
  try {
    // Not below the workspace: what the candidate left in a parent folder would be found from there.
    const [home, cwd] = [join(base, 'home'), join(base, 'desk')]
    await mkdir(home)
    await mkdir(cwd)
    const temp = join(base, 'temp')
    await mkdir(temp)
    const reader = agent.reader()
    const output = boundedText(HALF_OUTPUT)
    const seen: { start: Extract<AgentEvent, { type: 'start' }> | null, end: End | null } = { start: null, end: null }
    const command = commandOf(settings, installed, { ...question, home, cwd }, env)
    placeHomeFiles(home, command.homeFiles ?? [])
    // A judge that has answered is waited for: how it leaves says whether all was well. It may hang after its last word, though.
    const leave = new AbortController()
    let leaving: NodeJS.Timeout | undefined
    const access = { cwd, home, temp, scratch: judge.scratch, read: question.workspace === null ? [] : [question.workspace], write: [] }
    const ended = await runProcess(judge.sandbox ? contain(command, judge.sandbox, access) : command, {
      cwd,
      timeoutMs,
      signal: signal ? AbortSignal.any([signal, leave.signal]) : leave.signal,
      onLine(line) {
        output.push(Buffer.from(`${line}\n`))
        for (const event of reader.read(line)) {
          if (event.type === 'start')
            seen.start ??= event
          if (event.type === 'end') {
            seen.end = event
            leaving ??= setTimeout(() => leave.abort(), LEAVES_IN)
          }
        }
      },
    }).finally(() => clearTimeout(leaving))
    if (ended.reason === 'aborted')
      signal?.throwIfAborted()
    const { start, end } = seen
    const failure = failureOf(ended, end, timeoutMs)
    return {
      output: output.text(),
      reply: failure === null && end !== null ? { text: end.text, ...end.structured !== undefined && { structured: end.structured } } : null,
      failure,
      usage: end?.usage ?? reader.usage(),
      costUsd: end?.costUsd ?? null,
      elapsedMs: Math.round(ended.durationMs),
      model: start?.model ?? null,
      version: start?.version ?? installed.version,
    }
  }
  finally {
    await removeTree(base)
  }
}

function failureOf(ended: ProcessEnd, end: End | null, timeoutMs: number): string | null {
  if (end !== null) {
    if (!end.isError)
      return ended.reason === 'exit' && ended.exitCode !== 0 ? `The judge answered and then ended badly (${howOf(ended)}), so its answer does not count: ${shortened(ended.stderr) || 'nothing on stderr'}` : null
    const status = end.status === undefined ? '' : ` ${end.status}`
    return `The judge ended in an error (${end.reason}${status}): ${shortened(end.text) || 'it says no more'}`
  }
  switch (ended.reason) {
    case 'spawn': return ended.error ?? 'The judge could not be started.'
    case 'timeout': return `The judge gave no answer in ${timeoutMs / 1000} s.`
    case 'aborted': return 'The judge was stopped.'
    default: return `The judge ended without an answer (${howOf(ended)}): ${shortened(ended.stderr) || 'nothing on stderr'}`
  }
}

function howOf({ signal, exitCode }: ProcessEnd): string {
  return signal === null ? `exit code ${exitCode}` : `signal ${signal}`
}

function shortened(text: string): string {
  const trimmed = text.trim()
  return trimmed.length > 500 ? `${trimmed.slice(0, 500)}...` : trimmed
}
