import { describe, expect } from 'vitest'
import { tooIntricate } from './markdown-bounds.ts'
import { MarkdownLibrary } from './markdown-library.ts'
import { skillMd, test } from './temp-folder.fixture.ts'

describe('tooIntricate', () => {
  test.for([
    ['- '.repeat(5000), 'opens more than 100 quotes and lists'],
    [`x\n\n${'1. > '.repeat(60)}`, 'opens more than 100 quotes and lists'],
    ['*a_'.repeat(3000), 'more than 5000 marks'],
    ['[\n'.repeat(5001), 'more than 5000 marks'],
    ['a '.repeat(300_000), 'has 600000 characters'],
  ] as const)('names what would hold the parser up: %#', ([text, why]) => {
    expect(tooIntricate(text)?.message).toContain(why)
  })

  test('says the line, and lets usual files be', () => {
    expect(tooIntricate(`a\r\nb\n${'> '.repeat(101)}`)?.position).toEqual({ line: 3, column: 1 })
    for (const text of [skillMd('x'), `${'- [a](b.md) *c*\n'.repeat(500)}`, '---------\n'.repeat(200), '| a | [b](c) |\n'.repeat(900), `${'*'.repeat(200)}\n`, '> '.repeat(100)])
      expect(tooIntricate(text)).toBeNull()
  })

  test('a file that is not parsed is a file with a problem', ({ folder }) => {
    const root = folder({ 'a.md': `# H\n\n${'- '.repeat(20_000)}[x](y.md)` })
    const library = new MarkdownLibrary()
    expect(library.problem(`${root}/a.md`)).toMatchObject({ reason: 'unreadable', position: { line: 3, column: 1 } })
    expect(library.document(`${root}/a.md`).links).toEqual([])
    expect(library.hasAnchor(`${root}/a.md`, 'h')).toBe(false)
  })
})
