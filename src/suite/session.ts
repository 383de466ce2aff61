import type { InstalledAgent } from '../agent/agent.ts'
import type { Containment, SandboxInUse } from '../agent/sandbox.ts'
import type { HookError } from '../behavior/hooks.ts'
import type { AssertionDiff } from '../behavior/module-hooks-diff.ts'
import type { Skill } from '../catalog/find-skills.ts'
import type { ResolvedOptions } from '../options/resolved-options.ts'
import type { ObserverOptions } from '../routing/observe.ts'
import type { Redactor } from '../run/redact.ts'
import type { RoomSkill } from '../run/room.ts'
import type { HooksFile } from './dataset-hooks.ts'
import type { Shared } from './shared.ts'
import { getEnvironmentData } from 'node:worker_threads'
import { agentOf } from '../agent/agents.ts'
import { chooseContainment, findContained } from '../agent/sandbox.ts'
import { moduleHooks } from '../behavior/module-hooks.ts'
import { pythonHooks } from '../behavior/python-hooks.ts'
import { findSkills } from '../catalog/find-skills.ts'
import { roomOf } from '../catalog/room.ts'
import { Budget } from '../run/budget.ts'
import { roomFingerprint } from '../run/fingerprint.ts'
import { createRedactor } from '../run/redact.ts'
import { secretSources } from '../run/secret-sources.ts'
import { SharedRoom } from '../run/shared-room.ts'
import { Slots } from '../run/slots.ts'
import { DatasetHooks } from './dataset-hooks.ts'
import { roomSkill } from './room-skill.ts'
import { runNumber, sharedKey } from './shared.ts'
import { withholdFromHooks, workerEnvironment } from './worker-environment.ts'

const sessions = new Map<string, Session>()

/** How hooks of a module are run. */
export interface HookModules {
  /** Imports the hooks; `null` where they are no module. */
  load: (() => Promise<unknown>) | null
  diff: AssertionDiff
}

/** The session of this worker for a project; made when a paid test first needs it, so that the free tier costs nothing. */
export function openSession(options: ResolvedOptions, update: boolean): Session {
  const shared = getEnvironmentData(sharedKey(options.name)) as Shared | undefined
  const run = shared ? runNumber(shared) : 0
  const known = sessions.get(options.name)
  if (known && known.run === run && known.update === update)
    return known
  const session = new Session(options, update, shared, run)
  sessions.set(options.name, session)
  return session
}

/** The session of this worker for a project, if one was needed. */
export function findSession(project: string): Session | undefined {
  return sessions.get(project)
}

/** The session that the runner opened when it admitted the test that is running. */
export function currentSession(project: string): Session {
  const session = sessions.get(project)
  if (!session)
    throw new Error(`A paid test of the project ${project} runs without having been admitted. Is \`test.runner\` of the project overridden?`)
  return session
}

/** Ends all hooks of this worker: for the ways out on which a dataset file does not end its own. */
export async function closeAllHooks(): Promise<void> {
  await Promise.all([...sessions.values()].map(session => session.closeHooks()))
}

/** What one worker thread keeps over all paid tests of a project. */
export class Session {
  readonly agent
  readonly judgeAgent
  readonly room: RoomSkill[]
  private readonly ownSlots: Slots | undefined
  private readonly ownBudget: Budget | undefined
  /** Slots that were given to tests before their clocks started, by the test's id. */
  readonly admissions = new Map<string, () => void>()
  private sharedRoom: SharedRoom | undefined
  private installed: Promise<InstalledAgent> | undefined
  private hashes: Promise<Record<string, string>> | undefined
  private judge: Promise<InstalledAgent> | undefined
  private containment: Promise<Containment> | undefined
  private judgeContainment: Promise<Containment> | undefined
  private readonly catalog: Skill[]
  private readonly hooks = new Map<string, DatasetHooks>()
  /** Aborted when the run is cancelled. */
  cancelled: AbortSignal = new AbortController().signal

  /** `update`: an agent is called and its runs are kept as recordings, where recordings are configured. */
  constructor(readonly options: ResolvedOptions, readonly update: boolean, private readonly shared: Shared | undefined, readonly run: number) {
    this.agent = agentOf(options.agent)
    this.judgeAgent = agentOf(options.judge.agent)
    const catalog = findSkills(options.root, options.skills)
    this.catalog = catalog.skills
    this.room = roomOf(catalog, options.room).skills.map(roomSkill)
    this.ownSlots = shared && new Slots(shared.slots, options.jobs)
    this.ownBudget = shared && new Budget(shared.budget, { ...options.limits, prices: options.prices })
  }

  /** Folder of the records that evaluations are graded from, instead of calling an agent. */
  get records(): string | null {
    const { grade, recordings } = this.options
    return grade ?? (this.update ? null : recordings)
  }

