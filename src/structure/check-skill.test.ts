import { describe, expect } from 'vitest'
import { findSkills } from '../catalog/find-skills.ts'
import { skillMd, test } from '../catalog/temp-folder.fixture.ts'
import { checkSkill } from './check-skill.ts'

const skillWith = (name: string, description: string, body = 'Do it.\n'): string => `---\nname: ${name}\ndescription: ${description}\n---\n${body}`

describe('checkSkill', () => {
  test.for([
    ['nothing', [], skillMd('a')],
    ['a description of 1024 characters in 3072 bytes', [], skillWith('a', '中'.repeat(1024))],
    ['500 lines after blank ones', [], skillWith('a', 'd', `\n\n${'x\n'.repeat(500)}\n`)],
    ['501 lines', ['skill/body-length 5:1'], skillWith('a', 'd', `\n\n${'x\n'.repeat(501)}\n`)],
    ['a description of 1025', ['skill/description 3:14'], skillWith('a', '中'.repeat(1025))],
    ['a blank description', ['skill/description 3:14'], skillWith('a', '" "')],
    ['no description', ['skill/description 1:1'], '---\nname: a\n---\n'],
    ['a list as description', ['skill/description 3:14'], skillWith('a', '[x]')],
    ['another name', ['skill/name-folder 2:7'], skillMd('b')],
    ['a number', ['skill/name 2:7'], skillWith('123', 'd')],
    ['no name', ['skill/name 1:1'], '---\ndescription: d\n---\n'],
    ['an empty frontmatter', ['skill/name 1:1', 'skill/description 1:1'], '---\n---\nbody\n'],
    ['a list', ['skill/frontmatter-mapping 1:1'], '---\n- a\n---\n'],
    ['a name of words', ['skill/name-form 2:7', 'skill/name-folder 2:7'], skillWith('My Skill', 'd')],
    ['double hyphens', ['skill/name-form 2:7', 'skill/name-folder 2:7'], skillWith('a--b', 'd')],
    ['a reserved word', ['skill/name-reserved 2:7', 'skill/name-folder 2:7'], skillWith('claude-tools', 'd')],
    ['a long name', ['skill/name-length 2:7', 'skill/name-folder 2:7'], skillWith('x'.repeat(65), 'd')],
    ['a broken description', ['skill/yaml 3:14'], skillWith('a', 'one: two')],
    ['keys of the standard', [], '---\nname: a\ndescription: d\nlicense: MIT\ncompatibility: x\nallowed-tools: Read\nmetadata:\n  version: "1"\n---\n'],
    ['other keys', ['skill/unknown-key 4:1', 'skill/unknown-key 5:1'], '---\nname: a\ndescription: d\nallowed_tools: Read\nargument-hint: x\n---\n'],
    ['20,000 characters', [], skillWith('a', 'd', 'x'.repeat(20_000))],
    ['more of them', ['skill/body-tokens 5:1'], skillWith('a', 'd', 'x'.repeat(20_004))],
    ['a directive of Vitest', ['skill/docblock 5:4'], skillWith('a', 'd', '// \x40vitest-environment jsdom\n')],
  ] as const)('%s', ([, expected, text], { folder }) => {
    const root = folder({ 'skills/a/SKILL.md': text, 'skills/a/evals/evals.json': '{}' })
    const [skill] = findSkills(root, 'skills/*').skills
    const findings = skill ? checkSkill(skill).findings : []
    expect(findings.map(({ rule, line, column }) => `${rule} ${line}:${column}`)).toEqual(expected)
    expect(findings.filter(finding => finding.blocks).map(finding => finding.rule)).toEqual(findings.filter(finding => finding.rule === 'skill/yaml').map(finding => finding.rule))
  })

  test.for([
    ['skill/no-dataset', 'Write ', {}],
    ['skill/no-dataset', 'only adds to it', { 'skills/a/evals/extended_evals.json': '{}' }],
    ['skill/no-dataset', 'Rename ', { 'skills/a/evals/eval.json': '{}' }],
    ['skill/no-dataset', 'Rename ', { 'skills/a/evals.json': '{}' }],
  ] as const)('%s: %s', ([rule, message, files], { folder }) => {
    const root = folder({ 'skills/a/SKILL.md': skillMd('a'), ...files })
    const [skill] = findSkills(root, 'skills/*').skills
    expect(skill && checkSkill(skill).findings).toMatchObject([{ rule, severity: 'error', blocks: false, message: expect.stringContaining(message), file: `${root}/skills/a/SKILL.md` }])
    expect(skill && checkSkill(skill, { dataset: false }).findings).toEqual([])
  })

  test('brings what machine.yml has wrong', ({ folder }) => {
    const root = folder({ 'skills/a/SKILL.md': skillMd('a'), 'skills/a/evals/evals.json': '{}', 'skills/a/evals/machine.yml': 'os: Linux\n' })
    const [skill] = findSkills(root, 'skills/*').skills
    expect(skill && checkSkill(skill).findings).toMatchObject([{ rule: 'machine/os', file: `${root}/skills/a/evals/machine.yml` }])
  })
})
