import type { AgentEvent } from '../agent/events.ts'

/** Characters of lines that were not understood which are kept in memory. Whole, they stand in the transcript. */
const MOST_UNKNOWN = 2 ** 20
/** Characters of lines whose events are kept in memory: far more than any run prints that does its work. */
const MOST = 2 ** 27

/** The events of a run, in bounded memory: an agent may print gigabytes. */
export interface EventList {
  events: AgentEvent[]
  /** Takes an event of a line. Returns whether it is kept. */
  add: (event: AgentEvent, line: string) => boolean
  /** There was more than is kept, so that what the run did is not known. Lines that were not understood do not count: nobody grades them. */
  readonly isCut: boolean
}

/**
 * Makes an empty list. The last event of a run is kept in any case.
 *
 * @param most characters of lines whose events are kept. Default: 128 Mi
 * @param mostUnknown characters of lines that were not understood, of the first ones. Default: 1 Mi
 */
export function eventList(most = MOST, mostUnknown = MOST_UNKNOWN): EventList {
  const events: AgentEvent[] = []
  const left = { known: most, unknown: mostUnknown }
  return {
    events,
    add(event, line) {
      const kind = event.type === 'unknown' ? 'unknown' : 'known'
      left[kind] -= line.length
      const isKept = left[kind] >= 0 || event.type === 'end'
      if (isKept)
        events.push(event)
      return isKept
    },
    get isCut() {
      return left.known < 0
    },
  }
}
