import type { Files } from '../catalog/temp-folder.fixture.ts'
import { writeFileSync } from 'node:fs'
import { describe, expect } from 'vitest'
import { findSkills } from '../catalog/find-skills.ts'
import { MarkdownLibrary } from '../catalog/markdown-library.ts'
import { skillMd, test } from '../catalog/temp-folder.fixture.ts'
import { References } from './references.ts'

/** Files that links of the tests lead to. `page.md` of the skill is the file under test. */
const beside: Files = {
  'skills/a/SKILL.md': skillMd('a'),
  'skills/a/other.md': '# Other\n\n## Set up\n\n## Set up\n\nSetext\n======\n\n<a id="Explicit"></a>\n<h2 align="center">In <b>HTML</b></h2>\n\n```sh\n# not a heading\n```\n<!--\n# nor this\n-->\n',
  'skills/a/scripts/run.sh': '',
  'skills/a/with space.md': '',
  'skills/a/a#b.md': '',
  'skills/a/100%.md': '',
  'skills/a/it\'s [x] & y.md': '',
  'skills/a/.hidden/z.md': '',
  'skills/a/Ünï (1).md': '',
  'skills/b/SKILL.md': skillMd('b'),
  'README.md': '# Read me\n',
}
function faults(folder: (files: Files) => string, page: string, more: Files = {}): string[] {
  const root = folder({ ...beside, ...more, 'skills/a/page.md': page })
  const skills = findSkills(root, 'skills/*').skills
  const [skill] = skills
  const references = new References({ root, skills, docs: [] })
  const found = skill ? references.ofSkill(skill) : []
  expect(found.every(finding => !finding.blocks)).toBe(true)
  return found.map(({ rule, file, line, column }) => `${rule} ${file === `${root}/skills/a/page.md` ? '' : file.replace(`${root}/`, '')}${line}:${column}`)
}

describe('what is there', () => {
  test.for([
    ['a file, a script, a folder', '[a](other.md) [b](./scripts/run.sh) [c](scripts/) [d](../b/SKILL.md) [e](.) [f]()'],
    ['from the root of the repository', '[a](/README.md) ![b](/skills/a/other.md)'],
    ['headings', '# Here\n\n[a](#here) [b](other.md#set-up) [c](other.md#set-up-1) [d](other.md#setext) [e](#top)'],
    ['explicit ids and headings in HTML', '[a](other.md#Explicit) [b](other.md#in-html) [c](other.md#user-content-other)'],
    ['lines', '[a](other.md#L3) [b](scripts/run.sh#L1-L2) [c](scripts/run.sh#whatever) [d](other.md?plain=1#L2C1-L3C4)'],
    ['percent-encoding, angle brackets, escapes and entities', '[a](with%20space.md) [b](<with space.md>) [c](%C3%9Cn%C3%AF%20\\(1\\).md) [d](<Ünï (1).md>) [e](oth&#101;r.md)'],
    ['odd names', '[a](a%23b.md) [b](100%25.md) [c](100%.md) [d](<it\'s [x] & y.md>) [e](.hidden/z.md)'],
    ['other addresses', '[a](mailto:x@y.z) [b](tel:1) [c](https://x.y/z(1)) <https://x.y> https://x.y/gone [d](//x.y/z)'],
    ['a title, a line break, nested images', '[a](other.md "[x](gone.md)")\n[b](\nother.md) [![c](other.md)](README.md)', 'link/missing 3:28'],
    ['pages of the repository on GitHub', '[a](../../../../issues) [b](../../../../actions/workflows/ci.yml/badge.svg)'],
    ['what agents fill in', `[a]({baseDir}/other.md) [b](\${CLAUDE_SKILL_DIR}/scripts/run.sh) [c](\${HOME}/x) [d]({{url}})`],
    ['code', '`[a](gone.md)` ``` [b](gone.md) ``` ``x ` [c](gone.md)``\n\n```md\n[d](gone.md)\n```\n\n    [e](gone.md)\n\n- list\n\n  ~~~\n  [f](gone.md)\n  ~~~'],
    ['comments', '<!-- [a](gone.md) <a href="gone.md"> -->\n\ntext <!-- [b](gone.md) --> text'],
    ['a frontmatter', '---\nlink: "[a](gone.md)"\n---\n'],
    ['brackets that are no links', '[a] (gone.md) [x]: y [b][gone] \\[c](gone.md) [ ] (gone.md)\n\n- [ ] todo\n\n`a`[1]: gone.md'],
    ['a footnote', 'text[^1]\n\n[^1]: gone.md is a word'],
  ] as [string, string, ...string[]][])('%s', ([, page, ...expected], { folder }) => {
    expect(faults(folder, page)).toEqual(expected)
  })
})

