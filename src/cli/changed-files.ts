import { forwardSlashes } from '../catalog/paths.ts'
import { git, GitError, gitOutput } from './git.ts'

/** Files that differ. */
export interface ChangedFiles {
  /** From the root of the repository, with forward slashes. Of a renamed file both names, and those that are gone. */
  paths: string[]
  /** What the user should know of how they were found. */
  note: string | null
}

/** Paths as they are, of a renamed file both, and from the root whatever the user's own settings say. */
const diff = ['diff', '--name-only', '-z', '--no-renames', '--no-ext-diff', '--no-relative']

/**
 * The root of the repository that a folder is in: absolute, links resolved, with forward slashes.
 * @throws {GitError} when it is in none
 */
export async function gitRoot(folder: string): Promise<string> {
  const { code, stdout, stderr } = await git(folder, ['rev-parse', '--show-toplevel'])
  if (code !== 0)
    throw new GitError(`git finds no repository around ${folder}, so there is nothing to compare: ${stderr}. Name skills with \`--names\` or \`--all\`.`)
  return forwardSlashes(stdout.replace(/\r?\n$/, ''))
}

/**
 * What `head` changed since it parted from `base`. What `base` has got meanwhile is not of this branch.
 * @param root root of the repository
 * @param base a branch, tag or commit
 * @param head the same
 * @throws {GitError} when one of them is not there, or the clone is too shallow to tell
 */
export async function changedSince(root: string, base: string, head: string): Promise<ChangedFiles> {
  const [from, to] = [await commitOf(root, base), await commitOf(root, head)]
  const { code, stdout, stderr } = await git(root, ['merge-base', from, to])
  if (code !== 0 && code !== 1)
    throw new GitError(`git merge-base ${base} ${head} failed: ${stderr}`)
  const parted = stdout.trim()
  // without the history nothing tells a branch from an unrelated one, and its base's own commits would be taken for its own
  if (parted === '' && await isShallow(root))
    throw new GitError(`This clone is shallow, and where ${head} parted from ${base} is not in it. Fetch the history: \`git fetch --unshallow\`, or \`fetch-depth: 0\` of actions/checkout.`)
  const paths = await pathsOf(root, [...diff, parted || from, to, '--'])
  return { paths, note: parted === '' ? `There is no merge base of ${base} and ${head}: their histories are unrelated. All that differs between the two counts as changed.` : null }
}

/**
 * What differs in the working tree from the last commit: staged or not, and files that git does not know yet and does not ignore.
 * @param root root of the repository
 * @throws {GitError} when git fails
 */
export async function changedInWorkingTree(root: string): Promise<ChangedFiles> {
  const untracked = await pathsOf(root, ['ls-files', '-z', '--others', '--exclude-standard'])
  const hasCommit = (await git(root, ['rev-parse', '--verify', '--quiet', 'HEAD'])).code === 0
  const known = await pathsOf(root, hasCommit ? [...diff, 'HEAD', '--'] : ['ls-files', '-z'])
  return { paths: [...new Set([...known, ...untracked])].sort(), note: hasCommit ? null : 'There is no commit yet: every file counts as changed.' }
}

async function commitOf(root: string, name: string): Promise<string> {
  const { code, stdout } = await git(root, ['rev-parse', '--verify', '--quiet', `${name}^{commit}`])
  if (code !== 0)
    throw new GitError(`There is no commit ${JSON.stringify(name)} in ${root}. Fetch it first${await isShallow(root) ? ' (the clone is shallow)' : ''}: \`git fetch origin\`, or \`fetch-depth: 0\` of actions/checkout.`)
  return stdout.trim()
}

async function isShallow(root: string): Promise<boolean> {
  return (await git(root, ['rev-parse', '--is-shallow-repository'])).stdout.trim() === 'true'
}

async function pathsOf(root: string, args: string[]): Promise<string[]> {
  return (await gitOutput(root, args)).split('\0').filter(Boolean)
}
