/** Longest delay that a timer takes, in milliseconds; a longer one would fire at once. */
const LONGEST_TIMER = 2 ** 31 - 1

/** The time limit of one call of a hook. */
export interface HookClock {
  /** Runs `wait`, whose time does not count: a judge that is slow is not a hook that hangs. */
  pausedFor: <T>(wait: () => Promise<T>) => Promise<T>
  stop: () => void
}

/** Calls `onOver` once, when the hook has had its time. */
export function startClock(timeoutMs: number, onOver: () => void): HookClock {
  let left = timeoutMs
  let pauses = 0
  let startedAt = performance.now()
  let timer = setTimeout(onOver, Math.min(left, LONGEST_TIMER))
  let stopped = false
  return {
    async pausedFor(wait) {
      if (pauses++ === 0) {
        clearTimeout(timer)
        left -= performance.now() - startedAt
      }
      try {
        return await wait()
      }
      finally {
        if (--pauses === 0 && !stopped) {
          startedAt = performance.now()
          timer = setTimeout(onOver, Math.min(Math.max(left, 0), LONGEST_TIMER))
        }
      }
    },
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}

/** That a hook has had its time. */
export function limitOf(timeoutMs: number): string {
  return `took longer than ${timeoutMs % 1000 === 0 ? `${timeoutMs / 1000} s` : `${timeoutMs} ms`} (\`timeout.hook\`)`
}
