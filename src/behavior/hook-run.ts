import type { AgentEvent } from '../agent/events.ts'
import type { Evaluation } from '../dataset/evaluation.ts'
import type { HookEvaluation, HookRun, HookToolCall } from './hooks.ts'
import { artifactPath, fromWorkspace, matchesArtifact } from '../dataset/artifact-path.ts'

/** What a `HookRun` is made of: plain data, and the two questions that others answer. */
export interface HookRunSource {
  /** Absolute path. */
  workspace: string
  /** Real files in the workspace, relative and with `/`, the agent's own folders aside. */
  files: readonly string[]
  events: readonly AgentEvent[]
  /** The agent's last word; `''` when it had none. */
  resultText: string
  /** Whether the agent did or said this, by the rules of `logs_contain`. */
  contains: (events: readonly AgentEvent[], text: string) => boolean
  judge: HookRun['judge']
}

/** The run as `check` of a hooks file gets it. */
export function hookRun(source: HookRunSource): HookRun {
  const { workspace, files, events, resultText, contains, judge } = source
  // literals are graded from the same events once the hook has had them
  const transcript = structuredClone([...events])
  return {
    workspace,
    files: [...files],
    toolCalls: toolCalls(transcript),
    resultText,
    transcript,
    contains: text => contains(events, text),
    hasFile(path) {
      const wanted = artifactPath(fromWorkspace(path, workspace))
      // `false` would read as a file that the agent did not write.
      if (wanted.problem !== null)
        throw new TypeError(`run.hasFile: \`${path}\` ${wanted.problem}`)
      return files.some(file => matchesArtifact(file, wanted.path))
    },
    judge,
  }
}

/** The evaluation as hooks get it: a copy, since what a hook does to it must not change what is graded. */
export function hookEvaluation(evaluation: Evaluation): HookEvaluation {
  const { id, prompt, skill, expectedBehavior, unexpectedBehavior, logsContain, filesExist, workspace, note, extended } = evaluation
  return structuredClone({ id, prompt, skill: skill ?? '', expectedBehavior, unexpectedBehavior, logsContain, filesExist, workspace, note, extended })
}

function toolCalls(events: readonly AgentEvent[]): HookToolCall[] {
  const results = new Map<string, HookToolCall['result']>()
  for (const event of events) {
    if (event.type === 'tool_result')
      results.set(event.id, { text: event.text, isError: event.isError })
  }
  return events.flatMap(event => event.type === 'tool_call' ? [{ name: event.name, input: event.input, result: results.get(event.id) ?? null }] : [])
}
