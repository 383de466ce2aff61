import { posix } from 'node:path'

/** What the target of a link stands for. */
export type LinkTarget
  = | { kind: 'external', url: string }
    /** An address of another kind, such as `mailto:`. */
    | { kind: 'other' }
    /** A file or folder: absolute path. The fragment is decoded and without its `#`. */
    | { kind: 'local', path: string, fragment: string }

/** What agents replace by the folder of the skill. */
const SKILL_FOLDER = /^(?:\{baseDir\}|\$\{?CLAUDE_SKILL_DIR\}?)\//

/**
 * Reads a target as GitHub does: a leading `/` is the root of the repository, a query is not part of the name.
 * @param target as written in the file
 * @param realFile the file that holds the link
 * @param repository its root
 * @param skill folder of its skill, `null` when it has none
 */
export function linkTarget(target: string, realFile: string, repository: string, skill: string | null): LinkTarget {
  if (skill !== null && SKILL_FOLDER.test(target))
    return linkTarget(target.replace(SKILL_FOLDER, ''), `${skill}/SKILL.md`, repository, null)
  // whatever fills in a template decides where it leads
  if (/^\$?\{/.test(target))
    return { kind: 'other' }
  if (/^https?:/i.test(target) || target.startsWith('//'))
    return { kind: 'external', url: target }
  if (/^[a-z][a-z0-9+.-]*:/i.test(target))
    return { kind: 'other' }
  const [, rawPath = '', fragment = ''] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(target) ?? []
  const name = decoded(rawPath)
  const path = name === '' ? realFile : name.startsWith('/') ? posix.join(repository, name) : posix.join(posix.dirname(realFile), name)
  return { kind: 'local', path: path.length > 1 ? path.replace(/\/$/, '') : path, fragment: decoded(fragment) }
}

/** What lies beside the files of a repository on GitHub. */
const PAGES = new Set(['actions', 'blob', 'commits', 'compare', 'contributors', 'discussions', 'graphs', 'issues', 'labels', 'milestone', 'milestones', 'network', 'packages', 'projects', 'pull', 'pulls', 'raw', 'releases', 'security', 'stargazers', 'tags', 'tree', 'wiki'])

/** A page of the repository on GitHub, such as `../../issues` in a README: two levels up from its files begin its addresses. */
export function isGithubPage(path: string, repository: string): boolean {
  const parent = posix.dirname(posix.dirname(repository))
  const [page, ...rest] = posix.relative(parent, path).split('/')
  return page !== undefined && PAGES.has(page) && !rest.includes('..')
}

function decoded(text: string): string {
  if (!text.includes('%'))
    return text
  try {
    return decodeURIComponent(text)
  }
  catch {
    return text
  }
}
