import type { JsonNode } from '../catalog/json.ts'

/** A file of evaluations in another format, and how to bring it over. */
export interface Dialect {
  /** Where it shows: the key, or the start of the file. */
  offset: number
  message: string
}

const ROW = 'give each a string `id`, a `prompt` and `skill_should_trigger` (true or false)'

/**
 * Recognises files of other eval formats, so that they are named once instead of giving an error for each of their keys.
 * A top level that holds `evaluations` is ours, whatever else it holds.
 */
export function otherDialect(root: JsonNode): Dialect | null {
  if (root.kind === 'array')
    return listDialect(root)
  if (root.kind !== 'object' || root.members.has('evaluations'))
    return null

  const keyed = (key: string, message: string): Dialect | null => {
    const member = root.members.get(key)
    return member ? { offset: member.keyStart, message } : null
  }
  const evals = root.members.get('evals')?.node
  return evals?.kind === 'array' && hasKey(evals.items, 'should_trigger')
    ? keyed('evals', `This is a list \`evals\` with \`should_trigger\`. Rename \`evals\` to \`evaluations\` and \`should_trigger\` to \`skill_should_trigger\`, delete the other top-level keys, and ${ROW}.`)
    : keyed('evals', `This is the skill-creator format (\`evals\`), which does not say when the skill should trigger. Rename \`evals\` to \`evaluations\`, delete the other top-level keys, ${ROW}, and write \`expected_output\`, \`expectations\` or \`assertions\` as a list \`expected_behavior\`.`)
      ?? keyed('queries', `This is a list \`queries\`. Rename it to \`evaluations\`, delete the other top-level keys, and ${ROW} in place of \`query\` and \`should_trigger\`.`)
      ?? keyed('expected_matches', `This is an earlier AMD format (\`expected_matches\`, \`expected_no_matches\`). Put both lists into one list \`evaluations\`, and ${ROW}.`)
      ?? keyed('expected_no_matches', `This is an earlier AMD format (\`expected_matches\`, \`expected_no_matches\`). Put both lists into one list \`evaluations\`, and ${ROW}.`)
      ?? keyed('should_trigger', `This is a list of prompts under \`should_trigger\`. Put all prompts into one list \`evaluations\`, and ${ROW}.`)
      ?? ['cases', 'tests', 'scenarios'].map(key => keyed(key, `This is another eval format (\`${key}\`). Rename it to \`evaluations\`, delete the other top-level keys, and ${ROW}.`)).find(found => found !== null)
      ?? keyed('query', `This is one evaluation for itself (\`query\`). Write \`{ "evaluations": [..] }\` with all of them, and ${ROW}.`)
      ?? keyed('prompt', `This is one evaluation for itself. Write \`{ "evaluations": [..] }\` with all of them.`)
}

function listDialect(root: JsonNode & { kind: 'array' }): Dialect | null {
  if (hasKey(root.items, 'should_trigger'))
    return { offset: root.start, message: `This is a trigger list: a bare list with \`should_trigger\`. Write \`{ "evaluations": [..] }\` around it, and ${ROW} in place of \`query\` and \`should_trigger\`.` }
  if (hasKey(root.items, 'query') || hasKey(root.items, 'question') || (hasKey(root.items, 'prompt') && !hasKey(root.items, 'skill_should_trigger')))
    return { offset: root.start, message: `This is a bare list of prompts in another format. Write \`{ "evaluations": [..] }\` around it, and ${ROW}.` }
  return null
}

function hasKey(items: JsonNode[], key: string): boolean {
  return items.some(item => item.kind === 'object' && item.members.has(key))
}
