import type { TestProject, Vitest } from 'vitest/node'
import type { Skill } from '../catalog/find-skills.ts'
import type { Collected } from './collector.ts'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { escapePath } from 'tinyglobby'
import { markdownFilesIn } from '../catalog/markdown-files.ts'
import { dependsOn, ownFolders, testFilesOf } from './dependencies.ts'

/**
 * Watch mode: forgets the catalog when it changes, and reruns the files of the skill that an edit is in. An edit of a dataset
 * reruns that dataset alone; it is the one file on which nothing else in the skill depends.
 */
export function watchSkills(vitest: Vitest, project: TestProject, collected: Collected): void {
  const { options, index } = collected
  const { watcher } = vitest.vite
  const folders = [...ownFolders(options), ...['.vitest', '.vitest-reports', '.vitest-attachments'].map(name => `${options.root}/${name}`)]
  const reports = [vitest.config.outputFile ?? []].flat().flatMap(one => typeof one === 'string' ? one : Object.values(one))
  const isWritten = (file: string): boolean => folders.some(folder => file.startsWith(`${folder}/`)) || reports.some(report => file === slash(path.resolve(options.root, report)))
  const skills = (): Skill[] => index.current().skills.map(({ skill }) => skill)
  let known = skills()
  const appeared = new Set<string>()
  let held = new Set(index.current().unrunnable)
  collected.watching = true
  // Vite watches the root
  watcher.add(known.map(skill => skill.dir).filter(dir => !dir.startsWith(`${options.root}/`)))

  const ownerOf = (file: string): string | undefined => {
    // the catalog is read again for a new skill only, and not for each of the many files of a checkout
    if (file.endsWith('/SKILL.md') && !known.some(skill => file === skill.file))
      known = skills()
    return known.map(skill => skill.dir).filter(dir => file.startsWith(`${dir}/`)).sort((a, b) => b.length - a.length)[0]
  }
  // a change behind a link is reported under both paths, or under the real one alone
  const asInCatalog = (file: string): string => {
    const linked = known.find(({ dir, realDir }) => dir !== realDir && file.startsWith(`${realDir}/`))
    return linked ? linked.dir + file.slice(linked.realDir.length) : file
  }

  // those of other tools bear any name; nobody reads the catalog for them where there are none
  const foreignOf = (dir: string): string[] => options.datasets.dialects
    ? [...index.current().byDatasetFile.values()].filter(({ owner, entry }) => owner?.skill.dir === dir && entry.dataset.dialect !== null).map(({ entry }) => entry.dataset.file)
    : []

  // `SKILL.md` speaks for a dataset that Vitest must not run
  const changesHolding = (file: string): boolean => {
    const before = held
    held = new Set(index.current().unrunnable)
    return before.has(file) !== held.has(file)
  }

  // of the many files of a checkout, only those that the globs match are worth reading the catalog again for
  const isDoc = (file: string): boolean =>
    /\.(?:md|markdown)$/i.test(file) && markdownFilesIn(options.root, options.docs).some(page => page.file === file) && index.current().byDocFile.has(file)
  // a glob of `docs` may match files of skills too, so `include` names the files one by one
  const included = (file: string): string => {
    project.config.include.push(escapePath(path.posix.relative(options.root, file)))
    // which is also how Vitest takes note of it
    project.matchesTestGlob(file)
    return file
  }

  // before the listeners of Vitest, which ask for the tests to run
  for (const event of ['add', 'change', 'unlink', 'addDir', 'unlinkDir'] as const) {
    watcher.prependListener(event, (changed: string) => {
      const file = slash(changed)
      if (isWritten(file))
        return
      index.invalidate()
      if (event === 'add')
        appeared.add(asInCatalog(file))
    })
  }
  // Vitest itself reruns nothing when a file is deleted
  watcher.on('unlink', (changed) => {
    const file = asInCatalog(slash(changed))
    const skillFile = `${ownerOf(file)}/SKILL.md`
    if (!isWritten(file) && existsSync(skillFile))
      vitest.watcher.onFileChange(skillFile)
  })

  vitest.config.watchTriggerPatterns ??= []
  vitest.config.watchTriggerPatterns.push({
    pattern: /.+/,
    testsToRun(changed) {
      const file = asInCatalog(slash(changed))
      // where the skill is the root of the repository, even what a run writes lies in it
      if (isWritten(file))
        return importersOf(vitest, file).length > 0 ? [] : undefined
      const isNew = appeared.delete(file)
      const dir = ownerOf(file)
      if (dir === undefined)
        return isNew && isDoc(file) ? [included(file)] : undefined
      const skillTests = [...new Set([...testFilesOf(dir), ...foreignOf(dir)])]
      const isDataset = skillTests.includes(file) && file !== `${dir}/SKILL.md`
      // `SKILL.md` asks of a dataset whether it is there, and nothing of what it holds
      const isEdit = isDataset && !changesHolding(file) && !isNew
      const tests = isEdit ? [file] : skillTests.filter(test => dependsOn(test, file, dir))
      const others = importersOf(vitest, file).filter(importer => !skillTests.includes(importer))
      const all = [...tests.filter(test => !held.has(test) && vitest.projects.some(project => project.matchesTestGlob(test))), ...others]
      // what they were made of has changed, though none of the files that Vite knows has
      for (const test of all) {
        vitest.invalidateFile(test)
        vitest.watcher.invalidates.add(test)
      }
      return all
    },
  })
}

function slash(file: string): string {
  return file.replaceAll('\\', '/')
}

/** Test files, the user's own included, that import a file, at whatever distance. */
function importersOf(vitest: Vitest, changed: string): string[] {
  const seen = new Set([changed])
  // grows while it is walked
  for (const file of seen) {
    for (const environment of vitest.projects.flatMap(project => Object.values(project.vite.environments))) {
      for (const module of environment.moduleGraph.getModulesByFile(file) ?? [])
        module.importers.forEach(importer => importer.file && seen.add(importer.file))
    }
  }
  seen.delete(changed)
  seen.forEach(file => vitest.watcher.invalidates.add(file))
  return [...seen].filter(file => vitest.state.filesMap.has(file))
}
