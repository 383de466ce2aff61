// Measures a run whose every answer is in the cache against `vitest list` on the same project: a catalog with the real `claude` and a
// scripted model, first once to fill the cache, then both in turn.
//   npm run bench:cached -- CATALOG [ROUNDS] [EVALUATIONS of each skill at most]
import { readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { openRealCatalog } from './real-catalog.mjs'
import { runNode, vitestPackage } from './run-node.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const [source = '', rounds = '3', most = '1000'] = process.argv.slice(2)
const { base, catalog, installed, skillOf, model, close } = await openRealCatalog(source, { most: Number(most), options: 'cache: true, ' })

/**
 * @param {string[]} args of Vitest
 */
async function vitest(args) {
  model.requests.length = 0
  const file = path.join(base, 'processor-time')
  const through = process.platform === 'linux' ? ['python3', path.join(here, 'processor-time.py'), file] : []
  const { seconds } = await runNode([path.join(path.dirname(vitestPackage), 'vitest.mjs'), ...args, '--project', 'evals'], { cwd: catalog, env: { SKILL_EVALS_TIERS: 'routing' }, through })
  return { seconds, processor: process.platform === 'linux' ? Number(readFileSync(file, 'utf8')) : Number.NaN, calls: model.requests.length }
}

try {
  process.stdout.write(`${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, Claude Code ${installed.version}, ${process.platform}, ${availableParallelism()} cores, ${skillOf.size} evaluations\n\n`)
  process.stdout.write('| | load | wall s | processor s | model calls |\n| --- | --- | --- | --- | --- |\n')
  /**
   * @param {string} name
   * @param {string[]} args
   */
  const row = async (name, args) => {
    const load = loadavg()[0]?.toFixed(1)
    const measured = await vitest(args)
    process.stdout.write(`| ${name} | ${load} | ${measured.seconds.toFixed(2)} | ${measured.processor.toFixed(2)} | ${measured.calls} |\n`)
    return measured
  }
  await row('first run', ['run', '--reporter=dot'])
  for (let round = 1; round <= Number(rounds); round++) {
    const listed = await row('vitest list', ['list'])
    const cached = await row('run again', ['run', '--reporter=dot'])
    process.stdout.write(`| again / list | | ${(cached.seconds / listed.seconds).toFixed(2)} | ${(cached.processor / listed.processor).toFixed(2)} | |\n`)
  }
}
finally {
  await close()
}
