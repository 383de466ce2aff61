import type { Observation } from './result.ts'
import { isOtherSkill } from './names.ts'

/** What the agent's own list says against the room that it was given, as a remark; `null` when it lists that room, or nothing. */
export function roomNote({ room }: Pick<Observation, 'room'>): string | null {
  const faults = listFaults(room)
  return faults.length === 0 ? null : `Room not as asked: the agent ${faults.join(', and ')}.`
}

/**
 * Why a run is no answer where `strictRoom` is on; `null` when its room is known to be the one that was asked for.
 *
 * @param seen what the run showed
 * @param changes what is known of changes to the room while the run went on, as sentences
 */
export function refusedRoom(seen: Pick<Observation, 'room' | 'activations'>, changes: readonly string[] = []): string | null {
  const { room, activations } = seen
  const used = [...new Set(activations.filter(one => isOtherSkill(one.skill)).map(one => one.skill.slice('other:'.length)))]
  const faults = [
    ...room.observed ? listFaults(room) : ['did not list its skills'],
    ...used.length > 0 ? [`used ${used.join(', ')} from outside of the room`] : [],
  ]
  const reasons = [...faults.length > 0 ? [`The agent ${faults.join(', and ')}.`] : [], ...changes]
  return reasons.length === 0 ? null : `Room not as asked, so \`strictRoom\` takes no answer from this run. ${reasons.join(' ')}`
}

function listFaults({ missing, extra }: Observation['room']): string[] {
  return [
    ...missing.length > 0 ? [`did not list ${missing.join(', ')}`] : [],
    ...extra.length > 0 ? [`listed ${extra.join(', ')} besides`] : [],
  ]
}
