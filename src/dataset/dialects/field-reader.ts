import type { JsonNode } from '../../catalog/json.ts'
import type { Line, Remark } from './row.ts'
import { plainValue } from '../../catalog/json.ts'

/** An object of a foreign file. */
export type ObjectNode = JsonNode & { kind: 'object' }

/**
 * Reads the fields of an object and keeps account of each: what nobody asks for ends in `kept`, so that no field can be lost by
 * being forgotten here.
 */
export class FieldReader {
  readonly remarks: Remark[] = []
  /** Without a prototype, which a field named `__proto__` would set. */
  readonly kept: Record<string, unknown> = Object.create(null)
  readonly keys: Record<string, string> = {}
  private readonly asked = new Set<string>()

  constructor(private readonly node: ObjectNode) {}

  /** The value of a field, and nothing is noted. */
  peek(field: string): JsonNode | undefined {
    return this.node.members.get(field)?.node
  }

  /** The first of these fields that is there. */
  first(fields: readonly string[]): string | undefined {
    return fields.find(field => this.node.members.has(field))
  }

  /** Takes a field over into the evaluation. `ours`: the key that it has there. */
  carry(field: string, ours: string | null, how: string): void {
    this.asked.add(field)
    this.remark(field, 'carried', how)
    // a dialect without a flag or a list must not get one on the way back
    if (ours !== null && (ours !== field || ours === 'skill_should_trigger' || ours === 'expected_behavior'))
      this.keys[ours] = field
  }

  /** Keeps a field as it is, beside what it became if it became something. */
  keep(field: string, fate: Remark['fate'], how: string): void {
    const node = this.peek(field)
    if (node === undefined)
      return
    this.asked.add(field)
    this.kept[field] = plainValue(node)
    this.remark(field, fate, how)
  }

  /** A field that is no text, or a blank one, is none. */
  text(field: string | undefined): Line | null {
    const node = field === undefined ? undefined : this.peek(field)
    return node?.kind === 'string' && node.value.trim() !== '' ? { text: node.value, offset: node.start } : null
  }

  /** Keeps all that was not asked for. */
  finish(how = 'kept for readers'): void {
    for (const field of this.node.members.keys()) {
      if (!this.asked.has(field))
        this.keep(field, 'kept', how)
    }
  }

  private remark(field: string, fate: Remark['fate'], how: string): void {
    this.remarks.push({ field, fate, how, offset: this.node.members.get(field)?.keyStart ?? this.node.start })
  }
}
