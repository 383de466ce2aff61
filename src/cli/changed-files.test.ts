import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { describe, expect } from 'vitest'
import { commit, git } from '../../fixtures/harness/git.ts'
import { test } from '../catalog/temp-folder.fixture.ts'
import { changedInWorkingTree, changedSince, gitRoot } from './changed-files.ts'

function write(dir: string, file: string, text = `${file}\n`): void {
  mkdirSync(dirname(join(dir, file)), { recursive: true })
  writeFileSync(join(dir, file), text)
}

/** One commit on `main`, and a branch `feature` that is checked out. */
function branched(dir: string): string {
  git(dir, 'init', '--quiet')
  commit(dir)
  git(dir, 'checkout', '--quiet', '-b', 'feature')
  return dir
}

async function since(dir: string, base = 'main', head = 'HEAD'): Promise<string[]> {
  const { paths, note } = await changedSince(dir, base, head)
  expect(note).toBeNull()
  return paths.toSorted()
}

describe('changedSince', () => {
  test('tells of a branch\'s own commits, and not of those that its base got meanwhile', async ({ folder }) => {
    const dir = branched(folder({ 'a.md': 'a\n', 'b.md': 'b\n' }))
    write(dir, 'a.md', 'mine\n')
    commit(dir)
    git(dir, 'checkout', '--quiet', 'main')
    write(dir, 'b.md', 'theirs\n')
    commit(dir)
    git(dir, 'checkout', '--quiet', 'feature')
    expect(await since(dir)).toEqual(['a.md'])
    expect(await since(dir, 'feature', 'main')).toEqual(['b.md'])
    // the merge base moves with a merge
    git(dir, 'merge', '--quiet', '--no-edit', 'main')
    write(dir, 'c.md')
    commit(dir)
    expect(await since(dir)).toEqual(['a.md', 'c.md'])
    git(dir, 'tag', 'here')
    expect(await since(dir, 'here~1', 'here')).toEqual(['c.md'])
  })

  test('tells both names of what was renamed, and what is gone', async ({ folder }) => {
    const dir = branched(folder({ 'skills/old/SKILL.md': 'a long enough text\n', 'gone.md': 'x\n' }))
    renameSync(join(dir, 'skills/old'), join(dir, 'skills/new'))
    rmSync(join(dir, 'gone.md'))
    commit(dir)
    git(dir, 'config', 'diff.renames', 'copies')
    expect(await since(dir)).toEqual(['gone.md', 'skills/new/SKILL.md', 'skills/old/SKILL.md'])
  })

  test('takes names as they are: spaces, quotes, line breaks, other scripts', async ({ folder }) => {
    const names = ['a b/c d.md', 'naïve/日本語.md', 'it\'s.md', '-dash.md', '🙂.md', ...process.platform === 'win32' ? [] : ['quo"te.md', 'tab\there.md', 'line\nbreak.md']]
    const dir = branched(folder({ 'a.md': 'a' }))
    names.forEach(name => write(dir, name))
    commit(dir)
    expect(await since(dir)).toEqual(names.toSorted())
  })

  test('tells paths from the root of the repository, whatever the user\'s settings say', async ({ folder }) => {
    const dir = branched(folder({ 'sub/a.md': 'a' }))
    write(dir, 'sub/b.md')
    write(dir, 'c.md')
    commit(dir)
    git(dir, 'config', 'diff.relative', 'true')
    git(dir, 'config', 'diff.external', 'false')
    expect(await since(await gitRoot(join(dir, 'sub')))).toEqual(['c.md', 'sub/b.md'])
  })

  test('of unrelated histories it says so, and tells all that differs', async ({ folder }) => {
    const dir = branched(folder({ 'same.md': 'same\n', 'base.md': 'base\n' }))
    git(dir, 'checkout', '--quiet', '--orphan', 'other')
    rmSync(join(dir, 'base.md'))
    write(dir, 'other.md')
    commit(dir)
    const { paths, note } = await changedSince(dir, 'main', 'other')
    expect(paths).toEqual(['base.md', 'other.md'])
    expect(note).toContain('no merge base of main and other')
  })

  test('a commit that is not there is named', async ({ folder }) => {
    const dir = branched(folder({ 'a.md': 'a' }))
    await expect(changedSince(dir, 'origin/main', 'HEAD')).rejects.toThrow(/^There is no commit "origin\/main" in .*: `git fetch origin`/)
    await expect(changedSince(dir, 'main', 'nowhere')).rejects.toThrow('There is no commit "nowhere"')
    await expect(changedSince(dir, 'main:a.md', 'HEAD')).rejects.toThrow('There is no commit "main:a.md"')
  })

  test('a shallow clone is not taken for an unrelated history', async ({ folder }) => {
    const dir = branched(folder({ 'a.md': 'a' }))
    write(dir, 'b.md')
    commit(dir)
    git(dir, 'checkout', '--quiet', 'main')
    write(dir, 'c.md')
    commit(dir)
    const clone = folder({})
    git(clone, 'clone', '--quiet', '--depth', '1', '--no-single-branch', pathToFileURL(dir).href, '.')
    await expect(changedSince(clone, 'origin/main', 'origin/feature')).rejects.toThrow(/^This clone is shallow, and where origin\/feature parted from origin\/main is not in it\..*fetch-depth: 0/)
    await expect(changedSince(clone, 'main~1', 'HEAD')).rejects.toThrow('(the clone is shallow)')
    git(clone, 'fetch', '--quiet', '--unshallow')
    expect(await since(clone, 'origin/main', 'origin/feature')).toEqual(['b.md'])
  })
})

describe('changedInWorkingTree', () => {
  test('tells what differs from the last commit: staged or not, new, gone, renamed', async ({ folder }) => {
    const dir = branched(folder({ '.gitignore': 'ignored\n', 'staged.md': 'a', 'edited.md': 'a', 'gone.md': 'a', 'old.md': 'a long enough text\n', 'same.md': 'a' }))
    expect(await changedInWorkingTree(dir)).toEqual({ paths: [], note: null })
    write(dir, 'staged.md')
    git(dir, 'add', 'staged.md')
    write(dir, 'edited.md')
    rmSync(join(dir, 'gone.md'))
    git(dir, 'mv', 'old.md', 'new.md')
    write(dir, 'deep/new one.md')
    write(dir, 'ignored/a.md')
    symlinkSync('deep', join(dir, 'link'), 'junction')
    expect((await changedInWorkingTree(dir)).paths).toEqual(['deep/new one.md', 'edited.md', 'gone.md', 'link', 'new.md', 'old.md', 'staged.md'])
  })

  test('before the first commit everything is new', async ({ folder }) => {
    const dir = folder({ 'a.md': 'a', 'b.md': 'b' })
    git(dir, 'init', '--quiet')
    git(dir, 'add', 'a.md')
    expect(await changedInWorkingTree(dir)).toEqual({ paths: ['a.md', 'b.md'], note: 'There is no commit yet: every file counts as changed.' })
  })
})

test('a folder in no repository is named', async ({ folder }) => {
  const dir = folder({})
  await expect(gitRoot(dir)).rejects.toThrow(`git finds no repository around ${dir}, so there is nothing to compare: fatal: `)
})
