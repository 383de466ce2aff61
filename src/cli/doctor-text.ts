import type { Paint, Screen } from '../report/paint.ts'
import type { Check } from './doctor-check.ts'
import { fill, widthOf, wrap } from '../report/columns.ts'
import { count } from '../report/figures.ts'
import { oneLine } from '../report/plain-text.ts'

const marks: Record<Check['state'], { mark: string, tone: keyof Paint }> = {
  ok: { mark: '✓', tone: 'green' },
  warning: { mark: '!', tone: 'yellow' },
  unknown: { mark: '?', tone: 'yellow' },
  fault: { mark: '×', tone: 'red' },
}

/** For people: a line for each check, and what it comes to. */
export function doctorText(checks: Check[], { paint, width: columns }: Screen): string {
  const width = Math.max(...checks.map(({ name }) => widthOf(name)))
  const lines = checks.map(({ name, state, text }) => {
    const { mark, tone } = marks[state]
    const texts = wrap(oneLine(text), Math.max(40, columns - width - 5)).map(line => state === 'ok' ? line : paint[tone](line))
    return ` ${paint[tone](mark)} ${fill(name, width)}  ${texts.join(`\n${' '.repeat(width + 5)}`)}`
  })
  const of = (state: Check['state']): number => checks.filter(check => check.state === state).length
  const found = [[of('fault'), 'fault'] as const, [of('warning'), 'warning'] as const].filter(([n]) => n > 0).map(([n, word]) => count(n, word))
  const unknown = of('unknown') > 0 ? [`${of('unknown')} not known`] : []
  const tone = of('fault') > 0 ? paint.red : of('warning') > 0 ? paint.yellow : paint.green
  return `${lines.join('\n')}\n\n${tone(`${[...found.length > 0 ? found : ['No fault'], ...unknown].join(', ')}.`)}\n`
}
