import { expect, it } from 'vitest'
import { readDraft } from './event-drafts.ts'

it.each([
  [{}, { isError: false, reason: 'completed' }],
  [{ status: 200 }, { isError: false, reason: 'completed', status: 200 }],
  [{ isError: true }, { isError: true, reason: 'error' }],
  [{ status: 429 }, { isError: true, reason: 'api_error', status: 429 }],
  [{ isError: false, status: 529 }, { isError: true, reason: 'api_error', status: 529 }],
  [{ isError: false, reason: 'api_error' }, { isError: true, reason: 'api_error' }],
  [{ reason: 'refused' }, { isError: true, reason: 'refused' }],
  [{ reason: 'completed', isError: true }, { isError: true, reason: 'error' }],
  [{ reason: 'completed', status: 401 }, { isError: true, reason: 'api_error', status: 401 }],
  [{ reason: 'max_turns', status: 500 }, { isError: true, reason: 'max_turns', status: 500 }],
])('an end with %j: one sign of an error is enough', (draft, end) => {
  expect(readDraft({ type: 'end', text: 'x', ...draft })).toEqual({ type: 'end', text: 'x', usage: {}, ...end })
})

it('an end for no known reason is none', () => {
  expect(readDraft({ type: 'end', reason: 'tired' })).toBe('`reason` of end is "tired", and none of completed, api_error, budget, max_turns, refused, error')
})
