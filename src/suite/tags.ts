import type { Snapshot } from './catalog-index.ts'
import type { TestIdentity } from './test-meta.ts'

const fixed = ['structure', 'routing', 'behavior', 'positive', 'near_miss', 'unrelated', 'extended']

/** Vitest reads these in `--tags-filter` as words of its language. */
const reserved = new Set(['and', 'or', 'not'])

/** The tags of a test: tier, category, skill, `extended`; in behavior also the `labels` of the machine that it needs. */
export function tagsOf(test: TestIdentity, labels: string[]): string[] {
  const tags = [test.tier, test.category, test.skill, test.extended ? 'extended' : null, ...test.tier === 'behavior' ? labels : []]
  return [...new Set(tags)].filter(tag => tag !== null && isTag(tag)) as string[]
}

/** Every tag of the catalog, as Vitest wants them declared: it refuses a filter for a tag that it has never heard of. */
export function declaredTags(snapshot: Snapshot): { name: string }[] {
  return [...new Set([...fixed, ...snapshot.skills.flatMap(({ skill, machine }) => [skill.name, ...machine.labels])])].filter(isTag).map(name => ({ name }))
}

/** A folder name that `--tags-filter` could not spell is no tag; its tests are still chosen by file. */
function isTag(name: string): boolean {
  return name !== '' && !reserved.has(name) && !/[\s()&|!*]/.test(name)
}
