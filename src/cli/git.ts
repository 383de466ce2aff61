import { spawn } from 'node:child_process'
import process from 'node:process'

/** git cannot say what was asked: told without a stack. */
export class GitError extends Error {
  override name = 'GitError'
}

/** How a call of git ended. */
export interface GitAnswer {
  code: number | null
  /** As it came: paths are split at NUL and not trimmed. */
  stdout: string
  stderr: string
}

/**
 * Runs git to its end. What it says of failure is the caller's to judge.
 * @throws {GitError} when there is no git
 */
export function git(cwd: string, args: string[]): Promise<GitAnswer> {
  return new Promise((resolve, reject) => {
    // an index that git refreshes on the way would get in the way of whoever commits meanwhile
    const child = spawn('git', args, { cwd, env: { ...process.env, GIT_OPTIONAL_LOCKS: '0' }, stdio: ['ignore', 'pipe', 'pipe'] })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => stdout += chunk)
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => stderr += chunk)
    child.on('error', error => reject(new GitError(`git cannot be run: ${error.message}. Install git, or name skills with \`--names\` or \`--all\`.`)))
    child.on('close', code => resolve({ code, stdout, stderr: stderr.trim() }))
  })
}

/**
 * What git prints when all is well.
 * @throws {GitError} with git's own words when it is not
 */
export async function gitOutput(cwd: string, args: string[]): Promise<string> {
  const { code, stdout, stderr } = await git(cwd, args)
  if (code !== 0)
    throw new GitError(`git ${args.join(' ')} failed in ${cwd}: ${stderr || `exit code ${code}`}`)
  return stdout
}
