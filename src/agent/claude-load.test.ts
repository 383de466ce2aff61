import { describe, expect, it } from 'vitest'
import { claudeReader } from './claude-events.ts'

function loads(content: unknown, more: Record<string, unknown> = {}, block: Record<string, unknown> = {}): string[] {
  const reader = claudeReader()
  return [
    { type: 'assistant', message: { id: 'm', content: [{ type: 'tool_use', id: 't', name: 'Skill', input: { skill: 'pdf' } }] } },
    { type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: 't', content, ...block }] }, ...more },
  ].flatMap(line => reader.read(JSON.stringify(line))).flatMap((event) => {
    if (event.type === 'tool_result')
      return event.isError ? ['an error'] : []
    return event.type === 'activation' ? [event.ok ? `${event.skill} loaded` : `${event.skill} failed: ${event.reason}`] : []
  })
}

describe('a result without is_error', () => {
  it.each([
    ['Launching skill: pdf', { success: true, commandName: 'pdf' }],
    ['Launching skill: pdf', undefined],
    ['Skill "pdf" completed (forked execution).\n\nResult:\nUnknown skill: none, it says', { success: true, status: 'forked', commandName: 'pdf' }],
    ['Unknown skill: a text that a fork gave back', { success: true, status: 'forked', commandName: 'pdf' }],
    ['Loaded skill instructions (read-only): pdf. Nothing was executed; delegate execution to a worker.', { success: true, readOnly: true }],
    ['in the words of a later version', undefined],
  ])('loads a skill: %s %j', (text, details) => {
    expect(loads(text, { tool_use_result: details })).toEqual(['pdf loaded'])
  })

  it.each([
    ['<tool_use_error>Unknown skill: pdf</tool_use_error>', undefined, 'Unknown skill: pdf'],
    ['<tool_use_error>InputValidationError: Skill failed due to the following issue:\nno skill</tool_use_error>', undefined, 'InputValidationError: Skill failed due to the following issue:\nno skill'],
    ['<tool_use_error>cut off', undefined, 'cut off'],
    ['Unknown skill: pdf. Did you mean pdf-tools?', undefined, 'Unknown skill: pdf. Did you mean pdf-tools?'],
    ['Error: No such tool available: Skill', undefined, 'Error: No such tool available: Skill'],
    ['Skill pdf cannot be used with Skill tool due to disable-model-invocation', undefined, 'Skill pdf cannot be used with Skill tool due to disable-model-invocation'],
    ['Skill pdf is disabled for model invocation in skillOverrides settings', undefined, 'Skill pdf is disabled for model invocation in skillOverrides settings'],
    ['pdf is a built-in command, not a skill. Ask the user to run /pdf themselves', undefined, 'pdf is a built-in command, not a skill. Ask the user to run /pdf themselves'],
    ['something new', 'Error: Unknown skill: pdf', 'something new'],
    ['Launching skill: pdf', { success: false, commandName: 'pdf' }, 'Launching skill: pdf'],
    ['API Error: 529', { success: false, status: 'forked', commandName: 'pdf' }, 'API Error: 529'],
  ])('loads none where it is an error: %s %j', (text, details, reason) => {
    expect(loads(text, { tool_use_result: details })).toEqual(['an error', `pdf failed: ${reason}`])
  })
})

it('is no load with is_error, whatever else stands beside it', () => {
  expect(loads('Launching skill: pdf', { tool_use_result: { success: true, commandName: 'pdf' } }, { is_error: true })).toEqual(['an error', 'pdf failed: Launching skill: pdf'])
})

it('is an error of any tool by its marks, and not by words between others', () => {
  const result = (content: string) => claudeReader().read(JSON.stringify({ type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: 'x', content }] } }))
  expect(result('<tool_use_error>File does not exist.</tool_use_error>')).toMatchObject([{ isError: true }])
  expect(result('The log says <tool_use_error>no</tool_use_error>.')).toMatchObject([{ isError: false }])
  expect(result('Unknown skill: pdf')).toMatchObject([{ isError: false }])
})
