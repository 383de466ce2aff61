import type { Agent, AgentCommand, AgentSettings, Inside, InstalledAgent, ReaderOptions, TranscriptReader } from './agent.ts'
import type { PlaceholderValues } from './command-arguments.ts'
import type { CommandSpec } from './command-spec.ts'
import { join } from 'node:path'
import { withActivationRule } from './activation-rule.ts'
import { AgentMissingError } from './agent-missing.ts'
import { claudeAgent } from './claude.ts'
import { codexAgent } from './codex.ts'
import { filledArguments, filledVariables, placeholdersOf } from './command-arguments.ts'
import { commandHomeFiles, commandVariables, privateVariables } from './command-environment.ts'
import { moduleReader } from './event-module.ts'
import { askVersion, requireExecutable } from './find-agent.ts'
import { geminiAgent } from './gemini.ts'

const PROMPT_FILE = 'prompt.txt'
/** Where a module reads the output, nothing is known of its tools but what the configuration says. */
const unknownTools: Agent['tools'] = { skill: [], bookkeeping: [], readOnly: [], writers: {}, shells: [] }

/** What is known about an agent that the configuration describes. */
export function commandAgent({ agent: name, env: variables = {} }: AgentSettings, spec: CommandSpec): Agent {
  const like = typeof spec.output === 'string' ? { claude: claudeAgent, codex: codexAgent, gemini: geminiAgent }[spec.output] : null
  const { activation } = spec
  const used = placeholdersOf(spec.args, variables)
  const byTool = activation === null ? null : typeof activation === 'object' && 'tool' in activation ? [activation.tool] : []
  const ruleShells = activation !== null && typeof activation === 'object' && 'shell' in activation ? [...activation.shell] : null
  return {
    name,
    skillsFolder: spec.skillsFolder,
    ancestorFolders: spec.ancestorFolders,
    tools: { ...unknownTools, ...like?.tools, ...ruleShells && { shells: ruleShells }, ...spec.tools, ...byTool && { skill: byTool } },
    observes: {
      ...spec.observes ?? like?.observes ?? { skills: false, model: false, cost: false },
      activation: activation === null ? like?.observes.activation ?? 'tool' : activation === 'events' || byTool?.length ? 'tool' : 'read',
    },
    stopsAtUsd: used.includes('maxUsd'),
    find: (settings, env, inside) => find(name, spec, settings, env, inside),
    linksRoom: () => spec.linksRoom,
    command(settings, installed, run, env) {
      const values = { ...valuesOf(spec, settings), prompt: run.prompt, promptFile: join(run.home, PROMPT_FILE), workspace: run.workspace, home: run.home, ...run.maxUsd !== undefined && { maxUsd: String(run.maxUsd) } }
      return {
        file: installed.file,
        args: [...filledArguments(spec.args, values), ...run.withoutSkills ? spec.withoutSkills : []],
        env: { ...commandVariables(settings, env), ...privateVariables(spec, env, run.home), ...filledVariables(variables, values) },
        stdin: used.includes('prompt') || used.includes('promptFile') ? '' : run.prompt,
        homeFiles: [
          ...used.includes('promptFile') ? [{ path: PROMPT_FILE, text: run.prompt }] : [],
          ...commandHomeFiles(spec, env),
        ],
      }
    },
    reader: options => readerOf(spec, like, options),
  }
}

function readerOf({ output, activation, skillsFolder }: CommandSpec, like: Agent | null, options: ReaderOptions | undefined): TranscriptReader {
  const reader = like ? like.reader(options) : moduleReader(typeof output === 'object' ? output.events : '')
  return activation === null || activation === 'events' ? reader : withActivationRule(reader, activation, skillsFolder)
}

async function find(name: string, spec: CommandSpec, settings: AgentSettings, env: NodeJS.ProcessEnv, inside?: Inside): Promise<InstalledAgent> {
  refuseUnused(name, spec, settings)
  const command = settings.command ?? name
  const advice = `${spec.install === null ? 'Install it' : `Install it with \`${spec.install}\``}, or name its path: command({ command: '/path/to/${name}' }).`
  const file = inside ? command : requireExecutable(command, env, advice)
  if (typeof spec.version === 'string')
    return { file, version: spec.version }
  const args = filledArguments(spec.version, { root: spec.root })
  const variables = { ...commandVariables(settings, env), ...filledVariables(settings.env ?? {}, valuesOf(spec, settings)) }
  const ask: AgentCommand = { file, args, env: variables, stdin: '' }
  const { version, fault } = await askVersion(inside ? inside(ask) : ask, line => /\d+\.\d[\w.+-]*/.exec(line)?.[0])
  if (version === null)
    throw new AgentMissingError(`\`${[file, ...args].join(' ')}\` does not say its version (${fault.text}). Write the arguments that make it do so, or its version, as \`version\` of command().`)
  return { file, version }
}

/** Left out in silence, a model would be in the report all the same. */
function refuseUnused(name: string, spec: CommandSpec, settings: AgentSettings): void {
  const places = placeholdersOf(spec.args, settings.env ?? {})
  for (const setting of ['model', 'effort'] as const) {
    const value = settings[setting]
    if (value !== undefined && !places.includes(setting))
      throw new AgentMissingError(`${name} was asked for the ${setting} ${JSON.stringify(value)}, and its \`args\` and \`env\` have no place for one. Write ['--${setting}', '{${setting}}'] in \`args\`, or leave out \`${setting}\` and SKILL_EVALS_${setting.toUpperCase()}.`)
  }
}

function valuesOf({ root }: CommandSpec, { model, effort }: AgentSettings): PlaceholderValues {
  return { root, ...model !== undefined && { model }, ...effort !== undefined && { effort } }
}
