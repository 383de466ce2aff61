import type { TestProject } from 'vitest/node'
import type { CatalogIndex } from '../suite/catalog-index.ts'

type CreateSpecification = TestProject['createSpecification']

/**
 * `vitest skills/x/evals/evals.json:14` runs the evaluation that line 14 is part of. Vitest itself wants the very line on
 * which a test starts.
 */
export function widenLineFilters(project: TestProject, index: CatalogIndex): void {
  const create: CreateSpecification = project.createSpecification.bind(project)
  const widened: CreateSpecification = (file, filter, ...rest) => {
    // Vitest 4 gives the lines, Vitest 5 an object that holds them
    const lines = Array.isArray(filter) ? filter : filter?.testLines
    if (!lines?.length)
      return create(file, filter, ...rest)
    const testLines = [...new Set(lines.map(line => startLine(index, file, line)))]
    return create(file, Array.isArray(filter) ? testLines : { ...filter, testLines }, ...rest)
  }
  project.createSpecification = widened
}

/** The line of the id of the evaluation around a line. Around no evaluation it is line 1, where the tests of the file as a whole stand. */
function startLine(index: CatalogIndex, file: string, line: number): number {
  const evaluations = index.current().byDatasetFile.get(file)?.entry.dataset.evaluations ?? []
  const around = evaluations.find(({ positions }) => positions.start.line <= line && line <= positions.end.line)
  return around?.positions.id.line ?? (index.current().byDatasetFile.has(file) ? 1 : line)
}
