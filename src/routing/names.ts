import type { RoomCheck } from './result.ts'

/** One skill of the room: its folder name, and the `name` of its frontmatter where that differs. */
export interface RoomSkill {
  name: string
  alias: string | null
}

/** Whose name an agent used: a skill of the room, an installed skill that is not in the room, or nobody's. */
export type NamedSkill = { kind: 'room' | 'other', skill: string } | { kind: 'unknown', name: string }

/** Translates the names that an agent uses into the folder names of the room. */
export interface RoomNames {
  /** Takes the skills that the agent says it has. May be called again: some agents start twice in one run. */
  list: (names: string[]) => void
  /** Says who is meant. `loaded` is the proof that a skill of this name is installed, listed or not. */
  identify: (called: string, loaded: boolean) => NamedSkill
  check: () => RoomCheck
}

const OTHER = 'other:'

/** Whether an observed skill is an installed one that is not in the room. */
export function isOtherSkill(observed: string): boolean {
  return observed.startsWith(OTHER)
}

/**
 * Names match whole, never by part: `sql` is not `sql-review`, and an argument that mentions a skill is not its name.
 * The folder name comes before the alias, because agents list and load by folder.
 */
export function createRoomNames(room: readonly RoomSkill[]): RoomNames {
  const folders = new Set(room.map(skill => skill.name))
  const aliases = new Map<string, string>()
  for (const { name, alias } of room) {
    if (alias !== null && !aliases.has(alias))
      aliases.set(alias, name)
  }
  const listed = new Set<string>()
  const foreign = new Set<string>()
  const present = new Set<string>()
  let observed = false

  function inRoom(name: string): string | null {
    if (folders.has(name))
      return name
    const byAlias = aliases.get(name)
    if (byAlias !== undefined)
      return byAlias
    const colon = name.lastIndexOf(':')
    return colon === -1 ? null : inRoom(name.slice(colon + 1))
  }

  function list(names: string[]): void {
    observed = true
    for (const name of names)
      listed.add(bare(name))
    foreign.clear()
    present.clear()
    for (const name of listed) {
      if (folders.has(name))
        present.add(name)
    }
    for (const name of listed) {
      if (folders.has(name))
        continue
      const skill = inRoom(name)
      // A skill that is listed under its folder name already is not listed twice: `acme:sql` beside `sql`, or a bundled
      // skill whose name is another skill's alias, is somebody else's, and its activation must not be credited to the room.
      if (skill === null || present.has(skill))
        foreign.add(name)
      else
        present.add(skill)
    }
  }

  function identify(called: string, loaded: boolean): NamedSkill {
    const name = bare(called)
    if (foreign.has(name))
      return { kind: 'other', skill: OTHER + name }
    const skill = inRoom(name)
    if (skill !== null)
      return { kind: 'room', skill }
    // Lists are incomplete (a skill that only the model may call is left out), so a load counts as an installation.
    return loaded ? { kind: 'other', skill: OTHER + name } : { kind: 'unknown', name }
  }

  function check(): RoomCheck {
    return {
      observed,
      missing: observed ? room.map(skill => skill.name).filter(name => !present.has(name)) : [],
      extra: [...foreign].sort(),
    }
  }

  return { list, identify, check }
}

function bare(name: string): string {
  return name.trim().replace(/^\//, '')
}
