import type { Skill } from './find-skills.ts'
import type { Finding, Position } from './finding.ts'
import type { YamlEntry } from './yaml-source.ts'
import { lstatSync } from 'node:fs'
import { readUtf8 } from './decode.ts'
import { splitFrontmatter } from './frontmatter.ts'
import { lineIndex } from './line-index.ts'
import { repositoryRoot } from './repository.ts'
import { LINK_ADVICE, looksLikeLinkTarget } from './skill-links.ts'
import { readYaml } from './yaml-source.ts'

/** A `SKILL.md`, read as far as it can be. */
export interface SkillFile {
  file: string
  /** Without the byte order mark; `null` when the file cannot be read. */
  text: string | null
  /** `null` when there is none. */
  frontmatter: Frontmatter | null
  /** What follows the frontmatter, and the line it starts on. */
  body: { text: string, line: number } | null
  /** `name` of the frontmatter, where it is a non-blank string: an agent may call the skill by it. */
  name: string | null
  /** `description` of the frontmatter, where it is a non-blank string. */
  description: string | null
  /** What keeps the file from being read: each one blocks the paid tests of the skill. */
  findings: Finding[]
}

/** The YAML head of a `SKILL.md`. */
export interface Frontmatter {
  /** Place of the opening `---`. */
  start: Position
  kind: 'mapping' | 'empty' | 'other'
  /** Top-level keys. */
  entries: Map<string, FrontmatterEntry>
}

/** One key of a frontmatter: its value as plain data, and where key and value stand. */
export interface FrontmatterEntry {
  value: unknown
  key: Position
  place: Position
}

/** Reads a `SKILL.md`. Never throws: what is wrong is in `findings`. */
export function readSkillFile({ file, realDir }: Pick<Skill, 'file' | 'realDir'>): SkillFile {
  // many keep one text for several skills, or for several agents, and link to it
  const isLink = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true
  const repository = isLink ? repositoryRoot(realDir, new Map()) : null
  const decoded = readUtf8(file, repository === null ? undefined : { folder: repository, of: 'repository' })
  return decoded.text === null
    ? { file, text: null, frontmatter: null, body: null, name: null, description: null, findings: [fault(file, `skill/${decoded.reason}`, decoded.message, decoded.position)] }
    : parseSkillFile(file, decoded.text)
}

/**
 * The same of a text that is known already. Never throws.
 * @param file whose text it is
 * @param text without its byte order mark
 */
export function parseSkillFile(file: string, text: string): SkillFile {
  const nothing = { file, frontmatter: null, body: null, name: null, description: null }
  const top = { line: 1, column: 1 }
  if (looksLikeLinkTarget(text))
    return { ...nothing, text, findings: [fault(file, 'skill/unresolved-link', `The whole text is \`${text.trim()}\`: it looks like an unresolved git symlink. ${LINK_ADVICE}`, top)] }

  const split = splitFrontmatter(text)
  const position = lineIndex(text)
  if ('problem' in split)
    return { ...nothing, text, findings: [fault(file, 'skill/frontmatter', split.problem, position(split.offset))] }

  const yaml = readYaml(split.yaml)
  const place = (offset: number): Position => position(split.yamlOffset + offset)
  const entries = new Map([...yaml.entries].map(([key, entry]) => [key, placed(entry, place)]))
  const findings = yaml.problems.map(problem => fault(file, 'skill/yaml', `The frontmatter is invalid YAML: ${problem.message}`, place(problem.offset)))
  return {
    file,
    text,
    frontmatter: { start: top, kind: yaml.kind, entries },
    body: { text: split.body, line: position(split.bodyOffset).line },
    name: nonBlank(entries.get('name')?.value),
    description: nonBlank(entries.get('description')?.value),
    findings,
  }
}

function fault(file: string, rule: string, message: string, place: Position): Finding {
  return { rule, severity: 'error', file, ...place, message, blocks: true }
}

function placed(entry: YamlEntry, place: (offset: number) => Position): FrontmatterEntry {
  return { value: entry.value, key: place(entry.keyOffset), place: place(entry.valueOffset) }
}

function nonBlank(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null
}
