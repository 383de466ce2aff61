import type { AgentLogin, AgentSettings, InstalledAgent } from '../agent/agent.ts'
import type { ResolvedOptions } from '../options/resolved-options.ts'
import type { RoomSkill } from '../run/room.ts'
import type { Check } from './doctor-check.ts'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { agentOf } from '../agent/agents.ts'
import { loadEvents } from '../agent/event-module.ts'
import { chooseContainment, findContained } from '../agent/sandbox.ts'
import { count } from '../report/figures.ts'
import { createRedactor } from '../run/redact.ts'
import { installRoom, stageRoom } from '../run/room.ts'
import { createScratch } from '../run/scratch.ts'
import { secretSources } from '../run/secret-sources.ts'
import { createWorkspace } from '../run/workspace.ts'
import { reasonAgainstStrictRoom } from '../suite/admission.ts'
import { importFile } from '../suite/import-file.ts'
import { notOk, ok, reasonOf } from './doctor-check.ts'

/** An agent that was found, and what was seen of it. */
export interface CheckedAgent {
  checks: Check[]
  installed: InstalledAgent | null
}

/**
 * Whether an agent can be called: its command line, its login, the flags that isolate it. Nothing of it costs money.
 * @param settings of the agent
 * @param options of the project, which say whether it will be called at all
 */
export async function checkAgent(settings: AgentSettings, options: ResolvedOptions): Promise<CheckedAgent> {
  const agent = agentOf(settings)
  const { name } = agent
  // recordings are graded without an agent; only `vitest -u` calls it
  const bad = options.recordings === null ? 'fault' : 'warning'
  let installed: InstalledAgent
  try {
    installed = await findContained(agent, settings, options.sandbox, await chooseContainment(options.sandbox, agent, settings, process.env), process.env)
  }
  catch (error) {
    return { checks: [notOk(name, bad, createRedactor({ env: secretSources(process.env, [settings]) }).secrets(reasonOf(error)))], installed: null }
  }
  const login = agent.login?.(settings, process.env) ?? { state: 'unknown', text: 'nothing can be known of it' }
  const events = await checkEvents(settings)
  if (events !== null)
    return { checks: [notOk(name, bad, events)], installed: null }
  const command = agent.command(settings, installed, { prompt: '', workspace: tmpdir(), home: tmpdir() }, process.env)
  // its help would be that of this machine
  const refused = options.sandbox.use === 'docker' ? undefined : await agent.refusedFlags?.(command.args, settings, installed, process.env)
  return {
    installed,
    checks: [
      ok(name, `${installed.version}, ${installed.file}${settings.model === undefined ? '' : `, model ${settings.model}`}`),
      checkLogin(name, login, bad),
      ...refused === undefined ? [] : [checkFlags(name, refused)],
    ],
  }
}

/** What the agents will be run in. Not to be contained is no fault, unless it was asked for. */
export async function checkSandbox({ sandbox, agent }: ResolvedOptions): Promise<Check> {
  try {
    const containment = await chooseContainment(sandbox, agentOf(agent), agent, process.env)
    if (containment.by === 'docker')
      return ok('Sandbox', `a container of ${containment.image} for each run: agents can write in their workspace and private home alone`)
    return containment.by === 'bwrap'
      ? ok('Sandbox', 'bubblewrap works: agents can write in their workspace, private home and temporary folder alone')
      : notOk('Sandbox', 'warning', `none, ${containment.reason}. Agents can do all that you can.`)
  }
  catch (error) {
    return notOk('Sandbox', 'fault', reasonOf(error))
  }
}

/** Whether the judge can judge: not each agent can be held to reading alone. */
export function checkJudge({ judge, tiers }: ResolvedOptions): Check[] {
  const { name, judge: canJudge } = agentOf(judge.agent)
  return canJudge || !tiers.includes('behavior')
    ? []
    : [notOk('Judge', 'warning', `${name} cannot judge, so that judged lines end as judge_error. Name one that can: \`judge: { agent: claude() }\`.`)]
}

function checkFlags(name: string, refused: string[] | null): Check {
  if (refused === null)
    return notOk(`${name} flags`, 'unknown', 'its `--help` lists no flags')
  return refused.length > 0
    ? notOk(`${name} flags`, 'warning', `its \`--help\` does not list ${refused.join(', ')}, which each run is given`)
    : ok(`${name} flags`, 'it knows all that keep your own skills and settings out of a run')
}

/** Why the module that reads the agent's output cannot be used; `null` when it can, or there is none. */
function checkEvents(settings: AgentSettings): Promise<string | null> {
  return loadEvents(settings, importFile).then(() => null, reasonOf)
}

/** Whether the room can be held to be as asked, where that is wanted. */
export function checkStrictRoom(options: ResolvedOptions): Check[] {
  const refusal = reasonAgainstStrictRoom(options)
  return refusal === null ? [] : [notOk('Strict room', 'fault', refusal)]
}

function checkLogin(name: string, { state, text }: AgentLogin, bad: 'fault' | 'warning'): Check {
  if (state === 'missing')
    return notOk(`${name} login`, bad, `${text}.`)
  const more = `${text}. Only a question shows whether it holds: skill-evals doctor --smoke`
  return state === 'found' ? ok(`${name} login`, more) : notOk(`${name} login`, 'unknown', more)
}

/**
 * Stages the room and installs it in a workspace, as a run does it.
 * @param options of the project
 * @param room who is in it
 * @param installed the agent, or `null` where there is none: the room is copied then
 */
export async function checkIsolation(options: ResolvedOptions, room: RoomSkill[], installed: InstalledAgent | null): Promise<Check[]> {
  const agent = agentOf(options.agent)
  let scratch: Awaited<ReturnType<typeof createScratch>>
  try {
    scratch = await createScratch()
  }
  catch (error) {
    return [notOk('Temp folder', 'fault', `${tmpdir()}: ${reasonOf(error)}. Set TMPDIR to a folder that can be written.`)]
  }
  try {
    const workspace = await createWorkspace(scratch.dir, agent)
    const above = workspace.aside.includes('.git')
    const staged = await stageRoom(room, path.join(scratch.dir, 'room'))
    await installRoom(staged, workspace.dir, agent.skillsFolder, { link: installed !== null && agent.linksRoom(installed.version) })
    const seen = await readdir(path.join(workspace.dir, agent.skillsFolder))
    const missing = room.filter(({ name }) => !seen.includes(name))
    return [
      above
        ? notOk('Temp folder', 'warning', `${tmpdir()} is writable, but a folder above it holds ${agent.ancestorFolders.join(' or ')}. Each workspace gets a .git to keep that out, which costs the agent about a tenth of a routing run.`)
        : ok('Temp folder', `${tmpdir()} is writable, and ${agent.ancestorFolders.length > 0 ? 'no folder above it holds skills of an agent' : `${agent.name} is kept from looking above a workspace`}`),
      missing.length > 0
        ? notOk('Room', 'fault', `${missing.map(({ name }) => name).join(', ')} did not arrive in a workspace`)
        : ok('Room', `${count(room.length, 'skill')} staged and seen in a workspace, without their evals/`),
    ]
  }
  catch (error) {
    return [notOk('Room', 'fault', reasonOf(error))]
  }
  finally {
    await scratch.remove()
  }
}
