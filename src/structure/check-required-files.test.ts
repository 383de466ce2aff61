import type { Files } from '../catalog/temp-folder.fixture.ts'
import { describe, expect } from 'vitest'
import { findSkills } from '../catalog/find-skills.ts'
import { skillMd, test } from '../catalog/temp-folder.fixture.ts'
import { References } from './references.ts'

const card = (text: string): Files => ({ 'skills/a/skill-card.md': text })
const whole = '# Card\n\n## Description\n\nWhat.\n\n## OWNER\n\nWho.\n\n## License ##\n\nMIT\n'

describe('checkRequiredFiles', () => {
  test.for([
    ['a complete card', card(whole), []],
    ['no card', {}, ['file/missing skills/a/SKILL.md1:1']],
    ['a card in another case', { 'skills/a/Skill-Card.md': whole }, ['file/missing skills/a/SKILL.md1:1']],
    ['a folder of that name', { 'skills/a/skill-card.md/x': '' }, ['file/missing skills/a/SKILL.md1:1']],
    ['a missing section', card(whole.replace('## OWNER', '## Owned')), ['file/section skills/a/skill-card.md1:1']],
    ['a section of another level', card(whole.replace('## OWNER', '### OWNER')), ['file/section skills/a/skill-card.md1:1']],
    ['a section in code', card(whole.replace('## OWNER', '```\n## OWNER\n```')), ['file/section skills/a/skill-card.md1:1']],
    ['an empty section', card(whole.replace('Who.', '<!-- who -->')), ['file/section-empty skills/a/skill-card.md7:1']],
    ['an empty section at the end', card(whole.replace('MIT', '')), ['file/section-empty skills/a/skill-card.md11:1']],
    ['a section with a list, and one with setext', card('Description\n---\n\n- x\n\n## Owner\n\n### Team\n\nx\n\n## License\nMIT'), []],
    ['an empty one after a full one', card(`${whole}\n## Owner\n`), []],
    ['a card of another encoding', { 'skills/a/skill-card.md': new Uint8Array([0xFF, 0xFE, 0x23, 0]) }, ['file/unreadable skills/a/skill-card.md1:1']],
  ] as [string, Files, string[]][])('%s', ([, files, expected], { folder }) => {
    const root = folder({ 'skills/a/SKILL.md': skillMd('a'), ...files })
    const skills = findSkills(root, 'skills/*').skills
    const references = new References({ root, skills, docs: [] })
    const found = skills.flatMap(skill => references.required(skill, { skillFiles: ['skill-card.md'], skillSections: ['Description', 'Owner', 'License'] }))
    expect(found.map(({ rule, file, line, column }) => `${rule} ${file.replace(`${root}/`, '')}${line}:${column}`)).toEqual(expected)
  })

  test('asks nothing of a catalog that asks for nothing, and of other files only that they are there', ({ folder }) => {
    const root = folder({ 'skills/a/SKILL.md': skillMd('a'), 'skills/a/LICENSE.txt': '' })
    const [skill] = findSkills(root, 'skills/*').skills
    const ask = (skillFiles: string[]): unknown => skill && new References({ root, skills: [skill], docs: [] }).required(skill, { skillFiles, skillSections: ['Owner'] }).map(({ message }) => message.replaceAll(`${root}/`, ''))
    expect(ask([])).toEqual([])
    expect(ask(['LICENSE.txt', 'deep/NOTICE'])).toEqual(['The skill has no file `deep/NOTICE`. Write skills/a/deep/NOTICE.'])
  })
})
