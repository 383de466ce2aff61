import type { ComponentChildren } from 'preact'
import type { PageTier } from '../page-data.ts'
import { wilsonInterval } from '../../../routing/statistics.ts'
import { dollars, duration } from '../../figures.ts'
import { linkTo } from './address.ts'
import { data } from './page-context.ts'
import { Said } from './text.tsx'
import { counted, moment, paid, ratioOf } from './words.ts'

/** What the run amounts to, before everything else. */
export function Headline(): ComponentChildren {
  const { outcome, routing, behavior, checks, passedWithoutSkill } = data
  const errors = (routing?.errors ?? 0) + (behavior?.errors ?? 0)
  return (
    <section class="headline" aria-labelledby="headline">
      <h2 id="headline" class="hidden">Result</h2>
      <div class={`outcome ${outcome.ok ? 'passed' : 'failed'}`}>
        <strong>{outcome.ok ? 'Passed' : 'Failed'}</strong>
        <ul>
          {outcome.reasons.map(reason => <li key={reason}><Said text={reason} /></li>)}
          {outcome.ok && outcome.reasons.length === 0 && <li>Everything that was asked for holds.</li>}
        </ul>
      </div>
      <div class="figures">
        {routing && <Tier name="Routing" tier={routing} bar={data.minAccuracy} note={`${routing.passed.toLocaleString('en')} of ${routing.graded.toLocaleString('en')} right`} />}
        {behavior && <Tier name="Behavior" tier={behavior} bar={null} note={`${behavior.passed} of ${behavior.graded} passed · ${checks.met} of ${checks.graded} checks met${passedWithoutSkill > 0 ? ` · ${passedWithoutSkill} passed without loading the skill` : ''}`} />}
        <div class="figure">
          <h3>Not measured</h3>
          <p class={errors > 0 ? 'value error' : 'value'}>{errors.toLocaleString('en')}</p>
          <p class="note">{errors > 0 ? <a href={linkTo({ verdict: 'error' })}>Show them: they are in no ratio</a> : 'nothing is left out of the ratios'}</p>
        </div>
        <Money />
      </div>
      <Circumstances />
    </section>
  )
}

function Tier({ name, tier, bar, note }: { name: string, tier: PageTier, bar: number | null, note: string }): ComponentChildren {
  const interval = wilsonInterval(tier.passed, tier.graded)
  return (
    <div class="figure">
      <h3>{name}</h3>
      <p class="value">{ratioOf(tier.passed, tier.graded)}</p>
      {interval && (
        <div class="interval" aria-hidden="true">
          <span class="band" style={{ left: `${interval.low * 100}%`, width: `${(interval.high - interval.low) * 100}%` }} />
          <span class="point" style={{ left: `${tier.passed / tier.graded * 100}%` }} />
          {bar !== null && <span class="bar" style={{ left: `${bar * 100}%` }} />}
        </div>
      )}
      <p class="note">
        {note}
        {interval && (
          <span class="line">
            {`95 % interval ${ratioOf(interval.low, 1)} to ${ratioOf(interval.high, 1)}`}
          </span>
        )}
        {bar !== null && <span class="line">{`the bar is ${ratioOf(bar, 1)}`}</span>}
      </p>
    </div>
  )
}

function Money(): ComponentChildren {
  const known = data.money.flatMap(({ usd }) => usd ?? [])
  const total = data.money.length === 0 ? { usd: 0, unknown: 0 } : { usd: known.length === 0 ? null : known.reduce((sum, usd) => sum + usd, 0), unknown: data.money.reduce((sum, part) => sum + part.unknown, known.length < data.money.length ? 1 : 0) }
  const recorded = data.money.reduce((sum, part) => sum + part.replayedUsd, 0)
  return (
    <div class="figure">
      <h3>Cost and time</h3>
      <p class="value">{paid(total)}</p>
      <p class="note">
        {data.money.filter(part => part.usd !== 0).map(part => `${part.what} ${paid(part)}`).join(' · ')}
        {recorded > 0 && <span class="line">{`${dollars(recorded)} when it was recorded`}</span>}
        <span class="line">{`${duration(data.wallSeconds * 1000)} on the clock, ${duration(((data.routing?.seconds ?? 0) + (data.behavior?.seconds ?? 0)) * 1000)} of agents`}</span>
      </p>
    </div>
  )
}

function Circumstances(): ComponentChildren {
  const { agent, room, replayed, evaluations, leftOut } = data
  const filtered = leftOut.routing + leftOut.behavior
  return (
    <>
      <dl class="circumstances">
        <Fact name="Agent"><Said text={[agent.name, agent.version].filter(Boolean).join(' ')} /></Fact>
        <Fact name="Model">{agent.model === null ? 'not known' : <Said text={agent.model} />}</Fact>
        <Fact name="Room">
          <details class="inline">
            <summary>{counted(room.length, 'skill')}</summary>
            <ul class="names">{room.map(skill => <li key={skill}><Said mono text={skill} /></li>)}</ul>
          </details>
        </Fact>
        <Fact name="Run"><time dateTime={data.startedAt}>{moment(data.startedAt)}</time></Fact>
        {data.shard !== null && <Fact name="Shard"><Said text={data.shard} /></Fact>}
      </dl>
      <ul class="remarks">
        {replayed > 0 && <li>{replayed === evaluations.length ? 'All answers come from recordings: no agent ran, and nothing is said of a model today.' : `${replayed} of ${evaluations.length} answers come from recordings: no agent ran for them.`}</li>}
        {filtered > 0 && <li>{`${counted(filtered, 'evaluation')} were left out by filters.`}</li>}
        {data.partial && <li>The run was cut short: not every evaluation had its turn.</li>}
        {data.remarks.map(remark => <li key={remark}><Said text={remark} /></li>)}
        {data.skipped.map(({ reason, count }) => <li key={reason}><Said text={`${count} skipped: ${reason}`} /></li>)}
      </ul>
    </>
  )
}

function Fact({ name, children }: { name: string, children: ComponentChildren }): ComponentChildren {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
