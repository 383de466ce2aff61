import { describe, expect, it } from 'vitest'
import { addPlugin, linesToAdd } from './edit-config.ts'

const defined = 'import { defineConfig } from \'vitest/config\'\n'

function added(source: string, name = 'vitest.config.ts', skills = ['skills/*']): string {
  const result = addPlugin(name, source, skills)
  return 'text' in result ? result.text : `line ${result.line}: ${result.reason}`
}

describe('what is added to a config', () => {
  const ours = 'import { skillEvals } from \'vitest-skill-evals\'\n'
  const call = 'skillEvals({ skills: \'skills/*\' })'

  it.each<[string, string, string]>([
    ['an empty object', `${defined}export default defineConfig({})\n`, `${defined}${ours}export default defineConfig({\n  plugins: [${call}],\n})\n`],
    ['an object on one line', `${defined}export default defineConfig({ test: { globals: true } })\n`, `${defined}${ours}export default defineConfig({ plugins: [${call}], test: { globals: true } })\n`],
    ['an object with comments', `${defined}export default defineConfig({ // mine\n    // of the tests\n    test: {}, // end\n})\n`, `${defined}${ours}export default defineConfig({ // mine\n    plugins: [${call}],\n    // of the tests\n    test: {}, // end\n})\n`],
    ['a list on one line', `${defined}export default defineConfig({\n  plugins: [react(), vue()],\n})\n`, `${defined}${ours}export default defineConfig({\n  plugins: [${call}, react(), vue()],\n})\n`],
    ['an empty list', `${defined}export default defineConfig({ plugins: [] })\n`, `${defined}${ours}export default defineConfig({ plugins: [${call}] })\n`],
    ['a list over lines', `${defined}export default defineConfig({\n\tplugins: [\n\t\treact(), // for x\n\t],\n})\n`, `${defined}${ours}export default defineConfig({\n\tplugins: [\n\t\t${call},\n\t\treact(), // for x\n\t],\n})\n`],
    ['no defineConfig', '// @ts-check\nexport default { test: {} }\n', `// @ts-check\n${ours}\nexport default { plugins: [${call}], test: {} }\n`],
    ['a constant with a type', `${defined}const config = defineConfig({ test: {} }) satisfies object\n\nexport default config\n`, `${defined}${ours}const config = defineConfig({ plugins: [${call}], test: {} }) satisfies object\n\nexport default config\n`],
    ['a comment beside the imports', `import a from 'a' // note\nexport default { plugins: [a] }\n`, `import a from 'a' // note\n${ours}export default { plugins: [${call}, a] }\n`],
    ['imports on one line', `import a from 'a'; import b from 'b'; export default { plugins: [a, b] };\n`, `import a from 'a'; import b from 'b';\nimport { skillEvals } from 'vitest-skill-evals'; export default { plugins: [${call}, a, b] };\n`],
    ['quoted keys', 'export default { "plugins": [a] }\n', `${ours}\nexport default { "plugins": [${call}, a] }\n`],
  ])('%s', (_, source, expected) => {
    expect(added(source)).toBe(expected)
  })

  it('keeps quotes, semicolons and line breaks as they are there', () => {
    const source = 'import { defineConfig } from "vite";\r\n\r\nexport default defineConfig({\r\n  test: {},\r\n});\r\n'
    expect(added(source, 'vite.config.mjs', ['skills/*', 'a "b"/*'])).toBe('import { defineConfig } from "vite";\r\nimport { skillEvals } from "vitest-skill-evals";\r\n\r\nexport default defineConfig({\r\n  plugins: [skillEvals({ skills: ["skills/*", "a \\"b\\"/*"] })],\r\n  test: {},\r\n});\r\n')
  })
})

it.each<[string, string, string, string?]>([
  ['a function', `${defined}export default defineConfig(() => ({ test: {} }))\n`, 'line 2: the config is made by a function'],
  ['an async function', 'export default async function () { return {} }\n', 'line 1: the config is made by a function'],
  ['mergeConfig', 'import { mergeConfig } from \'vitest/config\'\nimport base from \'./vite.config\'\nexport default mergeConfig(base, {})\n', 'line 3: the config is made by `mergeConfig()`'],
  ['somebody\'s own defineConfig', 'import { defineConfig } from \'./mine\'\nexport default defineConfig({})\n', 'line 2: the config is made by `defineConfig()`'],
  ['projects', `${defined}export default defineConfig({\n  test: {\n    projects: ['packages/*'],\n  },\n})\n`, 'line 4: it lists `test.projects`'],
  ['plugins in a variable', `${defined}const plugins = []\nexport default defineConfig({ plugins })\n`, 'line 3: `plugins` is not written as a list'],
  ['plugins of a condition', `${defined}export default defineConfig({\n  plugins: process.env.CI ? [] : [a()],\n})\n`, 'line 3: `plugins` is not written as a list'],
  ['a spread', `${defined}export default defineConfig({ ...base, test: {} })\n`, 'line 2: a part of the config is spread into it, and may hold `plugins`'],
  ['an imported config', 'import config from \'./other\'\nexport default config\n', 'line 2: `config` is not a constant of this file'],
  ['a changed variable', 'let config = {}\nexport default config\n', 'line 2: `config` is not a constant of this file'],
  ['CommonJS by its name', 'module.exports = {}\n', 'line 1: it is a CommonJS module', 'vitest.config.cjs'],
  ['CommonJS by its text', 'module.exports = { test: {} }\n', 'line 1: it has no `export default`', 'vitest.config.js'],
  ['a mistake', 'export default {', 'line 1: it cannot be parsed: Unexpected token'],
  ['no argument', `${defined}export default defineConfig()\n`, 'line 2: `defineConfig()` is called without an object'],
])('leaves %s alone, and says why', (_, source, reason, name) => {
  expect(added(source, name)).toContain(reason)
})

it('says the lines to add', () => {
  const shape = { reason: '', line: 1, projects: false }
  expect(linesToAdd(shape, ['skills/*'])).toEqual(['import { skillEvals } from \'vitest-skill-evals\'', 'plugins: [skillEvals({ skills: \'skills/*\' }), /* yours */]'])
  expect(linesToAdd({ ...shape, projects: true }, ['a/*', 'b/*'])).toEqual(['import { skillEvalsProject } from \'vitest-skill-evals\'', 'projects: [skillEvalsProject({ skills: [\'a/*\', \'b/*\'] }), /* yours */]'])
})
