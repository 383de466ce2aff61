import type { StructuralReport } from './structural-report.ts'
import { posix } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isInside } from '../catalog/paths.ts'
import { version } from '../suite/version.ts'

const base = '%SRCROOT%'
const page = 'https://unpkg.com/vitest-skill-evals/docs/reference/findings.md'

interface Place { file: string, line: number, column: number }

/** SARIF 2.1.0, as code scanning takes it. Paths are from the root of the repository. */
export function formatSarif(report: StructuralReport): string {
  const rules = [...new Map(report.findings.map(finding => [finding.rule, finding])).values()].sort((a, b) => a.rule < b.rule ? -1 : 1)
  const indexOf = new Map(rules.map(({ rule }, index) => [rule, index]))
  const results = report.findings.map(({ rule, severity, message, related, ...place }) => ({
    ruleId: rule,
    ruleIndex: indexOf.get(rule),
    level: severity,
    message: { text: plain(message) },
    locations: [location(place, report.repository)],
    ...related && { relatedLocations: related.map((other, id) => ({ id, message: { text: plain(other.message) }, ...location(other, report.repository) })) },
  }))
  const driver = {
    name: 'vitest-skill-evals',
    semanticVersion: version,
    rules: rules.map(({ rule, severity }) => ({ id: rule, shortDescription: { text: `What ${rule} asks for is not so` }, helpUri: page, defaultConfiguration: { level: severity } })),
  }
  return `${JSON.stringify({
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, originalUriBaseIds: { [base]: { uri: pathToFileURL(`${report.repository}/`).href } }, columnKind: 'utf16CodeUnits', results }],
  }, null, 2)}\n`
}

function location({ file, line, column }: Place, repository: string): object {
  // a file of another repository has no place in this one
  const artifactLocation = isInside(file, repository)
    ? { uri: posix.relative(repository, file).split('/').map(encodeURIComponent).join('/') || './', uriBaseId: base }
    : { uri: pathToFileURL(file).href }
  return { physicalLocation: { artifactLocation, region: { startLine: line, startColumn: column } } }
}

/** `[text](1)` would be read as a link to a related place, and `{0}` as a place for an argument. */
function plain(message: string): string {
  const unlinked = message.includes('](') ? message.replaceAll(/[[\]\\]/g, '\\$&') : message
  return unlinked.replaceAll(/\{(\d+)\}/g, '{{$1}}')
}
