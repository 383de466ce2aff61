// Tries every property of the tests as often as it is told, and says how fast: npm run fuzz -- --runs 100000 [--seed 7] [--path 3:0] [-t name] [files]
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { vitestPackage } from './run-node.mjs'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { runs: { type: 'string', default: '20000' }, seed: { type: 'string', default: String(Date.now() % 2 ** 31) }, path: { type: 'string' }, testNamePattern: { type: 'string', short: 't' } } })
const folder = mkdtempSync(path.join(os.tmpdir(), 'skill-evals-fuzz-'))
const log = path.join(folder, 'log.jsonl')
const start = performance.now()
const child = spawn(process.execPath, [
  path.join(path.dirname(vitestPackage), 'vitest.mjs'),
  'run',
  ...positionals.length > 0 ? positionals : ['.property.test.ts'],
  ...['--project', 'unit'],
  // Vitest 5 writes ` > ` between the names of a suite and its test, 4.1 a space
  ...values.testNamePattern === undefined ? [] : ['-t', values.testNamePattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' > ', '(?: > | )')],
], {
  stdio: 'inherit',
  env: { ...process.env, SKILL_EVALS_FUZZ_RUNS: values.runs, SKILL_EVALS_FUZZ_SEED: values.seed, SKILL_EVALS_FUZZ_LOG: log, ...values.path !== undefined && { SKILL_EVALS_FUZZ_PATH: values.path } },
})
const code = await new Promise(resolve => child.on('close', resolve))
const seconds = (performance.now() - start) / 1000
const lines = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []
rmSync(folder, { recursive: true })
const properties = lines.map(line => /** @type {{ name: string, runs: number, ms: number }} */ (JSON.parse(line)))
for (const { name, runs, ms } of properties.sort((a, b) => b.ms / b.runs - a.ms / a.runs))
  process.stdout.write(`${String(runs).padStart(9)} steps, ${(runs / ms * 1000).toFixed(0).padStart(7)}/s  ${name}\n`)
const steps = properties.reduce((sum, { runs }) => sum + runs, 0)
process.stdout.write(`seed ${values.seed}: ${steps} steps in ${seconds.toFixed(0)} s, ${(steps / seconds).toFixed(0)} steps/s\n`)
process.exitCode = code ?? 1
