import { describe, expect, it } from 'vitest'
import { safeName, safePath } from './safe-name.ts'

describe('safeName', () => {
  it.each(['images-cost', 'a', 'sql_2.1', 'x'.repeat(100), '1'])('leaves %s as it is', (name) => {
    expect(safeName(name)).toBe(name)
  })

  it('makes every other name safe and different from all others', () => {
    const names = ['../../escape', '..', '.', '', 'a/b\\c:*?', 'CON', 'con', 'con.txt', 'nul', 'COM1', 'Foo', 'foo', 'FOO', 'x'.repeat(300), 'X'.repeat(300), 'café', 'cafe\u0301', 'cafe', 'a.', 'a ', 'a', ' a', '日本', '\0', '-x', '_unrelated', '__proto__', 'a~1234567890', '💥']
    const safe = names.map(safeName)
    for (const name of safe) {
      expect(name).toMatch(/^[a-z0-9][a-z0-9._~-]*$/)
      expect(name).toMatch(/[a-z0-9_-]$/)
      expect(name.length).toBeLessThan(112)
      expect(name).not.toMatch(/^(?:con|nul|com1)(?:\.|$)/)
    }
    expect(new Set(safe.map(name => name.toLowerCase())).size).toBe(names.length)
    expect(safeName('Foo')).toMatch(/^foo~[0-9a-f]{10}$/)
  })
})

describe('safePath', () => {
  it('leaves usual paths alone and replaces segments that some disk or git cannot hold', () => {
    expect(safePath('src/My File (1).py')).toBe('src/My File (1).py')
    expect(safePath('a/AUX.txt')).toMatch(/^a\/aux-txt~\w{10}$/)
    expect(safePath('a/b:c/d. ')).toMatch(/^a\/b-c~\w{10}\/d~\w{10}$/)
    expect(safePath('.gitignore')).toMatch(/^gitignore~/)
  })
})
