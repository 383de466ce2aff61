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
  return [root, ...processesOf(root).filter(isNode)].reduce((sum, pid) => sum + sizeOf(pid), 0) / 1024
}

/**
 * What a Vitest has started: its children, and the processes that start agents, which are nobody's children but of its group.
 *
 * @param {number} root
 */
export function processesOf(root) {
  const group = groupOf(root)
  const launchers = orElse(() => readdirSync('/proc').map(Number).filter(pid => Number.isInteger(pid) && commandOf(pid).includes('launcher-process.js') && groupOf(pid) === group), [])
  return [...new Set([...childrenOf(root), ...launchers])]
}

/** @param {number} pid */
function childrenOf(pid) {
  return orElse(() => readdirSync(`/proc/${pid}/task`).flatMap(thread => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number)), [])
}

/** @param {number} pid */
function groupOf(pid) {
  return orElse(() => /\) \S \d+ (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.[1] ?? null, null)
}

/** @param {number} pid */
function commandOf(pid) {
  return orElse(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'), '')
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
