import type { Finding, Position } from '../catalog/finding.ts'
import type { GivenFiles } from '../catalog/given-files.ts'
import type { ForeignFile, Line, Row } from './dialects/row.ts'
import type { Evaluation } from './evaluation.ts'
import type { DatasetSource } from './read-dataset.ts'
import { posix } from 'node:path'
import { givenFiles } from '../catalog/given-files.ts'
import { artifactPath } from './artifact-path.ts'
import { idsFor } from './dialects/ids.ts'
import { dialectLabels } from './dialects/row.ts'

/** The evaluations of a foreign file, and what cannot be said of them in ours. */
export interface ForeignEvaluations {
  evaluations: Evaluation[]
  findings: Finding[]
  /** Evaluations that cannot be read. */
  dropped: number
}

/** Turns what a foreign file holds into evaluations whose places are in that file. */
export function foreignEvaluations({ file, kind, skill }: DatasetSource, foreign: ForeignFile, position: (offset: number) => Position): ForeignEvaluations {
  const findings: Finding[] = foreign.refused.map(({ text, offset }) => ({ rule: 'dataset/dialect-row', severity: 'error', file, ...position(offset), message: `This evaluation of ${dialectLabels[foreign.dialect]} cannot be read: ${text}.`, blocks: true }))
  const own = foreign.rows.filter(row => row.skill === null || row.skill.text === skill?.name)
  for (const { skill: other, prompt } of foreign.rows.filter(row => !own.includes(row))) {
    findings.push({ rule: 'dataset/dialect-skill', severity: 'warning', file, ...position(other?.offset ?? prompt.offset), message: `This evaluation is not run here: it belongs to the skill \`${other?.text}\`. \`skill-evals import\` writes it into the dataset of that skill.`, blocks: false })
  }
  const ids = idsFor(own, skill?.name ?? '', stemOf(file, foreign))
  const evaluations = own.map((row, i): Evaluation => {
    const id = ids[i] ?? ''
    const given = skill && row.files.length > 0 ? givenFiles(skill, row.files.map(line => line.text), row.prompt.text) : null
    findings.push(...notGraded(file, id, row, position), ...notGiven(file, id, row, given, position))
    return evaluationOf(row, { id, kind, skill: skill?.name ?? null, given, position })
  })
  return { evaluations, findings, dropped: foreign.refused.length }
}

/** Name of a file for ids: without folder and ending. Where each evaluation has a file of its own, the evaluation's name is enough. */
export function stemOf(file: string, { dialect }: Pick<ForeignFile, 'dialect'>): string {
  return dialect === 'plugin-eval' || dialect === 'skill-up' ? '' : posix.basename(file).replace(/\.[^.]+$/, '')
}

interface Context extends Pick<DatasetSource, 'kind'> {
  id: string
  skill: string | null
  given: GivenFiles | null
  position: (offset: number) => Position
}

function evaluationOf(row: Row, { id, kind, skill, given, position }: Context): Evaluation {
  const texts = (lines: Line[]): string[] => lines.map(line => line.text)
  const places = (lines: Line[]): Position[] => lines.map(line => position(line.offset))
  const start = position(row.start)
  const { value: shouldTrigger } = row.shouldTrigger
  return {
    id,
    prompt: row.prompt.text,
    shouldTrigger,
    category: kind === 'pool' ? 'unrelated' : shouldTrigger ? 'positive' : 'near_miss',
    skill,
    expected: shouldTrigger ? skill : null,
    expectedBehavior: texts(row.expected),
    unexpectedBehavior: [],
    logsContain: texts(row.logs),
    filesExist: row.artifacts.map(line => artifactPath(line.text).path),
    ...row.workspace && { workspace: row.workspace.text.trim() },
    ...given && given.files.length > 0 && { files: given.files },
    ...row.note && { note: row.note.text },
    extended: kind === 'extended',
    hasBehavior: row.expected.length + row.logs.length + row.artifacts.length > 0,
    positions: {
      start,
      end: position(Math.max(row.start, row.end - 1)),
      id: row.name ? position(row.name.offset) : start,
      prompt: position(row.prompt.offset),
      shouldTrigger: position(row.shouldTrigger.offset),
      workspace: position(row.workspace?.offset ?? row.files[0]?.offset ?? row.start),
      expectedBehavior: places(row.expected),
      unexpectedBehavior: [],
      logsContain: places(row.logs),
      filesExist: places(row.artifacts),
    },
  }
}

function notGraded(file: string, id: string, { remarks }: Row, position: (offset: number) => Position): Finding[] {
  return remarks.filter(remark => remark.fate === 'ungraded').map(({ field, how, offset }) => ({ rule: 'dataset/dialect-check', severity: 'warning', file, id, ...position(offset), message: `Evaluation \`${id}\`: \`${field}\`: ${how}.`, blocks: false }))
}

function notGiven(file: string, id: string, { files }: Row, given: GivenFiles | null, position: (offset: number) => Position): Finding[] {
  return (given?.problems ?? []).map(({ index, rule, message }) => ({ rule: `dataset/workspace-${rule}`, severity: 'error', file, id, ...position(files[index]?.offset ?? 0), message: `Evaluation \`${id}\`: \`files\` entry ${message}`, blocks: true }))
}
