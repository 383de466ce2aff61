/** Which parts of the skills tree a call looks at. */
export interface SkillsTreeLook {
  /** The call looks at the skills tree at all. */
  inspects: boolean
  /** Folder names of the skills whose `SKILL.md` it opens; `*` where a pattern opens several. */
  opens: string[]
}

/**
 * Reads a call's input for paths into the skills tree. Paths are compared segment by segment, with `/` or `\`, so
 * that `my-skills/x` or a word such as `.claude/skills-old` is not taken for the tree.
 *
 * @param input what the agent handed to the tool, of any shape
 * @param skillsFolder where the agent keeps skills, such as `.claude/skills`
 * @param isSkill whether a folder name is a skill of the room
 */
export function lookAtSkillsTree(input: unknown, skillsFolder: string, isSkill: (name: string) => boolean): SkillsTreeLook {
  const folder = skillsFolder.toLowerCase().split('/')
  const last = folder.at(-1)
  const opens = new Set<string>()
  let inspects = false
  for (const segments of pathsIn(input)) {
    const lower = segments.map(segment => segment.toLowerCase())
    for (const [index, segment] of lower.entries()) {
      const inFolder = folder.every((part, offset) => lower[index + offset] === part)
      // From inside `.claude`, the tree is just `skills/<name>`.
      const named = segments[index + 1]
      const inSkill = segment === last && named !== undefined && isSkill(named)
      // There is nothing but the room in a fresh workspace, so a search for SKILL.md is a look at the room.
      if (inFolder || inSkill || segment === 'skill.md')
        inspects = true
      if (segment === 'skill.md')
        opens.add(segments[index - 1] ?? '*')
    }
  }
  return { inspects, opens: [...opens] }
}

/** All path-like words in the strings of a value, as segments. Whatever a shell or a glob puts around a path ends it. */
function* pathsIn(value: unknown): Generator<string[]> {
  const open: unknown[] = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next === 'string') {
      for (const word of next.split(/[\s"'`()<>|;&=,:{}]+/)) {
        const segments = word.split(/[\\/]+/).filter(segment => segment !== '' && segment !== '.')
        if (segments.length > 0)
          yield segments
      }
    }
    else if (typeof next === 'object' && next !== null) {
      // one by one: as arguments, a long list would not fit the stack
      Object.values(next).forEach(part => open.push(part))
    }
  }
}
