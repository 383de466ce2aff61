import type { ComponentChildren } from 'preact'
import type { PageCheck } from '../page-run.ts'
import { Sign } from './badge.tsx'
import { DiffText } from './diff-view.tsx'
import { LongText, Said } from './text.tsx'
import { kindName } from './words.ts'

/** Graded expectations with what the answers rest on. Those that are not met come with everything, the others with it folded. */
export function Checks({ checks }: { checks: readonly PageCheck[] }): ComponentChildren {
  return <ul class="checks">{checks.map((check, index) => <One key={index} check={check} />)}</ul>
}

function One({ check }: { check: PageCheck }): ComponentChildren {
  const state = check.passed === null ? 'error' : check.passed ? 'passed' : 'failed'
  return (
    <li class={state}>
      <details open={state !== 'passed'}>
        <summary>
          <Sign state={state} />
          <span>
            <Said text={check.expanded ?? check.text} />
            <small class="muted">
              {kindName(check.kind)}
              {check.votes && check.votes.of > 1 && ` · ${check.votes.pass} of ${check.votes.of} votes`}
            </small>
          </span>
        </summary>
        <dl>
          {check.expanded !== null && <Line name="As written" text={check.text} />}
          <Line name="Expected" text={check.expected} />
          <Line name="Observed" text={check.observed} />
          {check.evidence !== null && <Line name="Evidence" text={check.evidence} />}
        </dl>
        {check.diff !== null && <DiffText text={check.diff} />}
      </details>
    </li>
  )
}

function Line({ name, text }: { name: string, text: string }): ComponentChildren {
  return (
    <div>
      <dt>{name}</dt>
      <dd><LongText mono={false} text={text} /></dd>
    </div>
  )
}
