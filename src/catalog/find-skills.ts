import type { Dirent } from 'node:fs'
import type { Finding } from './finding.ts'
import { posix } from 'node:path'
import { globSync } from 'tinyglobby'
import { compareText } from './compare-text.ts'
import { Folders } from './folders.ts'
import { groupBy } from './group-by.ts'
import { absolutePath, forwardSlashes, isUnprintable } from './paths.ts'
import { brokenLinks, realPath } from './skill-links.ts'

/** A directory with a `SKILL.md`. Paths are absolute, with forward slashes. */
export interface Skill {
  /** Folder name: the identity of the skill. */
  name: string
  /** The folder as the globs matched it. */
  dir: string
  /** The same folder with every link resolved. */
  realDir: string
  /** Its `SKILL.md`. */
  file: string
  /** Further folders that the globs matched and that are links to this one. Their files are no tests of their own. */
  aliases: string[]
}

/** All skills that the globs match, sorted by name, and what is wrong with the set of them. */
export interface Catalog {
  root: string
  skills: Skill[]
  findings: Finding[]
}

/** A glob of `skills` cannot be meant. */
export class SkillGlobError extends Error {
  override name = 'SkillGlobError'
}

/**
 * Finds the skills of a catalog.
 *
 * A linked folder is found once: the real folder wins over links to it.
 * @param root folder that the globs start from; its own name may hold any character
 * @param globs globs of the directories that are skills, such as `skills/*`; `../` and `!` work
 * @param folders those that were listed in this pass
 * @throws {SkillGlobError} when a glob is empty or absolute, or separates folders by backslashes
 */
export function findSkills(root: string, globs: string | string[], folders = new Folders()): Catalog {
  const cwd = absolutePath(root)
  const patterns = [globs].flat().map(skillPattern)
  // Copies of skills lie in both, and would take the names of the real ones.
  const ignore = ['node_modules', '.skill-evals', '.git'].filter(name => !patterns.some(pattern => pattern.includes(name))).map(name => `**/${name}/**`)
  const matched = globSync(patterns.flatMap(pattern => [`${pattern}/{SKILL,skill,Skill}.md`, `${pattern}/evals/{evals,extended_evals}.json`]), {
    cwd,
    dot: true,
    absolute: true,
    ignore,
    expandDirectories: false,
    fs: folders.fileSystem(specialAsFile),
  }).map(forwardSlashes)
  const isOdd = (file: string): boolean => isUnprintable(posix.relative(cwd, file))
  const odd = new Set(matched.filter(isOdd).map(file => file.replace(/\/(?:[^/]+\.md|evals\/[^/]+)$/, '')))
  const found = matched.filter(file => !isOdd(file))
  const files = found.filter(file => file.endsWith('.md'))

  const skills = once(cwd, files.filter(file => file.endsWith('/SKILL.md')))
  const findings = [
    ...misspelt(files),
    ...sameName(skills),
    ...[...odd].map(unprintable),
    ...brokenLinks(cwd, patterns, ignore, folders),
    ...ownerless(found.filter(file => file.endsWith('.json')), skills),
  ]
  if (skills.length + odd.size === 0) {
    const list = [globs].flat().map(glob => `\`${glob}\``).join(', ')
    findings.push(at(cwd, 'catalog/no-skills', `No folder with a SKILL.md matches ${list} under ${cwd}. Set \`skills\` to globs of the folders that are skills.`))
  }
  return { root: cwd, skills, findings }
}

/** A glob passes over pipes, sockets and devices. A skill is there all the same, and its own check says what is wrong with its file. */
function specialAsFile(entry: Dirent): Dirent {
  return entry.isFile() || entry.isDirectory() || entry.isSymbolicLink() ? entry : Object.assign(Object.create(entry), { name: entry.name, isFile: () => true })
}

