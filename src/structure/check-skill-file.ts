import type { Skill } from '../catalog/find-skills.ts'
import type { Finding, Position } from '../catalog/finding.ts'
import type { SkillFile } from '../catalog/skill-file.ts'
import { docblockDirectives } from '../catalog/docblock.ts'
import { lineIndex } from '../catalog/line-index.ts'
import { checkFrontmatterKeys } from './check-frontmatter-keys.ts'
import { estimateTokens } from './estimate-tokens.ts'
import { nameProblems } from './skill-name.ts'

/** Characters that agents show of a description at most. Code points, not bytes. */
const LONGEST_DESCRIPTION = 1024
const LONGEST_BODY = 500
/** What the Agent Skills standard recommends for the text that an agent reads when it loads the skill. */
const MOST_TOKENS = 5000

/**
 * Checks a `SKILL.md`. Only a file that cannot be read, has no frontmatter or no valid YAML blocks the paid tests of its
 * skill; with the rest an agent still loads it.
 */
export function checkSkillFile(skill: Pick<Skill, 'name' | 'file'>, skillFile: SkillFile): Finding[] {
  const { frontmatter, body, text } = skillFile
  const findings = [...skillFile.findings]
  const report = (rule: string, message: string, place: Position): void => {
    findings.push({ rule: `skill/${rule}`, severity: 'error', file: skill.file, ...place, message, blocks: false })
  }
  if (text !== null)
    findings.push(...directives(skill.file, text))
  if (frontmatter === null)
    return findings

  if (frontmatter.kind === 'other') {
    if (skillFile.findings.length === 0)
      report('frontmatter-mapping', 'The frontmatter has to be a mapping with `name` and `description`.', frontmatter.start)
    return findings
  }
  // After a YAML error, what is missing may only have been swallowed by it.
  const whole = skillFile.findings.length === 0

  const name = frontmatter.entries.get('name')
  if (name || whole) {
    for (const problem of nameProblems(name?.value, skill.name))
      report(problem.rule, problem.message, name?.place ?? frontmatter.start)
  }
  const description = frontmatter.entries.get('description')
  if (whole) {
    const problem = descriptionProblem(description?.value)
    if (problem !== null)
      report('description', problem, description?.place ?? frontmatter.start)
  }
  if (whole)
    findings.push(...checkFrontmatterKeys(skill.file, frontmatter))
  const lines = body === null || body.text.trim() === '' ? 0 : body.text.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd().split('\n').length
  if (body && lines > LONGEST_BODY)
    report('body-length', `The text after the frontmatter has ${lines} lines, and should have at most ${LONGEST_BODY}. Move parts of it into files beside SKILL.md and link them.`, { line: body.line, column: 1 })
  if (body)
    findings.push(...tooManyTokens(skill.file, body))
  return findings
}

function tooManyTokens(file: string, body: { text: string, line: number }): Finding[] {
  const tokens = estimateTokens(body.text.trim())
  if (tokens <= MOST_TOKENS)
    return []
  const rounded = Math.round(tokens / 100) * 100
  return [{ rule: 'skill/body-tokens', severity: 'warning', file, line: body.line, column: 1, message: `The text after the frontmatter is about ${rounded} tokens, which every use of the skill pays for. ${MOST_TOKENS} are the recommended limit: move parts of it into files beside SKILL.md and link them.`, blocks: false }]
}

function descriptionProblem(value: unknown): string | null {
  if (value === undefined)
    return 'The frontmatter has no `description`. Say what the skill does and when to use it.'
  if (typeof value !== 'string')
    return '`description` has to be a string. Put it in quotes.'
  if (value.trim() === '')
    return '`description` is blank. Say what the skill does and when to use it.'
  const length = [...value].length
  return length > LONGEST_DESCRIPTION ? `\`description\` has ${length} characters, and may have at most ${LONGEST_DESCRIPTION}.` : null
}

/** Markdown has no escape that works in code, so the tests of a file that Vitest would stumble over move to its dataset. */
function directives(file: string, text: string): Finding[] {
  const position = lineIndex(text)
  return docblockDirectives(text).map(directive => ({
    rule: 'skill/docblock',
    severity: 'warning',
    file,
    ...position(directive.offset),
    message: `Vitest reads \`${directive.name}\` here as a directive and ${directive.effect}. ${directive.breaks ? 'The tests of this file are among those of its dataset therefore. To have them here, m' : 'M'}ove the passage into a file beside SKILL.md.`,
    blocks: false,
  }))
}
