import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { commandLine } from './cli/commands.ts'
import { isBlockingRule, ruleIds } from './structure/rules.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
const pages = ['README.md', 'CHANGELOG.md', ...filesBelow('docs'), ...filesBelow('fixtures').filter(file => /^fixtures\/[^/]+\/README\.md$/.test(file))].filter(file => file.endsWith('.md'))

function filesBelow(dir: string): string[] {
  return readdirSync(path.join(root, dir), { recursive: true, withFileTypes: true }).filter(entry => entry.isFile()).map(entry => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
}

describe.each(pages)('%s', (page) => {
  const text = read(page)

  it('links to what is there', () => {
    const targets = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(match => match[1] ?? '')
    expect(targets.filter(target => !existsSync(path.join(root, path.dirname(page), target)))).toEqual([])
  })

  it('names scripts of package.json', () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'))
    const named = [...text.matchAll(/npm run ([\w:]+)/g)].map(match => match[1] ?? '')
    expect(named.filter(name => !(name in scripts))).toEqual([])
  })
})

it('options.md names every option, and no other', () => {
  const declared = read('src/options/options.ts')
  const body = declared.slice(declared.indexOf('export interface SkillEvalsOptions'))
  const options = [...body.matchAll(/^ {2}(\w+)\?:/gm)].map(match => match[1] ?? '')
  const documented = [...read('docs/reference/options.md').matchAll(/^\| `(\w+)(?:\.\w+)?` \|/gm)].map(match => match[1] ?? '')
  const ofTheAgent = ['model', 'effort', 'command', 'env', 'passEnv', 'config']
  expect([...new Set(documented.filter(name => !ofTheAgent.includes(name)))].sort()).toEqual(options.sort())
})

it('findings.md names every rule, and no other', () => {
  const sources = ['catalog', 'dataset', 'structure', 'cli'].flatMap(dir => filesBelow(`src/${dir}`)).filter(file => !/\.(?:test|fixture)\.ts$|rules\.ts$/.test(file)).map(read).join('\n')
  const page = read('docs/reference/findings.md')
  const documented = [...page.matchAll(/`((?:catalog|room|skill|dataset|link|file|machine)\/[a-z-]+)`/g)].map(match => match[1] ?? '')
  expect(documented.length).toBeGreaterThan(20)
  expect(documented.filter(rule => !isWritten(rule, sources))).toEqual([])
  const written = [...sources.matchAll(/'((?:catalog|room|skill|dataset|link|file|machine)\/[a-z-]+)'/g)].map(match => match[1] ?? '')
  expect([...new Set(written)].filter(rule => !documented.includes(rule))).toEqual([])
})

