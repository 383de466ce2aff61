import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import type { ProcessTree } from '../agent/process-tree.ts'
import type { BridgeReport, BridgeRequest } from './python-messages.ts'
import { Buffer } from 'node:buffer'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import process from 'node:process'
import { StringDecoder } from 'node:string_decoder'
import { fileURLToPath } from 'node:url'
import { splitLines } from '../agent/lines.ts'
import { endProcessTree, killProcessTree } from '../agent/process-tree.ts'
import { MARK_VARIABLE } from '../agent/process.ts'

const program = fileURLToPath(new URL('../behavior/python-bridge.py', import.meta.url))
/** Time for Python's own end, with its `atexit`, and between SIGTERM and SIGKILL, in milliseconds. */
const GRACE = 3_000
/** Characters of what a hook printed that are kept. */
const PRINTED = 4_000

/** Hears of a bridge process. */
export interface BridgeListener {
  report: (report: BridgeReport) => void
  /** It has ended, and all it printed has been read. `how`: in words. */
  ended: (how: string) => void
}

/** A Python that runs the bridge. */
export class BridgeProcess {
  private readonly child: ChildProcessWithoutNullStreams
  private readonly tree: ProcessTree
  private readonly closed: Promise<void>
  private readonly killAtExit = (): void => killProcessTree(this.tree)
  private printed = ''
  private exited = false
  private readonly marks = new Map<number, () => void>()

  constructor(python: string, env: Record<string, string>, listener: BridgeListener) {
    const mark = randomUUID()
    const outer = process.env[MARK_VARIABLE]
    const startedAt = performance.now()
    this.child = spawn(python, [program], {
      env: { ...env, [MARK_VARIABLE]: outer ? `${outer}:${mark}` : mark },
      stdio: 'pipe',
      // A group of its own: Ctrl-C in the terminal must not reach hooks that are cleaning up.
      detached: process.platform !== 'win32',
      windowsHide: true,
    })
    this.tree = { root: this.child.pid ?? 0, mark, startedAt }
    if (this.child.pid !== undefined)
      process.once('exit', this.killAtExit)
    const lines = splitLines((line) => {
      const report = readReport(line)
      report ? listener.report(report) : this.print(`${line}\n`)
    })
    this.child.stdout.on('data', lines.push)
    const decoder = new StringDecoder('utf8')
    this.child.stderr.on('data', (chunk: Buffer) => this.print(decoder.write(chunk)))
    // What is written to a Python that has just died. Its end is told by itself.
    this.child.stdin.on('error', () => {})
    this.closed = new Promise((resolve) => {
      this.child.once('error', (error) => {
        if (this.child.pid === undefined) {
          listener.ended(`could not be started: ${error.message}`)
          resolve()
        }
      })
      this.child.once('exit', (code, signal) => {
        this.exited = true
        // What the hooks started may hold the pipes for as long as it lives.
        const done = (): void => {
          listener.ended(signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`)
          resolve()
        }
        const timer = setTimeout(() => this.drop(), 500)
        this.child.once('close', () => {
          clearTimeout(timer)
          done()
        })
      })
    })
  }

  tell(request: BridgeRequest): void {
    this.child.stdin.write(Buffer.from(`${JSON.stringify(request)}\n`))
  }

  /** What was printed since the last call of this, up to the end of a request. */
  async printedBy(request: number): Promise<string> {
    const mark = `\0${request}\0`
    if (!this.printed.includes(mark) && !this.exited) {
      let timer: NodeJS.Timeout | undefined
      // A hook may have closed its stderr: then no mark comes.
      await Promise.race([new Promise<void>(resolve => this.marks.set(request, resolve)), this.closed, new Promise<void>((resolve) => {
        timer = setTimeout(resolve, 500)
      })])
      clearTimeout(timer)
      this.marks.delete(request)
    }
    const at = this.printed.indexOf(mark)
    const text = at === -1 ? this.printed : this.printed.slice(0, at)
    this.printed = at === -1 ? '' : this.printed.slice(at + mark.length)
    return text
  }

  /** Ends Python and all that the hooks have left running. `kindly`: it may do what it does at its end. */
  async end(kindly: boolean): Promise<void> {
    if (kindly && !this.exited) {
      this.tell({ do: 'end' })
      let timer: NodeJS.Timeout | undefined
      await Promise.race([this.closed, new Promise<void>((resolve) => {
        timer = setTimeout(resolve, GRACE)
      })])
      clearTimeout(timer)
    }
    if (this.child.pid !== undefined)
      await endProcessTree(this.tree, this.exited, GRACE)
    this.drop()
    await this.closed
    process.off('exit', this.killAtExit)
  }

  private print(text: string): void {
    this.printed += text
    for (const [request, resolve] of this.marks) {
      if (this.printed.includes(`\0${request}\0`))
        resolve()
    }
    if (this.printed.length > 2 * PRINTED)
      this.printed = `…${this.printed.slice(-PRINTED)}`
  }

  private drop(): void {
    for (const stream of this.child.stdio)
      stream?.destroy()
  }
}

function readReport(line: string): BridgeReport | null {
  try {
    const report: unknown = JSON.parse(line)
    return isReport(report) ? report : null
  }
  catch {
    return null
  }
}

/** Python's own start may print too, before the bridge has the channel for itself. */
function isReport(value: unknown): value is BridgeReport {
  return typeof value === 'object' && value !== null && ('ready' in value || 'id' in value || 'stray' in value)
}
