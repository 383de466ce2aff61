import type { Catalog, Skill } from './find-skills.ts'
import type { Finding } from './finding.ts'
import { didYouMean } from './did-you-mean.ts'
import { publishedFolders } from './marketplace.ts'
import { isInside } from './paths.ts'

/** The skills that are installed side by side in a routing run, and what is wrong with the choice. */
export interface Room {
  /** In the order of the catalog. A skill may be here without a dataset: it competes and brings no evaluations. */
  skills: Skill[]
  /** An `error` here makes every routing run meaningless: another room would be measured than the one asked for. */
  findings: Finding[]
}

/**
 * Picks the room.
 * @param catalog all skills
 * @param room `'all'`; `'published'`, which is what `.claude-plugin/marketplace.json` under the catalog's root lists; or
 * folder names
 */
export function roomOf(catalog: Catalog, room: 'all' | 'published' | string[]): Room {
  if (room === 'all')
    return { skills: catalog.skills, findings: [] }
  return room === 'published' ? publishedRoom(catalog) : namedRoom(catalog, room)
}

function namedRoom(catalog: Catalog, names: string[]): Room {
  const wanted = new Set(names.map(name => name.trim()))
  const known = catalog.skills.map(skill => skill.name)
  const skills = catalog.skills.filter(skill => wanted.has(skill.name))
  const findings = [...wanted].filter(name => !known.includes(name)).map(name =>
    error(catalog.root, 'room/unknown-skill', `\`room\` names \`${name}\`, but the catalog has no skill of this name.${didYouMean(name, known) || ` It has ${listed(known)}.`}`))
  if (wanted.size === 0)
    findings.push(error(catalog.root, 'room/empty', '`room` is an empty list. Name the skills that compete, or write `\'all\'`.'))
  return { skills, findings }
}

function publishedRoom(catalog: Catalog): Room {
  const { file, folders, findings } = publishedFolders(catalog.root)
  const skills = new Set<Skill>()
  for (const folder of folders) {
    // An entry names a skill, or a folder of skills.
    const matched = catalog.skills.filter(skill => [skill.dir, skill.realDir, ...skill.aliases].some(dir => dir === folder.path || (isInside(dir, folder.path) && !dir.slice(folder.path.length + 1).includes('/'))))
    matched.forEach(skill => skills.add(skill))
    if (matched.length === 0) {
      findings.push({
        ...error(file, 'room/unmatched-entry', `The marketplace lists \`${folder.written}\`, but \`skills\` matches no skill there. It is not in the room.`),
        ...folder.place,
        severity: 'warning',
        blocks: false,
      })
    }
  }
  if (skills.size === 0 && !findings.some(finding => finding.severity === 'error'))
    findings.push(error(file, 'room/empty', 'The marketplace lists none of the skills that `skills` matches. List them, or set `room: \'all\'`.'))
  return { skills: catalog.skills.filter(skill => skills.has(skill)), findings }
}

function error(file: string, rule: string, message: string): Finding {
  return { rule, severity: 'error', file, line: 1, column: 1, message, blocks: true }
}

function listed(names: string[]): string {
  const shown = names.slice(0, 10).map(name => `\`${name}\``).join(', ')
  return names.length > 10 ? `${shown} and ${names.length - 10} more` : shown || 'none'
}
