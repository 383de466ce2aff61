import type { AgentCommand } from './agent.ts'
import type { ProcessEnd } from './process.ts'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import process from 'node:process'
import { findExecutable } from './executable.ts'
import { runProcess } from './process.ts'

/** Label of each container that we start. Its value is the scratch folder of the Vitest run. */
export const CONTAINER_LABEL = 'vitest-skill-evals'

/** For a question to the engine, in milliseconds. */
const ENGINE_TIMEOUT = 30_000
/** What the client needs of the user's environment to reach his engine. The agent gets none of it. */
const CLIENT_VARIABLES = ['PATH', 'HOME', 'USERPROFILE', 'SystemRoot', 'ComSpec', 'DOCKER_HOST', 'DOCKER_CONTEXT', 'DOCKER_CONFIG', 'DOCKER_CERT_PATH', 'DOCKER_TLS_VERIFY', 'DOCKER_API_VERSION', 'SSH_AUTH_SOCK', 'XDG_RUNTIME_DIR']
/** An agent and its tools are dozens of processes. A fork bomb is millions. */
const MOST_PROCESSES = 2048

/** Where commands run. Plain data. */
export interface DockerImage {
  /** Absolute path of the `docker` client. */
  file: string
  /** Its name, as the engine knows it. */
  image: string
}

/** What a command finds in its container. Paths are absolute and the same inside as outside, so that transcripts are true. */
export interface Container {
  cwd: string
  /** Folders and files that it may write. */
  write: readonly string[]
  /** Those that it may read. */
  read: readonly string[]
  /** Folders among those that it finds empty. */
  empty: readonly string[]
  /** `host`: the machine's own, for a model that is served on 127.0.0.1. */
  network: boolean | 'host'
  /** The run's scratch folder: with it goes the container, should nobody else take it away. `null`: it ends by itself in a moment. */
  scratch: string | null
}

/**
 * The same command in a container of its own, which is gone when the command has ended. The agent's program is the image's, and so is PATH.
 * No value of its environment stands on a command line.
 * @param image whose program it is, and the client that starts it
 * @param command to be run
 * @param container what it finds there
 * @param env of the user: his engine is known by it
 */
export function inContainer(image: DockerImage, command: AgentCommand, container: Container, env: NodeJS.ProcessEnv): AgentCommand {
  const { file } = image
  const { cwd, write, read, empty, network, scratch } = container
  const name = `skill-evals-${randomUUID()}`
  const { PATH: _, ...variables } = command.env
  const client = clientEnvironment(env)
  const user = process.getuid && process.getgid ? ['--user', `${process.getuid()}:${process.getgid()}`] : []
  return {
    ...command,
    file,
    args: [
      // `--init`: signals reach the agent, and what it leaves is taken off the process table
      ...['run', '--rm', '--interactive', '--init', '--pull', 'never', '--name', name],
      ...scratch === null ? [] : ['--label', `${CONTAINER_LABEL}=${scratch}`],
      ...['--cap-drop', 'ALL', '--security-opt', 'no-new-privileges', '--pids-limit', String(MOST_PROCESSES)],
      ...user,
      ...network === true ? [] : ['--network', network === 'host' ? 'host' : 'none'],
      ...read.flatMap(path => ['--mount', mount(path, true)]),
      ...empty.flatMap(path => ['--tmpfs', `${path}:ro`]),
      ...write.flatMap(path => ['--mount', mount(path, false)]),
      ...['--workdir', cwd],
      // by name: the client takes the value from its own environment
      ...Object.keys(variables).flatMap(variable => ['--env', variable]),
      ...['--entrypoint', command.file, image.image, ...command.args],
    ],
    // where both have one, such as HOME, it is the agent's; the client is told of its own by DOCKER_CONFIG
    env: { ...client, ...variables },
    afterwards: { file, args: ['rm', '--force', '--volumes', name], env: client },
  }
}

/** A folder or file at its own place. The engine reads the value as a line of CSV. */
function mount(path: string, readOnly: boolean): string {
  return ['type=bind', `source=${path}`, `target=${path}`, ...readOnly ? ['readonly'] : []].map(field => /[",]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field).join(',')
}

/** The environment of the `docker` client. */
function clientEnvironment(env: NodeJS.ProcessEnv): Record<string, string> {
  const found = Object.fromEntries(CLIENT_VARIABLES.flatMap(name => env[name] === undefined ? [] : [[name, env[name]]]))
  const home = env.HOME ?? env.USERPROFILE
  return { ...home === undefined ? {} : { DOCKER_CONFIG: `${home}/.docker` }, ...found }
}

/**
 * Looks for Docker, its engine and an image. Nothing is fetched.
 * @returns why agents cannot run in it, and what to do, where they cannot
 */
export async function findDocker(image: string | null, env: NodeJS.ProcessEnv): Promise<DockerImage | { reason: string }> {
  if (image === null)
    return { reason: 'no image is named. Write `sandbox: { use: \'docker\', image: \'NAME\' }` with one that holds the agent\'s command line' }
  const file = findExecutable('docker', env)
  if (file === null)
    return { reason: '`docker` is not on PATH' }
  const engine = await ask(file, ['version', '--format', '{{.Server.Version}}'], env)
  if (engine.exitCode !== 0)
    return { reason: `no Docker engine answers (${why(engine)})` }
  const known = await ask(file, ['image', 'inspect', '--format', '{{.Id}}', image], env)
  return known.exitCode === 0 ? { file, image } : { reason: `the engine has no image \`${image}\` (${why(known)}). Build it, or fetch it with \`docker pull ${image}\`` }
}

/** Takes away the containers of runs whose scratch folder is gone, such as after `kill -9`. Never throws. */
export async function sweepContainers(file: string, env: NodeJS.ProcessEnv): Promise<string[]> {
  const { lines } = await ask(file, ['ps', '--all', '--no-trunc', '--filter', `label=${CONTAINER_LABEL}`, '--format', `{{.ID}} {{.Label "${CONTAINER_LABEL}"}}`], env)
  const gone = lines.flatMap((line) => {
    const [id = '', ...scratch] = line.split(' ')
    return existsSync(scratch.join(' ')) ? [] : [id]
  })
  if (gone.length > 0)
    await ask(file, ['rm', '--force', '--volumes', ...gone], env)
  return gone
}

async function ask(file: string, args: string[], env: NodeJS.ProcessEnv): Promise<ProcessEnd & { lines: string[] }> {
  const lines: string[] = []
  const end = await runProcess({ file, args, env: clientEnvironment(env), stdin: '' }, { cwd: tmpdir(), timeoutMs: ENGINE_TIMEOUT, onLine: (line) => {
    lines.push(line)
  } })
  return { ...end, lines }
}

function why(end: ProcessEnd): string {
  if (end.reason === 'timeout')
    return `no answer in ${ENGINE_TIMEOUT / 1000} s`
  return (end.error ?? end.stderr.trim().split('\n').at(-1) ?? '').slice(0, 300) || `exit code ${end.exitCode}`
}
