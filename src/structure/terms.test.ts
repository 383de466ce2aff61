import { expect, it } from 'vitest'
import { withoutExclusions } from './description-text.ts'
import { termsOf } from './terms.ts'

it.each<[string, string, string[]]>([
  ['English words without their endings, each once', 'Sorted tables, and sorting a TABLE', ['sort', 'tabl']],
  ['names and numbers as they are', 'MI300X vs. gfx-942', ['mi300x', 'vs', 'gfx', '942']],
  ['words that say nothing are left out', 'Use this skill when the user wants it', []],
  ['Chinese, without blanks', '导出数据', ['导出', '数据']],
  ['Japanese between English', 'GPUで推論', ['gpu', 'で', '推論']],
  ['another alphabet', 'Таблица данных', ['таблица', 'данных']],
  ['characters of another width', 'ＧＰＵ', ['gpu']],
  ['names of object members', '__proto__ constructor', ['proto', 'constructor']],
  ['nothing', ' \n…', []],
])('%s', (_, text, terms) => {
  expect([...termsOf(text).keys()]).toEqual(terms)
})

it('keeps the word that a term first stood for', () => {
  expect([...termsOf('Sorting sorts')]).toEqual([['sort', 'sorting']])
})

it.each([
  ['Serves models. Do not use for v2.1 of it, or to sort; use for maps.', 'Serves models.  ; use for maps.'],
  ['Do not use to cook.', ' .'],
  ['Serves what you do not use', 'Serves what you do not use'],
])('leaves out what a description says the skill is not for: %s', (description, rest) => {
  expect(withoutExclusions(description)).toBe(rest)
})
