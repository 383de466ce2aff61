// Measures a routing run against its floor; docs/reference/performance.md says what is measured, and how.
//   npm run bench -- [ROUNDS] [further arguments for Vitest, such as --maxWorkers=2]
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { writeCatalog } from './catalog.mjs'
import { runEvals, runNode, vitestPackage } from './run-node.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const jobs = 4
const [first = '5', ...further] = process.argv.slice(2)
const rounds = Number(first)
/** Free tests of each skill, by `vitest list`. */
const testsOfSkill = 11
/**
 * Skills, all of them in the room, and evaluations of each.
 *
 * @type {[number, number][]}
 */
const sizes = [[20, 5], [100, 5], [200, 1], [200, 5]]

/**
 * @typedef {object} Round one measurement of one catalog
 * @property {number} floor seconds of the agents alone
 * @property {number} bare seconds of a Vitest with as many files and tests that do nothing
 * @property {number} routing seconds of both tiers
 * @property {number} structure seconds of the free tier alone
 * @property {number | null} memory peak of both tiers, in megabytes
 */

/**
 * @param {string} catalog
 * @param {string} tiers
 */
async function vitest(catalog, tiers) {
  return runEvals(catalog, { agent: path.join(catalog, 'agent'), tiers, jobs, further })
}

/**
 * @param {string} catalog
 */
async function measure(catalog) {
  const floor = await runNode([path.join(here, 'floor.mjs'), catalog, String(jobs), path.join(catalog, 'agent/claude')], { cwd: catalog })
  const { seconds: bare } = await runNode([path.join(path.dirname(vitestPackage), 'vitest.mjs'), 'run', '--reporter=dot'], { cwd: path.join(catalog, 'bare') })
  const routing = await vitest(catalog, 'structure,routing')
  const structure = await vitest(catalog, 'structure')
  return { floor: Number(floor.output) / 1000, bare, routing: routing.seconds, structure: structure.seconds, memory: routing.memory }
}

/**
 * The least that Vitest itself takes: files whose tests do nothing, as it runs ours.
 *
 * @param {string} dir
 * @param {{ files: number, tests: number }} size `tests` in each file
 */
function writeBare(dir, { files, tests }) {
  mkdirSync(dir)
  writeFileSync(path.join(dir, 'vitest.config.mjs'), 'export default { test: { pool: \'threads\', isolate: false, maxWorkers: 2 } }\n')
  for (let file = 0; file < files; file++)
    writeFileSync(path.join(dir, `${file}.test.mjs`), `import { test } from 'vitest'\n${'test(\'nothing\', () => {})\n'.repeat(tests)}`)
}

/** @param {(number | null)[]} values */
function median(values) {
  const known = values.filter(value => value !== null).sort((a, b) => a - b)
  const middle = known.length / 2
  return ((known[Math.ceil(middle) - 1] ?? Number.NaN) + (known[Math.floor(middle)] ?? Number.NaN)) / 2
}

/**
 * @param {number} skills
 * @param {number} evaluations
 * @param {Round[]} measured
 */
function row(skills, evaluations, measured) {
  const count = skills * evaluations
  /** @param {(round: Round) => number | null} value */
  const of = value => median(measured.map(value))
  const memory = of(round => round.memory)
  return [
    `${skills} x ${evaluations}`,
    count,
    skills,
    of(round => round.floor).toFixed(1),
    of(round => round.bare).toFixed(1),
    of(round => round.routing).toFixed(1),
    of(round => round.routing / (round.floor + round.bare)).toFixed(2),
    of(round => round.routing / round.floor).toFixed(2),
    of(round => round.structure).toFixed(1),
    of(round => (round.routing - round.structure - round.floor) / count * 1000).toFixed(1),
    Number.isNaN(memory) ? 'unknown' : memory.toFixed(0),
  ]
}

const base = mkdtempSync(path.join(tmpdir(), 'bench-'))
try {
  const catalogs = sizes.map(([skills, evaluations]) => {
    const dir = path.join(base, `${skills}x${evaluations}`)
    writeCatalog(dir, { skills, evaluations })
    writeBare(path.join(dir, 'bare'), { files: 2 * skills, tests: Math.ceil((testsOfSkill + evaluations) / 2) })
    cpSync(path.join(here, 'agent'), path.join(dir, 'agent'), { recursive: true })
    writeFileSync(path.join(dir, 'agent/skills.json'), `${JSON.stringify(readdirSync(path.join(dir, 'skills')))}\n`)
    /** @type {Round[]} */
    const measured = []
    return { skills, evaluations, dir, measured }
  })
  // in turn, so that what else the machine does falls on all alike
  for (let round = 1; round <= rounds; round++) {
    for (const { dir, skills, evaluations, measured } of catalogs) {
      const found = await measure(dir)
      measured.push(found)
      process.stderr.write(`round ${round} of ${rounds}, ${skills} x ${evaluations}: agents ${found.floor.toFixed(1)} s, bare Vitest ${found.bare.toFixed(1)} s, ours ${found.routing.toFixed(1)} s, structure ${found.structure.toFixed(1)} s\n`)
    }
  }
  const { version } = JSON.parse(readFileSync(vitestPackage, 'utf8'))
  const heads = ['skills x evaluations', 'evaluations', 'room', 'agents alone s', 'bare Vitest s', 'ours s', 'ours / both', 'ours / agents', 'structure alone s', 'further ms each', 'peak MB']
  const rows = [heads, heads.map(() => '---'), ...catalogs.map(one => row(one.skills, one.evaluations, one.measured))]
  process.stdout.write(`${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, Vitest ${version}, ${process.platform}, ${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown'}, jobs ${jobs}, medians of ${rounds}${further.length > 0 ? `, ${further.join(' ')}` : ''}\n\n`)
  process.stdout.write(`${rows.map(cells => `| ${cells.join(' | ')} |`).join('\n')}\n`)
}
finally {
  rmSync(base, { recursive: true, force: true })
}
