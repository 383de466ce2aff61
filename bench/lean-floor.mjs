// The floor of a routing run with a real agent: its command line once for each prompt, in a room that is linked, so many at a time, each
// ended at the answer to its first call. No harness.
//   node lean-floor.mjs ROOM JOBS < commands.json
// `{base}` in a command is the folder of its run. Prints the milliseconds it took.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { json } from 'node:stream/consumers'

const [room = '.', jobs = '4'] = process.argv.slice(2)
const commands = /** @type {import('../src/agent/agent.ts').AgentCommand[]} */ (await json(process.stdin))

/** @param {import('../src/agent/agent.ts').AgentCommand} command */
async function run(command) {
  const base = mkdtempSync(path.join(tmpdir(), 'floor-'))
  const workspace = path.join(base, 'workspace')
  const home = path.join(base, 'home')
  mkdirSync(path.join(workspace, '.claude'), { recursive: true })
  mkdirSync(home)
  symlinkSync(room, path.join(workspace, '.claude/skills'), 'junction')
  /** @type {typeof command} */
  const { file, args, env, stdin } = JSON.parse(JSON.stringify(command).replaceAll('{base}', base))
  await new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd: workspace, env, detached: true, stdio: ['pipe', 'pipe', 'ignore'] })
    createInterface({ input: child.stdout }).on('line', line => line.includes('"type":"tool_result"') && child.kill('SIGKILL'))
    child.on('error', reject)
    child.on('close', resolve)
    child.stdin.end(stdin)
  })
  rmSync(base, { recursive: true })
}

const start = performance.now()
await Promise.all(Array.from({ length: Number(jobs) }, async () => {
  for (let command = commands.shift(); command !== undefined; command = commands.shift())
    await run(command)
}))
process.stdout.write(`${performance.now() - start}\n`)
