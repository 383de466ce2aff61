import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import process from 'node:process'

/**
 * Follows the memory of a Vitest and of the Node processes that it starts, the agents not among them, four times a second.
 * Proportional set size: memory that processes share counts once. Linux only.
 *
 * @param {number} root process number of Vitest
 * @returns {() => number | null} ends it and says the peak in megabytes
 */
export function followMemory(root) {
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, memoryOf(root))
  }, 250)
  return () => {
    clearInterval(timer)
    return process.platform === 'linux' ? peak : null
  }
}

/**
 * The memory of a Vitest and of its Node processes at this moment.
 *
 * @param {number} root process number of Vitest
 * @returns {number} megabytes
 */
export function memoryOf(root) {
  return [root, ...childrenOf(root).filter(isNode)].reduce((sum, pid) => sum + sizeOf(pid), 0) / 1024
}

/**
 * Processes that a process started, at this moment.
 *
 * @param {number} pid
 */
export function childrenOf(pid) {
  return orElse(() => readdirSync(`/proc/${pid}/task`).flatMap(thread => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number)), [])
}

/** @param {number} pid */
function isNode(pid) {
  return orElse(() => readlinkSync(`/proc/${pid}/exe`) === readlinkSync('/proc/self/exe'), false)
}

/** @param {number} pid in KiB */
function sizeOf(pid) {
  return orElse(() => Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0), 0)
}

/**
 * Processes end while they are looked at.
 *
 * @template T
 * @param {() => T} read
 * @param {T} otherwise
 */
function orElse(read, otherwise) {
  try {
    return read()
  }
  catch {
    return otherwise
  }
}
