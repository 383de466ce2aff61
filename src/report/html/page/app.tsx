import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { visible } from '../visible.ts'
import { filterNames, linkTo } from './address.ts'
import { Agents } from './agents.tsx'
import { Difference } from './difference.tsx'
import { EvaluationList } from './evaluation-list.tsx'
import { Evaluation } from './evaluation.tsx'
import { chosen } from './filter.ts'
import { Findings } from './findings.tsx'
import { Headline } from './headline.tsx'
import { Help } from './help.tsx'
import { onKey } from './keyboard.ts'
import { NearMisses } from './near-misses.tsx'
import { data, useAddress } from './page-context.ts'
import { RoutingMatrix } from './routing-matrix.tsx'
import { useSetting } from './setting.ts'
import { Skills } from './skills.tsx'
import { Said } from './text.tsx'
import { ThemeButton } from './theme-button.tsx'
import { Trends } from './trends.tsx'

/** What failed is looked for first, and what could not be measured next. */
const rank = { failed: 0, error: 1, passed: 2 }
const sorted = data.evaluations.toSorted((a, b) => rank[a.state] - rank[b.state])

/** The whole page: an overview, or one evaluation. */
export function App(): ComponentChildren {
  const address = useAddress()
  const filter = filterNames.map(name => address[name]).join('\n')
  const found = useMemo(() => chosen(sorted, address), [filter])
  const open = address.open === '' ? undefined : data.evaluations.find(one => one.key === address.open)
  const help = useRef<HTMLDialogElement>(null)
  const [keys, setKeys] = useSetting('keys', 'on')
  // before the first paint: who sees the page may press a key
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if ((keys === 'on' || event.key === 'Escape') && onKey(event, { address, found, help: () => help.current?.showModal() }))
        event.preventDefault()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [address, found, keys])
  useReturn(address.open)
  useJump(filter, address.open)
  useEffect(() => {
    document.title = visible(`${open ? `${open.id} · ` : ''}${data.outcome.ok ? 'Passed' : 'Failed'} · Skill evals`)
  }, [open])
  const at = open ? found.indexOf(open) : -1
  const neighbour = (by: number): string | undefined => at === -1 ? undefined : found[at + by]?.key
  // the pictures do not hang on the address, and are not drawn again for it
  const pictures = useMemo(() => <Pictures />, [])
  return (
    <>
      {address.open === '' && <button type="button" class="skip" onClick={toList}>To the evaluations</button>}
      <header class="top">
        {open
          ? (
              <nav aria-label="Evaluations">
                <a class="back" href={linkTo({ ...address, open: '', run: '' })}>← All evaluations</a>
                {at !== -1 && <span class="muted">{`${(at + 1).toLocaleString('en')} of ${found.length.toLocaleString('en')}`}</span>}
                {[['← Previous', neighbour(-1)], ['Next →', neighbour(1)]].map(([name, key]) => key !== undefined && <a key={name} href={linkTo({ ...address, open: key, run: '' })}>{name}</a>)}
              </nav>
            )
          : (
              <p class="title">
                Skill evals
                <span class="muted"><Said text={data.project} /></span>
              </p>
            )}
        <p class="tools">
          <button type="button" class="quiet" onClick={() => help.current?.showModal()}>Keys</button>
          <ThemeButton />
        </p>
      </header>
      <main>
        {open && <Evaluation one={open} address={address} />}
        {address.open !== '' && !open && <p class="alert error" role="alert"><Said text={`This report has no evaluation ${address.open}.`} /></p>}
        {address.open === '' && (
          <>
            <h1 class="hidden">Skill evals</h1>
            {pictures}
            <EvaluationList found={found} address={address} />
          </>
        )}
      </main>
      <footer class="muted">
        <Said text={`vitest-skill-evals ${data.version}, ${data.runner}`} />
      </footer>
      <Help dialog={help} on={keys === 'on'} onChange={on => setKeys(on ? 'on' : 'off')} />
    </>
  )
}

function Pictures(): ComponentChildren {
  return (
    <>
      <Agents />
      <Headline />
      <Difference />
      {data.routing && (
        <div class={data.room.length > 9 ? 'pictures wide' : 'pictures'}>
          <RoutingMatrix />
          <div>
            <Skills />
            <NearMisses />
          </div>
        </div>
      )}
      <Trends />
      <Findings />
    </>
  )
}

/** Back in the list, the reader is where they left it. */
function useReturn(open: string): void {
  const before = useRef({ open: '', scroll: 0 })
  useLayoutEffect(() => {
    const { current } = before
    if (open === '' && current.open !== '') {
      scrollTo(0, current.scroll)
      const row = [...document.querySelectorAll<HTMLElement>('.rows .row')].find(one => one.dataset.key === current.open)
      row?.focus({ preventScroll: true })
    }
    current.open = open
    const keep = (): void => {
      if (current.open === '')
        current.scroll = scrollY
    }
    addEventListener('scroll', keep, { passive: true })
    return () => removeEventListener('scroll', keep)
  }, [open])
}

/** A link from a picture leads to the list below; what is typed there does not. */
function useJump(filter: string, open: string): void {
  const last = useRef({ filter, open })
  useEffect(() => {
    const { current } = last
    const stays = current.open !== open || current.filter === filter || document.activeElement?.closest('.filters')
    last.current = { filter, open }
    if (stays)
      return
    toList()
  }, [filter, open])
}

function toList(): void {
  const heading = document.getElementById('evaluations')
  heading?.scrollIntoView({ block: 'start' })
  heading?.focus({ preventScroll: true })
}
