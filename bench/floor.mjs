// The floor of a routing run: the agent once for each prompt of a catalog, so many at a time, and nothing else.
//   node floor.mjs CATALOG JOBS AGENT
// Prints the milliseconds it took.
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'

const [catalog = '.', jobs = '4', agent = 'claude'] = process.argv.slice(2)
const skills = path.join(catalog, 'skills')
const prompts = readdirSync(skills).flatMap((name) => {
  /** @type {{ evaluations: { prompt: string }[] }} */
  const dataset = JSON.parse(readFileSync(path.join(skills, name, 'evals/evals.json'), 'utf8'))
  return dataset.evaluations.map(evaluation => evaluation.prompt)
})

/** @param {string} prompt */
async function run(prompt) {
  const cwd = mkdtempSync(path.join(tmpdir(), 'floor-'))
  await new Promise((resolve, reject) => {
    const child = spawn(agent, ['-p', '--output-format', 'stream-json', '--verbose'], { cwd, detached: true, stdio: ['pipe', 'pipe', 'ignore'] })
    child.stdout.resume()
    child.on('error', reject)
    child.on('close', resolve)
    child.stdin.end(prompt)
  })
  rmSync(cwd, { recursive: true })
}

const start = performance.now()
await Promise.all(Array.from({ length: Number(jobs) }, async () => {
  for (let prompt = prompts.pop(); prompt !== undefined; prompt = prompts.pop())
    await run(prompt)
}))
process.stdout.write(`${performance.now() - start}\n`)
