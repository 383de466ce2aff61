import type { ComponentChildren } from 'preact'
import type { PageEvaluation } from '../page-evaluation.ts'
import type { PageRun } from '../page-run.ts'
import type { Address } from './address.ts'
import { useEffect, useRef } from 'preact/hooks'
import { dollars, duration } from '../../figures.ts'
import { runsOf } from '../page-evaluation.ts'
import { linkTo } from './address.ts'
import { Badge } from './badge.tsx'
import { Checks } from './checks.tsx'
import { data } from './page-context.ts'
import { RunView } from './run-view.tsx'
import { LongText, Said } from './text.tsx'
import { Trials } from './trials.tsx'
import { categoryName, counted, skillName, stopName } from './words.ts'

/** Everything that is known of one evaluation. */
export function Evaluation({ one, address }: { one: PageEvaluation, address: Address }): ComponentChildren {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [one])
  const other = data.evaluations.find(({ tier, id }) => id === one.id && tier !== one.tier)
  const runs = runsOf(one)
  const index = Math.min(Number(address.run) || 0, runs.length - 1)
  const chosen = runs[index]
  // with and without the skill side by side; of trials, the one that is looked at
  const checked = one.trials === null ? runs : runs.filter(run => run === chosen)
  return (
    <article class="evaluation" aria-labelledby="evaluation">
      <header>
        <h1 id="evaluation" ref={heading} tabIndex={-1}><Said mono text={one.id} /></h1>
        <p class="facts">
          <Badge state={one.state} verdict={one.verdict} />
          <span>{one.tier === 'routing' ? 'Routing' : 'Behavior'}</span>
          <span>{one.skill === null ? 'unrelated pool' : <Said text={one.skill} />}</span>
          <span>{categoryName(one.category)}</span>
          {one.extended && <span>extended</span>}
          {other && <a href={linkTo({ ...address, open: other.key, run: '' })}>{`Its ${other.tier}`}</a>}
          {one.run.replayed && <span>from a recording</span>}
          {one.run.cached && <span>cached: no agent ran</span>}
          <span><Said mono text={one.place} /></span>
        </p>
      </header>
      <div class="columns">
        <div class="told">
          <Block title="Prompt"><LongText mono={false} text={one.prompt} label="Prompt" /></Block>
          {one.tier === 'routing' && <Routed one={one} />}
          {one.run.error !== null && <Block title="Could not be measured"><p class="alert error"><Said text={one.run.error} /></p></Block>}
          {runs.length > 1 && <Trials one={one} runs={runs} shown={index} address={address} />}
          {checked.map(({ name, run }) => run.checks.length > 0 && <Block key={name} title={checked.length > 1 || runs.length > 1 ? `Checks, ${name.toLowerCase()}` : 'Checks'}><Checks checks={run.checks} /></Block>)}
          <Block title={runs.length > 1 ? chosen?.name ?? '' : 'Run'}><RunFacts one={one} run={chosen?.run ?? one.run} /></Block>
          {one.notes.length > 0 && <Block title="Notes"><ul class="notes">{one.notes.map(note => <li key={note}><Said text={note} /></li>)}</ul></Block>}
        </div>
        {chosen && (
          <div class="shown">
            {runs.length > 1 && (
              <nav class="tabs" aria-label="Runs">
                {runs.map(({ name, run }, at) => <a key={name} href={linkTo({ ...address, run: at === 0 ? '' : String(at) })} aria-current={at === index ? 'true' : undefined} class={run.state}>{name}</a>)}
              </nav>
            )}
            <RunView key={`${one.key} ${index}`} run={chosen.run} prompt={one.prompt} />
          </div>
        )}
      </div>
    </article>
  )
}

function Block({ title, children }: { title: string, children: ComponentChildren }): ComponentChildren {
  return (
    <section class="block">
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function Routed({ one }: { one: PageEvaluation }): ComponentChildren {
  return (
    <dl class="routed">
      <div>
        <dt>Expected</dt>
        <dd><Said text={skillName(one.expected)} /></dd>
      </div>
      <div class={one.state}>
        <dt>Observed</dt>
        <dd>{one.state === 'error' ? 'not measured' : <Said text={skillName(one.fired)} />}</dd>
      </div>
    </dl>
  )
}

function RunFacts({ one, run }: { one: PageEvaluation, run: PageRun }): ComponentChildren {
  const judge = run === one.run ? one.judge : null
  const { room } = one
  const rows: [string, ComponentChildren][] = [
    ['Stopped', run.stop === '' ? 'not known' : <Said key="stop" text={stopName(run.stop)} />],
    ...run.toolCalls === null ? [] : [['Tool calls', String(run.toolCalls)] satisfies [string, string]],
    ['Took', duration(run.seconds * 1000)],
    ['Cost', run.usd === null ? 'not known' : dollars(run.usd)],
    ...run.tokens.in === null && run.tokens.out === null ? [] : [['Tokens', `${(run.tokens.in ?? 0).toLocaleString('en')} in, ${(run.tokens.out ?? 0).toLocaleString('en')} out`] satisfies [string, string]],
    ...run.agent === '' ? [] : [['Agent', <Said key="agent" text={run.agent} />] satisfies [string, ComponentChildren]],
    ...judge === null ? [] : [['Judge', <Said key="judge" text={`${judge.name}, ${counted(judge.calls, 'call')}, ${judge.usd === null ? 'cost not known' : dollars(judge.usd)}`} />] satisfies [string, ComponentChildren]],
    ...run.activations.length === 0 ? [] : [['Loaded', run.activations.map((load, index) => <span key={index} class="line"><Said text={`${load.skill}${load.ok ? '' : `: ${load.reason ?? 'failed'}`}${load.subagent ? ' (in a subagent)' : ''}`} /></span>)] satisfies [string, ComponentChildren]],
    ...one.unknownNames.length === 0 ? [] : [['Unknown names', <Said key="names" text={one.unknownNames.join(', ')} />] satisfies [string, ComponentChildren]],
    ...room.missing.length === 0 ? [] : [['Not listed', <Said key="missing" text={room.missing.join(', ')} />] satisfies [string, ComponentChildren]],
    ...room.extra.length === 0 ? [] : [['Listed besides', <Said key="extra" text={room.extra.join(', ')} />] satisfies [string, ComponentChildren]],
    ...run.record === null ? [] : [['Record', <Said key="record" mono text={run.record} />] satisfies [string, ComponentChildren]],
  ]
  return (
    <dl class="run-facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
