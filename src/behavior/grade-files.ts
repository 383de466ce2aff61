import type { Evaluation } from '../dataset/evaluation.ts'
import type { WorkspaceChanges, WorkspaceListing } from '../run/workspace-files.ts'
import type { Check } from './result.ts'
import { distance } from 'fastest-levenshtein'
import { artifactPath, fromWorkspace, matchesArtifact } from '../dataset/artifact-path.ts'
import { pathText } from './path-text.ts'
import { expandPlaceholders } from './placeholders.ts'

/** Files that are named when the one that was asked for is missing. */
const MOST_NAMED = 8

/** The real files in a workspace at the end of a run: relative, with `/`, the agent's own folders aside. Plain data. */
export interface LeftFiles {
  /** What the agent added or changed. */
  made: string[]
  /** What was there before it started, and is there unchanged. */
  untouched: string[]
  /** There were more files than were listed. */
  cut: boolean
}

/** The files that a living run left. */
export function leftFiles(listing: WorkspaceListing, { added, changed, cut }: WorkspaceChanges): LeftFiles {
  const made = new Set([...added, ...changed].map(file => file.path))
  return { made: [...made], untouched: listing.files.map(file => file.path).filter(path => !made.has(path)), cut: cut || listing.cut }
}

/** Whether the workspace holds a file, by the rules of `files_exist`. */
export function hasFile(left: LeftFiles, path: string): boolean {
  const wanted = artifactPath(path)
  return wanted.problem === null && [...left.made, ...left.untouched].some(file => matchesArtifact(file, wanted.path))
}

/** Grades `files_exist`: each path, its placeholders filled in, has to name a file by whole segments, anywhere in the workspace. `workspace`: what the values call it. */
export function gradeFiles(evaluation: Evaluation, values: Record<string, string>, left: LeftFiles, workspace?: string): Check[] {
  return evaluation.filesExist.map((text, index) => {
    const filled = expandPlaceholders(text, values)
    const expanded = workspace === undefined ? filled : fromWorkspace(filled, workspace)
    const { path, problem } = artifactPath(expanded)
    return {
      kind: 'files_exist',
      text,
      ...expanded === text ? {} : { expanded },
      expected: `the workspace holds a file ${path}`,
      ...problem === null ? lookFor(path, left) : { passed: null, observed: 'no path to look for', evidence: `With its placeholders filled in, \`${expanded}\` ${problem}` },
      ...evaluation.positions.filesExist[index] ?? evaluation.positions.start,
    }
  })
}

function lookFor(path: string, { made, untouched, cut }: LeftFiles): Pick<Check, 'passed' | 'observed' | 'evidence'> {
  const ofAgent = made.find(file => matchesArtifact(file, path))
  if (ofAgent !== undefined)
    return { passed: true, observed: 'it does', evidence: pathText(ofAgent) }
  const held = untouched.find(file => matchesArtifact(file, path))
  if (held !== undefined)
    return { passed: true, observed: 'it does', evidence: `${pathText(held)}: the seed held it before the agent started.` }
  // A file that was not listed may be there all the same.
  if (cut)
    return { passed: null, observed: 'not among the files that were listed', evidence: 'The workspace holds more files than are listed, so that a file which is not among them cannot be said to be missing.' }
  return { passed: false, observed: 'it does not', evidence: contentInWords([...made, ...untouched], path) }
}

/** What the workspace holds instead, nearest names first: most missing files are there under another name. */
function contentInWords(files: string[], path: string): string {
  if (files.length === 0)
    return 'The workspace is empty.'
  const name = baseOf(path).toLowerCase()
  const nearest = files
    .map(file => ({ file, far: distance(baseOf(file).toLowerCase(), name) + distance(file, path) / 1000 }))
    .sort((a, b) => a.far - b.far || (a.file < b.file ? -1 : 1))
    .slice(0, MOST_NAMED)
    .map(one => pathText(one.file))
  const more = files.length - nearest.length
  return `The workspace holds ${nearest.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
