import { describe, expect, it } from 'vitest'
import { absolutePath, slashesOn } from './paths.ts'
import { isDeviceName, mayMean, windowsNameProblem } from './windows-names.ts'

describe('windowsNameProblem', () => {
  it.each(['CON', 'nul', 'Aux.txt', 'com1', 'COM¹.log', 'LPT9.a.b', 'con .txt', 'NUL:', 'CONIN$'])('%s is a device', (name) => {
    expect(isDeviceName(name)).toBe(true)
    expect(windowsNameProblem(name)).toBe('Windows takes it for a device')
  })

  it.each(['console', 'nulls.txt', 'com10', 'lpt', 'a.con', '.gitignore', 'README.md', 'é', 'a b', 'x~1'])('%s is a name like any other', (name) => {
    expect(windowsNameProblem(name)).toBeNull()
  })

  it.each(['a.', 'a ', '...', 'a:b', 'a\\b', 'what?', 'a|b', 'a\nb', '<x>', 'a*'])('%j cannot be there', (name) => {
    expect(windowsNameProblem(name)).not.toBeNull()
  })
})

describe('mayMean', () => {
  it('knows no case anywhere, and the further names of Windows there', () => {
    expect(mayMean('.Claude', '.claude', 'linux')).toBe(true)
    for (const name of ['.claude.', '.claude ', '.CLAUDE::$INDEX_ALLOCATION', 'CLAUDE~1', 'claude~12'])
      expect([mayMean(name, '.claude', 'win32'), mayMean(name, '.claude', 'darwin')]).toEqual([true, false])
    for (const name of ['claude', '.claude2', 'GEMINI~1', 'notes~1.txt', 'claude~'])
      expect(mayMean(name, '.claude', 'win32')).toBe(false)
  })
})

describe('paths', () => {
  it('turns backslashes on Windows, where they can be nothing else', () => {
    expect(slashesOn('win32', 'C:\\repo\\skills/a')).toBe('C:/repo/skills/a')
    expect(slashesOn('linux', '/repo/a\\b')).toBe('/repo/a\\b')
    expect(absolutePath('/repo', '../a')).toMatch(/^(?:[A-Z]:)?\/a$/)
  })
})
