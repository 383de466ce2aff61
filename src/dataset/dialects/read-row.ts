import type { JsonNode } from '../../catalog/json.ts'
import type { Line, Refusal, Row } from './row.ts'
import { readAssertion } from './assertion.ts'
import { FieldReader } from './field-reader.ts'
import { readFlag } from './flag.ts'

/** What a dialect means where an evaluation says nothing. */
export interface RowDefaults {
  /** Whether the skill should trigger; `null` where the evaluation has to say. */
  shouldTrigger: boolean | null
}

const PROMPTS = ['prompt', 'query', 'question', 'input', 'user_prompt', 'text']
/** In the order in which they count: where several are there, the first one that is not empty is graded. */
const LISTS = ['expectations', 'assertions', 'expected_behavior', 'expected_behaviors', 'expected_behaviour']
const OUTPUTS = ['expected_output', 'ground_truth', 'expected_outcome']
const NOTES = ['note', 'notes', 'why', 'reason', 'rationale']
const NOTHING_RUNS = 'no skill should trigger, so nothing runs to its end'
/** Checks and settings of other runners, which would change what is measured. */
const UNGRADED: Record<string, string> = {
  tool_assertions: 'not graded: nothing here checks single calls of tools',
  expected_script: 'not graded: nothing here checks which script ran',
  acceptable_skills: 'not graded: one skill is right, or none',
  acceptable_alternates: 'not graded: one skill is right, or none',
  turns: 'not done: an evaluation is one prompt',
  unexpected_behavior: 'not graded',
}

/** Reads one evaluation of a list. */
export function readRow(node: JsonNode, defaults: RowDefaults): Row | Refusal {
  const refuse = (text: string): Refusal => ({ text, offset: node.start })
  if (node.kind !== 'object')
    return refuse('it is no object')
  const reader = new FieldReader(node)
  const promptField = reader.first(PROMPTS)
  const prompt = reader.text(promptField)
  if (promptField === undefined || prompt === null)
    return refuse(reader.peek('turns') ? 'it has no prompt but `turns`, and an evaluation is one prompt' : promptField === undefined ? 'it has no prompt' : `\`${promptField}\` is no text, or blank`)
  reader.carry(promptField, 'prompt', 'prompt')
  const flag = readFlag(reader, node.start)
  if (typeof flag === 'string')
    return refuse(flag)
  const shouldTrigger = flag.value ?? (flag.skill ? true : defaults.shouldTrigger)
  if (shouldTrigger === null)
    return refuse('it does not say whether the skill should trigger')
  const checks = shouldTrigger ? readChecks(reader) : noChecks(reader)
  return {
    start: node.start,
    end: node.end,
    name: nameOf(reader),
    prompt,
    shouldTrigger: { value: shouldTrigger, offset: flag.offset },
    skill: flag.skill,
    ...checks,
    note: noteOf(reader),
    ...finished(reader),
  }
}

/** What is left of a row when all of its own fields are read. */
export function finished(reader: FieldReader): Pick<Row, 'keys' | 'fields' | 'remarks'> {
  for (const [field, how] of Object.entries(UNGRADED))
    reader.keep(field, 'ungraded', how)
  reader.finish()
  return { keys: reader.keys, fields: reader.kept, remarks: reader.remarks }
}

/** Whether a row is one that could not be read. */
export function isRefusal(row: Row | Refusal): row is Refusal {
  return !('prompt' in row)
}

/** A text for an id; numbers count only where there is nothing that speaks. Both stay as they were, since the id gets a prefix. */
function nameOf(reader: FieldReader): Line | null {
  const [id, name] = [reader.peek('id'), reader.text('name')]
  const number = id?.kind === 'number' ? { text: String(id.value), offset: id.start } : null
  const own = reader.text('id') ?? name ?? number
  const becameId = (field: string): void => reader.keep(field, 'carried', 'id, with the skill\'s name before it')
  if (own !== null)
    becameId(own === name ? 'name' : 'id')
  for (const field of ['id', 'name']) {
    if (!(field in reader.kept))
      reader.keep(field, 'kept', 'kept for readers')
  }
  return own
}

