/** An entry of `files_exist`, normalised, and what is wrong with it. */
export interface ArtifactPath {
  /** Segments with `/`, without a leading `./`: what a file of the workspace has to be or to end with. */
  path: string
  /** Why no file could ever match, or why nearly every file would. */
  problem: string | null
}

/**
 * Reads an entry of `files_exist`. It names a file by whole path segments anywhere in the workspace, so it has no root, no
 * way up and no wildcards. Backslashes count as separators on every platform.
 */
export function artifactPath(entry: string): ArtifactPath {
  const path = entry.replaceAll('\\', '/').replace(/^(?:\.\/+)+/, '')
  return { path, problem: problemOf(path) }
}

/** A path from the workspace, where it was absolute and lies in it: what hooks give for a placeholder often is. */
export function fromWorkspace(path: string, workspace: string): string {
  const root = `${workspace.replaceAll('\\', '/')}/`
  const forward = path.replaceAll('\\', '/')
  // A drive of Windows knows no case: `c:` is `C:`.
  const isInside = /^[a-z]:/i.test(root) ? forward.toLowerCase().startsWith(root.toLowerCase()) : forward.startsWith(root)
  return isInside ? forward.slice(root.length) : path
}

/** Whether a file of the workspace, relative and with `/`, is the one that the entry names. */
export function matchesArtifact(file: string, path: string): boolean {
  return file === path || file.endsWith(`/${path}`)
}

function problemOf(path: string): string | null {
  const segments = path.split('/')
  if (path === '' || path === '.')
    return 'names no file. Write the name of a file, such as `report.md`.'
  if (path.startsWith('/') || /^[a-z]:/i.test(path))
    return `is absolute, but files are looked for in the workspace. Write \`${path.replace(/^[a-z]:/i, '').replace(/^\/+/, '') || 'report.md'}\`.`
  if (segments.includes('..'))
    return `leads up with \`..\`, but files are looked for in the workspace only. Write \`${segments.filter(segment => segment !== '..' && segment !== '').join('/') || 'report.md'}\`.`
  if (/[*?]/.test(path))
    return 'holds a wildcard, which is not understood. Write the name of one file.'
  if (path.endsWith('/'))
    return 'names a folder, but only files are looked for. Write a file in it.'
  if (segments.includes('') || segments.includes('.'))
    return `holds an empty step. Write \`${segments.filter(segment => segment !== '' && segment !== '.').join('/')}\`.`
  return null
}
