import type { JsonMember, JsonNode } from '../catalog/json.ts'

/** One element of `evaluations` as it stands in the file, understood or not. */
export interface Entry {
  index: number
  node: JsonNode
  /** Trimmed; `null` when it is no non-blank string. */
  id: string | null
  /** How messages call it. */
  label: string
}

/** The elements of `evaluations`, or none when there is no such list. */
export function entriesOf(root: JsonNode): Entry[] {
  const list = memberOf(root, 'evaluations')?.node
  if (list?.kind !== 'array')
    return []
  return list.items.map((node, index) => {
    const id = memberOf(node, 'id')?.node
    const name = id?.kind === 'string' && id.value.trim() !== '' ? id.value.trim() : null
    return { index, node, id: name, label: name === null ? `Evaluation number ${index + 1} (without an id)` : `Evaluation \`${name}\`` }
  })
}

/** A key of an object with its value. */
export function memberOf(node: JsonNode, key: string): JsonMember | undefined {
  return node.kind === 'object' ? node.members.get(key) : undefined
}

/** The value at a path of member names and list indexes. */
export function valueAt(root: JsonNode, path: string[]): JsonNode {
  let node = root
  for (const part of path)
    node = (node.kind === 'array' ? node.items[Number(part)] : memberOf(node, part)?.node) ?? node
  return node
}
