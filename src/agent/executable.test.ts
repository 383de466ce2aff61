import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { executableCandidates, findExecutable } from './executable.ts'
import { windowsTreeKill } from './windows-tree-kill.js'

let folder: string
const file = (...parts: string[]): string => path.join(folder, ...parts)

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'skill-evals-executable-'))
  for (const name of ['first/claude', 'second/claude', 'npm/claude.cmd', 'npm/claude', 'npm/claude.ps1']) {
    mkdirSync(path.dirname(file(name)), { recursive: true })
    writeFileSync(file(name), '')
    chmodSync(file(name), 0o755)
  }
  writeFileSync(file('plain'), '')
  mkdirSync(file('folders/claude'), { recursive: true })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.skipIf(process.platform === 'win32')('on Unix', () => {
  const find = (command: string, ...folders: string[]): string | null => findExecutable(command, { PATH: folders.join(':') }, 'linux')

  it('takes the first on PATH that can be run', () => {
    writeFileSync(file('first/not-executable'), '')
    expect(find('claude', file('folders'), file('nowhere'), file('second'), file('first'))).toBe(file('second/claude'))
    expect(find('not-executable', file('first'))).toBeNull()
    expect(find('codex', file('first'), '')).toBeNull()
  })

  it('takes a path as it is', () => {
    expect(find(file('first/claude'))).toBe(file('first/claude'))
    expect(find(path.relative('.', file('first/claude')))).toBe(file('first/claude'))
    expect(find(file('plain'), file('first'))).toBeNull()
    expect(findExecutable('claude', {}, 'linux')).toBeNull()
  })
})

describe('on Windows', () => {
  it('takes npm\'s claude.cmd, not the script for Unix shells beside it', () => {
    const env = { Path: `${file('nowhere')};${file('npm')}`, PATHEXT: '.COM;.EXE;.BAT;.CMD' }
    expect(findExecutable('claude', env, 'win32')).toBe(file('npm/claude.cmd'))
    expect(findExecutable('claude.cmd', env, 'win32')).toBe(file('npm/claude.cmd'))
    expect(findExecutable(file('npm', 'claude'), env, 'win32')).toBe(file('npm/claude.cmd'))
  })

  it('looks where Windows looks, in its order', () => {
    const look = (command: string, env: NodeJS.ProcessEnv): string[] => executableCandidates(command, env, 'win32', path.win32.resolve)
    expect(look('claude', { Path: 'C:\\a;;"D:\\b c";', PATHEXT: '.EXE; .Cmd' })).toEqual(['C:\\a\\claude.exe', 'C:\\a\\claude.cmd', 'D:\\b c\\claude.exe', 'D:\\b c\\claude.cmd'])
    expect(look('claude.v2', { PATH: 'C:\\a', PATHEXT: '' })).toEqual(['.com', '.exe', '.bat', '.cmd'].map(extension => `C:\\a\\claude.v2${extension}`))
    expect(look('C:\\x\\claude.EXE', { PATH: 'C:\\a' })).toEqual(['C:\\x\\claude.EXE'])
    expect(look('C:/x/claude', { PATHEXT: '.CMD' })).toEqual(['C:\\x\\claude.cmd'])
    expect(look('claude', {})).toEqual([])
  })

  it('ends a tree by the program of the system, whatever PATH holds', () => {
    expect(windowsTreeKill(12, { SystemRoot: 'C:\\Windows', PATH: 'C:\\evil' })).toEqual({ file: 'C:\\Windows\\System32\\taskkill.exe', args: ['/pid', '12', '/T', '/F'] })
    expect(windowsTreeKill(12, {}).file).toBe('taskkill')
  })

  it('finds nothing where no extension fits', () => {
    expect(findExecutable('claude', { Path: file('npm'), PATHEXT: '.EXE' }, 'win32')).toBeNull()
    expect(findExecutable('claude', { Path: file('first') }, 'win32')).toBeNull()
  })
})
