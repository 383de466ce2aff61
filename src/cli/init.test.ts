import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { Project } from '../../fixtures/harness/project.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))

/** A folder with two skills, of which `beta` has a dataset, and no config. */
function plain(): Project {
  const project = new Project('plain')
  project.remove('vitest.config.ts')
  project.remove('skills/alpha/evals')
  return project
}

/** The package is linked, since a `package.json` of its own ends the search that finds it in this repository. */
function withPackage(project: Project, text: string): void {
  project.write('package.json', text)
  mkdirSync(project.path('node_modules'))
  symlinkSync(repository, project.path('node_modules/vitest-skill-evals'), 'junction')
}

/** Every file and what it holds. */
function contents(project: Project): Record<string, string> {
  // not those of packages: this one is linked there, with the folders of other tests that run now
  const top = readdirSync(project.dir, { withFileTypes: true }).filter(({ name }) => name !== 'node_modules' && name !== '.git')
  const below = top.filter(entry => entry.isDirectory()).flatMap(({ name }) => readdirSync(project.path(name), { recursive: true, withFileTypes: true }))
  const files = [...top, ...below].filter(entry => entry.isFile())
  return Object.fromEntries(files.map((entry) => {
    const file = path.join(entry.parentPath, entry.name)
    return [path.relative(project.dir, file).replaceAll('\\', '/'), readFileSync(file, 'utf8')]
  }))
}

it('sets an empty repository up, and does nothing the second time', async () => {
  const project = plain()
  withPackage(project, '{\n    "name": "mine",\n    "scripts": {\n        "test": "vitest run"\n    }\n}\n')
  spawnSync('git', ['init', '--quiet'], { cwd: project.dir })
  project.write('.gitignore', 'dist')
  const before = project.read('skills/beta/evals/evals.json')

  const dry = await project.command(['init', '--dry-run'])
  expect(dry.stdout).toContain('This is what would be done; nothing was changed.\n + vitest.config.mts ')
  expect(existsSync(project.path('vitest.config.mts'))).toBe(false)

  const first = await project.command(['init'])
  expect(first.exitCode, first.output).toBe(0)
  expect(first.stdout.split('\n\n')[0]?.split('\n').map(line => line.replaceAll(/ +/g, ' '))).toEqual([
    ' + vitest.config.mts written: a Vitest config with the plugin',
    ' + skills/alpha/evals/evals.json written: 5 evaluations to fill in',
    ' ~ .gitignore changed: .skill-evals/ added',
    ' ~ package.json changed: script `evals` added: vitest run --project evals',
    ' = skills/beta/evals/evals.json unchanged: is there',
  ])
  expect(first.stdout).toContain('2. edit skills/alpha/evals/evals.json')
  expect(first.stdout).toContain('Your script `test` (vitest run) runs the evals now too. To leave them out: vitest run --project \'!evals\'')
  expect(project.read('package.json')).toBe('{\n    "name": "mine",\n    "scripts": {\n        "evals": "vitest run --project evals",\n        "test": "vitest run"\n    }\n}\n')
  expect(project.read('.gitignore')).toBe('dist\n.skill-evals/\n')
  expect(project.read('skills/beta/evals/evals.json')).toBe(before)

  const after = contents(project)
  const second = await project.command(['init'])
  expect(second.stdout).toContain('All is there already; nothing was changed.')
  expect(second.exitCode).toBe(0)
  expect(contents(project)).toEqual(after)
})

it.each([
  ['{}', '{\n  "scripts": { "evals": "vitest run --project evals" }\n}'],
  ['{ "scripts": {} }', '{ "scripts": {\n  "evals": "vitest run --project evals"\n} }'],
  ['{\n  "type": "module"\n}\n', '{\n  "scripts": { "evals": "vitest run --project evals" },\n  "type": "module"\n}\n'],
])('adds a script to %j', async (before, after) => {
  const project = plain()
  withPackage(project, before)
  await project.command(['init'])
  expect(project.read('package.json').replaceAll(/\n\s*\n/g, '\n')).toBe(after)
  expect(JSON.parse(project.read('package.json')).scripts.evals).toBe('vitest run --project evals')
  expect(existsSync(project.path(before.includes('module') ? 'vitest.config.ts' : 'vitest.config.mts'))).toBe(true)
})

it('adds the plugin to the config that is there, with the places where skills are', async () => {
  const project = plain()
  project.write('vite.config.ts', 'import { defineConfig } from \'vitest/config\'\n\n// why\nexport default defineConfig({ test: { globals: true } })\n')
  project.write('.claude/skills/gamma/SKILL.md', '---\nname: gamma\ndescription: Counts gammas.\n---\n')
  mkdirSync(project.path('.agents'))
  symlinkSync('../skills', project.path('.agents/skills'), 'junction')
  const { exitCode, output } = await project.command(['init'])
  expect(exitCode, output).toBe(0)
  expect(project.read('vite.config.ts')).toBe('import { defineConfig } from \'vitest/config\'\nimport { skillEvals } from \'vitest-skill-evals\'\n\n// why\nexport default defineConfig({ plugins: [skillEvals({ skills: [\'skills/*\', \'.claude/skills/*\'] })], test: { globals: true } })\n')
  expect(existsSync(project.path('.claude/skills/gamma/evals/evals.json'))).toBe(true)
  expect((await project.command(['list', '--format', 'json'])).stdout).toContain('"skill": "gamma"')
})

describe('changes nothing', () => {
  it.each([
    ['a function', 'import { defineConfig } from \'vitest/config\'\nexport default defineConfig(() => ({}))\n', /vitest\.config\.ts:2: the plugin cannot be added here without a guess: the config is made by a function\.\nNothing was changed\. Add these lines:\n\n {2}at the top: import \{ skillEvals \} from 'vitest-skill-evals'\n {2}in the config object, the list `plugins`: plugins: \[skillEvals\(\{ skills: 'skills\/\*' \}\)/],
    ['projects', 'export default { test: { projects: [] } }\n', /in `test`, the list `projects`: projects: \[skillEvalsProject\(/],
    ['a config that drops the plugin', 'const config = { test: {} }\nexport default config\nObject.defineProperty(config, \'plugins\', { value: [] })\n', /it could not be used and was put back: the plugin is not in the config that it exports/],
  ])('where the config is %s', async (_, config, message) => {
    const project = plain()
    project.write('vitest.config.ts', config)
    const before = contents(project)
    const { output, exitCode } = await project.command(['init'])
    expect(output).toMatch(message)
    expect(exitCode).toBe(1)
    expect(contents(project)).toEqual(before)
  })

  it('where there is no skill, or no such glob', async () => {
    const project = plain()
    const before = contents(project)
    const none = await project.command(['init', '--skills', 'nowhere/*'])
    expect(none.output).toContain('No folder with a SKILL.md matches `nowhere/*`')
    expect(none.exitCode).toBe(1)
    expect((await project.command(['init', '--skills', '/abs/*'])).exitCode).toBe(2)
    expect(contents(project)).toEqual(before)
  })
})

it('says what is not installed, and sets up all the same', async () => {
  const project = plain()
  project.write('package.json', '{}')
  project.write('pnpm-lock.yaml', '')
  const { stdout, exitCode } = await project.command(['init', '--skills', 'skills/*'])
  expect(stdout).toMatch(/ 1\. pnpm add --save-dev vitest-skill-evals +vitest-skill-evals is not installed here/)
  expect(existsSync(project.path('vitest.config.mts'))).toBe(true)
  expect(exitCode).toBe(0)
  expect((await project.command(['init', '--skills', 'skills/*'])).stdout).toContain('All is there already')
})
