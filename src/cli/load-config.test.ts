import { expect, it } from 'vitest'
import { Project } from '../../fixtures/harness/project.ts'
import { configuredProjects } from './load-config.ts'

function projectWith(config: string, file = 'vitest.config.ts'): Project {
  const project = new Project('plain')
  project.remove('vitest.config.ts')
  project.write(file, `import { skillEvals, skillEvalsProject } from 'vitest-skill-evals'\n${config}\n`)
  return project
}

it.each<[name: string, config: string, root?: string, file?: string]>([
  ['a plugin', 'export default { plugins: [skillEvals({ name: "a" })] }'],
  ['a plugin among lists, promises and gaps', 'export default { plugins: [false, { name: "x" }, Promise.resolve([null, [skillEvals({ name: "a" })]])] }'],
  ['a project', 'export default { test: { projects: ["packages/*", skillEvalsProject({ name: "a" })] } }'],
  ['a project with a root of its own', 'export default { test: { projects: [{ ...skillEvalsProject({ name: "a" }), root: "sub" }] } }', 'sub'],
  ['a function', 'export default async ({ mode, command }) => ({ plugins: [mode === "test" && command === "serve" && process.env.VITEST && skillEvals({ name: "a" })] })'],
  ['a function among the projects', 'export default { test: { projects: [async () => skillEvalsProject({ name: "a" })] } }'],
  ['a config for Vite', 'export default { plugins: [skillEvals({ name: "a" })] }', '', 'vite.config.mts'],
])('reads the options of %s', async (_name, config, root = '', file) => {
  const project = projectWith(config, file)
  expect(await configuredProjects({ root: project.dir })).toEqual([{ root: root === '' ? project.dir : project.path(root), options: { name: 'a' } }])
})

it('reads every project', async () => {
  const project = projectWith('export default { plugins: [skillEvals({ name: "a" })], test: { projects: [skillEvalsProject({ name: "b" }), skillEvalsProject({ name: "c" })] } }')
  expect((await configuredProjects({ root: project.dir })).map(({ options }) => options.name)).toEqual(['a', 'b', 'c'])
})

it('does without a config, and without the plugin in it', async () => {
  const project = new Project('plain')
  project.remove('vitest.config.ts')
  const none = [{ root: project.dir, options: {} }]
  expect(await configuredProjects({ root: project.dir })).toEqual(none)
  project.write('vitest.config.ts', 'export default { plugins: [{ name: "other", api: {} }] }')
  expect(await configuredProjects({ root: project.dir })).toEqual(none)
  await expect(configuredProjects({ root: project.dir, config: 'vitest.config.ts' })).rejects.toThrow('has no `skillEvals()` in `plugins`')
})

it('says which config cannot be loaded, and why', async () => {
  const project = projectWith('throw new Error("no luck")')
  await expect(configuredProjects({ root: project.dir })).rejects.toThrow(/vitest\.config\.ts cannot be loaded: no luck$/)
  await expect(configuredProjects({ root: project.dir, config: 'other.ts' })).rejects.toThrow(/There is no file .*other\.ts, which `--config` names\./)
})
