import type { Agent, AgentCommand, AgentSettings, InstalledAgent } from './agent.ts'
import type { DockerImage } from './docker.ts'
import type { Access } from './sandbox-places.ts'
import { tmpdir } from 'node:os'
import process from 'node:process'
import { AgentMissingError } from './agent-missing.ts'
import { bwrapArgs, inSandbox } from './bwrap.ts'
import { findDocker, inContainer } from './docker.ts'
import { findExecutable } from './executable.ts'
import { runProcess } from './process.ts'
import { sandboxMounts, sharedPlaces } from './sandbox-places.ts'

/** For the probe, in milliseconds. It takes a hundredth of that. */
const PROBE_TIMEOUT = 10_000

/** What is asked of a sandbox. Plain data. */
export interface SandboxSettings {
  /** `auto`: bubblewrap where it works and the agent allows it. */
  use: 'auto' | 'bwrap' | 'docker' | 'none'
  /** Of Docker, with the agent's command line in it. */
  image: string | null
  /** Without, an agent reaches no network at all, nor its model. `host`: the machine's own, where Docker would give another one. */
  network: boolean | 'host'
  /** Further absolute paths that agents may write. */
  write: string[]
  /** Further absolute paths that agents find empty. */
  hide: string[]
}

/** What agents are run in, and where it is nothing, why. Plain data. */
export type Containment = { by: 'bwrap', file: string } | { by: 'docker' } & DockerImage | { by: 'none', reason: string }

/** A {@link Containment} and how it is set up. */
export interface SandboxInUse {
  containment: Containment
  settings: SandboxSettings
  /** Environment of the user: his home is known by it. */
  env: NodeJS.ProcessEnv
}

/**
 * Decides what an agent is run in, which takes a process or two.
 * @throws {AgentMissingError} when `bwrap` or `docker` is asked for and cannot be had, with the reason
 */
export async function chooseContainment(settings: SandboxSettings, agent: Agent, agentSettings: AgentSettings, env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): Promise<Containment> {
  if (settings.use === 'none')
    return { by: 'none', reason: 'by the option `sandbox`' }
  const ownHome = needsUserHome(agent, agentSettings, env) ? `${agent.name} runs in your own home, where its login lies; with a key in the environment it gets a home of its own` : null
  if (settings.use === 'docker') {
    const docker = ownHome === null ? await findDocker(settings.image, env) : { reason: ownHome }
    if ('reason' in docker)
      throw new AgentMissingError(`The option \`sandbox\` asks for Docker, and it cannot be used: ${docker.reason}.`)
    return { by: 'docker', ...docker }
  }
  const found = ownHome === null ? await findBwrap(env, platform) : { by: 'none' as const, reason: ownHome }
  if (found.by === 'none' && settings.use === 'bwrap')
    throw new AgentMissingError(`The option \`sandbox\` asks for bubblewrap, and it cannot be used: ${found.reason}. With \`sandbox: 'auto'\` agents run without one.`)
  return found
}

/** Looks whether bubblewrap is there, and works: kernels, containers and AppArmor may forbid what it needs. */
export async function findBwrap(env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): Promise<Containment> {
  if (platform !== 'linux')
    return { by: 'none', reason: 'bubblewrap is for Linux alone' }
  const file = findExecutable('bwrap', env, platform)
  if (file === null)
    return { by: 'none', reason: '`bwrap` is not on PATH; install the package `bubblewrap`' }
  const args = bwrapArgs({ cwd: '/', mounts: [{ at: '/tmp', as: 'empty-folder' }], network: true })
  const end = await runProcess({ file, args: [...args, '--', 'true'], env: { PATH: env.PATH ?? '' }, stdin: '' }, { cwd: tmpdir(), timeoutMs: PROBE_TIMEOUT, onLine: () => {} })
  if (end.exitCode === 0)
    return { by: 'bwrap', file }
  const said = (end.error ?? end.stderr).trim().split('\n')[0] ?? ''
  return { by: 'none', reason: `\`bwrap\` does not work here (${said.slice(0, 200) || end.signal || `exit code ${end.exitCode}`})` }
}

/**
 * Finds an agent where it is going to run: its command line may be that of an image.
 * @throws {AgentMissingError} with a message that says what to do
 */
export async function findContained(agent: Agent, agentSettings: AgentSettings, settings: SandboxSettings, containment: Containment, env: NodeJS.ProcessEnv): Promise<InstalledAgent> {
  if (containment.by !== 'docker')
    return agent.find(agentSettings, env)
  try {
    return await agent.find(agentSettings, env, command => inContainer(containment, command, { cwd: '/', write: [], read: [], empty: [], network: false, scratch: null }, env))
  }
  catch (error) {
    throw error instanceof AgentMissingError ? new AgentMissingError(`In the image \`${containment.image}\`: ${error.message}`) : error
  }
}

/** The command in its sandbox, or as it is where there is none. */
export function contain(command: AgentCommand, { containment, settings, env }: SandboxInUse, access: Access): AgentCommand {
  if (containment.by === 'none')
    return command
  // A login is a link to a file of the user's, and is renewed through it.
  const logins = (command.homeFiles ?? []).flatMap(file => 'link' in file ? [file.link] : [])
  if (containment.by === 'docker')
    return inContainer(containment, command, { ...sharedPlaces({ ...access, write: [...access.write, ...settings.write, ...logins] }, settings.hide), cwd: access.cwd, network: settings.network, scratch: access.scratch }, env)
  const mounts = sandboxMounts(
    { ...access, write: [...access.write, ...logins] },
    { file: command.file, env: command.env, userHome: env.HOME ?? '', hide: settings.hide, write: settings.write },
  )
  return inSandbox(containment.file, command, { cwd: access.cwd, mounts, network: settings.network !== false })
}

/** Whether a run works in the user's own home: it would find it read-only, and could not renew its login. */
function needsUserHome(agent: Agent, settings: AgentSettings, env: NodeJS.ProcessEnv): boolean {
  const home = '/home-of-a-run'
  const command = agent.command(settings, { file: '', version: '999.0.0' }, { prompt: '', workspace: '/workspace-of-a-run', home }, env)
  return command.env.HOME !== home
}
