import type { Position } from './finding.ts'
import { describe, expect } from 'vitest'
import { parseDocument } from 'yaml'
import { property } from '../../fixtures/harness/fuzz.ts'
import { mutated, textsOf } from '../../fixtures/harness/mutations.ts'
import { splitFrontmatter } from './frontmatter.ts'
import { parseMachine } from './machine.ts'
import { parseSkillFile } from './skill-file.ts'

const WORDS = ['name: x\n', 'description: "y"\n', '- ', '? ', ': ', '<<: *a', '&a ', '*a', '!!str ', '!!binary ', '!!map ', '|-\n ', '>\n ', '[[', '{{', '...\n', '%YAML 1.1\n', '"\\x41"', '\'\'', '~', '0x1F', '2026-01-01', '.inf', '# c\n']
const skills = mutated(textsOf('skills'), WORDS)

describe('parseSkillFile', () => {
  property('points into the file, and at each key and plain value', skills, (text) => {
    const { frontmatter, findings, body } = parseSkillFile('/x/SKILL.md', text)
    for (const found of findings)
      expectPlace(text, found)
    if (body)
      expect(text.endsWith(body.text)).toBe(true)
    for (const [key, entry] of frontmatter?.entries ?? []) {
      const at = text.slice(expectPlace(text, entry.key))
      // what is no YAML has keys as its parser guesses them
      if (findings.length === 0 && /^[a-z][\w-]*$/i.test(key))
        expect(at, key).toMatch(new RegExp(`^(?:&\\S*|!\\S*|\\s|,)*["']?(?:${key}|\\\\|null|~)|^(?:&\\S*|!\\S*|\\s)*:|^\\?${key === 'null' ? '|^\\s' : ''}`))
      const value = text.slice(expectPlace(text, entry.place))
      if (typeof entry.value === 'string' && /^[a-z][a-z ]*$/i.test(entry.value) && /^[a-z]/i.test(value))
        expect(value.replace(/\s+/g, ' ').startsWith(entry.value), `${key}: ${entry.value}`).toBe(true)
    }
  })

  property('reads names and descriptions as YAML does', skills, (text) => {
    const { name, description, findings } = parseSkillFile('/x/SKILL.md', text)
    const split = splitFrontmatter(text)
    if ('problem' in split) {
      expect(findings.length).toBe(1)
      return
    }
    const document = parseDocument(split.yaml, { version: '1.2', logLevel: 'silent' })
    expect(findings.some(one => one.rule === 'skill/yaml') || document.errors.length === 0 || findings.length > 0).toBe(true)
    if (document.errors.length > 0 || findings.length > 0)
      return
    const plain: unknown = document.toJS()
    const wanted = (key: string): unknown => typeof plain === 'object' && plain !== null && Object.hasOwn(plain, key) ? (plain as Record<string, unknown>)[key] : null
    for (const [key, value] of Object.entries({ name, description })) {
      const expected = wanted(key)
      expect(value).toBe(typeof expected === 'string' && expected.trim() !== '' ? expected : null)
    }
  })
})

describe('parseMachine', () => {
  property('points into the file, and lets no mistake through', mutated(textsOf('machines'), [...WORDS, 'Windows', 'os:', 'labels:', 'sandbox:', 'gpu']), (text) => {
    const machine = parseMachine('/x/evals/machine.yml', text)
    for (const found of machine.findings)
      expectPlace(text, found)
    expect(machine.sandbox).toBeNull()
    if (machine.findings.length > 0)
      return
    const plain: unknown = parseDocument(text, { version: '1.2', logLevel: 'silent' }).toJS() ?? {}
    expect(plain).toEqual({ ...machine.os && { os: expect.arrayContaining(machine.os) as unknown }, ...machine.labels.length > 0 && { labels: machine.labels } })
    expect(machine.labels.filter(label => /[\s!()*|&]/.test(label))).toEqual([])
  })
})

/** The offset of a place, which the text has to have. */
function expectPlace(text: string, { line, column }: Position): number {
  const lines = text.split(text.includes('\n') ? '\n' : '\r')
  expect(lines[line - 1]?.length, `${line}:${column}`).toBeGreaterThanOrEqual(column - 1)
  return lines.slice(0, line - 1).join(' ').length + (line === 1 ? 0 : 1) + column - 1
}
