import type { StructuralReport } from './structural-report.ts'
import { manyLines } from '../report/plain-text.ts'
import { pathFrom, summaryOf } from './structural-report.ts'

/** Workflow commands, of which GitHub makes annotations, and how many there are. Paths are from the root of the repository. */
export function formatGithub(report: StructuralReport): string {
  const commands = report.findings.map(({ severity, file, line, column, rule, message }) =>
    `::${severity} file=${property(pathFrom(report.repository, file))},line=${line},col=${column},title=${property(rule)}::${data(message)}`)
  return `${[...commands, summaryOf(report)].join('\n')}\n`
}

function data(text: string): string {
  // whoever reads the log in a terminal would have it coloured by an id
  return manyLines(text).replaceAll('%', '%25').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
