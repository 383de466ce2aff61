import { describe, expect, it } from 'vitest'
import { fromWorkspace, matchesArtifact } from './artifact-path.ts'

describe('fromWorkspace', () => {
  it('takes the workspace off a path in it, and leaves others as they are', () => {
    expect(fromWorkspace('/tmp/w/out/a.txt', '/tmp/w')).toBe('out/a.txt')
    expect(fromWorkspace('/tmp/W/out/a.txt', '/tmp/w')).toBe('/tmp/W/out/a.txt')
    expect(fromWorkspace('/tmp/w2/a.txt', '/tmp/w')).toBe('/tmp/w2/a.txt')
    expect(fromWorkspace('a.txt', '/tmp/w')).toBe('a.txt')
  })

  it('knows no case on a drive of Windows', () => {
    for (const path of ['C:\\Temp\\w\\out\\A.txt', 'c:/temp/W/out/A.txt'])
      expect(fromWorkspace(path, 'C:\\Temp\\w')).toBe('out/A.txt')
  })
})

it('matches by whole segments', () => {
  expect([matchesArtifact('out/a.txt', 'a.txt'), matchesArtifact('out/ba.txt', 'a.txt'), matchesArtifact('a.txt', 'a.txt')]).toEqual([true, false, true])
})
