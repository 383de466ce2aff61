import type { ReportJson } from './report-json.ts'
import { describe, expect, it } from 'vitest'
import { fromReportJson } from './from-json.ts'
import { toReportJson } from './json.ts'
import { renderMarkdown } from './markdown.ts'
import { randomReport } from './random-report.fixture.ts'
import { renderTerminal } from './terminal.ts'

/** As it is read from the file. */
function written(seed: number): ReportJson {
  return JSON.parse(JSON.stringify(toReportJson(randomReport(seed))))
}

describe('fromReportJson', () => {
  it('shows of a file what was shown of the run', () => {
    for (let seed = 0; seed < 60; seed++) {
      const run = randomReport(seed)
      const read = fromReportJson(written(seed))
      for (const options of [{ color: true, width: 80 }, { color: false, width: 140 }])
        expect(renderTerminal(read, options), `seed ${seed}`).toBe(renderTerminal(run, options))
      expect(renderMarkdown(read), `seed ${seed}`).toBe(renderMarkdown(run))
    }
  })

  it('loses nothing that a report has', () => {
    for (let seed = 0; seed < 60; seed++)
      expect(JSON.parse(JSON.stringify(toReportJson(fromReportJson(written(seed))))), `seed ${seed}`).toEqual(written(seed))
  })

  it('reads what earlier versions wrote', () => {
    const { behavior, overlap, structure: { faults, ...structure }, skipped: { count, reasons }, meta: { report_file, runs_folder, ...meta }, ...json } = written(3)
    const read = fromReportJson({ ...json, meta: { ...meta, faults: ['No skill.'] }, structure, skipped: { count, reasons } })
    expect(read).toMatchObject({ behavior: [], notStarted: 0, unfinished: 0, faults: [{ message: 'No skill.' }] })
    expect([behavior, overlap, faults, report_file, runs_folder].filter(one => one === undefined)).toEqual([])
    expect(Object.keys(read)).not.toContain('reportFile')
    expect(renderTerminal(read, { color: false, width: 80 })).toContain('No skill.')
  })
})
