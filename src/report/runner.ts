import type { Runner } from './report.ts'
import { isRecord, textOf } from '../agent/json.ts'

/** The runner of a report. Earlier versions wrote `vitest_version` alone, and under Jest `none (Jest 30.5.2)` into it. */
export function runnerOf(meta: object): Runner {
  const { runner, vitest_version: vitest = '' }: { runner?: unknown, vitest_version?: unknown } = meta
  if (isRecord(runner))
    return { name: runner.name === 'jest' ? 'jest' : 'vitest', version: textOf(runner.version) ?? null }
  const jest = /^none \(Jest (\S+)\)$/.exec(String(vitest))?.[1]
  return jest === undefined ? { name: 'vitest', version: textOf(vitest) ?? null } : { name: 'jest', version: jest }
}

/** As in `Jest 30.5.2`. */
export function runnerInWords({ name, version }: Runner): string {
  return `${name === 'jest' ? 'Jest' : 'Vitest'} ${version ?? 'of an unknown version'}`
}
