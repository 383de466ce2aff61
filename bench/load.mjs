// What a catalog far larger than any that is public costs to list, to filter, to check in a shard and to replay.
//   npm run bench:load -- [SKILLS] [EVALUATIONS of each]
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { built } from './built.mjs'
import { writeCatalog } from './catalog.mjs'
import { runNode, vitestPackage } from './run-node.mjs'

/** @type {typeof import('../src/run/fingerprint.ts')} */
const { fingerprint } = await import(await built('run/fingerprint'))

const [skills = 2000, evaluations = 10] = process.argv.slice(2).map(Number)
const dir = path.join(mkdtempSync(path.join(tmpdir(), 'load-')), 'catalog')
const vitest = path.join(path.dirname(vitestPackage), 'vitest.mjs')
const env = { PATH: `${path.join(dir, 'agent')}${path.delimiter}${process.env.PATH}`, SKILL_EVALS_SANDBOX: 'none' }

/**
 * @param {string[]} args
 * @param {Record<string, string>} more
 */
function run(args, more = {}) {
  return runNode([vitest, ...args, '--project', 'evals'], { cwd: dir, env: { ...env, ...more } })
}

/**
 * Records the first skill by the agent, and makes of that the recordings of all others, whose runs differ in names alone: twenty
 * thousand agents would take longer than all else here.
 */
async function record() {
  writeFileSync(path.join(dir, 'vitest.config.mjs'), readFileSync(path.join(dir, 'vitest.config.mjs'), 'utf8').replace('skillEvals({', 'skillEvals({ recordings: \'recordings\','))
  const [first = '', ...others] = readdirSync(path.join(dir, 'skills'))
  await run(['run', '-u', '--reporter=dot', `skills/${first}/`], { SKILL_EVALS_TIERS: 'routing' })
  for (const name of others) {
    for (const folder of readdirSync(path.join(dir, 'recordings', first))) {
      const to = path.join(dir, 'recordings', name, folder.replace(first, name))
      cpSync(path.join(dir, 'recordings', first, folder), to, { recursive: true })
      const manifest = JSON.parse(readFileSync(path.join(to, 'run.json'), 'utf8'))
      const prompt = manifest.prompt.replaceAll(first, name)
      const activations = JSON.parse(JSON.stringify(manifest.activations).replaceAll(first, name))
      writeFileSync(path.join(to, 'run.json'), JSON.stringify({ ...manifest, prompt, activations, id: manifest.id.replace(first, name), skill: name, fingerprint: fingerprint({ ...manifest.fingerprint, prompt }) }))
      const lines = readFileSync(path.join(to, 'transcript.jsonl'), 'utf8').trimEnd().split('\n')
      // its first line lists the whole room
      writeFileSync(path.join(to, 'transcript.jsonl'), [...lines.slice(0, 1), ...lines.slice(1).map(line => line.replaceAll(first, name))].map(line => `${line}\n`).join(''))
    }
  }
}

/**
 * @param {string} what
 * @param {{ seconds: number, memory: number | null }} measured
 */
function row(what, { seconds, memory }) {
  process.stdout.write(`| ${what} | ${seconds.toFixed(1)} | ${memory?.toFixed(0) ?? 'unknown'} |\n`)
}

try {
  writeCatalog(dir, { skills, evaluations })
  cpSync(fileURLToPath(new URL('agent', import.meta.url)), path.join(dir, 'agent'), { recursive: true })
  const names = readdirSync(path.join(dir, 'skills'))
  writeFileSync(path.join(dir, 'agent/skills.json'), `${JSON.stringify(names)}\n`)
  process.stdout.write(`| ${skills} skills, ${skills * evaluations} evaluations | s | peak MB |\n| --- | --- | --- |\n`)
  row('`vitest list --filesOnly`', await run(['list', '--filesOnly']))
  row('`vitest list`', await run(['list']))
  row('one evaluation by `-t`, structure', await run(['run', '--reporter=dot', '-t', `${names.at(-1)}-1`], { SKILL_EVALS_TIERS: 'structure' }))
  row('one dataset by its path, structure', await run(['run', '--reporter=dot', `skills/${names.at(-1)}/`], { SKILL_EVALS_TIERS: 'structure' }))
  row('`--shard=1/10`, structure', await run(['run', '--reporter=dot', '--shard=1/10'], { SKILL_EVALS_TIERS: 'structure' }))
  await record()
  row('all replayed, routing', await run(['run', '--reporter=dot'], { SKILL_EVALS_TIERS: 'routing' }))
  const { totals } = JSON.parse(readFileSync(path.join(dir, '.skill-evals/report.json'), 'utf8'))
  process.stdout.write(`\nReplayed: ${totals.graded} of ${totals.cases} graded, ${totals.passed} right, ${totals.errors} errors.\n`)
}
finally {
  rmSync(path.dirname(dir), { recursive: true, force: true })
}
