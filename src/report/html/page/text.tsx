import type { ComponentChildren } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { beginning, visible } from '../visible.ts'
import { bytes } from './words.ts'

/** Text from outside, in the line. */
export function Said({ text, mono = false }: { text: string, mono?: boolean }): ComponentChildren {
  return <bdi class={mono ? 'mono' : undefined}>{visible(text)}</bdi>
}

const folded = { characters: 3000, lines: 40 }
const step = 256 * 1024
const pieceLength = 64 * 1024

/** Text of any length as it stands, of which the beginning is shown, and the rest when it is asked for. */
export function LongText({ text, mono = true, label }: { text: string, mono?: boolean, label?: string }): ComponentChildren {
  const start = foldAt(text)
  const [shown, show] = useState(start)
  const pieces = useMemo(() => piecesOf(text, start, shown), [text, start, shown])
  const rest = text.length - pieces.reduce((sum, piece) => sum + piece.length, 0)
  return (
    <div class="long">
      <pre class={mono ? 'mono' : 'prose'} dir="auto" role={label === undefined ? undefined : 'group'} aria-label={label}>
        {pieces.map((piece, index) => <span key={index} class={index === 0 ? undefined : 'piece'}>{visible(piece)}</span>)}
      </pre>
      {(rest > 0 || shown > start) && (
        <p class="more">
          {rest > step && <button type="button" onClick={() => show(shown + step)}>{`Show the next ${bytes(step)}`}</button>}
          {rest > 0 && <button type="button" onClick={() => show(text.length)}>Show all of it</button>}
          {shown > start && <button type="button" onClick={() => show(start)}>Show less</button>}
          {rest > 0 && <span class="muted">{`${bytes(rest)} not shown`}</span>}
        </p>
      )}
    </div>
  )
}

/** The part that is shown, in pieces: the browser lays out only those in sight. They end with a line where there are lines. */
function piecesOf(text: string, start: number, shown: number): string[] {
  const first = beginning(text, start)
  const pieces = [first]
  let at = first.length
  while (at < Math.min(shown, text.length)) {
    const end = Math.min(at + pieceLength, text.length)
    const newline = end === text.length ? -1 : text.lastIndexOf('\n', end)
    const piece = newline > at ? text.slice(at, newline + 1) : beginning(text.slice(at, end + 1), end - at)
    pieces.push(piece)
    at += piece.length
  }
  return pieces
}

function foldAt(text: string): number {
  let at = -1
  for (let line = 0; line < folded.lines; line++) {
    at = text.indexOf('\n', at + 1)
    if (at === -1 || at > folded.characters)
      return text.length <= folded.characters * 1.2 ? text.length : folded.characters
  }
  return text.length - at < 200 ? text.length : at + 1
}
