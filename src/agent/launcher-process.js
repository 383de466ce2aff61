// A process that starts agents for a worker thread, and does nothing else. To start a process the system copies the memory
// tables of the one that asks: from a Vitest of 300 MB that costs three times as much as from here, and holds up every test.
// In JavaScript, since Node itself has to run it, also where the tests run the sources.
import { spawn as spawnPlain, spawnSync } from 'node:child_process'
import process from 'node:process'
import spawn from 'cross-spawn'
import { windowsTreeKill } from './windows-tree-kill.js'

/** @type {Map<number, import('node:child_process').ChildProcess>} */
const children = new Map()
/** What takes away that which signals to a child do not reach. @type {Map<number, import('./agent.ts').Afterwards>} */
const afterwards = new Map()

/** @param {import('./launcher.ts').LauncherRequest} request */
function answer(request) {
  if ('drop' in request)
    drop(request.drop)
  else
    start(request)
}

/** @param {import('./launcher.ts').StartRequest} request */
function start({ run, file, args, cwd, env, stdin, afterwards: cleanup }) {
  let child
  try {
    // A group of its own: Ctrl-C in the terminal reaches the harness, which then ends the agents in order.
    child = spawn(file, args, { cwd, env, stdio: 'pipe', detached: process.platform !== 'win32', windowsHide: true })
  }
  catch (error) {
    say({ run, fault: faultOf(error) })
    return
  }
  child.on('error', (error) => {
    if (child.pid === undefined)
      say({ run, fault: faultOf(error) })
  })
  const { pid, stdin: input, stdout, stderr } = child
  if (pid === undefined || !input || !stdout || !stderr)
    return
  children.set(run, child)
  if (cleanup)
    afterwards.set(run, cleanup)
  say({ run, pid })
  child.once('exit', (exitCode, signal) => say({ run, exit: { exitCode, signal } }))
  child.once('close', () => {
    children.delete(run)
    afterwards.delete(run)
    say({ run, closed: true })
  })
  pass(stdout, chunk => ({ run, stdout: chunk }))
  stdout.once('end', () => say({ run, stdout: null }))
  pass(stderr, chunk => ({ run, stderr: chunk }))
  // The command may end, or close its stdin, without having read its prompt.
  input.on('error', () => {})
  input.end(stdin)
}

/** @param {number} run */
function drop(run) {
  for (const stream of children.get(run)?.stdio ?? [])
    stream?.destroy()
}

/**
 * Hands on what comes, no faster than it is taken: an agent may print gigabytes.
 * @param {import('node:stream').Readable} stream
 * @param {(chunk: Buffer) => import('./launcher.ts').LauncherReport} report
 */
function pass(stream, report) {
  stream.on('data', (chunk) => {
    if (!say(report(chunk), () => stream.resume()))
      stream.pause()
  })
}

/**
 * @param {import('./launcher.ts').LauncherReport} report
 * @param {() => void} [taken]
 */
function say(report, taken = () => {}) {
  return process.send?.(report, undefined, undefined, taken) ?? false
}

/** @param {unknown} error */
function faultOf(error) {
  return { code: error instanceof Error && 'code' in error ? String(error.code) : null, message: error instanceof Error ? error.message : String(error) }
}

process.on('message', answer)
// The worker thread is gone, however that came: its agents would go on and cost money.
process.on('disconnect', () => {
  for (const { pid } of children.values())
    killGroup(pid)
  for (const { file, args, env } of afterwards.values())
    spawnPlain(file, args, { env, stdio: 'ignore', detached: true, windowsHide: true }).on('error', () => {}).unref()
  process.exit()
})
// These reach the whole terminal; what the harness does about them needs this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {})

/** @param {number | undefined} pid */
function killGroup(pid) {
  if (pid === undefined)
    return
  if (process.platform === 'win32') {
    const { file, args } = windowsTreeKill(pid)
    spawnSync(file, args, { stdio: 'ignore', windowsHide: true })
    return
  }
  try {
    process.kill(-pid, 'SIGKILL')
  }
  catch {
    // Already gone.
  }
}
