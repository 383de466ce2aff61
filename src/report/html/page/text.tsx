import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { beginning, visible } from '../visible.ts'
import { bytes } from './words.ts'

/** Text from outside, in the line. */
export function Said({ text, mono = false }: { text: string, mono?: boolean }): ComponentChildren {
  return <bdi class={mono ? 'mono' : undefined}>{visible(text)}</bdi>
}

const folded = { characters: 3000, lines: 40 }
const step = 256 * 1024

/** Text of any length as it stands, of which the beginning is shown, and the rest piece by piece when it is asked for. */
export function LongText({ text, mono = true, label }: { text: string, mono?: boolean, label?: string }): ComponentChildren {
  const start = foldAt(text)
  const [shown, show] = useState(start)
  const part = beginning(text, shown)
  const rest = text.length - part.length
  return (
    <div class="long">
      <pre class={mono ? 'mono' : 'prose'} dir="auto" aria-label={label}>{visible(part)}</pre>
      {rest > 0 && (
        <p class="more">
          <button type="button" onClick={() => show(shown === start ? Math.max(start, step) : shown + step)}>
            {rest > step ? `Show the next ${bytes(step)}` : 'Show the rest'}
          </button>
          <span class="muted">
            {bytes(rest)}
            {' '}
            not shown
          </span>
        </p>
      )}
      {shown > start && <p class="more"><button type="button" onClick={() => show(start)}>Show less</button></p>}
    </div>
  )
}

function foldAt(text: string): number {
  let at = -1
  for (let line = 0; line < folded.lines; line++) {
    at = text.indexOf('\n', at + 1)
    if (at === -1 || at > folded.characters)
      return text.length <= folded.characters * 1.2 ? text.length : folded.characters
  }
  return text.length - at < 200 ? text.length : at
}
