import type { Shared, TouchableSkill } from './plan-changes.ts'
import { expect, it } from 'vitest'
import { touchedBy } from './plan-changes.ts'

function skill(name: string, more: Partial<TouchableSkill> = {}): TouchableSkill {
  return { name, folders: [`skills/${name}`], sources: [`skills/${name}/SKILL.md`, `skills/${name}/evals/evals.json`], inRoom: true, ...more }
}

const skills = [skill('alpha'), skill('alpha-two'), skill('absent', { inRoom: false })]
const shared: Shared = { infraPaths: ['vitest.config.ts', 'lib/', './docs/[a].md'], roomFiles: ['pool.json'], extended: true }

function touched(paths: string[], more: Partial<Shared> = {}, of = skills): [string, boolean] {
  const { skills: names, routing } = touchedBy(paths, of, { ...shared, ...more })
  return [[...names].sort().join(' '), routing]
}

it.each<[path: string, skills: string, routing: boolean]>([
  ['skills/alpha/reference.md', 'alpha', false],
  ['skills/alpha/scripts/run.py', 'alpha', false],
  ['skills/alpha/evals/hooks.py', 'alpha', false],
  ['skills/alpha/evals/machine.yml', 'alpha', false],
  ['skills/alpha/evals/files/x/a.csv', 'alpha', false],
  ['skills/alpha/SKILL.md', 'alpha', true],
  ['skills/alpha/evals/evals.json', 'alpha', true],
  ['skills/alpha/evals/extended_evals.json', 'alpha', true],
  ['skills/alpha-two/SKILL.md', 'alpha-two', true],
  ['skills/absent/SKILL.md', 'absent', false],
  ['skills/absent/evals/evals.json', 'absent', false],
  ['skills/gone/SKILL.md', '', true],
  ['skills/gone/evals/evals.json', '', true],
  ['skills/gone/reference.md', '', false],
  ['README.md', '', false],
  ['pool.json', '', true],
  ['sub/vitest.config.ts', '', false],
  ['library/a.ts', '', false],
  ['vitest.config.ts', 'absent alpha alpha-two', true],
  ['lib/deep/a.ts', 'absent alpha alpha-two', true],
  ['docs/[a].md', 'absent alpha alpha-two', true],
  ['docs/a.md', '', false],
])('%s touches %j, routing %j', (path, names, routing) => {
  expect(touched([path])).toEqual([names, routing])
})

it('an extended dataset that is left out moves no decision', () => {
  expect(touched(['skills/alpha/evals/extended_evals.json'], { extended: false })).toEqual(['alpha', false])
})

it('several paths add up', () => {
  expect(touched(['README.md', 'skills/alpha/a.md', 'skills/alpha-two/evals/evals.json'])).toEqual(['alpha alpha-two', true])
  expect(touched([])).toEqual(['', false])
})

it('a link counts as what lies behind it', () => {
  const linked = [skill('alpha', { folders: ['shared/alpha', '.agents/skills/alpha'], sources: ['texts/alpha.md'] })]
  expect(touched(['shared/alpha/a.md'], {}, linked)).toEqual(['alpha', false])
  expect(touched(['shared/alpha/SKILL.md'], {}, linked)).toEqual(['alpha', true])
  expect(touched(['.agents/skills'], {}, linked), 'the link above it').toEqual(['alpha', true])
  expect(touched(['.agents/skills/alpha'], {}, linked), 'the link itself').toEqual(['alpha', true])
  expect(touched(['texts/alpha.md'], {}, linked), 'what SKILL.md links to').toEqual(['alpha', true])
})

it('a skill that is the repository owns every file, and its description alone moves routing', () => {
  const whole = [skill('whole', { folders: [''], sources: ['SKILL.md'] })]
  expect(touched(['scripts/a.py'], {}, whole)).toEqual(['whole', false])
  expect(touched(['SKILL.md'], {}, whole)).toEqual(['whole', true])
})

it('letters that a file system writes in two ways are one', () => {
  const decomposed = 'skills/cafe\u0301'
  expect(touched(['skills/caf\u00E9/a.md'], {}, [skill('café', { folders: [decomposed], sources: [] })])).toEqual(['café', false])
})
