import type { ReportedSandbox } from './sandbox-text.ts'
import { expect, it } from 'vitest'
import { fromReportJson } from './from-json.ts'
import { pageData } from './html/page-data.ts'
import { toReportJson } from './json.ts'
import { renderMarkdown } from './markdown.ts'
import { randomReport } from './random-report.fixture.ts'
import { sandboxInWords } from './sandbox-text.ts'
import { renderTerminal } from './terminal.ts'

const none: ReportedSandbox = { by: 'none', reason: '`bwrap` is not on PATH; install the package `bubblewrap`', cases: 3 }
const contained: ReportedSandbox = { by: 'bwrap', reason: null, cases: 4 }

it('says it in every form of the report, once', () => {
  const report = { ...randomReport(7), sandbox: [none] }
  const json = toReportJson(report)
  expect(json.meta.sandbox).toEqual([none])
  expect(fromReportJson(json).sandbox).toEqual([none])
  expect(pageData(json).remarks[0]).toBe('Sandbox: none: agents could do all that you can; `bwrap` is not on PATH; install the package `bubblewrap`.')
  expect(renderTerminal(report, { color: false, width: 200 }).match(/Sandbox {2}none: agents could do all that you can/g)).toHaveLength(1)
  expect(renderMarkdown(report).match(/\| Sandbox \| none: agents could do all that you can/g)).toHaveLength(1)
})

it('says nothing of a run without agents, and counts where shards differ', () => {
  expect(sandboxInWords([])).toEqual([])
  expect(sandboxInWords([contained, { ...none, cases: 1 }])).toEqual([
    'bubblewrap (4 evaluations): agents could write in their workspace, private home and temporary folder alone',
    'none (1 evaluation): agents could do all that you can; `bwrap` is not on PATH; install the package `bubblewrap`',
  ])
})
