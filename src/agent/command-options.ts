import type { CommandSpec } from './command-spec.ts'
import type { CommandOptions } from './command.ts'
import { didYouMean } from '../catalog/did-you-mean.ts'
import { agentNames } from './agent.ts'
import { optionalPlaceholders, placeholders, placeholdersIn } from './command-arguments.ts'
import { outputFormats } from './command-spec.ts'
import { isRecord } from './json.ts'

const optionNames = ['name', 'command', 'args', 'model', 'effort', 'env', 'passEnv', 'skillsFolder', 'room', 'ancestorFolders', 'home', 'homeFiles', 'version', 'output', 'activation', 'observes', 'tools', 'withoutSkills', 'install']

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)
const isFlags = (value: unknown, names: string[]): boolean => isRecord(value) && Object.entries(value).every(([name, flag]) => names.includes(name) && typeof flag === 'boolean')
/** Relative, and nowhere but below where it starts. */
const isInside = (value: unknown): value is string => isText(value) && !/^(?:[/\\]|[a-z]:)/i.test(value) && !value.split(/[/\\]/).includes('..') && !value.includes('\\')

/**
 * Checks what `command()` was told, and fills in the defaults. Nothing of a config is type-checked when it is loaded.
 * @throws {Error} naming the option, what is wrong with it, and what to write
 */
export function checkedSpec(options: CommandOptions): CommandSpec {
  checkShapes(options)
  checkPlaceholders(options)
  const { args = [], output, activation, observes, tools, skillsFolder } = options
  const [parent = ''] = skillsFolder.split('/')
  const isModule = typeof output === 'object'
  return {
    args,
    skillsFolder,
    linksRoom: options.room === 'link',
    ancestorFolders: options.ancestorFolders ?? (parent.startsWith('.') ? [parent] : []),
    hasPrivateHome: options.home !== 'own',
    homeFiles: options.homeFiles ?? {},
    version: options.version ?? ['--version'],
    output,
    activation: activation === undefined ? null : typeof activation === 'object' && !('tool' in activation) ? { read: activation.read ?? [], shell: activation.shell ?? [] } : activation,
    observes: observes || isModule ? { skills: observes?.skills ?? false, model: observes?.model ?? false, cost: observes?.cost ?? false } : null,
    tools: tools || isModule ? { bookkeeping: [], readOnly: [], ...tools } : null,
    withoutSkills: options.withoutSkills ?? [],
    install: options.install ?? null,
    root: '',
  }
}

