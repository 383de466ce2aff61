import type { Skill } from '../catalog/find-skills.ts'
import type { Finding, Position } from '../catalog/finding.ts'
import type { JsonSource } from '../catalog/json.ts'
import type { ForeignFile } from './dialects/row.ts'
import type { Entry } from './entry.ts'
import type { Dataset, DatasetKind, Evaluation } from './evaluation.ts'
import type { Mistake } from './schema-findings.ts'
import { readUtf8 } from '../catalog/decode.ts'
import { evalsFiles } from '../catalog/evals-files.ts'
import { Folders } from '../catalog/folders.ts'
import { parseJson, plainValue } from '../catalog/json.ts'
import { lineIndex } from '../catalog/line-index.ts'
import { buildEvaluation } from './build-evaluation.ts'
import { otherDialect } from './dialect.ts'
import { readJsonDialect } from './dialects/json-dialects.ts'
import { readForeign } from './dialects/read-foreign.ts'
import { docblockRule } from './docblock-rule.ts'
import { entriesOf, memberOf } from './entry.ts'
import { filesRule } from './files-rule.ts'
import { foreignEvaluations } from './foreign-dataset.ts'
import { logsRule } from './logs-rule.ts'
import { placeholdersRule } from './placeholders-rule.ts'
import { poolRule } from './pool-rule.ts'
import { schemaMistakes } from './schema-findings.ts'
import { schemaErrors } from './schema.ts'
import { unfinishedRule } from './unfinished-rule.ts'
import { seedsOf, workspaceRule } from './workspace-rule.ts'

/** Which dataset to read. */
export interface DatasetSource {
  /** Absolute path. */
  file: string
  kind: DatasetKind
  /** The skill that the dataset belongs to; `null` for a pool. */
  skill: Skill | null
  /** Contents of the file, where they are known already. Default: it is read, and its encoding checked. */
  text?: string
  /** Folders that were listed in this pass. */
  folders?: Folders | undefined
  /**
   * Whether files of other dialects are read too.
   * @default false
   */
  dialects?: boolean
}

/** Reads and checks one dataset. Never throws: what is wrong is in `findings`, in the order of the file. */
export function readDataset(source: DatasetSource): Dataset {
  const { file, kind, skill } = source
  const dataset: Dataset = { file, kind, skill: skill?.name ?? null, dialect: null, evaluations: [], findings: [], dropped: null, start: { line: 1, column: 1 } }
  const fail = (rule: string, message: string, position: Position): Dataset =>
    ({ ...dataset, findings: [{ rule: `dataset/${rule}`, severity: 'error', file, ...position, message, blocks: true }] })

  const decoded = source.text === undefined ? readUtf8(file, skill ? { folder: skill.dir, of: 'skill' } : undefined) : { text: source.text.replace(/^\uFEFF/, '') }
  if (decoded.text === null)
    return fail(decoded.reason, decoded.message, decoded.position)
  const foreign = source.dialects === true && kind !== 'pool' ? readForeign(file, decoded.text, { folders: source.folders ?? new Folders(), skills: skill ? [skill.name] : [] }) : null
  const place = lineIndex(decoded.text)
  if (foreign !== null)
    return 'problem' in foreign ? { ...fail('dialect', foreign.problem.message, place(foreign.problem.offset)), dialect: foreign.problem.dialect } : foreignDataset(source, dataset, { foreign, text: decoded.text, position: place })
  const json = parseJson(decoded.text)
  if ('problem' in json)
    return fail('json', json.problem.message, json.problem.position)
  const dialect = otherDialect(json.root)
  if (dialect)
    return fail('dialect', `${dialect.message}${readJsonDialect(json.root) === null ? '' : ` Or let \`skill-evals import ${file}\` do it.`}`, json.position(dialect.offset))

  const entries = entriesOf(json.root)
  const mistakes = schemaMistakes(json.root, entries, schemaErrors(plainValue(json.root)))
  const broken = new Set(mistakes.filter(mistake => !mistake.harmless).map(mistake => mistake.entry))
  const list = memberOf(json.root, 'evaluations')
  const evaluations = entries.filter(entry => !broken.has(entry)).map(entry => buildEvaluation(entry, kind, dataset.skill, json.position))
  const findings = [
    ...mistakes.map(mistake => finding(file, mistake, json.position)),
    ...doubledKeys(file, json, entries),
    ...docblockRule(file, decoded.text, entries, json.position),
    ...evaluations.flatMap(rulesFor(source)),
  ]
  return {
    ...dataset,
    evaluations,
    findings: findings.sort((a, b) => a.line - b.line || a.column - b.column).map(oneLine),
    dropped: list?.node.kind === 'array' ? entries.length - evaluations.length : null,
    start: json.position(list?.keyStart ?? json.root.start),
  }
}

/** The file as it is, with evaluations in ours. */
function foreignDataset(source: DatasetSource, dataset: Dataset, { foreign, text, position }: { foreign: ForeignFile, text: string, position: (offset: number) => Position }): Dataset {
  const { file } = source
  const { evaluations, findings, dropped } = foreignEvaluations(source, foreign, position)
  const all = [...findings, ...docblockRule(file, text, [], position), ...evaluations.flatMap(rulesFor(source))]
  return { ...dataset, dialect: foreign.dialect, evaluations, findings: all.sort((a, b) => a.line - b.line || a.column - b.column).map(oneLine), dropped }
}

function rulesFor({ file, kind, skill, folders }: DatasetSource): (evaluation: Evaluation) => Finding[] {
  const seedOf = skill && seedsOf(skill)
  const hooks = skill !== null && evalsFiles(skill, folders).hooks !== null
  return (evaluation) => {
    const seed = evaluation.files ? { dir: file, files: evaluation.files.map(given => given.to) } : seedOf?.(evaluation) ?? null
    return [
      ...kind === 'pool' ? poolRule(file, evaluation) : [],
      ...workspaceRule(file, evaluation, seed),
      ...filesRule(file, evaluation, seed),
      ...logsRule(file, evaluation),
      ...unfinishedRule(file, evaluation),
      // Hooks fill the placeholders of their own skill; a pool has none, and its prompts may hold code.
      ...hooks || kind === 'pool' ? [] : placeholdersRule(file, evaluation),
    ]
  }
}

/** Messages quote the file, and what they quote may hold line breaks. */
function oneLine(found: Finding): Finding {
  return { ...found, message: found.message.replaceAll('\r', '\\r').replaceAll('\n', '\\n') }
}

function finding(file: string, { rule, offset, entry, message }: Mistake, position: (offset: number) => Position): Finding {
  return { rule, severity: 'error', file, ...(entry?.id == null ? {} : { id: entry.id }), ...position(offset), message, blocks: true }
}

/** JSON readers keep one of two equal keys in silence, and not all of them the same one. */
function doubledKeys(file: string, { doubled, position }: JsonSource, entries: Entry[]): Finding[] {
  return doubled.map(({ key, first, second }) => {
    const entry = entries.find(({ node }) => node.start <= second && second < node.end)
    const place = position(first)
    return {
      rule: 'dataset/duplicate-key',
      severity: 'error',
      file,
      ...(entry?.id == null ? {} : { id: entry.id }),
      ...position(second),
      message: `${entry ? `${entry.label} has` : 'The file has'} the key \`${key}\` twice, first at ${place.line}:${place.column}. Delete one.`,
      related: [{ file, ...place, message: `the first \`${key}\`` }],
      blocks: true,
    }
  })
}
