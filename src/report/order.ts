import type { Finding } from '../catalog/finding.ts'
import type { Placed } from './places.ts'
import type { Report } from './report.ts'
import { compareText } from '../catalog/compare-text.ts'
import { shownPath } from './report.ts'

/**
 * The report in an order that does not depend on which file ended first, nor on how the run was sharded: by file, then by place. Files
 * outside the root, such as the packaged pool, come last.
 */
export function inOrder(report: Report): Report {
  const byPlace = placeOrder(report)
  const found = (a: Finding, b: Finding): number => byPlace(a, b) || compareText(a.rule, b.rule) || compareText(a.message, b.message)
  return {
    ...report,
    cases: report.cases.toSorted((a, b) => byPlace(a, b) || compareText(a.id, b.id)),
    behavior: report.behavior.toSorted((a, b) => byPlace(a, b) || compareText(a.id, b.id)),
    structure: { errors: report.structure.errors.toSorted(found), warnings: report.structure.warnings.toSorted(found) },
    faults: report.faults.toSorted(found),
    skipped: { ...report.skipped, reasons: report.skipped.reasons.toSorted((a, b) => b.count - a.count || compareText(a.reason, b.reason)) },
  }
}

function placeOrder(report: Report): (a: Placed, b: Placed) => number {
  const files = new Map<string, { path: string, outside: number }>()
  const of = (file: string): { path: string, outside: number } => {
    const known = files.get(file)
    if (known)
      return known
    const path = shownPath(report, file)
    const shown = { path, outside: /^(?:[a-z]:)?\//i.test(path) ? 1 : 0 }
    files.set(file, shown)
    return shown
  }
  return (a, b) => of(a.file).outside - of(b.file).outside || compareText(of(a.file).path, of(b.file).path) || a.line - b.line || a.column - b.column
}