function checkShapes(options: CommandOptions): void {
  const given: unknown = options
  if (!isRecord(given))
    throw new Error('command() was told nothing. Write command({ name: \'acme\', skillsFolder: \'.acme/skills\', output: \'claude\' }).')
  const unknown = Object.keys(given).find(name => !optionNames.includes(name))
  if (unknown !== undefined)
    throw new Error(`command() has no option \`${unknown}\`.${didYouMean(unknown, optionNames)}`)
  const check = (name: string, holds: (value: unknown) => boolean, write: string, isNeeded = false): void => {
    const value = given[name]
    if (value === undefined ? isNeeded : !holds(value))
      throw new Error(`command(): \`${name}\` is ${value === undefined ? 'missing' : shown(value)}; write ${write}.`)
  }
  check('name', value => isText(value) && /^[a-z][a-z0-9-]*$/.test(value), 'what the agent is called in reports, in small letters, digits and -, such as \'acme\'', true)
  check('name', value => !listed(agentNames).includes(value), `another name, since ${agentNames.join(', ')} have modules of their own, such as 'my-${options.name}'`)
  check('command', isText, 'the executable, a name on PATH or a path from the Vitest root, such as \'./bin/acme\'')
  check('args', value => Array.isArray(value) && value.every(arg => typeof arg === 'string' || (isTexts(arg) && arg.length > 0)), 'a list of texts and lists of texts, such as [\'run\', \'--json\', [\'--model\', \'{model}\']]')
  for (const name of ['model', 'effort', 'install'])
    check(name, isText, 'a text')
  check('env', value => isRecord(value) && Object.values(value).every(one => typeof one === 'string'), 'variables with texts, such as { ACME_HOME: \'{home}/.acme\' }')
  check('passEnv', isTexts, 'names of variables, such as [\'ACME_API_KEY\']')
  check('skillsFolder', value => isInside(value) && /[^/.]/.test(value), 'where the agent looks for skills in its workspace, relative and with /, such as \'.acme/skills\'', true)
  check('room', value => value === 'copy' || value === 'link', '\'copy\' or \'link\'')
  check('ancestorFolders', isTexts, 'names of folders, such as [\'.acme\']')
  check('home', value => value === 'private' || value === 'own', '\'private\' or \'own\'')
  check('homeFiles', value => isRecord(value) && Object.entries(value).every(([file, content]) => isInside(file) && (typeof content === 'string' || isLink(content))), 'texts, or links to files of yours, by their path in the home, such as { \'.acme/auth.json\': { link: \'~/.acme/auth.json\' } }')
  check('version', value => isText(value) || (isTexts(value) && value.length > 0), 'the arguments that print it, such as [\'--version\'], or the version as a text')
  check('output', value => listed(outputFormats).includes(value) || (isRecord(value) && isText(value.events) && Object.keys(value).length === 1), `${outputFormats.map(format => `'${format}'`).join(', ')}, or a module of yours, such as { events: './acme-events.ts' }`, true)
  const isModule = typeof options.output === 'object'
  check('activation', isRule, '{ tool: \'skill\', input: \'name\' }, { read: [\'read_file\'], shell: [\'bash\'] } or \'events\'', isModule)
  check('activation', value => value !== 'events' || isModule, `a rule, or leave it out: output '${String(options.output)}' has no module that could say so`)
  check('observes', value => isFlags(value, ['skills', 'model', 'cost']), 'what its output tells, such as { skills: true, cost: false }')
  check('tools', areTools, 'lists of names, such as { bookkeeping: [\'todo\'], readOnly: [\'read_file\'], shells: [\'bash\'] }, and { writers: { write_file: \'path\' } }')
  check('withoutSkills', isTexts, 'a list of texts, such as [\'--no-skills\']')
}

function checkPlaceholders({ args = [], env = {}, version }: CommandOptions): void {
  const places: [string, string, boolean][] = [
    ...args.flatMap(arg => [arg].flat().map((text): [string, string, boolean] => ['args', text, Array.isArray(arg)])),
    ...Object.entries(env).map(([name, text]): [string, string, boolean] => [`env.${name}`, text, true]),
    ...Array.isArray(version) ? version.map((text): [string, string, boolean] => ['version', text, false]) : [],
  ]
  for (const [option, text, mayBeLeftOut] of places) {
    for (const name of placeholdersIn(text)) {
      const allowed = listed(option === 'version' ? ['root'] : placeholders)
      if (!allowed.includes(name))
        throw new Error(`command(): \`${option}\` holds {${name}}; write one of ${allowed.map(one => `{${String(one)}}`).join(', ')}.`)
      if (!mayBeLeftOut && optionalPlaceholders.includes(name))
        throw new Error(`command(): \`${option}\` holds ${JSON.stringify(text)}, and not each run has a value for {${name}}; write it in a list of its own, which is left out then, such as ['--${name}', '{${name}}'].`)
    }
  }
}

/** To be asked of any value. */
function listed(list: readonly string[]): readonly unknown[] {
  return list
}

function isLink(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length === 1 && isText(value.link) && /^(?:~?[/\\]|[a-z]:)/i.test(value.link)
}

function areTools(value: unknown): boolean {
  return isRecord(value) && Object.entries(value).every(([name, names]) => name === 'writers' ? isRecord(names) && Object.values(names).every(isText) : ['bookkeeping', 'readOnly', 'shells'].includes(name) && isTexts(names))
}

function isRule(value: unknown): boolean {
  if (!isRecord(value))
    return value === 'events'
  const names = Object.keys(value)
  if ('tool' in value)
    return names.length === 2 && isText(value.tool) && isText(value.input)
  return names.length > 0 && names.every(name => name === 'read' || name === 'shell') && Object.values(value).every(list => isTexts(list) && list.length > 0)
}

function shown(value: unknown): string {
  const text = typeof value === 'function' ? 'a function' : JSON.stringify(value) ?? String(value)
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}
