import type { ErrorObject } from 'ajv/dist/2020.js'
import type { JsonNode } from '../catalog/json.ts'
import type { Entry } from './entry.ts'
import type { Mistake } from './schema-findings.ts'
import { valueAt } from './entry.ts'

const RULES: Record<string, string> = {
  id: 'id',
  prompt: 'prompt',
  skill_should_trigger: 'should-trigger',
  workspace: 'workspace-text',
  note: 'note',
  imported: 'imported',
}

/** What is wrong with one value. `path` leads to it: `evaluations`, index, key, index of the list entry. */
export function explainValue(root: JsonNode, entry: Entry | null, path: string[], errors: ErrorObject[]): Mistake {
  const node = valueAt(root, path)
  const at = { offset: node.start, entry, harmless: false }
  const [, , key, item] = path
  if (path[0] === 'imported')
    return { ...at, rule: 'dataset/imported', message: '`imported` is what `skill-evals import` wrote, and it no longer has that form. Import the file again, or delete the key.' }
  if (!entry) {
    const message = errors.some(error => error.keyword === 'minItems')
      ? '`evaluations` is empty. Add at least one evaluation.'
      : `\`evaluations\` has to be a list of evaluations, but it is ${named(node)}.`
    return { ...at, rule: 'dataset/evaluations', message }
  }
  if (key === undefined)
    return { ...at, rule: 'dataset/evaluation', message: `${entry.label} has to be an object, but it is ${named(node)}.` }
  return { ...at, rule: `dataset/${RULES[key] ?? 'list'}`, message: `${entry.label}: ${explain(key, item, node)}` }
}

function explain(key: string, item: string | undefined, node: JsonNode): string {
  if (key === 'skill_should_trigger')
    return `\`skill_should_trigger\` has to be true or false, but it is ${named(node)}.${node.kind === 'string' && /^(?:true|false)$/i.test(node.value.trim()) ? ' Delete the quotes.' : ''}`
  if (key === 'note')
    return `\`note\` has to be a string, but it is ${named(node)}.`
  if (key === 'imported')
    return '`imported` is what `skill-evals import` wrote, and it no longer has that form. Import the file again, or delete the key.'
  if (item !== undefined)
    return `entry ${Number(item) + 1} of \`${key}\` has to be a non-empty string, but it is ${named(node)}.`
  if (key in RULES) {
    const quote = node.kind === 'number' ? ` Write "${node.value}".` : ''
    return `\`${key}\` has to be a non-empty string, but it is ${named(node)}.${quote}`
  }
  const wrap = node.kind === 'string' ? ` Write [${JSON.stringify(short(node.value))}].` : node.kind === 'null' ? ' Delete the key, or write [].' : ''
  return `\`${key}\` has to be a list of strings, but it is ${named(node)}.${wrap}`
}

/** A value in words: `the number 7`, `an empty string`. */
export function named(node: JsonNode): string {
  switch (node.kind) {
    case 'string':
      return node.value.trim() === '' ? (node.value === '' ? 'an empty string' : 'a blank string') : `the string ${JSON.stringify(short(node.value))}`
    case 'number':
      return `the number ${node.value}`
    case 'object':
      return 'an object'
    case 'array':
      return 'a list'
    default:
      return String(node.value)
  }
}

function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}
