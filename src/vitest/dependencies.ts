import type { DevEnvironment } from 'vite'
import type { ResolvedOptions } from '../options/resolved-options.ts'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { hookNames } from '../suite/file-source.ts'

const datasetNames = ['evals/evals.json', 'evals/extended_evals.json']
/** Files that change what is tested when they appear. */
const awaited = ['SKILL.md', ...datasetNames, 'evals/machine.yml', ...hookNames.map(name => `evals/${name}`), 'evals/hooks.py']
/** Folders of a skill that hold a great many files and nothing that an agent is told to read. */
const skipped = new Set(['node_modules', '.git'])
/** Bound on the edges of one skill; a skill that vendors a whole project must not slow every run. */
const mostFiles = 2000

/**
 * Every file whose change must rerun a test file, files that may still appear included. What we write ourselves is never among
 * them, also where the skill is the root of the repository.
 */
export function dependenciesOf(testFile: string, skillDir: string | null, options: ResolvedOptions): string[] {
  if (!skillDir)
    return []
  const files = new Set([...awaited.map(name => `${skillDir}/${name}`), ...filesBelow(skillDir, ownFolders(options))])
  return [...files].filter(file => file !== testFile && dependsOn(testFile, file, skillDir))
}

/**
 * Whether a test file asks anything of a file of its skill: `SKILL.md` does not run the hooks, and the paid tests of a dataset
 * need not run for another dataset.
 */
export function dependsOn(testFile: string, file: string, skillDir: string): boolean {
  const name = file.slice(skillDir.length + 1)
  return testFile === file || (testFile.endsWith('.md') ? !name.startsWith('evals/hooks.') : !datasetNames.includes(name))
}

/** The test files of a skill that are there. */
export function testFilesOf(skillDir: string): string[] {
  return ['SKILL.md', ...datasetNames].map(name => `${skillDir}/${name}`).filter(existsSync)
}

/** Folders that runs write to. */
export function ownFolders({ reportDir, allRecordings }: ResolvedOptions): string[] {
  return allRecordings === null ? [reportDir] : [reportDir, allRecordings]
}

/** The url by which Vite's module graph knows a file. */
export function urlOf(file: string, root: string): string {
  return file.startsWith(`${root}/`) ? file.slice(root.length) : `/@fs/${file.replace(/^\//, '')}`
}

/**
 * Tells the module graph what hooks import: it learns that of a module when it is first read, and hooks are read when a paid
 * test needs them.
 */
export async function analyseImports(environment: DevEnvironment, url: string, seen = new Set<string>()): Promise<void> {
  if (seen.has(url))
    return
  seen.add(url)
  try {
    await environment.transformRequest(url)
  }
  catch {
    // whoever runs the hooks says what is wrong with them
    return
  }
  const module = await environment.moduleGraph.getModuleByUrl(url)
  for (const { url: imported, file } of module?.importedModules ?? []) {
    if (file && !file.includes('/node_modules/'))
      await analyseImports(environment, imported, seen)
  }
}

function filesBelow(dir: string, aside: string[]): string[] {
  const found: string[] = []
  const pending = [dir]
  for (let next = pending.pop(); next !== undefined && found.length < mostFiles; next = pending.pop()) {
    for (const entry of readdirSync(next, { withFileTypes: true })) {
      const file = path.posix.join(next, entry.name)
      // links are not followed: they could leave the skill or loop
      if (entry.isDirectory() && !skipped.has(entry.name) && !aside.includes(file))
        pending.push(file)
      else if (entry.isFile())
        found.push(file)
    }
  }
  return found
}
