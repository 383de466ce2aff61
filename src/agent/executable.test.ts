import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findExecutable } from './executable.ts'

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

  it('finds nothing where no extension fits', () => {
    expect(findExecutable('claude', { Path: file('npm'), PATHEXT: '.EXE' }, 'win32')).toBeNull()
    expect(findExecutable('claude', { Path: file('first') }, 'win32')).toBeNull()
  })
})
