import { expect, it } from 'vitest'
import { toReportJson } from './json.ts'
import { inOrder } from './order.ts'
import { randomReport } from './random-report.fixture.ts'

it('is the same, however the evaluations came in', () => {
  for (let seed = 0; seed < 30; seed++) {
    const report = randomReport(seed)
    // ids and places are one evaluation's alone in a run
    const cases = report.cases.map((one, i) => ({ ...one, line: i + 1 }))
    const came = { ...report, cases }
    const turned = { ...came, cases: cases.toReversed() }
    expect(toReportJson(inOrder(turned))).toEqual(toReportJson(inOrder(came)))
  }
})

it('goes by file and place, what is outside the root last', () => {
  const [case_] = randomReport(1).cases
  if (!case_)
    throw new Error('The fixture has no evaluation.')
  const places = [['/elsewhere/evals.json', 1, 1], ['/repo/b.json', 2, 1], ['/repo/b.json', 1, 9], ['/repo/b.json', 1, 2], ['/repo/a.json', 7, 1]] as const
  const cases = places.map(([file, line, column]) => ({ ...case_, file, line, column }))
  expect(inOrder({ ...randomReport(1), cases }).cases.map(({ file, line, column }) => [file, line, column])).toEqual(places.toReversed())
})
