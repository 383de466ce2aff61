/** Whether a version such as `2.1.112` is the wanted one or a later one. */
export function isAtLeast(version: string, wanted: string): boolean {
  const have = version.split('.').map(Number)
  for (const [index, part] of wanted.split('.').map(Number).entries()) {
    const difference = (have[index] ?? 0) - part
    if (difference !== 0)
      return difference > 0
  }
  return true
}
