import type { JsonNode } from '../../catalog/json.ts'
import type { Grader } from './plugin-grader.ts'
import type { ForeignFile, Line, Row } from './row.ts'
import { plainValue } from '../../catalog/json.ts'
import { FieldReader } from './field-reader.ts'
import { readGrader } from './plugin-grader.ts'

/** A part of a case: the fields of one file, and the text below them. */
export interface CasePart {
  /** From the folder of the case: `prompt.md`, `case.yaml`, `graders/fires.md`. */
  path: string
  root: JsonNode
  body: Line
}

const SETTINGS: Record<string, string> = {
  context: 'not given to the agent: put its folders into `workspace`, and its script into `setup` of hooks',
  append_system_prompt: 'not done: the agent gets the prompt alone',
  allowed_tools: 'not done: agents run with their own tools',
  disallowed_tools: 'not done: agents run with their own tools',
}
const OTHER_SETTING = 'not done: a setting of another runner; see the options of the project'

/**
 * Reads a case of `claude plugin eval`. The first part is the one that tests are placed in; what stands in another file has the
 * place of the prompt.
 * @param folder name of the case's folder
 * @param parts its files, at least one
 * @param skills names of the skills that a grader may mean
 */
export function readPluginCase(folder: string, parts: readonly CasePart[], skills: readonly string[]): ForeignFile {
  const [main] = parts
  const file: ForeignFile = { dialect: 'plugin-eval', skill: null, rows: [], refused: [], fields: {}, remarks: [] }
  if (main === undefined)
    return file
  const isGrader = ({ path }: CasePart): boolean => path.startsWith('graders/')
  const heads = parts.filter(part => !isGrader(part))
  const readers = heads.flatMap(part => part.root.kind === 'object' ? [{ part, reader: new FieldReader(part.root) }] : [])
  const prompt = heads.map(part => promptOf(part)).find(found => found !== null) ?? null
  if (prompt === null)
    return { ...file, refused: [{ text: 'it has no prompt: no text in prompt.md, and no `execution.prompt` in case.yaml', offset: main.root.start }] }
  const place = (part: CasePart, line: Line): Line => part === main ? line : { ...line, offset: prompt.part === main ? prompt.line.offset : main.root.start }

  const graders = parts.flatMap(part => gradersOf(part).map(({ node, body }) => ({ node, part, read: node.kind === 'object' ? readGrader(node, body, skills) : null })))
  const row = emptyRow(main, place(prompt.part, prompt.line), folder)
  row.remarks.push({ field: 'prompt', fate: 'carried', how: 'prompt', offset: row.prompt.offset })
  for (const { part, read } of graders.filter(({ read }) => read !== null))
    take(row, read, read ? place(part, read.line) : row.prompt)
  if (!row.shouldTrigger.value)
    dropChecks(row)
  for (const { part, reader } of readers)
    takeHead(row, reader, part, place)
  if (graders.length > 0)
    row.fields.graders = graders.map(({ node, part }) => isGrader(part) ? { file: part.path, ...new Object(plainValue(node)), ...part.body.text.trim() !== '' && { body: part.body.text.trim() } } : plainValue(node))
  return { ...file, rows: [row] }
}

function emptyRow(main: CasePart, prompt: Line, folder: string): Row {
  const end = Math.max(main.root.end, main.body.offset + main.body.text.length)
  return { start: main.root.start, end, name: { text: folder, offset: main.root.start }, prompt, shouldTrigger: { value: true, offset: main.root.start }, skill: null, expected: [], logs: [], artifacts: [], files: [], workspace: null, note: null, keys: {}, fields: {}, remarks: [] }
}

function take(row: Row, grader: Grader | null, line: Line): void {
  if (grader === null)
    return
  const { to, how } = grader
  row.remarks.push({ field: 'graders', fate: to === null ? 'ungraded' : 'carried', how, offset: line.offset })
  if (to === 'trigger') {
    // one that should fire says more than those that should not
    const decided = row.skill !== null && row.shouldTrigger.value
    if (!decided || grader.value) {
      row.shouldTrigger = { value: grader.value, offset: line.offset }
      row.skill = grader.skill === null ? null : { text: grader.skill, offset: line.offset }
    }
  }
  else if (to !== null) {
    row[to].push({ text: line.text, offset: line.offset })
  }
}

/** Where no skill should fire, nothing runs to its end. The graders stay under `imported`. */
function dropChecks(row: Row): void {
  row.remarks = row.remarks.map(remark => remark.field === 'graders' && remark.fate === 'carried' && !remark.how.startsWith('skill_should_trigger') ? { ...remark, fate: 'ungraded', how: 'not graded: no skill should trigger, so nothing runs to its end' } : remark)
  for (const list of [row.expected, row.logs, row.artifacts])
    list.splice(0)
}

function takeHead(row: Row, reader: FieldReader, part: CasePart, place: (part: CasePart, line: Line) => Line): void {
  const description = reader.text('description')
  if (description !== null) {
    row.note ??= place(part, description)
    reader.carry('description', 'note', 'note')
  }
  const outcome = reader.text('expected_outcome')
  if (outcome !== null && row.expected.length + row.logs.length + row.artifacts.length === 0 && row.shouldTrigger.value)
    row.expected.push(place(part, { ...outcome, text: outcome.text.trim() }))
  reader.keep('expected_outcome', row.expected.some(line => line.text === outcome?.text.trim()) ? 'carried' : 'kept', row.expected.some(line => line.text === outcome?.text.trim()) ? 'expected_behavior, one line: no grader says what is expected' : 'kept for readers')
  const name = reader.text('name')
  if (name !== null)
    row.name = place(part, name)
  reader.keep('name', 'carried', 'id, with the skill\'s name before it')
  reader.keep('schema_version', 'kept', 'kept for readers')
  reader.keep('tags', 'kept', 'kept for readers')
  reader.keep('plugins', 'kept', 'kept for readers; the room is the catalog')
  if (reader.peek('graders'))
    reader.carry('graders', null, 'see below')
  for (const [field, how] of Object.entries(SETTINGS))
    reader.keep(field, 'ungraded', how)
  reader.keep('execution', 'kept', `the prompt is carried; the rest is ${OTHER_SETTING.replace('not done: ', '')}`)
  reader.finish(OTHER_SETTING)
  row.remarks.push(...reader.remarks.filter(remark => remark.field !== 'graders').map(remark => ({ ...remark, offset: place(part, { text: '', offset: remark.offset }).offset })))
  Object.assign(row.fields, reader.kept)
  Object.assign(row.keys, reader.keys)
}

function promptOf(part: CasePart): { part: CasePart, line: Line } | null {
  if (part.path === 'prompt.md')
    return part.body.text.trim() === '' ? null : { part, line: { text: part.body.text.trim(), offset: part.body.offset + part.body.text.length - part.body.text.trimStart().length } }
  const execution = part.root.kind === 'object' ? part.root.members.get('execution')?.node : undefined
  const prompt = execution?.kind === 'object' ? execution.members.get('prompt')?.node : undefined
  return prompt?.kind === 'string' && prompt.value.trim() !== '' ? { part, line: { text: prompt.value, offset: prompt.start } } : null
}

function gradersOf(part: CasePart): { node: JsonNode, body: string }[] {
  if (part.path.startsWith('graders/'))
    return [{ node: part.root, body: part.body.text }]
  const list = part.root.kind === 'object' ? part.root.members.get('graders')?.node : undefined
  return list?.kind === 'array' ? list.items.map(node => ({ node, body: '' })) : []
}
