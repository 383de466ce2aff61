import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { version } from 'vitest/node'
import { terminalTexts } from '../fixtures/harness/pictures.mjs'

// Vitest 5 writes the place of a failure in another way, and the pictures are of one of them
it.runIf(version.startsWith('4.'))('the terminals in the documentation show what is printed today; after a change: npm run pictures', () => {
  const output = mkdtempSync(path.join(tmpdir(), 'pictures-'))
  onTestFinished(() => rmSync(output, { recursive: true, force: true }))
  const texts = terminalTexts(output)
  expect(Object.keys(texts)).toEqual(['failure', 'summary'])
  for (const [name, { text }] of Object.entries(texts))
    expect(text, name).toBe(readFileSync(new URL(`../docs/pictures/${name}.txt`, import.meta.url), 'utf8'))
}, 60_000)
