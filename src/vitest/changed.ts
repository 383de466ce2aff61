import type { TestProject, TestSpecification, Vitest } from 'vitest/node'
import type { CatalogIndex } from './catalog-index.ts'
import { dependenciesOf } from './dependencies.ts'

interface Specifications {
  getTestDependencies?: (spec: TestSpecification, ...rest: unknown[]) => Promise<Set<string>>
}

/**
 * `--changed` on Vitest 4 goes by what a module imports, and our modules import none of the files they stand for. Vitest 5
 * reads the module graph, where the collector has put them.
 */
export function trackChanges(vitest: Vitest, project: TestProject, index: CatalogIndex): void {
  const specifications = (vitest as unknown as { specifications?: Specifications }).specifications
  const original = specifications?.getTestDependencies?.bind(specifications)
  if (!specifications || !original)
    return
  specifications.getTestDependencies = async (spec, ...rest) => {
    const found = await original(spec, ...rest)
    if (spec.project !== project)
      return found
    const { byDatasetFile, bySkillFile } = index.current()
    const owner = byDatasetFile.get(spec.moduleId)?.owner ?? bySkillFile.get(spec.moduleId)
    return new Set([...found, ...dependenciesOf(spec.moduleId, owner?.skill.dir ?? null)])
  }
}
