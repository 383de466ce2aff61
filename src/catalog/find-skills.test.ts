import process from 'node:process'
import { describe, expect } from 'vitest'
import { findSkills } from './find-skills.ts'
import { skillMd, test } from './temp-folder.fixture.ts'

const links = test.skipIf(process.platform === 'win32')

describe('findSkills', () => {
  test('finds folders with a SKILL.md, sorted', ({ folder }) => {
    const root = folder({ 'skills/b/SKILL.md': skillMd('b'), 'skills/a/SKILL.md': skillMd('a'), 'skills/none/README.md': '', 'skills/.dot/SKILL.md': skillMd('.dot') })
    const catalog = findSkills(root, 'skills/*')
    expect(catalog.skills.map(skill => skill.name)).toEqual(['.dot', 'a', 'b'])
    expect(catalog.skills[1]).toEqual({ name: 'a', dir: `${root}/skills/a`, realDir: `${root}/skills/a`, file: `${root}/skills/a/SKILL.md`, aliases: [] })
    expect(catalog.findings).toEqual([])
  })

  test.for(['.claude/worktrees/w1', 'a (v2) [x]', 'ünï cødé', '{a,b}', '!x'])('works below %s', (base, { folder }) => {
    const root = `${folder({ [`${base}/.claude/skills/a/SKILL.md`]: skillMd('a'), 'skills/other/SKILL.md': skillMd('other') })}/${base}`
    expect(findSkills(root, '.claude/skills/*').skills.map(skill => skill.dir)).toEqual([`${root}/.claude/skills/a`])
  })

  test.for(['skills/*/', './skills/*', 'skills/*/SKILL.md', 'skills/**', '../catalog/skills/*', 'skills/a', '{skills,none}/*'])('accepts the glob %s', (glob, { folder }) => {
    const root = folder({ 'catalog/skills/a/SKILL.md': skillMd('a') })
    expect(findSkills(`${root}/catalog`, glob).skills.map(skill => skill.dir)).toEqual([`${root}/catalog/skills/a`])
  })

  test('leaves out what a glob with ! matches, node_modules and our own records', ({ folder }) => {
    const root = folder({ 'a/SKILL.md': '', 'b/SKILL.md': '', 'node_modules/c/SKILL.md': '', '.skill-evals/runs/d/SKILL.md': '' })
    expect(findSkills(root, ['**', '!b']).skills.map(skill => skill.name)).toEqual(['a'])
    expect(findSkills(root, ['node_modules/*']).skills.map(skill => skill.name)).toEqual(['c'])
  })

  test('refuses an absolute and an empty glob', ({ folder }) => {
    const root = folder({})
    expect(() => findSkills(root, `${root}/skills/*`)).toThrow(/is absolute. Write it from the Vitest root/)
    expect(() => findSkills(root, 'C:\\skills\\*')).toThrow(/is absolute/)
    expect(() => findSkills(root, 'skills\\*')).toThrow('holds a backslash. Write `/` between folders')
    expect(() => findSkills(root, ' ')).toThrow(/is empty/)
  })

  test('says that nothing matches', ({ folder }) => {
    expect(findSkills(folder({}), ['skills/*', 'x/*']).findings).toMatchObject([{ rule: 'catalog/no-skills', message: expect.stringContaining('`skills/*`, `x/*`') }])
  })

  test('reports two folders of one name at both', ({ folder }) => {
    const root = folder({ 'one/a/SKILL.md': skillMd('a'), 'two/a/SKILL.md': skillMd('a') })
    const { skills, findings } = findSkills(root, ['one/*', 'two/*'])
    expect(skills).toHaveLength(2)
    expect(findings).toMatchObject([
      { rule: 'catalog/duplicate-name', file: `${root}/one/a/SKILL.md`, blocks: true, related: [{ file: `${root}/two/a/SKILL.md` }] },
      { rule: 'catalog/duplicate-name', file: `${root}/two/a/SKILL.md`, blocks: true, related: [{ file: `${root}/one/a/SKILL.md` }] },
    ])
  })

  test('notes a SKILL.md in lower case', ({ folder }) => {
    const root = folder({ 'skills/a/skill.md': skillMd('a'), 'skills/b/SKILL.md': skillMd('b') })
    expect(findSkills(root, 'skills/*').findings).toMatchObject([{ rule: 'catalog/skill-md-name', file: `${root}/skills/a/skill.md` }])
  })

  links('finds a linked skill once, and the real folder wins', ({ folder }) => {
    const root = folder({ 'skills/real/SKILL.md': skillMd('real'), 'skills/a-link': { link: 'real' }, '.agents/skills': { link: '../skills' } })
    const { skills, findings } = findSkills(root, ['skills/*', '.agents/skills/*'])
    expect(skills).toMatchObject([{ name: 'real', dir: `${root}/skills/real`, aliases: [`${root}/.agents/skills/real`, `${root}/skills/a-link`] }])
    expect(findings).toEqual([])
  })

  links('finds a skill that lies elsewhere, and one below a linked root', ({ folder }) => {
    const root = folder({ 'src/real/SKILL.md': skillMd('real'), 'repo/skills/linked': { link: '../../src/real' }, 'repo/skills/own/SKILL.md': skillMd('own'), 'way': { link: 'repo' } })
    expect(findSkills(`${root}/way`, 'skills/*').skills).toMatchObject([
      { name: 'linked', dir: `${root}/way/skills/linked`, realDir: `${root}/src/real`, aliases: [] },
      { name: 'own', dir: `${root}/way/skills/own`, realDir: `${root}/repo/skills/own` },
    ])
  })

  links('notes links that lead nowhere, in a circle or back, and flattened ones', ({ folder }) => {
    const root = folder({
      'skills/a/SKILL.md': skillMd('a'),
      'skills/b/SKILL.md': { link: 'gone.md' },
      'skills/flat': '../src/real',
      'skills/gone': { link: '/nowhere' },
      'skills/loop': { link: 'loop' },
      'skills/self': { link: '.' },
      'skills/LICENSE': 'All rights are yours.',
    })
    for (const glob of ['skills/*', 'skills/**']) {
      const { skills, findings } = findSkills(root, glob)
      expect(skills.map(skill => skill.name)).toEqual(['a'])
      expect(findings.map(({ rule, severity, file, message }) => [rule, severity, file.slice(root.length), message.replace(/\..*/, '')])).toEqual([
        ['catalog/broken-link', 'warning', '/skills/b/SKILL.md', 'The link `SKILL'],
        ['catalog/broken-link', 'warning', '/skills/flat', 'The file `flat` looks like an unresolved git symlink to a skill'],
        ['catalog/broken-link', 'warning', '/skills/gone', 'The link `gone` leads nowhere'],
        ['catalog/broken-link', 'warning', '/skills/loop', 'The link `loop` leads in a circle'],
        ['catalog/broken-link', 'warning', '/skills/self', 'The link `self` leads back to a folder that holds it'],
      ])
    }
  })
})
