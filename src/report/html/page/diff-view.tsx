import type { ComponentChildren } from 'preact'
import { structuredPatch } from 'diff'
import { useMemo, useState } from 'preact/hooks'
import { beginning, visible } from '../visible.ts'

/** Milliseconds after which two files count as altogether different: the page must not stand still for a diff. */
const patience = 1500
const step = 400
/** Of one line; the file itself is in the record. */
const longestLine = 2000

/** The difference of two texts, line by line. */
export function FileDiff({ before, after }: { before: string, after: string }): ComponentChildren {
  const lines = useMemo(() => linesOf(before, after), [before, after])
  if (lines.length === 0)
    return <p class="muted">As in the seed.</p>
  return <Lines lines={lines} />
}

/** A diff that is there as text. */
export function DiffText({ text }: { text: string }): ComponentChildren {
  return <Lines lines={text.split('\n')} />
}

function Lines({ lines }: { lines: string[] }): ComponentChildren {
  const [shown, show] = useState(step)
  return (
    <div class="diff" tabIndex={0} role="group" aria-label="Difference">
      {lines.slice(0, shown).map((line, index) => <code key={index} class={kindOf(line)}>{visible(beginning(line, longestLine)) || ' '}</code>)}
      {shown < lines.length && <button type="button" onClick={() => show(shown + step)}>{`Show more (${lines.length - shown} lines left)`}</button>}
    </div>
  )
}

function linesOf(before: string, after: string): string[] {
  const patch = structuredPatch('', '', before, after, '', '', { context: 3, timeout: patience })
  if (!patch)
    return [...before.split('\n').map(line => `-${line}`), ...after.split('\n').map(line => `+${line}`)]
  return patch.hunks.flatMap(hunk => [`@@ line ${hunk.newStart}`, ...hunk.lines])
}

function kindOf(line: string): string | undefined {
  return line.startsWith('+') ? 'plus' : line.startsWith('-') ? 'minus' : line.startsWith('@@') ? 'place' : undefined
}
