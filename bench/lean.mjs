// Measures what the harness adds to a real agent: routing of a catalog with the real `claude` and a scripted model, against the same
// command lines with the same early stop and nothing around them. In turn, in one go.
//   npm run bench:lean -- CATALOG [ROUNDS] [EVALUATIONS of each skill at most]
// The command line is SKILL_EVALS_TEST_CLAUDE, or `claude` on PATH.
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'
import { linkPackages } from './catalog.mjs'
import { runEvals, runNode } from './run-node.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const jobs = 4
const [source = '', rounds = '3', most = '1000'] = process.argv.slice(2)

const { module: { claude } } = /** @type {{ module: typeof import('../src/agent/claude.ts') }} */ (await runnerImport(path.join(here, '../src/agent/claude.ts')))
const { module: { agentOf } } = /** @type {{ module: typeof import('../src/agent/agents.ts') }} */ (await runnerImport(path.join(here, '../src/agent/agents.ts')))
const settings = claude({ command: process.env.SKILL_EVALS_TEST_CLAUDE ?? 'claude' })
const agent = agentOf(settings)
const installed = await agent.find(settings, process.env)

/** @typedef {{ prompt: string, skill_should_trigger: boolean }} Evaluation */
/** @typedef {{ seconds: number, processor: number, calls: number, wasted: number, systems: number, bytes: number }} Measured */

const base = realpathSync(mkdtempSync(path.join(tmpdir(), 'bench-')))
const catalog = path.join(base, 'catalog')
const room = path.join(base, 'room')
cpSync(path.join(source, 'skills'), path.join(catalog, 'skills'), { recursive: true })
cpSync(path.join(source, 'skills'), room, { recursive: true, filter: file => path.basename(file) !== 'evals' })
writeFileSync(path.join(catalog, 'vitest.config.mjs'), `import { claude, skillEvals } from 'vitest-skill-evals'

export default { plugins: [skillEvals({ negatives: false, extended: false, keepRuns: 'none', agent: claude({ command: ${JSON.stringify(installed.file)} }) })] }
`)
linkPackages(catalog)

/** Which skill a prompt is for, if any. @type {Map<string, string | null>} */
const skillOf = new Map()
for (const skill of readdirSync(room)) {
  const file = path.join(catalog, 'skills', skill, 'evals/evals.json')
  /** @type {{ evaluations: Evaluation[] }} */
  const dataset = JSON.parse(readFileSync(file, 'utf8'))
  // the first as well as the last: those that trigger nothing stand at the end
  dataset.evaluations = dataset.evaluations.filter((_, index, all) => index < Math.ceil(Number(most) / 2) || index >= all.length - Math.floor(Number(most) / 2))
  writeFileSync(file, JSON.stringify(dataset))
  for (const { prompt, skill_should_trigger } of dataset.evaluations)
    skillOf.set(prompt, skill_should_trigger ? skill : null)
}

/** @type {{ module: typeof import('../fixtures/scripted-model/server.ts') }} */
const { module: { skill: load, startScriptedModel } } = await runnerImport(path.join(here, '../fixtures/scripted-model/server.ts'))
const model = await startScriptedModel(({ prompt, turn }) => {
  const skill = skillOf.get(prompt)
  return turn === 0 && skill ? load(skill) : 'Done.'
})
process.env.ANTHROPIC_BASE_URL = model.url
process.env.ANTHROPIC_API_KEY = 'none-is-needed'

/**
 * @param {(through: string[]) => Promise<number>} run says how many seconds it took
 * @returns {Promise<Measured>} of one arm
 */
async function measure(run) {
  model.requests.length = 0
  const file = path.join(base, 'processor-time')
  const seconds = await run(process.platform === 'linux' ? ['python3', path.join(here, 'processor-time.py'), file] : [])
  const { requests } = model
  const first = requests.filter(({ turn }) => turn === 0)
  if (first.length !== skillOf.size)
    throw new Error(`${first.length} of ${skillOf.size} prompts reached the model.`)
  return {
    seconds,
    processor: process.platform === 'linux' ? Number(readFileSync(file, 'utf8')) : Number.NaN,
    calls: requests.length,
    wasted: requests.length - first.length,
    // what a provider can keep for the next run ends where one differs from another
    systems: new Set(first.map(systemOf)).size,
    bytes: requests.reduce((sum, { body }) => sum + body.length, 0),
  }
}

/**
 * Without the line on who pays, which the provider takes off.
 *
 * @param {{ body: string }} request
 */
function systemOf({ body }) {
  const { system } = /** @type {{ system: { text: string }[] }} */ (JSON.parse(body))
  return JSON.stringify(system.filter(({ text }) => !text.startsWith('x-anthropic-billing-header')))
}

/** @param {string[]} through */
async function floor(through) {
  const commands = [...skillOf.keys()].map(prompt => agent.command(settings, installed, { prompt, workspace: '{base}/workspace', home: '{base}/home' }, process.env))
  const { output } = await runNode([path.join(here, 'lean-floor.mjs'), room, String(jobs)], { cwd: base, input: JSON.stringify(commands), through })
  return Number(output) / 1000
}

/** @param {string[]} through */
async function ours(through) {
  const { seconds } = await runEvals(catalog, { agent: path.dirname(installed.file), tiers: 'routing', jobs, through })
  return seconds
}

/** @param {string} name @param {Measured} m */
function row(name, m) {
  return `| ${[name, m.seconds.toFixed(1), m.processor.toFixed(1), (m.processor / skillOf.size).toFixed(2), m.calls, m.wasted, m.systems, (m.bytes / skillOf.size / 1000).toFixed(1)].join(' | ')} |`
}

try {
  process.stdout.write(`${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, Claude Code ${installed.version}, ${process.platform}, ${availableParallelism()} cores, ${skillOf.size} evaluations, jobs ${jobs}\n\n`)
  process.stdout.write('| | wall s | processor s | processor s each | model calls | after the decision | different system prompts | kB sent each |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n')
  for (let round = 1; round <= Number(rounds); round++) {
    const load = loadavg()[0]?.toFixed(1)
    const least = await measure(floor)
    const whole = await measure(ours)
    process.stdout.write(`${row(`floor, load ${load}`, least)}\n${row('ours', whole)}\n| ours / floor | ${(whole.seconds / least.seconds).toFixed(2)} | ${(whole.processor / least.processor).toFixed(2)} | | | | | |\n`)
  }
}
finally {
  await model.close()
  rmSync(base, { recursive: true, force: true })
}
