import type { DialectName, ForeignFile, Row } from './row.ts'

/** An evaluation as `evals.json` holds it. */
export interface WrittenEvaluation {
  id: string
  prompt: string
  skill_should_trigger: boolean
  expected_behavior?: string[]
  logs_contain?: string[]
  files_exist?: string[]
  workspace?: string
  note?: string
  imported?: Imported
}

/** What an evaluation had that has no place in ours. */
export interface Imported {
  /** Name of the file, where the dataset was made of several. */
  file?: string
  /** What the file called the keys that have a place: ours → theirs. */
  keys?: Record<string, string>
  /** The other fields, as they were. */
  fields?: Record<string, unknown>
}

/** A dataset as `evals.json` holds it. */
export interface WrittenDataset {
  evaluations: WrittenEvaluation[]
  imported?: { file: string, dialect: DialectName, fields?: Record<string, unknown> }[]
}

/** One foreign file, or the part of one that belongs to a skill. */
export interface ImportedPart {
  /** Name of the file, as `imported` shall name it. */
  file: string
  foreign: ForeignFile
  rows: readonly { row: Row, id: string, workspace: string | null }[]
}

/** The dataset of a skill, made of foreign files. */
export function datasetOf(parts: readonly ImportedPart[]): WrittenDataset {
  const several = parts.length > 1
  return {
    evaluations: parts.flatMap(({ file, rows }) => rows.map(({ row, id, workspace }) => evaluationOf(row, { id, workspace, file: several ? file : null }))),
    imported: parts.map(({ file, foreign: { dialect, fields } }) => ({ file, dialect, ...Object.keys(fields).length > 0 && { fields } })),
  }
}

/** An empty list says as little as none. */
function evaluationOf(row: Row, { id, workspace, file }: { id: string, workspace: string | null, file: string | null }): WrittenEvaluation {
  const texts = (lines: Row['expected']): string[] => lines.map(line => line.text)
  const imported: Imported = {
    ...file !== null && { file },
    ...Object.keys(row.keys).length > 0 && { keys: row.keys },
    ...Object.keys(row.fields).length > 0 && { fields: row.fields },
  }
  return {
    id,
    prompt: row.prompt.text,
    skill_should_trigger: row.shouldTrigger.value,
    ...row.note && { note: row.note.text },
    ...row.expected.length > 0 && { expected_behavior: texts(row.expected) },
    ...row.logs.length > 0 && { logs_contain: texts(row.logs) },
    ...row.artifacts.length > 0 && { files_exist: texts(row.artifacts) },
    ...workspace !== null && { workspace },
    ...Object.keys(imported).length > 0 && { imported },
  }
}
