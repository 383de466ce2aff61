// Leaves two Vitests in watch mode, one that replays recordings and one whose agents fail in every way, and edits what they watch until
// the time is over: memory, open files and processes must not grow. Linux only.
//   npm run bench:soak -- [MINUTES]
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { linkPackages } from './catalog.mjs'
import { memoryOf, processesOf } from './memory.mjs'
import { vitestPackage } from './run-node.mjs'

const minutes = Number(process.argv[2] ?? 60)
const fixtures = fileURLToPath(new URL('../fixtures', import.meta.url))
const base = mkdtempSync(path.join(tmpdir(), 'soak-'))
/** Vitest ends a round with the one or the other. */
const roundEnd = /Waiting for file changes|Watching for file changes/
const fates = ['skill one', 'say nothing', 'exit 3', 'half', 'api 429', 'api 500', 'child; skill one', 'write a.txt text; skill one', 'refuse one', 'skill two', 'hang', 'call Bash {"command":"ls"}; skill one']

/**
 * @typedef {object} Sample what a Vitest holds between two rounds
 * @property {number} memory megabytes, with its workers and what starts its agents
 * @property {number} files open files of the main process
 * @property {number} processes that it has started and that are on the process table
 */

/** A Vitest in watch mode. */
class Watched {
  /** @type {Sample[]} */
  samples = []
  rounds = 0
  output = ''

  /**
   * @param {string} name
   * @param {string} dir
   * @param {Record<string, string>} env
   */
  constructor(name, dir, env) {
    this.name = name
    this.dir = dir
    // a folder of its own, in which nothing may be left
    this.temp = path.join(base, `temp-${name}`)
    mkdirSync(this.temp)
    this.child = spawn(process.execPath, [path.join(path.dirname(vitestPackage), 'vitest.mjs'), '--watch', '--project', 'evals', '--reporter=dot'], { cwd: dir, env: { ...process.env, ...env, NO_COLOR: '1', TMPDIR: this.temp }, stdio: ['pipe', 'pipe', 'pipe'], detached: true })
    this.child.stdout.setEncoding('utf8').on('data', text => this.output += text)
    this.child.stderr.resume()
    this.child.on('exit', (code, signal) => {
      if (!this.child.killed) {
        process.stderr.write(`${name} ended by itself: ${code ?? signal}\n${this.output.slice(-2000)}\n`)
        process.exit(1)
      }
    })
  }

  async round() {
    while (!roundEnd.test(this.output))
      await once(this.child.stdout, 'data')
    this.output = ''
    const pid = this.child.pid ?? 0
    this.rounds++
    this.samples.push({ memory: memoryOf(pid), files: readdirSync(`/proc/${pid}/fd`).length, processes: processesOf(pid).length })
  }

  /** Edits every dataset in a way that means nothing, so that all of them run again. */
  edit() {
    for (const skill of readdirSync(path.join(this.dir, 'skills'))) {
      const file = path.join(this.dir, 'skills', skill, 'evals/evals.json')
      const text = readFileSync(file, 'utf8').trimEnd()
      writeFileSync(file, `${text}${'\n'.repeat(1 + this.rounds % 2)}`)
    }
  }

  async end() {
    this.child.kill('SIGINT')
    await once(this.child, 'close')
  }
}

function replayed() {
  const dir = path.join(base, 'replayed')
  cpSync(path.join(fixtures, 'catalog'), dir, { recursive: true, filter: file => !/\.skill-evals|node_modules/.test(file) })
  linkPackages(dir)
  return new Watched('replayed', dir, {})
}

function failing() {
  const dir = path.join(base, 'failing')
  for (const name of ['one', 'two']) {
    mkdirSync(path.join(dir, 'skills', name, 'evals'), { recursive: true })
    writeFileSync(path.join(dir, 'skills', name, 'SKILL.md'), `---\nname: ${name}\ndescription: Does the work of ${name}, for whoever asks for it.\n---\n\n# ${name}\n`)
    writeFileSync(path.join(dir, 'skills', name, 'evals/evals.json'), JSON.stringify({ evaluations: fates.map((fate, at) => ({ id: `${name}-${at}`, skill_should_trigger: true, prompt: `Number ${at}\nAGENT: ${fate}` })) }, null, 2))
  }
  writeFileSync(path.join(dir, 'vitest.config.mjs'), `import { claude, skillEvals } from 'vitest-skill-evals'

export default { plugins: [skillEvals({ agent: claude({ command: ${JSON.stringify(path.join(fixtures, 'agents/stand-in.mjs'))} }), negatives: false, bar: { positive: 0, negative: 0, judged: 0 }, timeout: { routing: 5000 }, retryErrors: 0, cache: false })] }
`)
  linkPackages(dir)
  return new Watched('failing', dir, { SKILL_EVALS_TIERS: 'structure,routing' })
}

/** @param {number[]} values */
function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/**
 * First third and last third, side by side: what grows is more in the last. The first tenth is left out, in which all is loaded.
 *
 * @param {Watched} watched
 * @param {keyof Sample} what
 */
function growth({ samples }, what) {
  const warm = samples.slice(Math.ceil(samples.length / 10))
  const third = Math.ceil(warm.length / 3)
  return [warm.slice(0, third), warm.slice(-third)].map(part => median(part.map(sample => sample[what])).toFixed(0)).join(' | ')
}

const until = performance.now() + minutes * 60_000
const all = [replayed(), failing()]
try {
  await Promise.all(all.map(async (watched) => {
    await watched.round()
    while (performance.now() < until) {
      watched.edit()
      await watched.round()
    }
  }))
  for (const watched of all)
    await watched.end()
  process.stdout.write(`| ${minutes} minutes | rounds | memory MB, first third | last third | open files, first third | last third | processes, first third | last third | left in the temp folder |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n`)
  for (const watched of all)
    process.stdout.write(`| ${watched.name} | ${watched.rounds} | ${growth(watched, 'memory')} | ${growth(watched, 'files')} | ${growth(watched, 'processes')} | ${readdirSync(watched.temp).length} |\n`)
}
finally {
  all.forEach(({ child }) => child.kill('SIGKILL'))
  rmSync(base, { recursive: true, force: true })
}
