// Measures how well the agents' time is filled: eight cases over two skills with an agent that takes two seconds, against what
// that agent alone takes with so many at a time.
//   npm run bench:behavior
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { writeCatalog } from './catalog.mjs'
import { runEvals } from './run-node.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const cases = 8
const agentSeconds = 2

/**
 * @param {string} catalog
 * @param {number} jobs
 */
async function measure(catalog, jobs) {
  const { output, seconds } = await runEvals(catalog, { agent: path.join(here, 'slow-agent'), tiers: 'behavior', jobs })
  /** @type {{ behavior?: { cases: { outcome: string }[] } }} */
  const { behavior } = JSON.parse(readFileSync(path.join(catalog, '.skill-evals/report.json'), 'utf8'))
  const passed = behavior?.cases.filter(one => one.outcome === 'passed').length
  if (passed !== cases)
    throw new Error(`${passed} of ${cases} passed:\n${output}`)
  const duration = Number(/Duration\s+([\d.]+)s/.exec(output)?.[1])
  return { seconds, duration }
}

const base = mkdtempSync(path.join(tmpdir(), 'bench-'))
try {
  const catalog = path.join(base, 'catalog')
  writeCatalog(catalog, { skills: 2, evaluations: cases / 2, behavior: true })
  process.stdout.write('| jobs | agents alone s | Vitest s | ratio | with its start s | ratio |\n| --- | --- | --- | --- | --- | --- |\n')
  for (const jobs of [1, 2, 4]) {
    const alone = cases * agentSeconds / jobs
    const { seconds, duration } = await measure(catalog, jobs)
    process.stdout.write(`| ${jobs} | ${alone.toFixed(1)} | ${duration.toFixed(1)} | ${(duration / alone).toFixed(2)} | ${seconds.toFixed(1)} | ${(seconds / alone).toFixed(2)} |\n`)
  }
}
finally {
  rmSync(base, { recursive: true, force: true })
}
