import type { SkillFile } from './skill-file.ts'
import { Buffer } from 'node:buffer'
import { posix } from 'node:path'
import { describe, expect } from 'vitest'
import { readSkillFile } from './skill-file.ts'
import { skillMd, test } from './temp-folder.fixture.ts'

const read = (dir: string): SkillFile => readSkillFile({ file: `${dir}/SKILL.md`, realDir: dir })

describe('readSkillFile', () => {
  test.for([
    ['as it is', skillMd('a')],
    ['with a byte order mark', `\uFEFF${skillMd('a')}`],
    ['with CRLF', skillMd('a').replaceAll('\n', '\r\n')],
    ['with spaces after the fences', skillMd('a').replaceAll('---', '--- ')],
    ['without a body', '---\nname: a\ndescription: Sorts a and nothing else.\n---'],
  ] as const)('reads it %s', ([, text], { folder }) => {
    const file = read(folder({ 'SKILL.md': text }))
    expect(file).toMatchObject({ name: 'a', description: 'Sorts a and nothing else.', findings: [] })
    expect(file.frontmatter?.entries.get('name')).toMatchObject({ key: { line: 2, column: 1 }, place: { line: 2, column: 7 } })
  })

  test('a rule in the body and a --- inside a value are no fence', ({ folder }) => {
    const text = '---\nname: a\ndescription: x ---y\n---\nA\n\n---\n\nB\n'
    const file = read(folder({ 'SKILL.md': text }))
    expect(file).toMatchObject({ description: 'x ---y', body: { text: 'A\n\n---\n\nB\n', line: 5 } })
  })

  test.for([
    ['skill/frontmatter', 1, 1, 'empty', ' \n'],
    ['skill/frontmatter', 1, 1, 'no frontmatter', '# Title\n'],
    ['skill/frontmatter', 1, 1, 'no frontmatter', '# Title\n\n---\n\nText.\n'],
    ['skill/frontmatter', 1, 1, 'Move `<!-- © -->`', `<!-- © -->\n${skillMd('a')}`],
    ['skill/frontmatter', 1, 1, 'blank lines', `\n${skillMd('a')}`],
    ['skill/frontmatter', 1, 1, 'never closed', '---\nname: a\n'],
    ['skill/frontmatter', 1, 1, 'lone CR', skillMd('a').replaceAll('\n', '\r')],
    ['skill/unresolved-link', 1, 1, 'unresolved git symlink', '../../x/SKILL.md'],
    ['skill/encoding', 1, 1, 'UTF-16', Buffer.from(skillMd('a'), 'utf16le')],
    ['skill/encoding', 3, 14, '0xE9', Buffer.from('---\nname: a\ndescription: é\n---\n', 'latin1')],
    ['skill/yaml', 3, 14, 'has to be quoted', '---\nname: a\ndescription: Reviews in two passes: style, then logic\n---\n'],
    ['skill/yaml', 3, 1, 'stands twice', '---\nname: a\nname: b\ndescription: d\n---\n'],
    ['skill/yaml', 3, 16, 'missing closing', '---\nname: a\ndescription: "d\n---\n'],
  ] as const)('%s %i:%i %s', ([rule, line, column, message, text], { folder }) => {
    const file = `${folder({ 'SKILL.md': text })}/SKILL.md`
    expect(read(posix.dirname(file)).findings).toEqual([{ rule, severity: 'error', file, line, column, blocks: true, message: expect.stringContaining(message) }])
  })

  test('keeps the name of a file whose description is broken', ({ folder }) => {
    const file = `${folder({ 'SKILL.md': '---\nname: a\ndescription: one: two\n---\n' })}/SKILL.md`
    expect(read(posix.dirname(file))).toMatchObject({ name: 'a' })
  })

  test('a missing file is unreadable', ({ folder }) => {
    expect(read(folder({})).findings).toMatchObject([{ rule: 'skill/unreadable', blocks: true }])
  })
  test('a link may lead anywhere in the repository, and not out of it', ({ folder }) => {
    const outside = folder({ 'SKILL.md': skillMd('secret') })
    const root = folder({
      '.git': 'gitdir: elsewhere',
      'shared/SKILL.md': skillMd('shared'),
      'skills/a/SKILL.md': { link: '../../shared/SKILL.md' },
      'skills/b/SKILL.md': { link: `${outside}/SKILL.md` },
    })
    expect(read(`${root}/skills/a`)).toMatchObject({ name: 'shared', findings: [] })
    expect(read(`${root}/skills/b`)).toMatchObject({ text: null, name: null, findings: [{ rule: 'skill/unreadable', message: expect.stringContaining('a link that leads out of its repository') }] })
    // where there is no repository, nobody else wrote the link
    expect(read(folder({ 'SKILL.md': { link: `${outside}/SKILL.md` } }))).toMatchObject({ name: 'secret' })
  })
})