  /** What agents choose their variables from; hooks see less. */
  get env(): NodeJS.ProcessEnv {
    return workerEnvironment()
  }

  /** Takes all secrets of this worker out of a text, also those that the configuration gives to an agent. */
  redactorFor(paths: Record<string, string> = {}): Redactor {
    return createRedactor({ env: secretSources(this.env, [this.options.agent, this.options.judge.agent]), paths })
  }

  get redactor(): Redactor {
    return this.redactorFor()
  }

  /** What agents run in. @throws {AgentMissingError} when the sandbox that is asked for cannot be had */
  containedBy(): Promise<Containment> {
    const { sandbox, agent } = this.options
    return this.containment ??= this.shared?.containment ? Promise.resolve(this.shared.containment) : chooseContainment(sandbox, this.agent, agent, this.env)
  }

  /** The same, ready for a run. */
  async sandbox(): Promise<SandboxInUse> {
    return { containment: await this.containedBy(), settings: this.options.sandbox, env: this.env }
  }

  /** That of the judge, who has no bypassed permissions: where bubblewrap cannot be had, it judges without. */
  async judgeSandbox(): Promise<SandboxInUse> {
    const { sandbox, judge } = this.options
    const settings = { ...sandbox, use: sandbox.use === 'bwrap' ? 'auto' as const : sandbox.use }
    this.judgeContainment ??= chooseContainment(settings, this.judgeAgent, judge.agent, this.env)
    return { containment: await this.judgeContainment, settings, env: this.env }
  }

  /** The hooks of a dataset file, made when its first case needs them. `modules`: how those of a TypeScript file are loaded and their assertions shown. */
  hooksOf(dataset: string, hooksFile: HooksFile, modules: HookModules): DatasetHooks {
    const known = this.hooks.get(dataset)
    if (known)
      return known
    const { timeout, hooks: { passEnv } } = this.options
    const options = { file: hooksFile.file, timeoutMs: timeout.hook }
    withholdFromHooks(passEnv)
    const host = modules.load ? moduleHooks(modules.load, { ...options, diff: modules.diff }) : pythonHooks({ ...options, env: this.env, passEnv })
    const made = new DatasetHooks(host, hooksFile, this.scratch)
    this.hooks.set(dataset, made)
    return made
  }

  /** @returns what the hooks of a dataset file, or of all, did wrong that no case could be told of. */
  async closeHooks(dataset?: string): Promise<HookError[]> {
    const open = [...this.hooks].filter(([file]) => dataset === undefined || file === dataset)
    open.forEach(([file]) => this.hooks.delete(file))
    return (await Promise.all(open.map(([, hooks]) => hooks.close()))).flat()
  }

  /** A skill of the catalog, whether it is in the room or not. */
  skillOf(name: string): RoomSkill {
    const skill = this.catalog.find(one => one.name === name)
    if (!skill)
      throw new Error(`The catalog has no skill ${name} any more.`)
    return roomSkill(skill)
  }

  /** What has to be known of the agent to read its runs. */
  get observed(): ObserverOptions['agent'] {
    const { skillsFolder, tools } = this.agent
    return { skillsFolder, skillTools: tools.skill, bookkeepingTools: tools.bookkeeping }
  }

  findJudge(): Promise<InstalledAgent> {
    const { agent, judge } = this.options
    const isSame = judge.agent.agent === agent.agent && judge.agent.command === agent.command
    return isSame ? this.findAgent() : this.judge ??= this.judgeSandbox().then(({ containment }) => findContained(this.judgeAgent, judge.agent, this.options.sandbox, containment, this.env))
  }

  findAgent(): Promise<InstalledAgent> {
    return this.installed ??= this.run === 0 && this.shared?.agent ? Promise.resolve(this.shared.agent) : this.containedBy().then(containment => findContained(this.agent, this.options.agent, this.options.sandbox, containment, this.env))
  }

  roomHashes(): Promise<Record<string, string>> {
    return this.hashes ??= roomFingerprint(this.room)
  }

  get staged(): SharedRoom {
    return this.sharedRoom ??= new SharedRoom(this.required.shared.room, { scratch: this.required.shared.scratch, skills: this.room })
  }

  get scratch(): string {
    return this.required.shared.scratch
  }

  get slots(): Slots {
    return this.required.slots
  }

  get budget(): Budget {
    return this.required.budget
  }

  private get required(): { shared: Shared, slots: Slots, budget: Budget } {
    if (!this.shared || !this.ownSlots || !this.ownBudget)
      throw new Error('vitest-skill-evals found nothing of what its global set-up shares with the workers. It runs its tests in worker threads; is another pool forced upon the project?')
    return { shared: this.shared, slots: this.ownSlots, budget: this.ownBudget }
  }
}
