import type { JsonNode } from '../../catalog/json.ts'
import type { FieldReader } from './field-reader.ts'
import type { Line } from './row.ts'

/** Whether a skill should trigger, and which. */
export interface Flag {
  /** `null` where the evaluation does not say. */
  value: boolean | null
  offset: number
  /** The skill in whose dataset the evaluation belongs, where it names one. */
  skill: Line | null
}

interface Answer { value: boolean, offset: number, skill: Line | null }

const FLAGS = ['should_trigger', 'skill_should_trigger', 'shouldTrigger', 'trigger'] as const
const EXPECTED = ['expected_skill', 'expectedSkill'] as const
/** Fields that say whether a skill should trigger. */
export const FLAG_FIELDS: readonly string[] = [...FLAGS, ...EXPECTED]
const OWNERS = ['skill', 'target_skill'] as const

/** Reads the flag of an evaluation and the skill that it names. A text: why what it has cannot be understood. */
export function readFlag(reader: FieldReader, start: number): Flag | string {
  const [field, wanted, named] = [reader.first(FLAGS), reader.first(EXPECTED), reader.first(OWNERS)]
  const flag = answerOf(reader, field)
  const expected = answerOf(reader, wanted)
  const owner = answerOf(reader, named)
  if (typeof flag === 'string')
    return flag
  if (typeof expected === 'string')
    return expected
  if (typeof owner === 'string')
    return owner
  if (field !== undefined && reader.peek(field)?.kind === 'boolean')
    reader.carry(field, 'skill_should_trigger', 'skill_should_trigger')
  // what is no boolean would not come back from one
  else if (field !== undefined)
    reader.keep(field, 'carried', flag?.skill ? 'skill_should_trigger: true, in the dataset of the skill that it names' : `skill_should_trigger: ${flag?.value}`)
  if (wanted !== undefined)
    reader.keep(wanted, 'carried', expected?.skill ? 'skill_should_trigger: true, in the dataset of that skill' : 'skill_should_trigger: false, since no skill is expected')
  if (named !== undefined)
    reader.keep(named, 'carried', 'in the dataset of that skill')
  // a skill that should fire instead of this one is a `true` of its own dataset: as a `false` here it would fail when that one answers
  if (expected?.skill)
    return { ...expected, offset: flag?.offset ?? expected.offset }
  const said = flag ?? expected
  return { value: said?.value ?? null, offset: said?.offset ?? start, skill: flag?.skill ?? owner?.skill ?? null }
}

function answerOf(reader: FieldReader, field: string | undefined): Answer | null | string {
  const node = field === undefined ? undefined : reader.peek(field)
  return field === undefined || node === undefined ? null : answer(field, node)
}

function answer(field: string, node: JsonNode): Answer | string {
  const offset = node.start
  if (node.kind === 'boolean')
    return { value: node.value, offset, skill: null }
  if (node.kind === 'null')
    return { value: false, offset, skill: null }
  if (node.kind === 'number' && (node.value === 0 || node.value === 1))
    return { value: node.value === 1, offset, skill: null }
  if (node.kind !== 'string')
    return `\`${field}\` is neither true nor false, nor the name of one skill`
  const word = node.value.trim()
  if (/^(?:true|yes|1)$/i.test(word))
    return { value: true, offset, skill: null }
  if (/^(?:false|no|0|none|null)?$/i.test(word))
    return { value: false, offset, skill: null }
  // some write the path of its folder
  const name = word.split(/[/\\]/).at(-1) ?? word
  return /^[\w.-]+$/.test(name) ? { value: true, offset, skill: { text: name, offset } } : `\`${field}\` is ${JSON.stringify(word.slice(0, 40))}, which is neither true nor false, nor the name of one skill`
}
