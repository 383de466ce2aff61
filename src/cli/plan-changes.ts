/** What a change can touch. All paths are from the root of the repository, with forward slashes. */
export interface TouchableSkill {
  name: string
  /** Its folder, the real one behind a link, and further links to it: those of them that lie in the repository. */
  folders: string[]
  /** Where the texts of its `SKILL.md` and its datasets lie, links resolved. */
  sources: string[]
  inRoom: boolean
}

/** What else a change can touch. */
export interface Shared {
  /** Paths at whose change everything runs. One that ends with `/` is a folder. */
  infraPaths: string[]
  /** Files that decide who is in the room or what nobody should take: the shared pools, the marketplace. */
  roomFiles: string[]
  /** Whether `extended_evals.json` is in play. */
  extended: boolean
}

/** What a change asks for. */
export interface Touched {
  /** Names of the skills. */
  skills: Set<string>
  /** Whether a routing decision could come out otherwise. */
  routing: boolean
}

/**
 * Which skills a change touches, and whether it could move a routing decision.
 *
 * A decision is made from descriptions and prompts: hooks, scripts, references and `machine.yml` move none.
 * @param changed paths of the files that changed, from the root of the repository
 * @param skills all skills of the catalog
 * @param shared what belongs to no skill
 */
export function touchedBy(changed: string[], skills: TouchableSkill[], shared: Shared): Touched {
  // one file system writes é as one letter, another as two
  const paths = changed.map(path => path.normalize())
  if (paths.some(path => shared.infraPaths.some(infra => isInfra(path, infra.normalize()))))
    return { skills: new Set(skills.map(skill => skill.name)), routing: true }
  const known = skills.map(skill => ({ ...skill, folders: skill.folders.map(one => one.normalize()), sources: skill.sources.map(one => one.normalize()) }))
  const owners = paths.map(path => ({ path, owners: known.filter(skill => isOf(path, skill)) }))
  return {
    skills: new Set(owners.flatMap(one => one.owners.map(skill => skill.name))),
    routing: owners.some(one => movesRouting(one.path, one.owners, shared)),
  }
}

function isInfra(path: string, infra: string): boolean {
  const plain = infra.replace(/^(?:\.?\/)+/, '')
  return plain.endsWith('/') ? path.startsWith(plain) : path === plain
}

function isOf(path: string, { folders, sources }: TouchableSkill): boolean {
  return sources.includes(path) || folders.some(folder => isIn(path, folder) || isIn(folder, path))
}

/** What git lists above a folder is no folder itself: a link, or a submodule. With it all below may have changed. */
function isIn(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`)
}

function movesRouting(path: string, owners: TouchableSkill[], { roomFiles, extended }: Shared): boolean {
  if (roomFiles.includes(path))
    return true
  const names = ['SKILL.md', 'evals/evals.json', ...extended ? ['evals/extended_evals.json'] : []]
  const isInput = names.some(name => path === name || path.endsWith(`/${name}`))
  const replaced = owners.filter(({ folders, sources }) => sources.includes(path) || folders.some(folder => folder !== '' && isIn(folder, path)))
  // of a skill that is gone, or was one elsewhere, nobody is the owner: rather a run too many than a description that nobody measured
  return replaced.some(skill => skill.inRoom) || (isInput && (owners.length === 0 || owners.some(skill => skill.inRoom)))
}
