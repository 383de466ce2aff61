/**
 * Runs `work` on all items, at most `limit` at the same time. After a failure no further item is begun.
 *
 * @throws the first failure, once what had begun has ended, so that the caller can remove what was made.
 */
export async function eachBounded<T>(items: readonly T[], limit: number, work: (item: T, index: number) => Promise<void>): Promise<void> {
  const queue = items.entries()
  let failed = false
  const lanes = Array.from({ length: Math.min(limit, items.length) }, async () => {
    for (const [index, item] of queue) {
      if (failed)
        return
      try {
        await work(item, index)
      }
      catch (error) {
        failed = true
        throw error
      }
    }
  })
  const results = await Promise.allSettled(lanes)
  for (const result of results) {
    if (result.status === 'rejected')
      throw result.reason
  }
}
