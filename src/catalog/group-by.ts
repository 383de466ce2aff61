/** Puts together what has the same key; groups and what is in them keep the order of the items. */
export function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    group ? group.push(item) : groups.set(key, [item])
  }
  return groups
}
