import type { Finding, Position } from '../catalog/finding.ts'
import type { GivenFile } from '../catalog/given-files.ts'
import type { DialectName } from './dialects/row.ts'

/** Where an evaluation stands to the skills: `near_miss` is a `false` in a skill's own dataset, `unrelated` comes from a shared pool. */
export type Category = 'positive' | 'near_miss' | 'unrelated'

/** One entry of a dataset, trimmed and checked. */
export interface Evaluation {
  id: string
  prompt: string
  /** `skill_should_trigger` of the file. */
  shouldTrigger: boolean
  category: Category
  /** The skill whose dataset holds the evaluation; `null` in a shared pool. */
  skill: string | null
  /** The skill that should fire; `null` when none should. */
  expected: string | null
  expectedBehavior: string[]
  unexpectedBehavior: string[]
  logsContain: string[]
  filesExist: string[]
  /** Directory inside the skill whose contents seed the agent's workspace, as written. */
  workspace?: string
  /** Single files of the skill that seed the agent's workspace: of datasets in another dialect. */
  files?: GivenFile[]
  note?: string
  /** From `extended_evals.json`. */
  extended: boolean
  /** At least one expectation: the evaluation also runs in the behavior tier. */
  hasBehavior: boolean
  positions: EvaluationPositions
}

/** Where the parts of an evaluation stand in its file. */
export interface EvaluationPositions {
  /** The opening and closing brace of the evaluation. */
  start: Position
  end: Position
  /** The values, not the keys. `skillShouldTrigger` and the rest fall back to `start` when absent. */
  id: Position
  prompt: Position
  shouldTrigger: Position
  workspace: Position
  expectedBehavior: Position[]
  unexpectedBehavior: Position[]
  logsContain: Position[]
  filesExist: Position[]
}

/** `evals` and `extended` belong to a skill; `pool` is a file of unrelated prompts that belongs to none. */
export type DatasetKind = 'evals' | 'extended' | 'pool'

/** One dataset file, read. Evaluations that could be understood are here even when others could not. */
export interface Dataset {
  /** Absolute path. */
  file: string
  kind: DatasetKind
  /** Folder name of the owning skill; `null` for a pool. */
  skill: string | null
  /** The dialect that the file is written in; `null` for ours. */
  dialect: DialectName | null
  evaluations: Evaluation[]
  findings: Finding[]
  /** Entries of the file that are not in `evaluations` because they could not be understood; `null` when there is no list of them. */
  dropped: number | null
  /** Place of the key `evaluations`: what is about the dataset as a whole points here. */
  start: Position
}
