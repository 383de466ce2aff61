import type { HookStage } from './hooks.ts'
import type { BridgeFault } from './python-messages.ts'
import { stripVTControlCharacters } from 'node:util'
import { HookCheckFailure, HookError } from './hooks.ts'

/** Hooks by the names that Python has for them. */
export const PYTHON_NAMES = { load: 'load', setupSession: 'setup_session', setup: 'setup', check: 'check', teardown: 'teardown' } as const

/** Lines of what a hook printed that are shown. */
const SHOWN = 20

/** What became of a hook, as an error that says where. `printed`: by the hook, before it failed; `why`: it was interrupted, if it was. */
export function pythonFault(stage: HookStage, file: string, fault: BridgeFault, printed: string, why: string): HookError | HookCheckFailure {
  const place = placeOf(file, fault)
  if (fault.kind === 'interrupted')
    return new HookError(stage, `${place}: ${subject(stage)} ${why} and was stopped.${printedDetail(printed)}`)
  if (fault.kind === 'assertion' && stage === 'check')
    return new HookCheckFailure(`${fault.message || 'AssertionError'} (${place})`, null)
  return new HookError(stage, `${place}: ${subject(stage)} ${whatHappened(fault)}${detail('Traceback, the last lines', fault.traceback)}${printedDetail(printed)}`)
}

/** What became of a thread that a hook had started. */
export function strayFault(file: string, fault: BridgeFault): HookError {
  return new HookError('load', `${placeOf(file, fault)}: a thread that a hook had started ${whatHappened(fault)}${detail('Traceback, the last lines', fault.traceback)}`)
}

/** Further lines of a message: what the hook had printed. */
export function printedDetail(printed: string): string {
  return detail('It printed', stripVTControlCharacters(printed).replaceAll('\0', '').trim().split('\n').slice(-SHOWN).join('\n'))
}

/** A hook as the subject of a sentence. */
export function subject(stage: HookStage): string {
  return stage === 'load' ? 'the file' : `\`${PYTHON_NAMES[stage]}\``
}

function placeOf(file: string, fault: BridgeFault): string {
  return fault.line === null ? file : `${file}:${fault.line}`
}

function whatHappened(fault: BridgeFault): string {
  const said = [fault.type, fault.message].filter(text => text !== '').join(': ')
  if (fault.kind === 'unusable')
    return `cannot be used: ${fault.message}.`
  if (fault.missing !== null && (fault.missing === 'sources' || fault.missing === 'skillscope'))
    return `imports \`${fault.missing}\`, which is part of skillscope and is not there. Take what it needs from the hook's own arguments or from \`__file__\`: the skill's folder is \`Path(__file__).resolve().parent.parent\`.`
  if (fault.missing !== null)
    return `raised ${said}. Install it for this Python, or name another one in SKILL_EVALS_PYTHON.`
  if (fault.type === 'SystemExit')
    return `called sys.exit(${fault.message === 'None' ? '' : fault.message}). Raise an exception instead.`
  return `raised ${said}`
}

function detail(title: string, text: string): string {
  return text.trim() === '' ? '' : `\n${title}:\n${text.trimEnd().split('\n').map(line => `  ${line}`).join('\n')}`
}
