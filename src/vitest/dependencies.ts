import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

const hookNames = ['hooks.ts', 'hooks.mts', 'hooks.js', 'hooks.mjs']
/** Files that change what is tested when they appear. */
const awaited = ['SKILL.md', 'evals/evals.json', 'evals/extended_evals.json', 'evals/machine.yml', ...hookNames.map(name => `evals/${name}`), 'evals/hooks.py']
/** Folders of a skill that hold a great many files and nothing that an agent is told to read. */
const skipped = new Set(['node_modules', '.git'])
/** Bound on the edges of one skill; a skill that vendors a whole project must not slow every run. */
const mostFiles = 2000

/** Every file whose change must rerun a test file: the whole skill, files that may still appear included. */
export function dependenciesOf(testFile: string, skillDir: string | null): string[] {
  if (!skillDir)
    return []
  const files = new Set([...awaited.map(name => `${skillDir}/${name}`), ...filesBelow(skillDir)])
  files.delete(testFile)
  return [...files]
}

/** The hooks file of a skill that Vite can load, `null` when there is none. */
export function hooksFileOf(skillDir: string): string | null {
  return hookNames.map(name => `${skillDir}/evals/${name}`).find(existsSync) ?? null
}

/** The url by which Vite's module graph knows a file. */
export function urlOf(file: string, root: string): string {
  return file.startsWith(`${root}/`) ? file.slice(root.length) : `/@fs/${file.replace(/^\//, '')}`
}

function filesBelow(dir: string): string[] {
  const found: string[] = []
  const pending = [dir]
  for (let next = pending.pop(); next !== undefined && found.length < mostFiles; next = pending.pop()) {
    for (const entry of readdirSync(next, { withFileTypes: true })) {
      const file = path.posix.join(next, entry.name)
      // links are not followed: they could leave the skill or loop
      if (entry.isDirectory() && !skipped.has(entry.name))
        pending.push(file)
      else if (entry.isFile())
        found.push(file)
    }
  }
  return found
}
