import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('..', import.meta.url))
const modules = path.resolve(createRequire(import.meta.url).resolve('vitest/package.json'), '../..')

// no bar, since the small datasets would fail it
const config = `import { defineConfig } from 'vitest/config'
import { skillEvals } from 'vitest-skill-evals'

export default defineConfig({
  plugins: [skillEvals({ negatives: false, bar: { positive: 0, negative: 0, judged: 0 } })],
})
`

/**
 * Writes a catalog that is configured as a user would: three evaluations of five name their skill, the others none.
 *
 * @param {string} dir a folder that is not there yet
 * @param {{ skills: number, evaluations: number, behavior?: boolean }} size `evaluations` for each skill. With `behavior`, all are to
 * trigger and have an expectation that no judge is needed for
 */
export function writeCatalog(dir, { skills, evaluations, behavior = false }) {
  const names = Array.from({ length: skills }, (_, index) => `skill-${String(index + 1).padStart(4, '0')}`)
  for (const name of names) {
    const folder = path.join(dir, 'skills', name)
    mkdirSync(path.join(folder, 'evals'), { recursive: true })
    writeFileSync(path.join(folder, 'SKILL.md'), `---\nname: ${name}\ndescription: Does the work of ${name}, for whoever asks for it.\n---\n\n# ${name}\n\nRead [the notes](notes.md) first.\n`)
    writeFileSync(path.join(folder, 'notes.md'), `# Notes on ${name}\n`)
    writeFileSync(path.join(folder, 'evals/evals.json'), JSON.stringify({ evaluations: behavior ? jobsOf(name, evaluations) : promptsOf(name, evaluations) }, null, 2))
  }
  writeFileSync(path.join(dir, 'vitest.config.mjs'), config)
  linkPackages(dir)
}

/**
 * Lets a catalog find Vitest and this package where installed ones would be.
 *
 * @param {string} dir
 */
export function linkPackages(dir) {
  mkdirSync(path.join(dir, 'node_modules'))
  symlinkSync(path.join(modules, 'vitest'), path.join(dir, 'node_modules/vitest'), 'junction')
  symlinkSync(repository, path.join(dir, 'node_modules/vitest-skill-evals'), 'junction')
}

/**
 * @param {string} name
 * @param {number} count
 */
function promptsOf(name, count) {
  return Array.from({ length: count }, (_, index) => {
    const id = `${name}-${index + 1}`
    if (index % 5 > 2)
      return { id, skill_should_trigger: false, prompt: `Number ${index + 1}: what is ${name} about?` }
    return { id, skill_should_trigger: true, prompt: `Number ${index + 1}: please use the ${name} skill.`, ...index === 0 && { expected_behavior: ['Says that it is done'] } }
  })
}

/**
 * @param {string} name
 * @param {number} count
 */
function jobsOf(name, count) {
  return Array.from({ length: count }, (_, index) =>
    ({ id: `${name}-${index + 1}`, skill_should_trigger: true, prompt: `Number ${index + 1}: please use the ${name} skill.`, logs_contain: ['it is done'] }))
}
