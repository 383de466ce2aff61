import { expect, it } from 'vitest'
import { noDecision } from './result.ts'
import { refusedRoom, roomNote } from './strict-room.ts'
import { verdictOf } from './verdict.ts'

const asAsked = { observed: true, missing: [], extra: [] }
const activations = [{ skill: 'sql', ok: true, subagent: false }]
const refusal = 'Room not as asked, so `strictRoom` takes no answer from this run.'

it('a room as asked is refused to nobody', () => {
  expect(refusedRoom({ room: asAsked, activations })).toBeNull()
  expect(roomNote({ room: asAsked })).toBeNull()
})

it.each([
  [{ room: { ...asAsked, missing: ['a', 'b'] } }, 'The agent did not list a, b.', 'Room not as asked: the agent did not list a, b.'],
  [{ room: { observed: true, missing: ['a'], extra: ['x', 'y'] } }, 'The agent did not list a, and listed x, y besides.', 'Room not as asked: the agent did not list a, and listed x, y besides.'],
  // that nothing is known is no fault to tell of each run
  [{ room: { ...asAsked, observed: false } }, 'The agent did not list its skills.', null],
  [{ activations: [{ skill: 'other:x', ok: true, subagent: false }, { skill: 'other:x', ok: false, subagent: true }] }, 'The agent used x from outside of the room.', null],
])('%j', (change, reason, note) => {
  const seen = { room: asAsked, activations, ...change }
  expect(refusedRoom(seen)).toBe(`${refusal} ${reason}`)
  expect(roomNote(seen)).toBe(note)
})

it('a room that was changed in the course of the run is refused', () => {
  expect(refusedRoom({ room: asAsked, activations }, ['Another run changed the room while this one used it.'])).toBe(`${refusal} Another run changed the room while this one used it.`)
})

it('a refused run has no verdict, and one that broke keeps the reason for that', () => {
  const decision = { ...noDecision('decision', ''), error: null, observed: 'sql', activations }
  expect(verdictOf('sql', decision, 'No.')).toMatchObject({ verdict: 'error', error: 'No.' })
  expect(verdictOf(null, decision, 'No.')).toMatchObject({ verdict: 'error', error: 'No.' })
  expect(verdictOf('sql', decision)).toMatchObject({ verdict: 'correct_trigger', error: null })
  expect(verdictOf('sql', noDecision('crash', 'It broke.'), 'No.')).toMatchObject({ verdict: 'error', error: 'It broke.' })
})
