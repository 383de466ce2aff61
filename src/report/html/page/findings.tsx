import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { data } from './page-context.ts'
import { Said } from './text.tsx'
import { counted } from './words.ts'

const step = 100

/** What the structure tier found. */
export function Findings(): ComponentChildren {
  const [shown, show] = useState(step)
  const { findings } = data
  const errors = findings.filter(one => one.severity === 'error').length
  if (findings.length === 0)
    return null
  return (
    <section class="card findings" aria-labelledby="findings">
      <details open={errors > 0}>
        <summary>
          <h2 id="findings">Structure</h2>
          <span class="muted">{[errors > 0 && counted(errors, 'error'), findings.length > errors && counted(findings.length - errors, 'warning')].filter(Boolean).join(', ')}</span>
        </summary>
        <ul>
          {findings.slice(0, shown).map((one, index) => (
            <li key={index}>
              <span class={`badge ${one.severity === 'error' ? 'failed' : 'error'}`}>{one.severity}</span>
              <p>
                <Said text={one.message} />
                <span class="line muted">
                  <Said mono text={one.place} />
                  {' · '}
                  <Said text={one.rule} />
                </span>
              </p>
            </li>
          ))}
        </ul>
        {shown < findings.length && <p class="more"><button type="button" onClick={() => show(shown + step)}>Show more</button></p>}
      </details>
    </section>
  )
}
