import type { ComponentChildren } from 'preact'
import type { Cell, Matrix } from './matrix.ts'
import { useMemo, useState } from 'preact/hooks'
import { visible } from '../visible.ts'
import { linkTo, skillIn } from './address.ts'
import { cellKey, matrixOf } from './matrix.ts'
import { data } from './page-context.ts'
import { Said } from './text.tsx'
import { counted, skillName } from './words.ts'

/** Rows and columns that can be taken in at a glance. */
const most = 24

/** Expected skill by fired skill, as a heat map. Each cell leads to its evaluations. */
export function RoutingMatrix(): ComponentChildren {
  const [all, setAll] = useState(false)
  const matrix = useMemo(() => matrixOf(data.evaluations, data.room, all ? Infinity : most), [all])
  const errors = data.routing?.errors ?? 0
  return (
    <section class="card matrix" aria-labelledby="matrix">
      <header>
        <h2 id="matrix">Routing</h2>
        <p class="muted">Which skill should have fired, and which did. A cell shows its evaluations.</p>
      </header>
      <div class="scroll" tabIndex={0} role="group" aria-label="Routing matrix">
        <Heat matrix={matrix} />
      </div>
      <p class="legend">
        <span class="swatch right" />
        right
        <span class="swatch wrong" />
        wrong
        {errors > 0 && (
          <>
            <span class="sign error" aria-hidden="true">!</span>
            <a href={linkTo({ tier: 'routing', verdict: 'error' })}>{`${counted(errors, 'evaluation')} not measured`}</a>
          </>
        )}
        {matrix.hidden > 0 && <button type="button" onClick={() => setAll(true)}>{`Show ${counted(matrix.hidden, 'more skill')}`}</button>}
        {all && <button type="button" onClick={() => setAll(false)}>Show fewer</button>}
      </p>
      <Pairs matrix={matrix} />
    </section>
  )
}

function Heat({ matrix }: { matrix: Matrix }): ComponentChildren {
  return (
    <table class="heat">
      <caption class="hidden">Evaluations by expected and fired skill</caption>
      <thead>
        <tr>
          <td class="corner">
            <span>expected ↓</span>
            <span>fired →</span>
          </td>
          {matrix.fired.map(name => (
            <th key={name} scope="col" class={name === null ? 'none' : undefined} title={visible(skillName(name))}><span><Said text={skillName(name)} /></span></th>
          ))}
        </tr>
      </thead>
      <tbody>
        {matrix.expected.map(expected => (
          <tr key={expected} class={expected === null ? 'none' : undefined}>
            <th scope="row" title={visible(skillName(expected))}><Said text={skillName(expected)} /></th>
            {matrix.fired.map(fired => <HeatCell key={fired} cell={matrix.cells.get(cellKey(expected, fired))} diagonal={expected === fired} largest={matrix.largest} />)}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function HeatCell({ cell, diagonal, largest }: { cell: Cell | undefined, diagonal: boolean, largest: number }): ComponentChildren {
  if (!cell)
    return <td class={diagonal ? 'diagonal' : undefined} />
  const { expected, fired, count } = cell
  // the square root keeps a single mistake among hundreds of right answers in sight
  const heat = 14 + 36 * Math.sqrt(Math.min(1, count / largest))
  return (
    <td class={diagonal ? 'diagonal' : undefined}>
      <a
        class={diagonal ? 'right' : 'wrong'}
        style={{ '--heat': `${heat}%` }}
        href={cellLink(cell)}
        aria-label={visible(`${counted(count, 'evaluation')}: ${skillName(expected)} expected, ${skillName(fired)} fired`)}
      >
        {count}
      </a>
    </td>
  )
}

function Pairs({ matrix }: { matrix: Matrix }): ComponentChildren {
  const cells = [...matrix.cells.values()].sort((a, b) => Number(a.expected === a.fired) - Number(b.expected === b.fired) || b.count - a.count)
  return (
    <details class="plain">
      <summary>As a table</summary>
      <div class="scroll" tabIndex={0} role="group" aria-label="Routing as a table">
        <table>
          <thead>
            <tr>
              <th scope="col">Expected</th>
              <th scope="col">Fired</th>
              <th scope="col" class="number">Evaluations</th>
              <th scope="col">Answer</th>
            </tr>
          </thead>
          <tbody>
            {cells.map(cell => (
              <tr key={cellKey(cell.expected, cell.fired)}>
                <td><Said text={skillName(cell.expected)} /></td>
                <td><Said text={skillName(cell.fired)} /></td>
                <td class="number"><a href={cellLink(cell)}>{cell.count}</a></td>
                <td>{cell.expected === cell.fired ? 'right' : 'wrong'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

function cellLink({ expected, fired }: Cell): string {
  return linkTo({ tier: 'routing', expected: skillIn(expected), fired: skillIn(fired) })
}
