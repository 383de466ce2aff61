import type { ComponentChildren } from 'preact'
import type { ShownFile } from '../../../run/file-content.ts'
import { useState } from 'preact/hooks'
import { visible } from '../visible.ts'
import { FileDiff } from './diff-view.tsx'
import { LongText, Said } from './text.tsx'
import { Picture } from './timeline.tsx'
import { bytes } from './words.ts'

const changes: Record<ShownFile['change'], string> = { added: 'added', changed: 'changed', prepared: 'put there by hooks', removed: 'removed' }

/** What the run left, with the difference to the seed where there is one. */
export function Files({ files, seedChanged }: { files: readonly ShownFile[], seedChanged: boolean }): ComponentChildren {
  if (files.length === 0)
    return null
  return (
    <section class="block files">
      <h2>{`Files (${files.length})`}</h2>
      {seedChanged && files.some(file => file.seed !== null) && <p class="alert">The seed has changed since this run: what stands as taken away or added may be the work of that change.</p>}
      <ul>{files.map(file => <li key={file.path}><One file={file} open={files.length <= 3} /></li>)}</ul>
    </section>
  )
}

function One({ file, open }: { file: ShownFile, open: boolean }): ComponentChildren {
  // a diff is made when it is looked at
  const [isOpen, setOpen] = useState(open)
  return (
    <details open={isOpen} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>
        <Said mono text={file.path} />
        <span class={`tag ${file.change}`}>{changes[file.change]}</span>
        {file.now !== null && <span class="muted">{bytes(file.bytes)}</span>}
      </summary>
      {isOpen && <Content file={file} />}
    </details>
  )
}

function Content({ file }: { file: ShownFile }): ComponentChildren {
  const { now, seed, change } = file
  const shown = now ?? seed
  if (shown === null || shown.kind === 'none')
    return <p class="muted">{`Nothing to show: ${shown === null ? 'what it held is not on record' : shown.why}.`}</p>
  if (shown.kind === 'image')
    return <Picture image={shown.image} name={visible(file.path)} />
  if (change !== 'added' && seed?.kind === 'text')
    return <FileDiff before={seed.text} after={now?.kind === 'text' ? now.text : ''} />
  return (
    <>
      {change === 'changed' && <p class="muted">The seed is not there any more, so this is the whole file.</p>}
      {shown.text === '' ? <p class="muted">empty</p> : <LongText text={shown.text} label={visible(file.path)} />}
    </>
  )
}
