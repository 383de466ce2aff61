import { expect, it } from 'vitest'
import { beginning, visible } from './visible.ts'

it.each([
  ['a\u0000b\u001B[31mred\u007F', 'a␀b␛[31mred␡'],
  ['pass\u202Edeliaf', 'pass⟨U+202E⟩deliaf'],
  ['\u2066x\u2069 \u200Fy\u061C', '⟨U+2066⟩x⟨U+2069⟩ ⟨U+200F⟩y⟨U+61C⟩'.replace('61C', '061C')],
  ['half \uD83D, \uDE42', 'half ⟨U+D83D⟩, ⟨U+DE42⟩'],
  ['two\u2028lines\uFEFF\u200B', 'two⟨U+2028⟩lines⟨U+FEFF⟩⟨U+200B⟩'],
  ['tag\u{E0041}', 'tag⟨U+E0041⟩'],
  ['a\r\nb\rc\td', 'a\nb␍\nc\td'],
])('shows what is hidden in %j', (text, shown) => {
  expect(visible(text)).toBe(shown)
})

it('leaves what can be seen', () => {
  const text = 'Grüße 日本語 שלום 👩‍👩‍👧 🙂 <b> & "x"\n\tend'
  expect(visible(text)).toBe(text)
})

it('cuts no pair', () => {
  expect(beginning('ab🙂cd', 3)).toBe('ab🙂')
  expect(beginning('ab🙂cd', 4)).toBe('ab🙂')
  expect(beginning('ab', 9)).toBe('ab')
})
