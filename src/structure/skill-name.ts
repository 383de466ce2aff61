const LONGEST_NAME = 64

/** Everything that is wrong with the `name` of a frontmatter. */
export function nameProblems(value: unknown, folder: string): { rule: string, message: string }[] {
  if (value === undefined)
    return [{ rule: 'name', message: `The frontmatter has no \`name\`. Write \`name: ${folder}\`.` }]
  if (typeof value !== 'string') {
    const what = value === null ? 'empty' : `the ${typeof value} ${String(value)}`
    return [{ rule: 'name', message: `\`name\` has to be a string, but it is ${what}. Write \`name: ${folder}\`${/^[\d.]+$/.test(folder) ? ' in quotes' : ''}.` }]
  }
  if (value.trim() === '')
    return [{ rule: 'name', message: `\`name\` is blank. Write \`name: ${folder}\`.` }]

  const shown = value.length > LONGEST_NAME ? `${value.slice(0, LONGEST_NAME)}...` : value
  const problems: { rule: string, message: string }[] = []
  if ([...value].length > LONGEST_NAME)
    problems.push({ rule: 'name-length', message: `\`name\` has ${[...value].length} characters, and may have at most ${LONGEST_NAME}.` })
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(value))
    problems.push({ rule: 'name-form', message: `\`name\` is \`${shown}\`. Use lower-case letters and digits, in words joined by single hyphens.` })
  const reserved = /anthropic|claude/i.exec(value)
  if (reserved)
    problems.push({ rule: 'name-reserved', message: `\`name\` is \`${shown}\`, and \`${reserved[0].toLowerCase()}\` is reserved. Choose a name without it.` })
  if (value !== folder)
    problems.push({ rule: 'name-folder', message: `\`name\` is \`${shown}\`, but the folder is \`${folder}\`. Make them equal.` })
  return problems
}