describe('what is not', () => {
  test.for([
    ['a file', 'x [a](gone.md) y', 'link/missing 1:7'],
    ['an image, bold, in a table and a list', '![a](gone.png)\n\n**[b](gone.md)**\n\n| x |\n|---|\n| [c](gone.md) |\n\n- > [d](gone.md)', 'link/missing 1:6', 'link/missing 3:7', 'link/missing 7:7', 'link/missing 9:9'],
    ['after emoji, in columns of UTF-16', '🎉 [a](gone.md)', 'link/missing 1:8'],
    ['after a byte order mark and with CRLF', '\uFEFFx\r\n\r\n[a](gone.md)\r\n', 'link/missing 3:5'],
    ['a definition, where it stands', '[a][r] [r]\n\n[r]: gone.md', 'link/missing 3:6'],
    ['HTML', '<p><a class="x" href=\'gone.md\'>x</a></p>\n\ntext <img src=gone.png>', 'link/missing 1:23', 'link/missing 3:15'],
    ['a shortened file beside one that is there', '[a](scripts/run)', 'link/missing 1:5'],
    ['a heading', '# Here\n\n[a](#there) [b](other.md#gone) [c](other.md#not-a-heading) [d](other.md#nor-this)', 'link/anchor 3:5', 'link/anchor 3:17', 'link/anchor 3:36', 'link/anchor 3:64'],
    ['a third repetition', '[a](other.md#set-up-2)', 'link/anchor 1:5'],
    ['an encoded path', '[a](gone%20too.md)', 'link/missing 1:5'],
    ['outside of the repository', '[a](../../../elsewhere.md) [b](/../x)', 'link/outside 1:5', 'link/outside 1:32'],
    ['another letter case', '[a](Other.md) [b](Scripts/run.sh) [c](other.md#Set-Up)', 'link/case 1:5', 'link/case 1:19', 'link/anchor-case 1:39'],
    ['a path of Windows', '[a](scripts\\run.sh)', 'link/missing 1:5'],
    ['after a frontmatter', '---\na: 1\n---\n[a](gone.md)', 'link/missing 4:5'],
    ['after a thematic break', '---\n\n[a](gone.md)\n\n---\n', 'link/missing 3:5'],
  ] as [string, string, ...string[]][])('%s', ([, page, ...expected], { folder }) => {
    expect(faults(folder, page, { '.git/HEAD': '' })).toEqual(expected)
  })

  test('a repeated heading that already has the number is counted on, as on GitHub', ({ folder }) => {
    expect(faults(folder, '# Dup\n\n# Dup-1\n\n# Dup\n\n[a](#dup) [b](#dup-1) [c](#dup-2) [d](#dup-3)')).toEqual(['link/anchor 7:39'])
  })

  test('says what to write', ({ folder }) => {
    const root = folder({ ...beside, 'skills/a/page.md': '[a](othre.md) [b](other.md#setup) [c](Other.md) [d](other.md#Setext)' })
    const [skill] = findSkills(root, 'skills/*').skills
    const found = skill ? new References({ root, skills: [skill], docs: [] }).ofSkill(skill) : []
    expect(found.map(({ message }) => message.replaceAll(`${root}/`, ''))).toEqual([
      '`othre.md` points at skills/a/othre.md, which does not exist. Did you mean `other.md`?',
      '`other.md#setup` points at a heading `#setup` that skills/a/other.md does not have. Did you mean `#set-up`?',
      '`Other.md` is spelled `other.md` on disk. Write the same letter case: GitHub and Linux tell them apart.',
      '`other.md#Setext` finds its heading on GitHub only, which forgives the letter case. Write `#setext`.',
    ])
  })
})

