import type { Position } from '../catalog/finding.ts'
import type { JsonNode } from '../catalog/json.ts'
import type { Entry } from './entry.ts'
import type { DatasetKind, Evaluation } from './evaluation.ts'
import { artifactPath } from './artifact-path.ts'
import { memberOf } from './entry.ts'

/** Makes an evaluation of an entry that the schema has nothing serious against. */
export function buildEvaluation(entry: Entry, kind: DatasetKind, skill: string | null, position: (offset: number) => Position): Evaluation {
  const { node } = entry
  const start = position(node.start)
  const place = (key: string): Position => {
    const member = memberOf(node, key)
    return member ? position(member.node.start) : start
  }
  const flag = memberOf(node, 'skill_should_trigger')?.node
  const shouldTrigger = flag?.kind === 'boolean' && flag.value
  const list = (key: string): Item[] => shouldTrigger ? itemsOf(node, key, position) : []
  const expected = list('expected_behavior')
  const unexpected = list('unexpected_behavior')
  const logs = list('logs_contain')
  const files = list('files_exist')
  const workspace = shouldTrigger ? textOf(node, 'workspace')?.trim() : undefined
  const note = textOf(node, 'note')
  return {
    id: entry.id ?? '',
    // Untrimmed: the agent gets what the file says.
    prompt: textOf(node, 'prompt') ?? '',
    shouldTrigger,
    category: kind === 'pool' ? 'unrelated' : shouldTrigger ? 'positive' : 'near_miss',
    skill,
    expected: shouldTrigger ? skill : null,
    expectedBehavior: expected.map(item => item.text),
    unexpectedBehavior: unexpected.map(item => item.text),
    logsContain: logs.map(item => item.text),
    filesExist: files.map(item => artifactPath(item.text).path),
    ...(workspace === undefined ? {} : { workspace }),
    ...(note === undefined ? {} : { note }),
    extended: kind === 'extended',
    hasBehavior: expected.length + unexpected.length + logs.length + files.length > 0,
    positions: {
      start,
      end: position(node.end - 1),
      id: place('id'),
      prompt: place('prompt'),
      shouldTrigger: place('skill_should_trigger'),
      workspace: place('workspace'),
      expectedBehavior: expected.map(item => item.place),
      unexpectedBehavior: unexpected.map(item => item.place),
      logsContain: logs.map(item => item.place),
      filesExist: files.map(item => item.place),
    },
  }
}

interface Item { text: string, place: Position }

function itemsOf(node: JsonNode, key: string, position: (offset: number) => Position): Item[] {
  const list = memberOf(node, key)?.node
  return list?.kind === 'array'
    ? list.items.flatMap(item => item.kind === 'string' ? [{ text: item.value.trim(), place: position(item.start) }] : [])
    : []
}

function textOf(node: JsonNode, key: string): string | undefined {
  const value = memberOf(node, key)?.node
  return value?.kind === 'string' ? value.value : undefined
}
