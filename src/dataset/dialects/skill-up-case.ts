import type { JsonNode } from '../../catalog/json.ts'
import type { ForeignFile, Line, Row } from './row.ts'
import { artifact } from './assertion.ts'
import { FieldReader } from './field-reader.ts'

/**
 * Reads a case of skill-up.
 * @param root the case
 * @param basename name of its file without the ending, which is its id where it names none
 * @param suite the `eval.yaml` that it belongs to, whose `cases.defaults.expect` count for each case; `null` where there is none
 * @returns `null` when it is no case
 */
export function readSkillUpCase(root: JsonNode, basename: string, suite: JsonNode | null): ForeignFile | null {
  if (root.kind !== 'object' || !root.members.has('input'))
    return null
  const file: ForeignFile = { dialect: 'skill-up', skill: null, rows: [], refused: [], fields: {}, remarks: [] }
  const reader = new FieldReader(root)
  const prompt = textAt(root, 'input', 'prompt')
  if (prompt === null)
    return { ...file, refused: [{ offset: root.start, text: at(root, 'input', 'turns') ? 'it has several turns, and an evaluation is one prompt' : 'it has no `input.prompt`' }] }
  const row: Row = { start: root.start, end: root.end, name: reader.text('id') ?? { text: basename, offset: root.start }, prompt, shouldTrigger: { value: true, offset: root.start }, skill: null, expected: [], logs: [], artifacts: [], files: [], workspace: null, note: null, keys: {}, fields: {}, remarks: [] }
  reader.keep('id', 'carried', 'id, with the skill\'s name before it')
  reader.keep('input', 'carried', 'prompt')
  row.note = reader.text('description')
  if (row.note !== null)
    reader.carry('description', 'note', 'note')
  readContext(root, row, reader)
  readExpect(root, row, reader, root.start, suite)
  readJudge(root, row, reader)
  reader.keep('constraints', 'ungraded', 'not done: settings of another runner; see the options `timeout` and `limits`')
  reader.keep('user_simulator', 'ungraded', 'not done: an evaluation is one prompt')
  if (suite)
    reader.remarks.push({ field: 'eval.yaml', fate: 'kept', how: 'left where it is: engine, environment and the like are options of the project here', offset: root.start })
  reader.finish()
  return { ...file, rows: [{ ...row, keys: reader.keys, fields: reader.kept, remarks: reader.remarks }] }
}

function readContext(root: JsonNode, row: Row, reader: FieldReader): void {
  row.workspace = textAt(root, 'context', 'repo_fixture')
  if (row.workspace)
    reader.keep('context', 'carried', '`repo_fixture` is the workspace')
  const others = keysAt(root, 'context').filter(key => key !== 'repo_fixture')
  if (others.length > 0)
    reader.keep('context', 'ungraded', `${named(others)} not given to the agent: put files into a folder of the skill that \`workspace\` names, and the rest into \`setup\` of hooks`)
}

function readExpect(root: JsonNode, row: Row, reader: FieldReader, place: number, suite: JsonNode | null): void {
  const defaults = suite && at(suite, 'cases', 'defaults')
  const count = row.logs.length
  for (const [node, moved] of [[defaults, true], [root, false]] as const) {
    if (!node)
      continue
    const lines = (key: string): Line[] => listAt(node, 'expect', key).map(line => moved ? { ...line, offset: place } : line)
    if (moved)
      noteDefaults(node, reader, place)
    row.logs.push(...lines('must_contain'))
    for (const path of lines('files_exist')) {
      const read = artifact(path)
      if (read.to === null)
        reader.keep('expect', 'ungraded', read.how)
      else
        row.artifacts.push(path)
    }
  }
  if (row.logs.length > count || row.artifacts.length > 0)
    reader.keep('expect', 'carried', '`must_contain` is logs_contain (looked for in all that the agent did and said), `files_exist` is files_exist')
  const others = keysAt(root, 'expect').filter(key => key !== 'must_contain' && key !== 'files_exist')
  if (others.length > 0)
    reader.keep('expect', 'ungraded', `${named(others)} not graded; write it as \`check\` of hooks`)
}

/** What `eval.yaml` says stands in another file, so nothing of it is kept here. */
function noteDefaults(defaults: JsonNode, reader: FieldReader, offset: number): void {
  const field = 'eval.yaml'
  const keys = keysAt(defaults, 'expect')
  const isCarried = (key: string): boolean => key === 'must_contain' || key === 'files_exist'
  if (keys.some(isCarried))
    reader.remarks.push({ field, fate: 'carried', how: '`must_contain` and `files_exist` of `cases.defaults.expect` count for each case', offset })
  const others = keys.filter(key => !isCarried(key))
  if (others.length > 0)
    reader.remarks.push({ field, fate: 'ungraded', how: `${others.map(key => `\`${key}\``).join(', ')} of \`cases.defaults.expect\`: not graded`, offset })
}

function readJudge(root: JsonNode, row: Row, reader: FieldReader): void {
  const criteria = listAt(root, 'judge', 'criteria')
  const rules = at(root, 'judge', 'success')
  row.expected.push(...criteria)
  if (criteria.length > 0)
    reader.keep('judge', 'carried', '`criteria` is expected_behavior')
  for (const rule of rules?.kind === 'array' ? rules.items : []) {
    const all = listAt(rule, 'output_contains', 'all')
    row.logs.push(...all)
    if (all.length > 0)
      reader.keep('judge', 'carried', '`output_contains.all` is logs_contain: looked for in all that the agent did and said')
    const others = keysAt(rule).flatMap(key => key === 'output_contains' ? keysAt(rule, key).filter(inner => inner !== 'all').map(inner => `${key}.${inner}`) : [key])
    if (others.length > 0)
      reader.keep('judge', 'ungraded', `${named(others)} not graded; write it as \`check\` of hooks`)
  }
  const others = keysAt(root, 'judge').filter(key => !['type', 'model', 'criteria', 'success', 'timeout_seconds'].includes(key))
  if (others.length > 0)
    reader.keep('judge', 'ungraded', `${named(others)} not graded; write it as \`check\` of hooks`)
}

function named(keys: string[]): string {
  return `${keys.map(key => `\`${key}\``).join(', ')} ${keys.length === 1 ? 'is' : 'are'}`
}

function at(node: JsonNode, ...path: string[]): JsonNode | undefined {
  let found: JsonNode | undefined = node
  for (const key of path)
    found = found?.kind === 'object' ? found.members.get(key)?.node : undefined
  return found
}

function keysAt(node: JsonNode, ...path: string[]): string[] {
  const found = at(node, ...path)
  return found?.kind === 'object' ? [...found.members.keys()] : []
}

function textAt(node: JsonNode, ...path: string[]): Line | null {
  const found = at(node, ...path)
  return found?.kind === 'string' && found.value.trim() !== '' ? { text: found.value, offset: found.start } : null
}

function listAt(node: JsonNode, ...path: string[]): Line[] {
  const found = at(node, ...path)
  return found?.kind === 'array' ? found.items.flatMap(item => item.kind === 'string' && item.value.trim() !== '' ? [{ text: item.value.trim(), offset: item.start }] : []) : []
}
