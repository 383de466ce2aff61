import type { JsonNode } from '../../catalog/json.ts'
import type { Assertion } from './assertion.ts'
import type { ObjectNode } from './field-reader.ts'
import type { Line } from './row.ts'
import { artifact, isLiteral, unescaped } from './assertion.ts'

/** What a grader of `claude plugin eval` became: a check, or the answer to which skill should fire. */
export type Grader = Assertion | { to: 'trigger', line: Line, how: string, value: boolean, skill: string | null }

/**
 * Reads a grader.
 * @param node its fields
 * @param body the text below them, where the grader is a file of its own
 * @param skills names of the skills that it may mean
 */
export function readGrader(node: ObjectNode, body: string, skills: readonly string[]): Grader {
  const text = (key: string): Line | null => {
    const value = node.members.get(key)?.node
    return value?.kind === 'string' && value.value.trim() !== '' ? { text: value.value.trim(), offset: value.start } : null
  }
  const type = text('type')
  const not = (why: string): Assertion => ({ to: null, line: type ?? { text: '', offset: node.start }, how: `not graded: ${why}` })
  switch (type?.text) {
    case 'llm': {
      const criteria = text('criteria') ?? (body.trim() === '' ? null : { text: body.trim(), offset: node.start })
      return criteria === null ? not('it has no criteria') : { to: 'expected', line: criteria, how: 'expected_behavior; the judge sees the whole run' }
    }
    case 'tool_used':
      return text('tool')?.text === 'Skill' ? skillUsed(node, text('input_match'), skills, type) : not('nothing here counts the calls of a tool')
    case 'file_exists': {
      const path = text('path')
      return path === null || isFalse(node.members.get('exists')?.node) ? not('nothing here asks that a file is absent') : artifact(path)
    }
    case 'regex': {
      const pattern = text('pattern')
      if (text('match') !== null && text('match')?.text !== 'contains')
        return not('nothing here asks that a text is absent, or counts it')
      if (node.members.get('target')?.node.kind === 'object' || text('target')?.text === 'files' || text('target')?.text === 'mock_calls')
        return not('nothing here searches a file; write it as `check` of hooks')
      return pattern !== null && isLiteral(pattern.text)
        ? { to: 'logs', line: { ...pattern, text: unescaped(pattern.text) }, how: 'logs_contain, since its pattern is a literal: looked for in all that the agent did and said' }
        : not('its pattern is no literal; write it as `check` of hooks')
    }
    default:
      return not(type === null ? 'it has no type' : `there is no check like \`${type.text}\``)
  }
}

function skillUsed(node: ObjectNode, match: Line | null, skills: readonly string[], type: Line): Grader {
  const max = node.members.get('max')?.node
  const value = !(max?.kind === 'number' && max.value === 0)
  const skill = match === null ? null : skills.find(name => matches(match.text, name)) ?? match.text.match(/[a-z0-9][\w-]*/gi)?.at(-1) ?? null
  return { to: 'trigger', line: match ?? type, value, skill, how: `skill_should_trigger: ${value}` }
}

/** The runner looks for the pattern in the call's input as JSON; a plugin's name may stand before the skill's. */
function matches(pattern: string, skill: string): boolean {
  try {
    const expression = new RegExp(pattern)
    return [`{"skill":"${skill}"}`, `{"skill":"plugin:${skill}"}`].some(input => expression.test(input))
  }
  catch {
    return false
  }
}

function isFalse(node: JsonNode | undefined): boolean {
  return node?.kind === 'boolean' && !node.value
}
