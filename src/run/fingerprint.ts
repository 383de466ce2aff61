import type { RoomSkill } from './room.ts'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { hashFolder } from './copy-folder.ts'
import { hashRoom, isDropping } from './room.ts'

/** Hashes are cut to this many hexadecimal digits: a room of 200 skills is in every recording. */
const digits = 16

/** All that an answer depends on, in parts, so that a mismatch can say which one changed. Plain data. */
export interface Fingerprint {
  /** Hash of the prompt as written in the dataset. */
  prompt: string
  agent: string
  /** As configured; `null` leaves it to the agent. */
  model: string | null
  effort: string | null
  limits: Record<string, number>
  /** Hash of each skill of the room by folder name. */
  room: Record<string, string>
  /** Hash of the seed. Behavior only. */
  workspace?: string
  /** Hash of the hooks file. Behavior only. */
  hooks?: string
}

/** What a fingerprint is made of. */
export interface FingerprintParts {
  prompt: string
  agent: string
  model: string | null
  effort: string | null
  limits: Record<string, number>
  /** From {@link roomFingerprint}: once per run, not once per evaluation. */
  room: Record<string, string>
  /** From {@link seedFingerprint}. */
  workspace?: string
  /** From {@link fileFingerprint}. */
  hooks?: string
}

/** Puts a fingerprint together. */
export function fingerprint(parts: FingerprintParts): Fingerprint {
  return { ...parts, prompt: shortHash(parts.prompt) }
}

/** The room's part of a fingerprint. Reads every file of every skill once. */
export async function roomFingerprint(skills: readonly RoomSkill[]): Promise<Record<string, string>> {
  const hashes = await hashRoom(skills)
  return Object.fromEntries(Object.entries(hashes).map(([name, hash]) => [name, hash.slice(0, digits)]))
}

/** The seed's part of a fingerprint. */
export async function seedFingerprint(seed: string): Promise<string> {
  return (await hashFolder(seed, isDropping)).slice(0, digits)
}

/** The hooks' part of a fingerprint. What hooks import does not count. */
export async function fileFingerprint(file: string): Promise<string> {
  return shortHash(await readFile(file))
}

/** What changed since a recording was made, one phrase each; empty when it still fits. */
export function explainMismatch(recorded: Fingerprint, wanted: Fingerprint): string[] {
  const changes: string[] = []
  if (recorded.prompt !== wanted.prompt)
    changes.push('prompt changed')
  for (const part of ['agent', 'model', 'effort'] as const) {
    if (recorded[part] !== wanted[part])
      changes.push(`${part} was ${named(recorded[part])}, is ${named(wanted[part])}`)
  }
  for (const name of changedNames(recorded.limits, wanted.limits))
    changes.push(`limit \`${name}\` was ${recorded.limits[name] ?? 'not set'}, is ${wanted.limits[name] ?? 'not set'}`)
  for (const name of changedNames(recorded.room, wanted.room)) {
    if (!Object.hasOwn(recorded.room, name))
      changes.push(`skill \`${name}\` joined the room`)
    else if (!Object.hasOwn(wanted.room, name))
      changes.push(`skill \`${name}\` left the room`)
    else
      changes.push(`skill \`${name}\` of the room changed`)
  }
  for (const part of ['workspace', 'hooks'] as const) {
    const [was, is] = [recorded[part], wanted[part]]
    if (was !== is)
      changes.push(`${part} ${was === undefined ? 'came' : is === undefined ? 'went' : 'changed'}`)
  }
  return changes
}

function shortHash(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, digits)
}

function named(value: string | null): string {
  return value === null ? 'the default' : `\`${value}\``
}

/** Names under which two records hold something different, in order. */
function changedNames<Value>(one: Record<string, Value>, other: Record<string, Value>): string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  // sorted last: of the thousands of skills of a large room, next to none has changed
  return [...names].filter(name => !Object.hasOwn(one, name) || !Object.hasOwn(other, name) || one[name] !== other[name]).sort()
}
