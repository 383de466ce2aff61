import type { ComponentChildren } from 'preact'
import type { PageComparison } from '../page-comparison.ts'
import { useState } from 'preact/hooks'
import { linkTo } from './address.ts'
import { data } from './page-context.ts'
import { Said } from './text.tsx'
import { counted } from './words.ts'

const most = 20

/** What changed since an earlier report, where the run was compared with one. */
export function Difference(): ComponentChildren {
  const { comparison } = data
  if (comparison === null)
    return null
  const { before, after, reasons, notes, tiers } = comparison
  return (
    <section class="card difference" aria-labelledby="difference">
      <header>
        <h2 id="difference">Difference to an earlier report</h2>
        <p class="muted">
          <Said text={`${before.name} (${before.run}) → ${after.name} (${after.run})`} />
        </p>
      </header>
      {reasons.map(reason => <p key={reason} class="alert"><Said text={`Not comparable. ${reason}`} /></p>)}
      {tiers.map(tier => <Tier key={tier.title} tier={tier} />)}
      {notes.length > 0 && <ul class="remarks">{notes.map(note => <li key={note}><Said text={note} /></li>)}</ul>}
    </section>
  )
}

function Tier({ tier: { title, answer, rows, changed, leftOut } }: { tier: PageComparison['tiers'][number] }): ComponentChildren {
  const [all, setAll] = useState(false)
  return (
    <>
      <h3>
        {`${title}: `}
        <span class={`answer ${answer}`}>{answer}</span>
      </h3>
      <dl class="compared">
        {rows.map(({ name, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {changed.length > 0 && (
        <div class="scroll" tabIndex={0} role="group" aria-label={`Changed evaluations, ${title}`}>
          <table>
            <thead>
              <tr>
                <th scope="col">Changed</th>
                <th scope="col">Evaluation</th>
                <th scope="col">Verdict</th>
              </tr>
            </thead>
            <tbody>
              {changed.slice(0, all ? undefined : most).map(one => (
                <tr key={one.key}>
                  <td><span class={`answer ${one.direction}`}>{one.direction}</span></td>
                  <th scope="row"><a class="mono" href={linkTo({ open: one.key })}><Said text={one.id} /></a></th>
                  <td><Said text={one.text} /></td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {changed.length > most && <p class="more"><button type="button" onClick={() => setAll(!all)}>{all ? 'Show fewer' : `Show all ${counted(changed.length, 'change')}`}</button></p>}
      {leftOut.length > 0 && <ul class="remarks">{leftOut.map(line => <li key={line}><Said text={line} /></li>)}</ul>}
    </>
  )
}
