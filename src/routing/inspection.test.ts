import { expect, it } from 'vitest'
import { lookAtSkillsTree } from './inspection.ts'

function look(input: unknown): ReturnType<typeof lookAtSkillsTree> {
  return lookAtSkillsTree(input, '.claude/skills', name => name === 'sql')
}

it.each<[unknown]>([
  [{ command: 'ls .claude/skills' }],
  [{ command: 'cat ./.claude//skills/sql/reference.md | head' }],
  [{ file_path: 'C:\\w\\.claude\\skills\\sql\\SKILL.md' }],
  [{ file_path: '/tmp/John Smith/.claude/skills/sql/x.md' }],
  [{ command: 'cd .claude && ls skills/sql/' }],
  [{ command: 'bash -c "find \'.claude/skills\' -type f"' }],
  [{ pattern: '**/SKILL.md' }],
  [{ deep: [{ paths: ['x', '.claude/skills/*'] }] }],
  ['.claude/skills'],
])('%j looks at the skills tree', (input) => {
  expect(look(input).inspects).toBe(true)
})

it.each<[unknown]>([
  [{ command: 'ls .claude/skills-old my.claude/skills' }],
  [{ command: 'ls skills/other my-skills/sql' }],
  [{ command: 'ls .claude; ls skills' }],
  [{ command: 'echo sql' }],
  [{ file_path: 'docs/MY-SKILL.md' }],
  [null],
  [undefined],
  [42],
])('%j does not', (input) => {
  expect(look(input)).toEqual({ inspects: false, opens: [] })
})

it.each<[string, string[]]>([
  ['cat .claude/skills/sql/SKILL.md', ['sql']],
  ['cat .claude/skills/sql/SKILL.md .claude/skills/pdf/skill.md', ['sql', 'pdf']],
  ['cat .claude/skills/*/SKILL.md', ['*']],
  ['find . -name SKILL.md', ['*']],
  ['ls .claude/skills/sql', []],
])('%s opens %j', (command, opens) => {
  expect(look({ command }).opens).toEqual(opens)
})
