import type { Finding } from '../catalog/finding.ts'
import type { Paint } from '../report/paint.ts'
import type { StructuralReport } from './structural-report.ts'
import { readUtf8 } from '../catalog/decode.ts'
import { isUnread } from '../catalog/finding.ts'
import { overlapText } from '../report/overlap-text.ts'
import { manyLines, oneLine } from '../report/plain-text.ts'
import { frameAt } from '../suite/failure.ts'
import { countsOf, pathFrom, summaryOf } from './structural-report.ts'

/** For people: each finding on a line that starts with its place, a code frame below it, how many there are, and the overlap estimate. */
export function formatText(report: StructuralReport, paint: Paint): string {
  const blocks = formatFindings(report.findings, report.root, paint)
  const { errors, warnings } = countsOf(report)
  const tone = errors > 0 ? paint.red : warnings > 0 ? paint.yellow : paint.green
  const overlap = report.overlap.map(estimate => overlapText(estimate, ({ file, line, column }) => `${oneLine(pathFrom(report.root, file))}:${line}:${column}`, paint))
  return `${[...blocks, tone(summaryOf(report)), ...overlap].join('\n\n')}\n`
}

/** Each finding as people read it; paths from `root`. */
export function formatFindings(findings: Finding[], root: string, paint: Paint): string[] {
  const lines = new Lines()
  return findings.map(finding => block(finding, root, lines, paint))
}

function block(finding: Finding, root: string, lines: Lines, paint: Paint): string {
  const tone = finding.severity === 'error' ? paint.red : paint.yellow
  const at = (place: { file: string, line: number, column: number }): string => `${oneLine(pathFrom(root, place.file))}:${place.line}:${place.column}`
  const related = finding.related?.filter(place => !finding.message.includes(at(place))) ?? []
  const frame = lines.frame(finding)
  return [
    `${paint.cyan(at(finding))}: ${tone(finding.severity)} ${paint.bold(finding.rule)}: ${oneLine(finding.message)}`,
    ...related.map(place => `  ${oneLine(place.message)}: ${at(place)}`),
    ...frame === null ? [] : [paint.dim(frame)],
  ].join('\n')
}

/** The lines of files, each file read once. */
class Lines {
  private readonly files = new Map<string, string[] | null>()

  /** `null` for what is about a folder, or a file that has no text there. */
  frame(finding: Finding): string | null {
    const { file, line, column } = finding
    const lines = isUnread(finding) ? null : this.of(file)
    if (!lines?.[line - 1]?.trim())
      return null
    return manyLines(frameAt(lines, { line, column }))
  }

  private of(file: string): string[] | null {
    const known = this.files.get(file)
    if (known !== undefined)
      return known
    const lines = read(file)
    this.files.set(file, lines)
    return lines
  }
}

function read(file: string): string[] | null {
  return readUtf8(file).text?.split(/\r?\n/) ?? null
}
