import type { Position } from '../catalog/finding.ts'
import type { Evaluation } from '../dataset/evaluation.ts'
import type { DatasetEntry } from './catalog-index.ts'
import type { FileData } from './test-file.ts'

/** A test of the structure tier: the findings (by their index) that would make it fail or warn. */
export interface StructureTest {
  name: string
  at: Position
  evaluation: Evaluation | null
  findings: number[]
}

/** Which parts a test file has. */
interface Parts {
  /** A dataset that shows the findings of its `SKILL.md` too. */
  speaksForSkill?: boolean
  /** Whether files are required of a skill. */
  files?: boolean
  /** A file of `docs`. */
  doc?: boolean
  /** Whether the overlap estimate is held to a floor. */
  overlap?: boolean
}

const top: Position = { line: 1, column: 1 }

/**
 * Divides the findings of a file into tests: one for each evaluation, and for the file as a whole `dataset`, `bar` and `overlap`, or
 * `SKILL.md`, `links`, `files`, `dataset` and `machine.yml`. Every finding is in exactly one test, so that none is lost.
 */
export function structureTests(data: FileData, entry: DatasetEntry | null, { speaksForSkill = false, files = false, doc = false, overlap = false }: Parts = {}): StructureTest[] {
  const rest = new Set(data.findings.keys())
  const take = (matches: (finding: FileData['findings'][number]) => boolean): number[] => {
    const taken = data.findings.flatMap((finding, i) => rest.has(i) && matches(finding) ? [i] : [])
    taken.forEach(i => rest.delete(i))
    return taken
  }
  if (doc)
    return [{ name: 'links', at: top, evaluation: null, findings: [...rest] }]
  if (!entry) {
    const links = take(finding => finding.rule.startsWith('link/'))
    const required = take(finding => finding.rule.startsWith('file/'))
    const dataset = take(finding => finding.rule === 'skill/no-dataset' || finding.rule.startsWith('dataset/') || finding.rule.startsWith('hooks/'))
    const machine = take(finding => finding.rule.startsWith('machine/'))
    const tests = [{ name: 'SKILL.md', findings: [...rest] }, { name: 'links', findings: links }, ...files ? [{ name: 'files', findings: required }] : [], { name: 'dataset', findings: dataset }, { name: 'machine.yml', findings: machine }]
    return tests.map(test => ({ ...test, at: top, evaluation: null }))
  }
  const estimated = take(finding => finding.rule === 'dataset/overlap')
  const skill = speaksForSkill ? take(finding => finding.file !== data.file) : []
  const evaluations = entry.dataset.evaluations.map(evaluation => ({
    name: evaluation.id,
    at: evaluation.positions.id,
    evaluation,
    findings: take(finding => inside(finding, evaluation)),
  }))
  const bar = take(finding => finding.rule.startsWith('dataset/bar'))
  return [
    { name: 'dataset', at: top, evaluation: null, findings: [...rest] },
    ...(speaksForSkill ? [{ name: 'SKILL.md', at: top, evaluation: null, findings: skill }] : []),
    ...(entry.dataset.kind === 'evals' && entry.dataset.dropped !== null && entry.dataset.dialect === null ? [{ name: 'bar', at: top, evaluation: null, findings: bar }] : []),
    ...(overlap ? [{ name: 'overlap', at: top, evaluation: null, findings: estimated }] : []),
    ...evaluations,
  ]
}

/** By place, not by id: two evaluations can hold the same id, which is a finding itself. */
function inside(finding: Position, { positions: { start, end } }: Evaluation): boolean {
  return !before(finding, start) && !before(end, finding)
}

function before(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.column < b.column)
}
