import { describe, expect, it } from 'vitest'
import { certainAnchors } from './markdown-quick-anchors.ts'
import { scanMarkdown } from './markdown-scan.ts'
import { readMarkdown, startOfBody } from './markdown.ts'

const texts = [
  '# A\n\n## B `c` d\n\n## B `c` d\n\n[x](#a) [y](<b c.md> "t") ![z](i(1).png)\n',
  '---\nname: a\n---\n# A\n\n```\n# no\n```\n\n~~~ x\n# no\n```\n# no\n~~~\n\n# yes\n',
  '# A\n\n- ```\n# yes, the list ends here\n\n```\n# no\n```\n',
  '<div>\n```\n# no\n\n# yes\n```\n',
  '<!--\n# no\n-->\n# A\n\n[r]: gone.md\n> [q]: <other.md>\n\n<a href = "h.md">x</a> <img\nsrc=i.png>\n',
  '# A\n\n**scripts/gone.sh** _references/x.md_ ~~assets/y.png~~ *scripts/my_x.sh*\n\n- [r]: [no target]\n- [s](x y)\n- [t](gone.md "t")\n\n```\n[u](v.md)\n```\n\n[w]:\n  z.md\n',
  '# A\n\nscripts/a.sh<br>scripts/b.sh[x](y.md) scripts/c.sh.[z](w.md) **scripts/d.s__** [z](\u2028gone.md) [^1]\n\n[^1]:scripts/e.sh\n',
  '# Über & Co.\n\n# A *b* _c_ [d](e.md)\n\n# x\\_y\n\n[m]\n(gone.md)\n\n[multi\nline]: def.md\n',
]

describe('what is read without a parser', () => {
  it.each(texts)('%j: no anchor that the parser does not find', (text) => {
    const { anchors } = readMarkdown(text)
    expect([...certainAnchors(text, startOfBody(text))].filter(anchor => !anchors.has(anchor))).toEqual([])
  })

  it.each(texts)('%j: every target that the parser finds', (text) => {
    const { targets } = scanMarkdown(text)
    expect(readMarkdown(text).links.filter(({ target }) => targets !== null && !targets.includes(target))).toEqual([])
  })

  it.each(texts)('%j: every named path that the parser finds', (text) => {
    const { mentions } = scanMarkdown(text)
    expect(readMarkdown(text).mentions.filter(({ path }) => !mentions.includes(path))).toEqual([])
  })

  it('leaves out what a fence holds, what is no destination, and examples', () => {
    expect(scanMarkdown('# H\r[r]: r.md\r\r[a](\0b.md)\r')).toEqual({ targets: ['r.md', '\uFFFDb.md'], mentions: [] })
    expect(scanMarkdown('```\n[a](b.md)\n```\n\n- [x]: [y z]\n\nSuch as scripts/run.sh, an example.\n\n[c](d.md)\n')).toEqual({ targets: ['d.md'], mentions: [] })
  })

  it('is enough for plain headings', () => {
    expect([...certainAnchors(texts[0] ?? '', 0)]).toEqual(['a', 'b-c-d', 'b-c-d-1'])
    expect([...certainAnchors(texts[1] ?? '', startOfBody(texts[1] ?? ''))]).toEqual(['a', 'yes'])
  })
})
