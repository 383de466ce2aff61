/** A text of a foreign file, and the offset at which it stands. */
export interface Line {
  text: string
  offset: number
}

/**
 * What became of a field: it is in the evaluation (`carried`), it stands there for readers alone (`kept`), or it is a check or a
 * setting that nothing here does (`ungraded`; it is kept too). `refused` is a whole evaluation that cannot be read.
 */
export type Fate = 'carried' | 'kept' | 'ungraded' | 'refused'

/** One line of the checklist, before it is counted together with others of its kind. */
export interface Remark {
  /** As the foreign file calls it. */
  field: string
  fate: Fate
  /** What it became, or why it did not. */
  how: string
  offset: number
}

/** One evaluation of a foreign file, in the terms of ours. Offsets are of the foreign file. */
export interface Row {
  /** The opening and closing end of the evaluation. */
  start: number
  end: number
  /** What the file calls it; `null` where it has no name. */
  name: Line | null
  prompt: Line
  shouldTrigger: { value: boolean, offset: number }
  /** The skill that the evaluation names; `null` where it names none. */
  skill: Line | null
  expected: Line[]
  logs: Line[]
  artifacts: Line[]
  /** Files that the agent is given, as written. */
  files: Line[]
  /** A folder whose contents the agent is given, as written. */
  workspace: Line | null
  note: Line | null
  /** What the file calls the keys that have a place: ours → theirs. Only where the two differ. */
  keys: Record<string, string>
  /** Fields that have no place, as they were. */
  fields: Record<string, unknown>
  remarks: Remark[]
}

/** Why an evaluation cannot be read, and where it stands. */
export type Refusal = Line

/** The dialects that are read. */
export type DialectName = 'skill-creator' | 'trigger-list' | 'csv' | 'plugin-eval' | 'skill-up'

/** What a foreign file holds. */
export interface ForeignFile {
  dialect: DialectName
  /** The name of the skill that the file as a whole names; `null` where it names none. */
  skill: Line | null
  rows: Row[]
  refused: Refusal[]
  /** Fields of the file as a whole that have no place, as they were. */
  fields: Record<string, unknown>
  remarks: Remark[]
}

/** What messages call each dialect. */
export const dialectLabels: Record<DialectName, string> = {
  'skill-creator': 'a list `evals`, as Anthropic\'s skill-creator writes it',
  'trigger-list': 'a trigger list',
  'csv': 'a CSV table of prompts',
  'plugin-eval': 'a case of `claude plugin eval`',
  'skill-up': 'a case of skill-up',
}
