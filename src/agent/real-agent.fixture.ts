import type { ModelRequest } from '../../fixtures/scripted-model/request.ts'
import type { Step } from '../../fixtures/scripted-model/server.ts'
import type { AgentCommand, AgentSettings, InstalledAgent } from './agent.ts'
import type { AgentEvent } from './events.ts'
import type { ProcessEnd } from './process.ts'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { startScriptedModel } from '../../fixtures/scripted-model/server.ts'
import { agentOf } from './agents.ts'
import { placeHomeFiles } from './home-files.ts'
import { readProcFolder } from './process-table.ts'
import { runProcess } from './process.ts'
import { contain, findBwrap } from './sandbox.ts'

/** Skills of the room. */
export const ROOM = ['changelog-writer', 'pdf-filler', 'sql-review']

/** What one run of a real command line with a scripted model showed. */
export interface RealRun extends ProcessEnd {
  events: AgentEvent[]
  end: Extract<AgentEvent, { type: 'end' }> | undefined
  /** Such as `sql-review`, or `!sql-review` for one that failed. */
  activations: string[]
  requests: ModelRequest[]
  /** Processes that outlived it. */
  left: number[]
}

/** One run of a real command line. */
export interface RealRunOptions {
  model: (request: ModelRequest) => Step
  prompt?: string
  settings?: Partial<AgentSettings>
  /** What the run's environment holds besides PATH and HOME. */
  env?: Record<string, string>
  timeoutMs?: number
  /** Takes the room away, as for a baseline. */
  withoutSkills?: boolean
  stop?: (event: AgentEvent) => boolean
  /** Run it in bubblewrap, which must be there. */
  contained?: boolean
}

/** A workspace with the room, in a folder where much else lies that must not reach a run. */
export class RealAgentFolder {
  readonly base: string
  readonly workspace: string
  /** The home of the user, with skills, settings and instructions. */
  readonly user: string

  /** `folders` of skills, such as `.gemini`, and `instructions`, such as `GEMINI.md`, lie in the home and above the workspace. */
  constructor(private readonly settings: (url: string) => AgentSettings, private readonly installed: InstalledAgent, folders: string[], instructions: string) {
    const agent = agentOf(settings(''))
    this.base = mkdtempSync(path.join(tmpdir(), `skill-evals-${agent.name}-`))
    this.workspace = path.join(this.base, 'workspace')
    this.user = path.join(this.base, 'user')
    ROOM.forEach(name => writeSkill(path.join(this.workspace, agent.skillsFolder), name))
    mkdirSync(path.join(this.base, '.git/objects'), { recursive: true })
    mkdirSync(path.join(this.base, '.git/refs'))
    writeFileSync(path.join(this.base, '.git/HEAD'), 'ref: refs/heads/main\n')
    writeFileSync(path.join(this.base, instructions), 'POLLUTION from above')
    for (const [index, folder] of folders.entries()) {
      writeSkill(path.join(this.user, folder, 'skills'), `POLLUTION-own-${index}`)
      writeSkill(path.join(this.base, folder, 'skills'), `POLLUTION-above-${index}`)
      writeFileSync(path.join(this.user, folder, instructions), 'POLLUTION of the user')
    }
  }

  /** Adds the skills of the example catalog to the room, and says their names. */
  addCatalog(): string[] {
    const catalog = path.resolve(import.meta.dirname, '../../fixtures/catalog/skills')
    const skills = readdirSync(catalog)
    const { skillsFolder } = agentOf(this.settings(''))
    for (const name of skills)
      cpSync(path.join(catalog, name), path.join(this.workspace, skillsFolder, name), { recursive: true, filter: file => path.basename(file) !== 'evals' })
    return skills
  }

  /** Puts a link to the room where the room is, as a run gets it from an agent that follows one. */
  linkRoom(): void {
    const installed = path.join(this.workspace, agentOf(this.settings('')).skillsFolder)
    const room = path.join(this.base, 'room')
    renameSync(installed, room)
    symlinkSync(room, installed)
  }

  remove(): void {
    rmSync(this.base, { recursive: true, force: true })
  }

  async run(options: RealRunOptions): Promise<RealRun> {
    const model = await startScriptedModel(options.model)
    const mark = path.basename(this.base)
    const given = this.settings(model.url)
    const settings = { ...given, ...options.settings, env: { PROBE: mark, ...given.env, ...options.settings?.env } }
    const agent = agentOf(settings)
    if (options.withoutSkills)
      rmSync(path.join(this.workspace, agent.skillsFolder), { recursive: true })
    const home = mkdtempSync(path.join(this.base, 'home-'))
    const env = { PATH: process.env.PATH, HOME: this.user, USERPROFILE: this.user, ...options.env }
    const command = agent.command(settings, this.installed, { prompt: options.prompt ?? 'Do the job.', workspace: this.workspace, home, ...options.withoutSkills && { withoutSkills: true } }, env)
    placeHomeFiles(home, command.homeFiles ?? [])
    const reader = agent.reader()
    const events: AgentEvent[] = []
    try {
      const end = await runProcess(options.contained ? await this.inSandbox(command, home, env) : command, { cwd: this.workspace, timeoutMs: options.timeoutMs ?? 100_000, onLine(line) {
        const fresh = reader.read(line)
        events.push(...fresh)
        return fresh.some(event => options.stop?.(event)) ? 'stop' : undefined
      } })
      return {
        ...end,
        events,
        end: events.findLast(event => event.type === 'end'),
        activations: events.flatMap(event => event.type === 'activation' ? `${event.ok ? '' : '!'}${event.skill}` : []),
        requests: model.requests,
        left: readProcFolder(mark, null).filter(row => row.marked).map(row => row.pid),
      }
    }
    finally {
      await model.close()
    }
  }

  private async inSandbox(command: AgentCommand, home: string, env: NodeJS.ProcessEnv): Promise<AgentCommand> {
    const temp = mkdtempSync(path.join(this.base, 'temp-'))
    return contain(command, { containment: await findBwrap(process.env), settings: { use: 'bwrap', network: true, image: null, write: [], hide: [] }, env }, { cwd: this.workspace, home, temp, scratch: this.base, read: [], write: [] })
  }
}

/** A model that answers with these steps, one after the other, and is done then. */
export function inTurn(...steps: Step[]): (request: { turn: number }) => Step {
  return ({ turn }) => steps[turn] ?? 'Done.'
}

/** Puts a skill of this name below a folder. */
export function writeSkill(folder: string, name: string): void {
  mkdirSync(path.join(folder, name), { recursive: true })
  writeFileSync(path.join(folder, name, 'SKILL.md'), `---\nname: ${name}\ndescription: Use for ${name} jobs.\n---\n# ${name}\nDo it.\n`)
}
