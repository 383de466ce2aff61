import type { AgentCommand, AgentSettings, Inside, InstalledAgent } from './agent.ts'
import { tmpdir } from 'node:os'
import { AgentMissingError } from './agent-missing.ts'
import { findExecutable } from './executable.ts'
import { runProcess } from './process.ts'
import { isAtLeast } from './version.ts'

/** For `--version`, in milliseconds. A native executable of 400 MB may have to be read first. */
const VERSION_TIMEOUT = 60_000

/** A command line to look for. */
export interface WantedAgent {
  /** Name of its module and of its command: `claude`. */
  name: string
  /** As its makers call it: `Claude Code`. */
  product: string
  /** Command that installs it. */
  install: string
  /** The first version that can be used. */
  oldest: string
  /** Environment of its process. */
  env: Record<string, string>
}

/**
 * Finds an agent's executable and asks its version.
 * @param settings whose `command` is looked for
 * @param env whose PATH is searched
 * @param wanted which agent it has to be
 * @param inside where it lies, if not on this machine
 * @throws {AgentMissingError} with a message that says what to do
 */
export async function findAgent(settings: AgentSettings, env: NodeJS.ProcessEnv, wanted: WantedAgent, inside?: Inside): Promise<InstalledAgent> {
  const { name, product, install, oldest } = wanted
  const command = settings.command ?? name
  const advice = `Install it with \`${install}\`, or name its path: ${name}({ command: '/path/to/${name}' }).`
  const file = inside ? command : requireExecutable(command, env, advice)
  const ask: AgentCommand = { file, args: ['--version'], env: wanted.env, stdin: '' }
  const { version, fault } = await askVersion(inside ? inside(ask) : ask, line => /\d+\.\d+\.\d+/.exec(line)?.[0])
  if (version === null)
    throw new AgentMissingError(fault.isStart ? `${fault.text} ${advice}` : `\`${file} --version\` does not say its version (${fault.text}). Is this ${product}?`)
  if (!isAtLeast(version, oldest))
    throw new AgentMissingError(`${file} is ${product} ${version}; ${oldest} or later is needed. Update it with \`${install}\`.`)
  return { file, version }
}

/**
 * Finds the executable of an agent.
 * @param command a name or a path
 * @param env whose PATH is searched
 * @param advice what to do where it is not there
 * @returns its absolute path
 * @throws {AgentMissingError} when there is none
 */
export function requireExecutable(command: string, env: NodeJS.ProcessEnv, advice: string): string {
  const file = findExecutable(command, env)
  if (file === null)
    throw new AgentMissingError(`The agent's command line \`${command}\` ${/[/\\]/.test(command) ? 'is not an executable file' : 'is not on PATH'}. ${advice}`)
  return file
}

/**
 * Asks an executable for its version.
 * @param command that prints it
 * @param versionIn finds it in a line
 * @returns the version of the first line that holds one; or `null`, and why. `isStart`: it could not even be started.
 */
export async function askVersion(command: AgentCommand, versionIn: (line: string) => string | undefined): Promise<{ version: string, fault: null } | { version: null, fault: { text: string, isStart: boolean } }> {
  let version: string | undefined
  let answer = ''
  const end = await runProcess(command, { cwd: tmpdir(), timeoutMs: VERSION_TIMEOUT, onLine: (line) => {
    version ??= versionIn(line)
    answer ||= line
  } })
  if (end.reason === 'spawn')
    return { version: null, fault: { text: end.error ?? 'It did not start.', isStart: true } }
  if (version !== undefined)
    return { version, fault: null }
  const why = end.reason === 'timeout' ? `no answer in ${VERSION_TIMEOUT / 1000} s` : `exit code ${end.exitCode}, ${end.stderr.trim() || answer || 'no output'}`
  return { version: null, fault: { text: why.length > 500 ? `${why.slice(0, 500)}…` : why, isStart: false } }
}
