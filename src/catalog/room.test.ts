import { describe, expect } from 'vitest'
import { findSkills } from './find-skills.ts'
import { roomOf } from './room.ts'
import { skillMd, test } from './temp-folder.fixture.ts'

const skills = { 'skills/image-tools/SKILL.md': skillMd('image-tools'), 'skills/pdf-tools/SKILL.md': skillMd('pdf-tools'), 'skills/sql/SKILL.md': skillMd('sql') }

describe('roomOf', () => {
  test('all, and names in any order', ({ folder }) => {
    const catalog = findSkills(folder(skills), 'skills/*')
    expect(roomOf(catalog, 'all')).toEqual({ skills: catalog.skills, findings: [] })
    expect(roomOf(catalog, ['sql', 'pdf-tools']).skills.map(skill => skill.name)).toEqual(['pdf-tools', 'sql'])
  })

  test('unknown names are errors with the nearest name', ({ folder }) => {
    const catalog = findSkills(folder(skills), 'skills/*')
    expect(roomOf(catalog, ['pdftools', 'constructor', 'sql'])).toMatchObject({
      skills: [{ name: 'sql' }],
      findings: [
        { rule: 'room/unknown-skill', blocks: true, message: '`room` names `pdftools`, but the catalog has no skill of this name. Did you mean `pdf-tools`?' },
        { rule: 'room/unknown-skill', message: '`room` names `constructor`, but the catalog has no skill of this name. It has `image-tools`, `pdf-tools`, `sql`.' },
      ],
    })
    expect(roomOf(catalog, []).findings).toMatchObject([{ rule: 'room/empty' }])
  })

  const marketplace = (value: unknown): { '.claude-plugin/marketplace.json': string } => ({ '.claude-plugin/marketplace.json': JSON.stringify(value, null, 2) })

  test('published is what the marketplace lists', ({ folder }) => {
    const root = folder({ ...skills, ...marketplace({ plugins: [
      { name: 'a', source: './', skills: ['./skills/sql', './skills/gone'] },
      { name: 'b', source: { source: 'github', repo: 'x/y' }, skills: ['./skills/pdf-tools'] },
    ] }) })
    expect(roomOf(findSkills(root, 'skills/*'), 'published')).toMatchObject({
      skills: [{ name: 'sql' }],
      findings: [{ rule: 'room/unmatched-entry', severity: 'warning', file: `${root}/.claude-plugin/marketplace.json`, line: 8, column: 9 }],
    })
  })

  test('a plugin that lists a folder of skills, or nothing, publishes all in it', ({ folder }) => {
    const plugins = { 'plugins/p/skills/one/SKILL.md': skillMd('one'), 'plugins/q/extra/two/SKILL.md': skillMd('two') }
    const root = folder({ ...skills, ...plugins, ...marketplace({ metadata: { pluginRoot: './plugins' }, plugins: [{ source: 'p' }, { source: './plugins/q', skills: './extra' }] }) })
    expect(roomOf(findSkills(root, ['skills/*', 'plugins/*/*/*']), 'published')).toMatchObject({ skills: [{ name: 'one' }, { name: 'two' }], findings: [] })
  })

  test('a missing, broken or empty marketplace is one error', ({ folder }) => {
    const rules = (files: Record<string, string>): string[] => roomOf(findSkills(folder({ ...skills, ...files }), 'skills/*'), 'published').findings.map(({ rule, line, column }) => `${rule} ${line}:${column}`)
    expect(rules({})).toEqual(['room/marketplace 1:1'])
    expect(rules({ '.claude-plugin/marketplace.json': '{"plugins": [,]}' })).toEqual(['room/marketplace 1:14'])
    expect(rules(marketplace({ name: 'x' }))).toEqual(['room/marketplace 1:1'])
    expect(rules(marketplace({ plugins: [] }))).toEqual(['room/empty 1:1'])
  })
})
