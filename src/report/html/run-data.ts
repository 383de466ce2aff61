import type { JudgeRecord } from '../../behavior/judge-record.ts'
import type { OpenedRecord } from '../../run/open-record.ts'

/** What the page gets when a run record is opened. */
export interface RunData {
  record: OpenedRecord
  /** `null`: nothing was judged, or it is not on record. */
  judge: JudgeRecord | null
}

/** What a data file holds beside the events. */
export interface WrittenRun extends Omit<RunData, 'record'> {
  record: Omit<OpenedRecord, 'events'>
}

/** Name of the function of the page that data files call. */
export const runReceiver = 'skillEvalsRun'