function noteOf(reader: FieldReader): Line | null {
  const field = reader.first(NOTES)
  const note = reader.text(field)
  if (field !== undefined && note !== null)
    reader.carry(field, 'note', 'note')
  return note
}

type Checks = Pick<Row, 'expected' | 'logs' | 'artifacts' | 'files' | 'workspace'>

function readChecks(reader: FieldReader): Checks {
  const checks: Checks = { expected: [], logs: [], artifacts: [], files: [], workspace: null }
  const isFilled = (field: string): boolean => isList(reader.peek(field)) || reader.text(field) !== null
  const there = LISTS.filter(field => reader.peek(field) !== undefined)
  const graded = there.find(isFilled)
  for (const field of there) {
    if (field === graded)
      readList(reader, field, checks)
    else
      reader.keep(field, isFilled(field) ? 'ungraded' : 'kept', isFilled(field) ? `not graded: \`${graded}\` is there too, and is` : 'empty')
  }
  for (const field of OUTPUTS) {
    const line = reader.text(field)
    if (line !== null && checks.expected.length + checks.logs.length + checks.artifacts.length === 0) {
      checks.expected.push({ ...line, text: line.text.trim() })
      reader.keep(field, 'carried', 'expected_behavior, one line: nothing else says what is expected')
    }
    else if (line !== null) {
      reader.keep(field, 'kept', 'kept for readers; the dialect does not grade it either')
    }
  }
  checks.files = filesOf(reader)
  const given = checks.files.length > 0
  reader.keep('files', given ? 'carried' : isList(reader.peek('files')) ? 'ungraded' : 'kept', given ? 'workspace' : isList(reader.peek('files')) ? 'not given to the agent: it holds no paths' : 'empty')
  return checks
}

function readList(reader: FieldReader, field: string, checks: Checks): void {
  const node = reader.peek(field)
  const items = node?.kind === 'array' ? node.items : node ? [node] : []
  const read = items.map(readAssertion)
  for (const assertion of read) {
    if (assertion?.to)
      checks[assertion.to].push(assertion.line)
  }
  const plain = node?.kind === 'array' && items.every(item => item.kind === 'string' && item.value.trim() === item.value && item.value !== '')
  if (plain)
    return reader.carry(field, 'expected_behavior', 'expected_behavior')
  // what is more than texts stays as it was, beside what it became
  for (const { to, how } of read.filter(assertion => assertion !== null))
    reader.keep(field, to === null ? 'ungraded' : 'carried', how)
  if (read.every(assertion => assertion === null))
    reader.keep(field, 'kept', 'blank')
}

/** Where no skill should fire, nothing runs to its end, so there is nothing to grade. */
function noChecks(reader: FieldReader): Checks {
  for (const field of LISTS) {
    if (isList(reader.peek(field)) || reader.text(field) !== null)
      reader.keep(field, 'ungraded', `not graded: ${NOTHING_RUNS}`)
  }
  if (filesOf(reader).length > 0)
    reader.keep('files', 'ungraded', `not given to the agent: ${NOTHING_RUNS}`)
  return { expected: [], logs: [], artifacts: [], files: [], workspace: null }
}

/** Paths of files that the agent is given: one, or a list. */
function filesOf(reader: FieldReader): Line[] {
  const node = reader.peek('files')
  const items = node?.kind === 'array' ? node.items : node ? [node] : []
  return items.flatMap(item => item.kind === 'string' && item.value.trim() !== '' ? [{ text: item.value.trim(), offset: item.start }] : [])
}

function isList(node: JsonNode | undefined): boolean {
  return node?.kind === 'array' && node.items.length > 0
}
