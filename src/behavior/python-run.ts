import type { HookEvaluation, HookRun } from './hooks.ts'
import type { PythonCase, PythonRun } from './python-messages.ts'

/** The evaluation as hooks in Python get it. */
export function pythonCase(evaluation: HookEvaluation): PythonCase {
  const { id, prompt, skill, expectedBehavior, unexpectedBehavior, logsContain, filesExist, workspace, note, extended } = evaluation
  return {
    id,
    prompt,
    skill,
    // Hooks are called in the behavior tier, which no other evaluation enters.
    skill_should_trigger: true,
    expected_behavior: expectedBehavior,
    unexpected_behavior: unexpectedBehavior,
    logs_contain: logsContain,
    files_exist: filesExist,
    workspace: workspace ?? null,
    note: note ?? null,
    extended,
  }
}

/** The run as `check` in Python gets it. */
export function pythonRun(run: HookRun, judgeModel: string | null): PythonRun {
  return {
    workspace: run.workspace,
    judge_model: judgeModel,
    files: run.files,
    tool_names: [...new Set(run.toolCalls.map(call => call.name))],
    result_text: run.resultText,
    command_text: run.toolCalls.flatMap(call => commandOf(call.input)).join('\n'),
    logs: run.transcript.flatMap((event) => {
      switch (event.type) {
        case 'message': return [event.text]
        case 'tool_call': return [`${event.name} ${textOf(event.input)}`]
        case 'tool_result': return [event.text]
        case 'end': return [event.text]
        default: return []
      }
    }).join('\n'),
  }
}

function commandOf(input: unknown): string[] {
  const command = typeof input === 'object' && input !== null && 'command' in input ? input.command : undefined
  return typeof command === 'string' ? [command] : Array.isArray(command) ? [command.join(' ')] : []
}

/** Text as it was meant: no escapes of JSON around what a hook looks for. */
function textOf(input: unknown): string {
  if (typeof input !== 'object' || input === null)
    return String(input)
  return Object.values(input).map(value => typeof value === 'string' ? value : JSON.stringify(value) ?? '').join(' ')
}
