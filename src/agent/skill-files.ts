/** Programs that print a file. Others that are given a path (`ls`, `grep -l`, `test`, `echo`) only look for it. */
const PRINTS = /^(?:sudo\s+)?(?:cat|bat|head|tail|less|more|nl|sed|awk|type|gc|Get-Content)\s/i
/** Stands for more than one file, or for one that cannot be known: a survey of the skills folder. */
const PATTERN = /[*?[\]{}$`]/

/**
 * The skill whose `SKILL.md` a path names, by its folder; `null` for any other path.
 * @param file the path
 * @param folder name of the folder that holds the skills
 */
export function skillOfFile(file: string, folder = 'skills'): string | null {
  const [name = '', skill = '', parent = ''] = file.trim().split(/[\\/]/).reverse()
  const isSkillFile = name.toLowerCase() === 'skill.md' && parent.toLowerCase() === folder.toLowerCase()
  return !isSkillFile || skill === '' || PATTERN.test(skill) ? null : skill
}

/**
 * The one skill whose `SKILL.md` a shell command prints. `null` when it prints none, or several: to list or to search
 * all skills is not to load one.
 * @param command as it was given to a shell
 * @param skillsFolder name of the folder that holds the skills
 */
export function skillOfCommand(command: string, skillsFolder = 'skills'): string | null {
  const skills = new Set<string>()
  let folder = ''
  for (const part of command.split(/&&|\|\||[;|\n]/)) {
    const step = part.trim()
    const words = step.split(/\s+/).map(word => word.replace(/^["']|["']$/g, ''))
    if (words[0] === 'cd' && words[1] !== undefined)
      folder = `${words[1].replace(/[\\/]$/, '')}/`
    if (!PRINTS.test(`${step} `))
      continue
    for (const word of words.filter(word => /SKILL\.md$/i.test(word))) {
      if (PATTERN.test(word))
        return null
      const skill = skillOfFile(word, skillsFolder) ?? skillOfFile(folder + word, skillsFolder)
      if (skill !== null)
        skills.add(skill)
    }
  }
  const [skill, ...others] = skills
  return others.length > 0 ? null : skill ?? null
}
