import { describe, expect } from 'vitest'
import { property } from '../../fixtures/harness/fuzz.ts'
import { mutated, textsOf } from '../../fixtures/harness/mutations.ts'
import { linkTarget } from '../structure/link-target.ts'
import { certainAnchors } from './markdown-quick-anchors.ts'
import { scanMarkdown } from './markdown-scan.ts'
import { readMarkdown, startOfBody } from './markdown.ts'

const WORDS = ['](', '[x](y.md)', '![', '[^1]', ']: ', '[r]: ', '```\n', '~~~\n', '<a href=', '<!--', '-->', '<pre>', '# ', '> ', '- ', '1. ', '    ', '\n\n', '`', '**', '__', '&amp;', '\\', '<', '>', 'scripts/a.sh', 'references/b.md', '| a |\n|---|\n', '---\n', '===\n', 'www.x.com', 'http://x']
const texts = mutated([...textsOf('markdown'), ...textsOf('skills')], WORDS)

function isLocal(target: string): boolean {
  const read = linkTarget(target, '/r/s/SKILL.md', '/r', '/r/s')
  return read.kind === 'local' && (read.path !== '/r/s/SKILL.md' || read.fragment !== '')
}

describe('markdown', () => {
  property('points at each link, each path and each heading', texts, (text) => {
    const { links, mentions, sections } = readMarkdown(text)
    const lines = text.split(text.includes('\n') ? '\n' : '\r')
    const offsetOf = ({ line, column }: { line: number, column: number }): number => {
      expect(lines[line - 1]?.length, `${line}:${column}`).toBeGreaterThanOrEqual(column - 1)
      return lines.slice(0, line - 1).join(' ').length + (line === 1 ? 0 : 1) + column - 1
    }
    for (const link of links) {
      const at = text.slice(offsetOf(link)).slice(0, link.target.length + 20)
      // an escape in it stands for another text
      if (/^[\w./-]+$/.test(link.target) && isLocal(link.target) && !/[\\&]/.test(at))
        expect(at).toContain(link.target)
    }
    for (const mention of mentions)
      expect(text.slice(offsetOf(mention)).startsWith(mention.path)).toBe(true)
    for (const section of sections)
      offsetOf(section)
  }, { share: 0.3 })

  property('finds without a parser what a parser finds, and no anchor that it does not', texts, (text) => {
    const { targets, mentions } = scanMarkdown(text)
    const document = readMarkdown(text)
    if (targets !== null)
      expect(document.links.map(link => link.target).filter(target => isLocal(target) && !targets.includes(target))).toEqual([])
    expect(document.mentions.map(one => one.path).filter(path => !mentions.includes(path))).toEqual([])
    expect([...certainAnchors(text, startOfBody(text))].filter(anchor => !document.anchors.has(anchor))).toEqual([])
  }, { share: 0.3 })
})
