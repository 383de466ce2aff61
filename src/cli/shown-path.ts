import path from 'node:path'

/** How the command line calls a file: from the root with `/`, or by its whole path where it lies outside. */
export function shownPath(root: string, file: string): string {
  const relative = path.relative(root, file)
  return (relative.startsWith('..') ? file : relative).replaceAll('\\', '/')
}