describe('named paths', () => {
  test.for([
    ['in SKILL.md', 'Run `scripts/gone.sh`, then scripts/run.sh and references/gone.md.\n\n```sh\nbash ./assets/gone.png --x\n```', ['link/mention 1:6', 'link/mention 1:48', 'link/mention 4:8']],
    ['with what agents fill in', `\`{baseDir}/scripts/gone.sh\` \`\${CLAUDE_SKILL_DIR}/scripts/run.sh\``, ['link/mention 1:12']],
    ['in bold and italics', '**scripts/gone.sh** and _references/gone.md_', ['link/mention 1:3', 'link/mention 1:26']],
    ['once a file', '`scripts/gone.sh` and `scripts/gone.sh`', ['link/mention 1:2']],
    ['not beside a link that says it', '[scripts/gone.sh](scripts/gone.sh)', ['link/missing 1:19']],
    ['not of somebody else', '`~/scripts/x.sh` `my/scripts/x.sh` `/scripts/x.sh` `src/index.ts` https://x.y/scripts/x.sh `scripts/*.sh` `scripts/<name>.sh` `scripts/` `scripts/x.sh:12`', []],
    ['not as an example', 'Name it well, e.g. `scripts/rotate.py`.', []],
    ['not in comments', '<!-- scripts/gone.sh -->', []],
  ] as [string, string, string[]][])('%s', ([, body, expected], { folder }) => {
    const found = faults(folder, '', { 'skills/a/SKILL.md': `---\nname: a\ndescription: d\n---\n${body}` })
    expect(found).toEqual(expected.map(one => one.replace(/(\d+):/, (_, line: string) => `skills/a/SKILL.md${Number(line) + 4}:`)))
  })

  test('in other files only where the skill has the folder, and not in blocks of code', ({ folder }) => {
    expect(faults(folder, '`scripts/gone.sh` `references/gone.md`\n\n```sh\n# scripts/other.sh\nbash scripts/third.sh\n```\n')).toEqual(['link/mention 1:2'])
  })
})

describe('files', () => {
  test('are read in all folders, links and other skills aside', ({ folder }) => {
    const broken = '[a](gone.md)'
    expect(faults(folder, '', {
      'skills/a/deep/er/x.MD': broken,
      'skills/a/y.markdown': broken,
      'skills/a/z.txt': broken,
      'skills/a/node_modules/m.md': broken,
      'elsewhere/w.md': broken,
      'skills/a/linked': { link: '../../elsewhere' },
    })).toEqual(['link/missing skills/a/deep/er/x.MD1:5', 'link/missing skills/a/y.markdown1:5'])
  })

  test('of another encoding are named', ({ folder }) => {
    expect(faults(folder, '', { 'skills/a/latin.md': new Uint8Array([0x23, 0xE4, 0x0A]) })).toEqual(['link/encoding skills/a/latin.md1:2'])
  })

  test('of docs are those that no skill holds', ({ folder }) => {
    const root = folder({ ...beside, 'docs/x.md': '[a](../README.md) [b](gone.md) `scripts/gone.sh`', 'skills/a/page.md': '[a](gone.md)' })
    const references = new References({ root, skills: findSkills(root, 'skills/*').skills, docs: ['docs', '**/page.md', 'README.md'] })
    const pages = references.docs()
    expect(pages.map(({ file }) => file)).toEqual([`${root}/README.md`, `${root}/docs/x.md`])
    expect(pages.flatMap(page => references.ofDoc(page))).toMatchObject([{ rule: 'link/missing', line: 1, column: 23 }])
  })

  test('of a linked skill have links that start from where they really lie', ({ folder }) => {
    const root = folder({ 'shared/deep/a/SKILL.md': `${skillMd('a')}[x](../../x.md) [y](../y.md)`, 'shared/x.md': '', 'skills/a': { link: '../shared/deep/a' } })
    const [skill] = findSkills(root, 'skills/*').skills
    expect(skill && new References({ root, skills: [skill], docs: [] }).ofSkill(skill)).toMatchObject([{ rule: 'link/missing', file: `${root}/skills/a/SKILL.md`, line: 7, column: 21 }])
  })

  test('that changed are read again, with the same library', ({ folder }) => {
    const root = folder({ ...beside, 'skills/a/page.md': '[a](gone.md)' })
    const skills = findSkills(root, 'skills/*').skills
    const library = new MarkdownLibrary()
    const check = (): number => skills.flatMap(skill => new References({ root, skills, docs: [] }, library).ofSkill(skill)).length
    expect(check()).toBe(1)
    writeFileSync(`${root}/skills/a/page.md`, '[a](other.md)')
    expect(check()).toBe(0)
  })

  test('lead to the web where they do', ({ folder }) => {
    const root = folder({ ...beside, 'skills/a/page.md': 'https://x.y/a#b [w](https://x.y/A_(B)) <http://[> [p](//x.y/p) `https://x.y/code`' })
    const skills = findSkills(root, 'skills/a').skills
    expect(new References({ root, skills, docs: [] }).external()).toEqual([
      { url: 'https://x.y/a', file: `${root}/skills/a/page.md`, line: 1, column: 1 },
      { url: 'https://x.y/A_(B)', file: `${root}/skills/a/page.md`, line: 1, column: 21 },
      { url: 'https://x.y/p', file: `${root}/skills/a/page.md`, line: 1, column: 55 },
    ])
  })
})
