import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const text = 'The agent reads this when the job asks for it, and leaves it alone otherwise: each step says what to look at (and where), what to run, and how to see that it worked. '
const pages = Array.from({ length: 9 }, (_, index) => `page-${index + 1}.md`)

/**
 * Writes a catalog of skills with ten markdown files each, which link to each other. Nothing is wrong with it; in every tenth skill,
 * one file can only be understood by a parser.
 *
 * @param {string} dir
 * @param {number} skills
 */
export function writePages(dir, skills) {
  for (let number = 1; number <= skills; number++) {
    const name = `skill-${String(number).padStart(4, '0')}`
    const folder = path.join(dir, 'skills', name)
    for (const part of ['evals', 'references', 'scripts'])
      mkdirSync(path.join(folder, part), { recursive: true })
    writeFileSync(path.join(folder, 'scripts/run.sh'), '')
    writeFileSync(path.join(folder, 'SKILL.md'), `---\nname: ${name}\ndescription: Does the work of ${name}, for whoever asks for it.\n---\n\n# ${name}\n\n${text.repeat(4)}\n\n${pages.map((page, index) => `- [Part ${index + 1}](references/${page}#part-${index + 1})`).join('\n')}\n\nRun \`scripts/run.sh\`.\n`)
    for (const [index, page] of pages.entries())
      writeFileSync(path.join(folder, 'references', page), pageOf(name, index) + (number % 10 === 0 && index === 0 ? '\nSuch a link is code: `[code](gone.md)`.\n' : ''))
    const evaluations = Array.from({ length: 5 }, (_, index) =>
      ({ id: `${name}-${index + 1}`, skill_should_trigger: index < 3, prompt: `Number ${index + 1}: please use the ${name} skill.`, ...index === 0 && { expected_behavior: ['Says that it is done'] } }))
    writeFileSync(path.join(folder, 'evals/evals.json'), JSON.stringify({ evaluations }, null, 2))
  }
}

/**
 * @param {string} name
 * @param {number} index
 */
function pageOf(name, index) {
  const next = (index + 1) % pages.length
  return `# Part ${index + 1}\n\n${text.repeat(3)}\n\n## Steps\n\n1. Look at [the next part](${pages[next]}#part-${next + 1}) and [the skill](../SKILL.md).\n2. Run \`scripts/run.sh\`:\n\n\`\`\`sh\n# not a heading\nbash scripts/run.sh --verbose\n\`\`\`\n\n| what | where |\n| --- | --- |\n| ${text} | [steps](#steps) |\n\n${text.repeat(4)}\n\n## See also\n\n- [Docs](https://example.com/${name}/${index})\n`
}
