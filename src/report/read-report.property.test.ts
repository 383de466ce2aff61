import type { ReportJson } from './report-json.ts'
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { property } from '../../fixtures/harness/fuzz.ts'
import { jsonText, jsonValue, mutated } from '../../fixtures/harness/mutations.ts'
import { compareReports } from './compare.ts'
import { earlierRun } from './earlier-run.ts'
import { fromReportJson } from './from-json.ts'
import { toReportJson } from './json.ts'
import { renderMarkdown } from './markdown.ts'
import { randomReport } from './random-report.fixture.ts'
import { NotAReport, readReport } from './read-report.ts'
import { renderTerminal } from './terminal.ts'

const fits = new Ajv2020({ allowUnionTypes: true }).compile<ReportJson>(JSON.parse(readFileSync(new URL('../../schema/report.schema.json', import.meta.url), 'utf8')) as object)
const written = Array.from({ length: 12 }, (_, seed) => JSON.stringify(toReportJson(randomReport(seed))))
const small = [...written].sort((a, b) => a.length - b.length).slice(0, 3)

/** A report in which one value, at any place, is another. */
const changed = fc.tuple(fc.constantFrom(...written), fc.array(fc.nat(40), { minLength: 1, maxLength: 6 }), jsonValue()).map(([text, steps, value]) => {
  const report: unknown = JSON.parse(text)
  let at: unknown = report
  for (const [index, step] of steps.entries()) {
    if (typeof at !== 'object' || at === null)
      break
    const keys = Object.keys(at)
    const key = keys[step % Math.max(1, keys.length)] ?? 'x'
    const inner = (at as Record<string, unknown>)[key]
    if (index === steps.length - 1 || typeof inner !== 'object' || inner === null) {
      (at as Record<string, unknown>)[key] = value
      break
    }
    at = inner
  }
  return jsonText(report)
})
const texts = fc.oneof(changed, mutated(small, ['"cases"', '"meta"', '"schemaVersion"']))

describe('readReport', () => {
  property('reads a report for a comparison, or says that it is none', texts, (text) => {
    try {
      const run = readReport(text)
      expect(compareReports(run, run).reasons).toHaveLength(run.evaluations.length === 0 ? 1 : 0)
    }
    catch (error) {
      expect(error).toBeInstanceOf(NotAReport)
    }
    expect(earlierRun(text)).toHaveProperty('routing')
  }, { share: 0.3 })

  property('can show every report that fits the schema', changed, (text) => {
    const json: unknown = JSON.parse(text)
    if (!fits(json))
      return
    const report = fromReportJson(json)
    expect(renderTerminal(report, { color: false, width: 80 })).toBeTypeOf('string')
    expect(renderMarkdown(report)).toBeTypeOf('string')
  }, { share: 0.2 })

  property('loses nothing of a report that it reads and writes again', fc.nat(), (seed) => {
    const json = JSON.parse(JSON.stringify(toReportJson(randomReport(seed)))) as ReportJson
    expect(fits(json)).toBe(true)
    expect(JSON.parse(JSON.stringify(toReportJson(fromReportJson(json))))).toEqual(json)
  }, { share: 0.2 })
})
