import type { TestProject, TestSpecification, Vitest } from 'vitest/node'
import type { CatalogIndex } from '../suite/catalog-index.ts'
import { dependenciesOf } from './dependencies.ts'

/** Names at which Vitest runs everything, unless it is configured otherwise. */
const forcing = /\/(?:package\.json|(?:vitest|vite)\.config\.[^/]+)$/

interface Specifications {
  filterTestsBySource: (specs: TestSpecification[]) => Promise<TestSpecification[]>
  /** Vitest 4 only. */
  getTestDependencies?: (spec: TestSpecification, ...rest: unknown[]) => Promise<Set<string>>
}

/**
 * `--changed` goes by what modules import, and ours import almost none of the files they stand for: those are added here.
 * What the hooks import is left to Vitest.
 */
export function trackChanges(vitest: Vitest, project: TestProject, index: CatalogIndex): void {
  const { specifications } = vitest as unknown as { specifications: Specifications }
  const config = vitest.config as { related?: string[] }
  const filter = specifications.filterTestsBySource.bind(specifications)
  specifications.filterTestsBySource = async (specs) => {
    const found = new Set(await filter(specs))
    const changed = config.related ?? []
    // the `package.json` of a workspace is data, and not the one for which Vitest runs everything
    const own = changed.filter(file => forcing.test(file) && index.current().skills.some(({ skill }) => file.startsWith(`${skill.dir}/`)))
    if (own.length > 0) {
      config.related = changed.filter(file => !own.includes(file))
      found.clear()
      for (const spec of await filter(specs))
        found.add(spec)
      config.related = changed
    }
    return specs.filter(spec => found.has(spec) || (spec.project === project && isTouched(spec, project, index, changed)))
  }
  const imports = specifications.getTestDependencies?.bind(specifications)
  if (imports) {
    specifications.getTestDependencies = async (spec, ...rest) => {
      try {
        return await imports(spec, ...rest)
      }
      catch (error) {
        // Vitest 4 would end at hooks that cannot be read; like Vitest 5, let their tests run and say so
        if (spec.project === project)
          return new Set(config.related)
        throw error
      }
    }
  }
}

function isTouched({ moduleId }: TestSpecification, project: TestProject, index: CatalogIndex, changed: string[]): boolean {
  if (changed.length === 0)
    return false
  const { byDatasetFile, bySkillFile } = index.current()
  const owner = byDatasetFile.get(moduleId)?.owner ?? bySkillFile.get(moduleId)
  if (!owner)
    return false
  const { dir, realDir } = owner.skill
  const dependencies = new Set([moduleId, ...dependenciesOf(moduleId, dir, project.getProvidedContext().skillEvals)])
  // git knows nothing of what lies behind a link
  return changed.some(file => dependencies.has(file.startsWith(`${realDir}/`) ? dir + file.slice(realDir.length) : file))
}
