import type { ComponentChildren } from 'preact'
import type { PageEvaluation } from '../page-evaluation.ts'
import type { Address } from './address.ts'
import { useEffect, useRef, useState } from 'preact/hooks'
import { dollars, duration } from '../../figures.ts'
import { beginning } from '../visible.ts'
import { linkTo } from './address.ts'
import { Badge, Sign } from './badge.tsx'
import { FilterBar } from './filter-bar.tsx'
import { data } from './page-context.ts'
import { Said } from './text.tsx'
import { counted, skillName } from './words.ts'

/** Rows that are there at once; more come when the end is in sight. */
const step = 30

/** The evaluations that the filters leave, those that failed first. */
export function EvaluationList({ found, address }: { found: readonly PageEvaluation[], address: Address }): ComponentChildren {
  const [{ of, shown }, setShown] = useState({ of: found, shown: step })
  const count = of === found ? shown : step
  const more = (): void => setShown({ of: found, shown: count + step })
  return (
    <section class="evaluations" aria-labelledby="evaluations">
      <header>
        <h2 id="evaluations" tabIndex={-1}>Evaluations</h2>
        <p role="status" class="muted">{found.length === data.evaluations.length ? found.length.toLocaleString('en') : `${found.length.toLocaleString('en')} of ${counted(data.evaluations.length, 'evaluation')}`}</p>
      </header>
      <FilterBar address={address} />
      <ul class="rows">
        {found.slice(0, count).map(one => <Row key={one.key} one={one} address={address} />)}
      </ul>
      {found.length === 0 && <p class="empty">No evaluation is like that.</p>}
      {found.length > count && <More onMore={more} left={found.length - count} />}
    </section>
  )
}

function Row({ one, address }: { one: PageEvaluation, address: Address }): ComponentChildren {
  return (
    <li>
      <a class="row" href={linkTo({ ...address, open: one.key, run: '' })} data-key={one.key}>
        <Sign state={one.state} />
        <span class="what">
          <span class="id">
            <Said mono text={one.id} />
            <span class="tag">{one.tier}</span>
            {one.run.cached && <span class="tag">cached</span>}
          </span>
          <span class="prompt"><Said text={beginning(one.prompt, 400)} /></span>
        </span>
        <span class="answer">
          <Badge state={one.state} verdict={one.verdict} />
          <span class="muted"><Said text={answerOf(one)} /></span>
        </span>
        <span class="took muted">
          <span>{one.run.usd === null ? '' : dollars(one.run.usd)}</span>
          <span>{one.run.seconds === 0 ? '' : duration(one.run.seconds * 1000)}</span>
        </span>
      </a>
    </li>
  )
}

/** What happened, in a line. */
function answerOf(one: PageEvaluation): string {
  if (one.trials)
    return `${one.trials.passed} of ${one.trials.graded} trials passed`
  if (one.state === 'error')
    return one.run.error ?? ''
  if (one.tier === 'behavior')
    return `${one.run.checks.filter(check => check.passed).length} of ${one.run.checks.length} checks met`
  return one.expected === one.fired ? skillName(one.fired) : `${skillName(one.expected)} → ${skillName(one.fired)}`
}

/** Asks for more rows as soon as it is nearly in sight. */
function More({ onMore, left }: { onMore: () => void, left: number }): ComponentChildren {
  const element = useRef<HTMLParagraphElement>(null)
  const latest = useRef(onMore)
  latest.current = onMore
  useEffect(() => {
    const observer = new IntersectionObserver(entries => entries.some(entry => entry.isIntersecting) && latest.current(), { rootMargin: '600px' })
    if (element.current)
      observer.observe(element.current)
    return () => observer.disconnect()
  }, [left])
  return <p ref={element} class="more"><button type="button" class="show-more" onClick={onMore}>{`Show more (${left.toLocaleString('en')} left)`}</button></p>
}
