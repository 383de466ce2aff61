import type { JsonNode } from '../../catalog/json.ts'
import type { ObjectNode } from './field-reader.ts'
import type { RowDefaults } from './read-row.ts'
import type { ForeignFile } from './row.ts'
import { FieldReader } from './field-reader.ts'
import { isRefusal, readRow } from './read-row.ts'

const LISTS = ['evals', 'queries'] as const

/** Reads a JSON file of another dialect: an object with `evals` or `queries`, or a bare list. `null`: it is none of them. */
export function readJsonDialect(root: JsonNode): ForeignFile | null {
  if (root.kind === 'array')
    return isListOfPrompts(root.items) ? { ...rowsOf(root.items, { shouldTrigger: null }), dialect: 'trigger-list', skill: null, fields: {}, remarks: [] } : null
  if (root.kind !== 'object' || root.members.has('evaluations'))
    return null
  const list = LISTS.find(key => root.members.get(key)?.node.kind === 'array')
  const triggers = triggersOf(root)
  if (list === undefined && triggers.length === 0)
    return null
  return readObject(root, list, triggers)
}

function readObject(root: ObjectNode, list: typeof LISTS[number] | undefined, triggers: Triggers[]): ForeignFile {
  const reader = new FieldReader(root)
  const skillField = reader.first(['skill_name', 'skill', 'agent_name'])
  const skill = reader.text(skillField)
  if (skillField !== undefined)
    reader.keep(skillField, 'kept', 'the folder says which skill it is')
  const node = list === undefined ? undefined : reader.peek(list)
  const read = [
    ...list !== undefined && node?.kind === 'array' ? [rowsOf(node.items, { shouldTrigger: list === 'evals' ? true : null })] : [],
    ...triggers.map(({ items, shouldTrigger }) => rowsOf(items, { shouldTrigger })),
  ]
  if (list !== undefined)
    reader.carry(list, null, 'evaluations')
  if (triggers.length > 0)
    reader.carry('trigger', null, 'evaluations')
  reader.keep('defaults', 'ungraded', 'not done: settings of another runner')
  reader.finish()
  return {
    dialect: list === 'evals' ? 'skill-creator' : 'trigger-list',
    skill,
    rows: read.flatMap(({ rows }) => rows),
    refused: read.flatMap(({ refused }) => refused),
    fields: reader.kept,
    remarks: reader.remarks,
  }
}

/** Reads the evaluations of a list. */
export function rowsOf(items: JsonNode[], defaults: RowDefaults): Pick<ForeignFile, 'rows' | 'refused'> {
  const read = items.map(item => readRow(item, defaults))
  return { rows: read.flatMap(row => isRefusal(row) ? [] : [row]), refused: read.filter(isRefusal) }
}

interface Triggers { items: JsonNode[], shouldTrigger: boolean }

/** `trigger: { positive: [..], negative: [..] }`, which some put beside `evals`. */
function triggersOf(root: ObjectNode): Triggers[] {
  const trigger = root.members.get('trigger')?.node
  return ([['positive', true], ['negative', false]] as const).flatMap(([key, shouldTrigger]) => {
    const list = trigger?.kind === 'object' ? trigger.members.get(key)?.node : undefined
    return list?.kind === 'array' ? [{ items: list.items, shouldTrigger }] : []
  })
}

function isListOfPrompts(items: JsonNode[]): boolean {
  return items.some(item => item.kind === 'object' && ['should_trigger', 'query', 'question', 'expected_skill'].some(key => item.members.has(key)))
}
