import type { ComponentChildren } from 'preact'
import type { HistoryPoint, TierPoint } from '../../history.ts'
import { wilsonInterval } from '../../../routing/statistics.ts'
import { dollars } from '../../figures.ts'
import { visible } from '../visible.ts'
import { linkTo } from './address.ts'
import { Chart } from './chart.tsx'
import { data } from './page-context.ts'
import { Nothing } from './skills.tsx'
import { Said } from './text.tsx'
import { moment, ratioOf } from './words.ts'

/** This report among the earlier ones. */
export function Trends(): ComponentChildren {
  const { history } = data
  if (history.length < 2)
    return null
  return (
    <section class="card trends" aria-labelledby="trends">
      <header>
        <h2 id="trends">{`The last ${history.length} reports`}</h2>
        <p class="muted">Oldest at the left. The band is the 95 % interval: two points within each other’s bands may be the same.</p>
      </header>
      <div class="charts">
        <Chart name="Routing" points={history.map(point => ratioPoint(point, point.routing))} show={value => ratioOf(value, 1)} top={1} />
        <Chart name="Behavior" points={history.map(point => ratioPoint(point, point.behavior))} show={value => ratioOf(value, 1)} top={1} />
        {history.some(point => point.costUsd) && <Chart name="Cost" points={history.map(point => ({ when: moment(point.startedAt), value: point.costUsd }))} show={dollars} top={null} />}
      </div>
      <Reports />
      <Changes />
    </section>
  )
}

function ratioPoint(point: HistoryPoint, tier: TierPoint | null): { when: string, value: number | null, low?: number, high?: number } {
  const when = moment(point.startedAt)
  if (tier === null || tier.graded === 0)
    return { when, value: null }
  return { when, value: tier.passed / tier.graded, ...wilsonInterval(tier.passed, tier.graded) }
}

function Reports(): ComponentChildren {
  const cell = (tier: TierPoint | null): ComponentChildren => tier === null || tier.graded === 0 ? <Nothing /> : `${ratioOf(tier.passed, tier.graded)} (${tier.passed}/${tier.graded})`
  return (
    <details class="plain">
      <summary>As a table</summary>
      <div class="scroll" tabIndex={0} role="group" aria-label="Earlier reports">
        <table>
          <thead>
            <tr>
              <th scope="col">Report</th>
              <th scope="col">Model</th>
              <th scope="col" class="number">Routing</th>
              <th scope="col" class="number">Behavior</th>
              <th scope="col" class="number">Not measured</th>
              <th scope="col" class="number">Cost</th>
            </tr>
          </thead>
          <tbody>
            {data.history.toReversed().map(point => (
              <tr key={point.startedAt}>
                <th scope="row">{moment(point.startedAt)}</th>
                <td>{point.model === null ? <Nothing /> : <Said text={point.model} />}</td>
                <td class="number">{cell(point.routing)}</td>
                <td class="number">{cell(point.behavior)}</td>
                <td class="number">{(point.routing?.errors ?? 0) + (point.behavior?.errors ?? 0)}</td>
                <td class="number">{point.costUsd === null ? 'unknown' : dollars(point.costUsd)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

/** Which evaluations answer now so, now so. */
function Changes(): ComponentChildren {
  const keys = new Set(data.evaluations.map(one => one.key))
  const flaky = data.flakiness.filter(one => one.changed > 0).sort((a, b) => b.changed / b.compared - a.changed / a.compared)
  return (
    <div class="changes">
      <h3>Answers that changed from one report to the next</h3>
      {flaky.length === 0 && <p class="muted">None did.</p>}
      {flaky.length > 0 && (
        <div class="scroll" tabIndex={0} role="group" aria-label="Answers that changed">
          <table>
            <thead>
              <tr>
                <th scope="col">Skill</th>
                <th scope="col" class="number">Changed</th>
                <th scope="col">Evaluations</th>
              </tr>
            </thead>
            <tbody>
              {flaky.slice(0, 50).map(({ skill, changed, compared, evaluations }) => (
                <tr key={skill}>
                  <th scope="row"><Said text={skill} /></th>
                  <td class="number">{`${changed} of ${compared}`}</td>
                  <td>{evaluations.slice(0, 20).map(key => keys.has(visible(key)) ? <a key={key} class="taker mono" href={linkTo({ open: visible(key) })}><Said text={key} /></a> : <span key={key} class="taker"><Said mono text={key} /></span>)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  )
}
