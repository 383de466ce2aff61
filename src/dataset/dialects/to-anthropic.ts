import type { Row } from './row.ts'
import type { Imported, WrittenDataset, WrittenEvaluation } from './to-ours.ts'
import { parseJson } from '../../catalog/json.ts'
import { FLAG_FIELDS } from './flag.ts'
import { readJsonDialect } from './json-dialects.ts'

/** A dataset of ours in one of Anthropic's two formats, and what could not be said in it. */
export interface Exported {
  value: unknown
  /** By evaluation. */
  notes: { id: string, what: string }[]
  /** Ids that are in it. */
  ids: string[]
}

/** An evaluation of ours, as it is in the file. */
export interface OurEvaluation extends WrittenEvaluation {
  unexpected_behavior?: string[]
}

/** A dataset of ours, as it is in the file. */
export interface OurDataset extends WrittenDataset {
  evaluations: OurEvaluation[]
}

/** What the way back needs beside the dataset. */
export interface ExportContext {
  /** Name of the skill. */
  skill: string
  /** Files of the folder that an evaluation's `workspace` names, from the skill. */
  filesOf: (workspace: string) => string[]
}

type Fields = Record<string, unknown>

/** Makes a trigger list: every prompt, and whether the skill should trigger. */
export function toTriggerList(dataset: OurDataset): Exported {
  const exported: Exported = { value: null, notes: [], ids: [] }
  const rows = dataset.evaluations.map((evaluation): Fields => {
    const { prompt, skill_should_trigger, note } = evaluation
    if (originOf(dataset, evaluation)?.dialect === 'trigger-list')
      return givenBack(evaluation, exported)
    if (checksOf(evaluation).length > 0)
      exported.notes.push({ id: evaluation.id, what: 'its expectations are not in a trigger list' })
    return { query: prompt, should_trigger: skill_should_trigger, ...note !== undefined && { note } }
  })
  return { ...exported, value: rows, ids: dataset.evaluations.map(({ id }) => id) }
}

/**
 * Makes the `evals.json` of skill-creator. It has no flag, so it takes the evaluations that should trigger and have an expectation, and those
 * that came from such a file, which may have had a flag of its own.
 */
export function toSkillCreator(dataset: OurDataset, context: ExportContext): Exported {
  const exported: Exported = { value: null, notes: [], ids: [] }
  const numbers = new Set(dataset.evaluations.map(({ imported }) => imported?.fields?.id))
  let next = 1
  const number = (): number => {
    while (numbers.has(next))
      next++
    return next++
  }
  const rows = dataset.evaluations.flatMap((evaluation): Fields[] => {
    const { id, imported, skill_should_trigger } = evaluation
    const isBack = originOf(dataset, evaluation)?.dialect === 'skill-creator'
    const isSaid = skill_should_trigger || (isBack && hasFlag(imported))
    if (!isSaid || (!isBack && checksOf(evaluation).length === 0)) {
      exported.notes.push({ id, what: `left out: ${isSaid ? 'it has no expectation' : 'the format cannot say that a skill should not trigger'}; \`--to triggers\` has it` })
      return []
    }
    exported.ids.push(id)
    return [isBack ? givenBack(evaluation, exported) : { id: number(), name: id, ...newRow(evaluation, context, exported) }]
  })
  const origin = dataset.imported?.find(part => part.dialect === 'skill-creator')
  return { ...exported, value: { ...origin ? origin.fields : { skill_name: context.skill }, evals: rows } }
}

/** The file that an evaluation was imported from; `undefined` for one that was written here. */
function originOf({ imported: files = [] }: OurDataset, { imported }: OurEvaluation): NonNullable<OurDataset['imported']>[number] | undefined {
  return imported === undefined ? undefined : imported.file === undefined ? files[0] : files.find(one => one.file === imported.file)
}

/** An evaluation as its file had it, with what was changed since. */
function givenBack(evaluation: OurEvaluation, exported: Exported): Fields {
  const { keys = {}, fields = {} } = evaluation.imported ?? {}
  const row: Fields = { ...fields, [keys.prompt ?? 'prompt']: evaluation.prompt }
  if (keys.skill_should_trigger !== undefined)
    row[keys.skill_should_trigger] = evaluation.skill_should_trigger
  // what was said by something else than a flag, such as the name of a skill, counts as long as it says the same
  else if (readAgain(row)?.shouldTrigger.value !== evaluation.skill_should_trigger)
    row.should_trigger = evaluation.skill_should_trigger
  if (evaluation.note !== undefined)
    row[keys.note ?? 'note'] = evaluation.note
  const { expected_behavior: list } = keys
  const checks = checksOf(evaluation)
  if (list !== undefined && checks.length === (evaluation.expected_behavior ?? []).length)
    row[list] = checks
  // what is more than a list of texts was kept as it was; it counts as long as it says what the evaluation says
  else if (checks.length > 0 && !saysTheSame(row, evaluation))
    changedList(row, list ?? 'expectations', { id: evaluation.id, checks }, exported)
  return row
}

function readAgain(row: Fields): Row | undefined {
  const json = parseJson(JSON.stringify({ evals: [row] }))
  return 'root' in json ? readJsonDialect(json.root)?.rows[0] : undefined
}

function hasFlag(imported: Imported | undefined): boolean {
  return imported?.keys?.skill_should_trigger !== undefined || FLAG_FIELDS.some(field => field in (imported?.fields ?? {}))
}

function saysTheSame(row: Fields, evaluation: OurEvaluation): boolean {
  const again = readAgain(row)
  const texts = (list: { text: string }[] | undefined): string[] => list?.map(line => line.text) ?? []
  return JSON.stringify([texts(again?.expected), texts(again?.logs), texts(again?.artifacts), []]) === JSON.stringify([evaluation.expected_behavior ?? [], evaluation.logs_contain ?? [], evaluation.files_exist ?? [], evaluation.unexpected_behavior ?? []])
}

function changedList(row: Fields, list: string, { id, checks }: { id: string, checks: string[] }, exported: Exported): void {
  row[list] = checks
  exported.notes.push({ id, what: `its expectations are not those that were imported, so \`${list}\` has them as sentences` })
}

function newRow(evaluation: OurEvaluation, { filesOf }: ExportContext, exported: Exported): Fields {
  const checks = checksOf(evaluation)
  if (evaluation.logs_contain?.length || evaluation.files_exist?.length || evaluation.unexpected_behavior?.length)
    exported.notes.push({ id: evaluation.id, what: 'what is not `expected_behavior` is written as sentences' })
  return {
    prompt: evaluation.prompt,
    expected_output: (evaluation.expected_behavior ?? checks).join(' '),
    files: evaluation.workspace === undefined ? [] : filesOf(evaluation.workspace),
    expectations: checks,
  }
}

/** Everything that an evaluation expects, as sentences. */
function checksOf({ expected_behavior = [], unexpected_behavior = [], logs_contain = [], files_exist = [] }: OurEvaluation): string[] {
  return [
    ...expected_behavior,
    ...unexpected_behavior.map(text => `This did not happen: ${text}`),
    ...logs_contain.map(text => `What the agent did or said contains ${JSON.stringify(text)}, in whatever case.`),
    ...files_exist.map(path => `There is a file ${path} at the end.`),
  ]
}
