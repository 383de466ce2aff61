// Measures what the harness adds to a real agent: routing of a catalog with the real `claude` and a scripted model, against the same
// command lines with the same early stop and nothing around them. In turn, in one go.
//   npm run bench:lean -- CATALOG [ROUNDS] [EVALUATIONS of each skill at most]
// The command line is SKILL_EVALS_TEST_CLAUDE, or `claude` on PATH.
import { readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { openRealCatalog } from './real-catalog.mjs'
import { runEvals, runNode } from './run-node.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const jobs = 4
const [source = '', rounds = '3', most = '1000'] = process.argv.slice(2)

const { base, catalog, room, settings, agent, installed, skillOf, model, close } = await openRealCatalog(source, { most: Number(most), options: 'keepRuns: \'none\', ' })

/** @typedef {{ seconds: number, processor: number, calls: number, wasted: number, systems: number, bytes: number }} Measured */

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
  await close()
}
