import type { StructuralReport } from './structural-report.ts'
import { overlapJson } from '../report/json-overlap.ts'
import { countsOf, pathFrom } from './structural-report.ts'

/** For programs: one JSON document, with paths from the root. */
export function formatJson(report: StructuralReport): string {
  const { root, skills, datasets, evaluations, external } = report
  const findings = report.findings.map(({ rule, severity, file, line, column, id, message, blocks, related }) => ({
    rule,
    severity,
    file: pathFrom(root, file),
    line,
    column,
    id,
    message,
    blocks,
    related: related?.map(place => ({ ...place, file: pathFrom(root, place.file) })),
  }))
  return `${JSON.stringify({ root, ...countsOf(report), skills, datasets, evaluations, external, findings, overlap: report.overlap.map(estimate => overlapJson(estimate, file => pathFrom(root, file))) }, null, 2)}\n`
}