it('findings.md, the list of rules for the option `rules`, and what blocks agree', () => {
  const rows = read('docs/reference/findings.md').split('\n')
  const ofRow = (row: string): string[] => {
    const [first = '', ...others] = [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(match => match[1] ?? '')
    // `dataset/bar-positive`, `-negative`
    return [first, ...others.map(other => other.startsWith('-') ? first.replace(/-[^-]+$/, other) : other)].filter(rule => rule.includes('/'))
  }
  const blocking = rows.filter(row => row.includes('| error, blocks |')).flatMap(ofRow)
  const listed = rows.filter(row => row.startsWith('| `')).flatMap(ofRow)
  expect(ruleIds.filter(isBlockingRule).toSorted()).toEqual(blocking.toSorted())
  expect(ruleIds.filter(rule => !rule.startsWith('machine/')).toSorted()).toEqual(listed.toSorted())
})

it('command-line.md names every command with its flags, and no other', () => {
  const sections = read('docs/reference/command-line.md').split(/^## /m).filter(section => section.startsWith('skill-evals '))
  const documented = Object.fromEntries(sections.map((section) => {
    const name = /^skill-evals (\S+)/.exec(section)?.[1] ?? ''
    return [name, [...section.matchAll(/^\| `(--?[a-z][\w-]*)(?: [A-Z]+)?` \|/gim)].map(match => match[1] ?? '').sort()]
  }))
  // of a flag with two names the page gives one
  const commands = Object.fromEntries(commandLine().commands.map(({ name, options }) => [name, options.map((option) => {
    const names = namesOf(option)
    return names.find(one => documented[name]?.includes(one)) ?? names.join(', ')
  }).sort()]))
  expect(Object.keys(commands)).toContain('structural')
  expect(documented).toEqual(commands)
})

describe('from-skillscope.md', () => {
  const page = read('docs/reference/from-skillscope.md')
  const left = page.split('\n').filter(line => line.startsWith('| ')).map(line => line.split(' | ')[0] ?? '').join('\n')

  it('has every command and flag of skillscope', () => {
    const commands = ['structural', 'routing', 'behavioral', 'select', 'list-skills', 'template']
    const flags = [
      ...['repo', 'skills-dir', 'docs', 'skill-files', 'skill-sections', 'external', 'exclude-url', 'jobs', 'timeout'],
      ...['skill', 'only', 'extended', 'no-extended', 'model', 'effort', 'output', 'summary', 'skip-preflight', 'engine'],
      ...['routing-room', 'case-timeout', 'max-tool-calls', 'max-inspection-calls', 'max-budget-usd', 'keep-logs', 'min-accuracy'],
      ...['since', 'changed', 'all', 'names', 'labels', 'ignore-gates', 'infra-paths', 'behavior-runner', 'behavior-os', 'scoped-runner', 'scoped-gate', 'scoped-environment'],
    ]
    expect(commands.filter(name => !left.includes(`\`${name}\``))).toEqual([])
    expect(flags.filter(name => !new RegExp(`\`--${name}[\` ]`).test(left))).toEqual([])
    expect(['REPO', 'SKILLS', 'ENGINE', 'SANDBOX', 'MODEL_PRICING'].filter(name => !left.includes(`SKILLSCOPE_${name}`))).toEqual([])
  })

  it('names options that there are', () => {
    const named = [...page.matchAll(/the options? `([\w.]+)`(?: and `([\w.]+)`)?/g)].flatMap(match => match.slice(1).filter(Boolean))
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter(name => !read('docs/reference/options.md').includes(`| \`${name}\` |`))).toEqual([])
  })
})

it.each(pages)('%s calls skill-evals by commands and flags that exist', (page) => {
  const { commands } = commandLine()
  const calls = [...read(page).matchAll(/(?:npx |`)skill-evals ([a-z]+)([^\n`|>&;]*)/g)]
  const unknown = calls.flatMap(([call, name, rest = '']) => {
    const command = commands.find(one => one.name === name)
    const known = command?.options.flatMap(namesOf) ?? []
    const flags = [...rest.matchAll(/(?<= )--?[a-z][\w-]*/gi)].map(match => match[0])
    return command && flags.every(flag => known.includes(flag)) ? [] : [call]
  })
  expect(unknown).toEqual([])
})

it.each(['docs/decisions/threat-model.md', 'docs/reference/faults.md'])('%s names for each promise a test that there is', (page) => {
  const promises = read(page).split('\n').filter(line => line.startsWith('| ') && line.includes('.test.ts'))
  expect(promises.length).toBeGreaterThan(10)
  const held = promises.flatMap(line => line.split(';').flatMap(part => [...part.matchAll(/\]\(\.\.\/\.\.\/([^)]+)\)[^`]*`([^`]+)`/g)].map(([, file = '', name = '']) => ({ file, name }))))
  expect(held.length).toBeGreaterThanOrEqual(promises.length)
  expect(held.filter(({ file, name }) => !read(file).includes(name))).toEqual([])
})

/** `-c` and `--config` of `-c, --config <path>`. */
function namesOf({ rawName }: { rawName: string }): string[] {
  return rawName.match(/-[\w-]+/g) ?? []
}

/** A rule's name is written whole, or put together of two parts. */
function isWritten(rule: string, sources: string): boolean {
  const [folder = '', name = ''] = rule.split('/')
  const parts = name.split('-')
  const prefix = `${folder}/${parts.slice(0, -1).join('-')}-\${`
  return sources.includes(`'${rule}'`) || sources.includes(`'${name}'`) || (sources.includes(prefix) && sources.includes(`'${parts.at(-1)}'`))
}