function skillPattern(glob: string): string {
  const negated = glob.startsWith('!') && !glob.startsWith('!(')
  const pattern = (negated ? glob.slice(1) : glob).replace(/(?:\/SKILL\.md)?\/*$/, '')
  if (pattern.trim() === '')
    throw new SkillGlobError('A glob in `skills` is empty. Write globs of the folders that are skills, such as `skills/*`.')
  if (pattern.startsWith('/') || /^[a-z]:[\\/]/i.test(pattern))
    throw new SkillGlobError(`The glob \`${glob}\` in \`skills\` is absolute. Write it from the Vitest root, such as \`skills/*\` or \`../other/skills/*\`.`)
  // Before anything else it makes a character literal, and no folder is meant to be called `*`.
  if (/\\[\w*.]/.test(pattern))
    throw new SkillGlobError(`The glob \`${glob}\` in \`skills\` holds a backslash. Write \`/\` between folders, also on Windows.`)
  return (negated ? '!' : '') + posix.normalize(pattern)
}

/** One skill per real folder. */
function once(root: string, files: string[]): Skill[] {
  const realRoot = realPath(root) ?? root
  const groups = groupBy(new Set(files.map(file => posix.dirname(file))), dir => realPath(dir) ?? dir)
  const skills: Skill[] = []
  for (const [realDir, dirs] of groups) {
    dirs.sort()
    // The root itself may lie behind a link (`/tmp` on macOS), which makes no folder in it a link.
    const isReal = (dir: string): boolean => absolutePath(realRoot, posix.relative(root, dir)) === realDir
    const dir = dirs.find(isReal) ?? dirs[0] ?? realDir
    skills.push({ name: posix.basename(dir), dir, realDir, file: `${dir}/SKILL.md`, aliases: dirs.filter(other => other !== dir) })
  }
  return skills.sort((a, b) => compareText(a.name, b.name) || compareText(a.dir, b.dir))
}

/** An agent is given no skill there, so whatever such a dataset asks would be asked of nobody. */
function ownerless(datasets: string[], skills: Skill[]): Finding[] {
  const folders = new Set(skills.flatMap(skill => [skill.dir, ...skill.aliases]))
  return datasets
    .filter(file => !folders.has(posix.dirname(posix.dirname(file))))
    .map(file => at(file, 'catalog/no-skill-md', `${file} is a dataset in a folder without a SKILL.md. Write ${posix.dirname(posix.dirname(file))}/SKILL.md, or delete the dataset.`))
}

/** Reporters print paths as they are, and so would the agent's own list of skills. */
function unprintable(dir: string): Finding {
  return at(dir, 'catalog/unprintable-name', `The path ${JSON.stringify(dir).replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, char => `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`)} holds characters that would colour a terminal or move its cursor. No skill is read here; rename the folder.`)
}

function misspelt(files: string[]): Finding[] {
  return files
    .filter(file => !file.endsWith('/SKILL.md') && !files.includes(`${posix.dirname(file)}/SKILL.md`))
    .map(file => at(file, 'catalog/skill-md-name', `\`${posix.basename(file)}\` is not read as a skill. Rename it to \`SKILL.md\`.`))
}

/** The folder name is what the agent calls and what the report names: two of one name cannot be told apart. */
function sameName(skills: Skill[]): Finding[] {
  return skills.flatMap((skill, index) => {
    const others = [skills[index - 1], skills[index + 1]].filter(other => other !== undefined && other.name === skill.name)
    const other = others[0]
    if (!other)
      return []
    return [{
      ...at(skill.file, 'catalog/duplicate-name', `Two skills have the folder name \`${skill.name}\`: ${skill.dir} and ${other.dir}. Rename one, or leave it out of \`skills\`.`),
      related: [{ file: other.file, line: 1, column: 1, message: 'the other skill of this name' }],
      blocks: true,
    }]
  })
}

function at(file: string, rule: string, message: string): Finding {
  return { rule, severity: 'error', file, line: 1, column: 1, message, blocks: false }
}
