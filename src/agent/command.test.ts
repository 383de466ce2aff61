import type { AgentEvent } from './events.ts'
import { chmodSync, readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { describe, expect } from 'vitest'
import { test as it } from '../catalog/temp-folder.fixture.ts'
import { agentOf } from './agents.ts'
import { placedAgent } from './command-spec.ts'
import { command } from './command.ts'
import { loadEvents } from './event-module.ts'

type Options = Parameters<typeof command>[0]

const least: Options = { name: 'acme', skillsFolder: '.acme/skills', output: 'claude' }
const run = { prompt: 'Do {model}, "now".\n', workspace: '/work', home: '/home/of/run' }

function commandOf(options: Partial<Options>, more: object = {}, env: NodeJS.ProcessEnv = {}) {
  const settings = placedAgent(command({ ...least, ...options }), '/root')
  return agentOf(settings).command(settings, { file: '/bin/acme', version: '1.4.2' }, { ...run, ...more }, env)
}

describe('the command line', () => {
  it('has the prompt on stdin, byte for byte, where nothing says otherwise', () => {
    expect(commandOf({ args: ['run', '--in', '{workspace}', '{root}/acme.json'] })).toMatchObject({ file: '/bin/acme', args: ['run', '--in', '/work', '/root/acme.json'], stdin: run.prompt, homeFiles: [] })
  })

  it('has it in an argument, or in a file, where a placeholder says so: in one pass', () => {
    expect(commandOf({ args: ['-p', '{prompt}'], model: 'x' })).toMatchObject({ args: ['-p', run.prompt], stdin: '' })
    const file = path.join(run.home, 'prompt.txt')
    expect(commandOf({ args: ['--file={promptFile}'] })).toMatchObject({ args: [`--file=${file}`], stdin: '', homeFiles: [{ path: 'prompt.txt', text: run.prompt }] })
    expect(commandOf({ env: { ACME_PROMPT: '{prompt}' } })).toMatchObject({ env: { ACME_PROMPT: run.prompt }, stdin: '' })
  })

  it('leaves out a list and a variable whose placeholder has no value', () => {
    const options = { args: ['run', ['--model', '{model}'], ['--max', '{maxUsd}']], env: { ACME_EFFORT: '{effort}', ACME_HOME: '{home}/.acme' }, withoutSkills: ['--no-skills'] }
    expect(commandOf(options)).toMatchObject({ args: ['run'], env: { ACME_HOME: '/home/of/run/.acme' } })
    expect(commandOf(options).env).not.toHaveProperty('ACME_EFFORT')
    expect(commandOf({ ...options, model: 'large', effort: 'high' }, { maxUsd: 0.5, withoutSkills: true })).toMatchObject({ args: ['run', '--model', 'large', '--max', '0.5', '--no-skills'], env: { ACME_EFFORT: 'high' } })
  })

  it('gets the allow-list of variables and what is named, in a home of its own or in yours', ({ folder }) => {
    const user = folder({ '.acme/auth.json': 'login' })
    const env = { PATH: '/bin', HOME: user, APPDATA: user, ACME_KEY: 'k', OTHER_KEY: 'o' }
    const isolated = commandOf({ passEnv: ['ACME_KEY'], homeFiles: { '.acme/auth.json': { link: '~/.acme/auth.json' }, '.acme/none.json': { link: '~/none' }, '.acme/settings.json': '{}' } }, {}, env)
    expect(isolated.env).toMatchObject({ PATH: '/bin', ACME_KEY: 'k', HOME: run.home, USERPROFILE: run.home, TMPDIR: run.home, APPDATA: run.home })
    expect(isolated.env).not.toHaveProperty('OTHER_KEY')
    expect(isolated.homeFiles).toEqual([{ path: '.acme/auth.json', link: path.join(user, '.acme/auth.json') }, { path: '.acme/settings.json', text: '{}' }])
    expect(commandOf({ home: 'own' }, {}, env).env).toMatchObject({ HOME: user, APPDATA: user, TMPDIR: run.home })
  })
})

it('is found, and says its version in a way of its own', async ({ folder }) => {
  const root = folder({ 'bin/acme': '#!/bin/sh\necho "the acme agent"; echo "v3.1-beta.2, $1"', 'bin/mute': '#!/bin/sh\necho no; exit 2' })
  for (const name of ['bin/acme', 'bin/mute'])
    chmodSync(path.join(root, name), 0o755)
  const find = (options: Partial<Options>) => {
    const settings = placedAgent(command({ ...least, ...options }), root)
    return agentOf(settings).find(settings, process.env)
  }
  expect(await find({ command: `${root}/bin/acme`, version: ['version'] })).toEqual({ file: `${root}/bin/acme`, version: '3.1-beta.2' })
  expect(await find({ command: `${root}/bin/mute`, version: '2026-11' })).toMatchObject({ version: '2026-11' })
  await expect(find({ command: `${root}/bin/mute` })).rejects.toThrow(/mute --version` does not say its version \(exit code 2, no\)\. Write the arguments/)
  await expect(find({ install: 'npm i -g acme' })).rejects.toThrow('The agent\'s command line `acme` is not on PATH. Install it with `npm i -g acme`, or name its path: command({ command: \'/path/to/acme\' }).')
  await expect(find({ command: `${root}/bin/acme`, model: 'large' })).rejects.toThrow('acme was asked for the model "large", and its `args` and `env` have no place for one. Write [\'--model\', \'{model}\'] in `args`, or leave out `model` and SKILL_EVALS_MODEL.')
})

describe('what it is like', () => {
  it('is what its output is like, as far as nothing else is said', () => {
    const agent = agentOf(command({ ...least, output: 'codex' }))
    expect(agent).toMatchObject({ name: 'acme', skillsFolder: '.acme/skills', ancestorFolders: ['.acme'], observes: agentOf({ agent: 'codex' }).observes, tools: agentOf({ agent: 'codex' }).tools, stopsAtUsd: false })
    expect(agent.linksRoom('1')).toBe(false)
    expect(agent.judge).toBeUndefined()
    const own = agentOf(command({ ...least, skillsFolder: 'skills', room: 'link', args: [['--max', '{maxUsd}']], activation: { tool: 'skill', input: 'name' }, observes: { model: true }, tools: { bookkeeping: ['todo'] } }))
    expect(own).toMatchObject({ ancestorFolders: [], observes: { skills: false, model: true, cost: false, activation: 'tool' }, tools: { skill: ['skill'], bookkeeping: ['todo'], readOnly: [] }, stopsAtUsd: true })
    expect(own.linksRoom('1')).toBe(true)
    expect(agentOf(command({ ...least, activation: { read: ['open'] } }))).toMatchObject({ observes: { activation: 'read' }, tools: { skill: [] } })
  })

  it('crosses threads', () => {
    const settings = command({ ...least, output: { events: './e.ts' }, activation: 'events' })
    expect(structuredClone(settings)).toEqual(settings)
  })

  it('reads its output by the module, and its skills by the rule', async () => {
    const folder = fileURLToPath(new URL('../../fixtures/agents', import.meta.url))
    const settings = placedAgent(command({ ...least, output: { events: './acme-events.ts' }, activation: { tool: 'open_skill', input: 'skill' } }), folder)
    expect(() => agentOf(settings).reader()).toThrow('was not loaded')
    await loadEvents(settings, file => import(file))
    const reader = agentOf(settings).reader()
    const lines = ['{"kind":"hello","model":"m","skills":["sql"]}', '{"kind":"does","id":"1","what":"open_skill","with":{"skill":"/sql"}}', '{"kind":"did","id":"1","ok":true,"text":"body"}', 'Loading...', '', '{"kind":"bye","text":"Done.","tokens":{"read":3,"written":"?"}}']
    expect(lines.flatMap(reader.read)).toEqual([
      { type: 'start', skills: ['sql'], tools: null, model: 'm', version: null },
      { type: 'tool_call', id: '1', name: 'open_skill', input: { skill: '/sql' } },
      { type: 'tool_result', id: '1', isError: false, text: 'body' },
      { type: 'activation', skill: 'sql', ok: true, via: 'tool', call: '1' },
      { type: 'warning', text: expect.stringContaining('acme-events.ts does not understand a line: Unexpected token') },
      { type: 'unknown', line: 'Loading...' },
      { type: 'end', text: 'Done.', isError: false, reason: 'completed', usage: { inputTokens: 3 } },
    ] satisfies AgentEvent[])
    expect(reader.usage()).toEqual({ inputTokens: 3 })
  })
})

describe('what cannot be meant is refused', () => {
  it.for<[Record<string, unknown>, string]>([
    [{ skillFolder: 'x' }, 'command() has no option `skillFolder`. Did you mean `skillsFolder`?'],
    [{ name: undefined }, 'command(): `name` is missing; write what the agent is called in reports, in small letters, digits and -, such as \'acme\'.'],
    [{ name: 'My Agent' }, 'command(): `name` is "My Agent"; write what the agent is called'],
    [{ name: 'claude' }, 'command(): `name` is "claude"; write another name, since claude, '],
    [{ args: 'run' }, 'command(): `args` is "run"; write a list of texts and lists of texts'],
    [{ args: ['{promt}'] }, 'command(): `args` holds {promt}; write one of {prompt}, {promptFile}, '],
    [{ args: ['--model', '{model}'] }, 'command(): `args` holds "{model}", and not each run has a value for {model}; write it in a list of its own, which is left out then, such as [\'--model\', \'{model}\'].'],
    [{ env: { A: '{nothing}' } }, 'command(): `env.A` holds {nothing}; write one of {prompt}'],
    [{ version: ['{home}'] }, 'command(): `version` holds {home}; write one of {root}.'],
    [{ env: { A: 1 } }, 'command(): `env` is {"A":1}; write variables with texts'],
    [{ skillsFolder: '/acme/skills' }, 'command(): `skillsFolder` is "/acme/skills"; write where the agent looks for skills in its workspace'],
    [{ skillsFolder: '../skills' }, 'command(): `skillsFolder` is "../skills"'],
    [{ room: true }, 'command(): `room` is true; write \'copy\' or \'link\'.'],
    [{ homeFiles: { '../x': '' } }, 'command(): `homeFiles` is {"../x":""}; write texts, or links'],
    [{ homeFiles: { x: { link: 'x' } } }, 'command(): `homeFiles` is {"x":{"link":"x"}}'],
    [{ output: undefined }, 'command(): `output` is missing; write \'claude\', \'codex\', \'gemini\', or a module of yours, such as { events: \'./acme-events.ts\' }.'],
    [{ output: () => [] }, 'command(): `output` is a function; write'],
    [{ output: { events: './e.ts' } }, 'command(): `activation` is missing; write { tool: \'skill\', input: \'name\' }, { read: '],
    [{ activation: 'events' }, 'command(): `activation` is "events"; write a rule, or leave it out: output \'claude\' has no module that could say so.'],
    [{ activation: { tool: 'skill' } }, 'command(): `activation` is {"tool":"skill"}'],
    [{ activation: { read: [] } }, 'command(): `activation` is {"read":[]}'],
    [{ observes: { skill: true } }, 'command(): `observes` is {"skill":true}; write what its output tells'],
    [{ tools: { readonly: ['x'] } }, 'command(): `tools` is'],
  ])('%j', ([options, message]) => {
    expect(() => command({ ...least, ...options } as never)).toThrow(message)
  })

  it('a module that is not there, or gives no reader', async ({ folder }) => {
    const root = folder({ 'none.mjs': 'export const x = 1', 'odd.mjs': 'export default () => 1', 'broken.mjs': 'export default (' })
    const of = (events: string) => placedAgent(command({ ...least, output: { events }, activation: 'events' }), root)
    expect(() => of('./gone.ts')).toThrow(`The agent acme has its events read by ./gone.ts, and there is no file ${root}/gone.ts. Write a path from the Vitest root`)
    await expect(loadEvents(of('./none.mjs'), file => import(file))).rejects.toThrow('none.mjs reads the output of acme, and its default export is no function. Write `export default defineEvents(() => line => …)`.')
    await expect(loadEvents(of('./broken.mjs'), file => import(file))).rejects.toThrow('broken.mjs reads the output of acme, and cannot be loaded: ')
    await loadEvents(of('./odd.mjs'), file => import(file))
    expect(() => agentOf(of('./odd.mjs')).reader()).toThrow('odd.mjs gives no function for the lines of a run.')
  })

  it('an agent that is none', () => {
    expect(() => agentOf({ agent: 'acme' })).toThrow(/There is no agent "acme"\. Write one of claude\(\), codex\(\), .*or command\(\{ … \}\)\./)
  })
})

it('the guide shows the agent and the module that are tested', () => {
  const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
  const page = read('docs/guide/any-agent.md')
  expect(page).toContain(read('fixtures/agents/acme-events.ts').trim())
  const table = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(match => match[1] ?? '').sort()
  const options = [...read('src/agent/command.ts').matchAll(/^ {2}(\w+)\??:/gm)].map(match => match[1] ?? '').sort()
  expect(table).toEqual(options)
})
