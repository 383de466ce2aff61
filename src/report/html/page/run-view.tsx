import type { ComponentChildren } from 'preact'
import type { PageRun } from '../page-run.ts'
import type { RunData } from '../run-data.ts'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Files } from './files.tsx'
import { Judgement } from './judgement.tsx'
import { loadRun } from './load-run.ts'
import { LongText, Said } from './text.tsx'
import { Timeline } from './timeline.tsx'

type Loading = { run: RunData } | { problem: string } | null

/** What the record of a run holds, loaded when it is looked at. */
export function RunView({ run, prompt }: { run: PageRun, prompt: string }): ComponentChildren {
  const [state, setState] = useState<Loading>(null)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (run.data !== undefined)
      loadRun(run).then(loaded => setState({ run: loaded }), error => setState({ problem: error instanceof Error ? error.message : String(error) }))
  }, [run])
  const fold = (open: boolean) => () => place.current?.querySelectorAll('details').forEach(element => element.open = open)
  return (
    <div class="run" ref={place}>
      <header>
        <h2>Transcript</h2>
        {state && 'run' in state && (
          <p>
            <button type="button" class="quiet" data-fold="open" onClick={fold(true)}>Open all</button>
            <button type="button" class="quiet" data-fold="close" onClick={fold(false)}>Close all</button>
          </p>
        )}
      </header>
      {run.data === undefined && <Missing run={run} />}
      {run.data !== undefined && state === null && <p class="muted" role="status">Loading …</p>}
      {state && 'problem' in state && <p class="alert error" role="alert"><Said text={state.problem} /></p>}
      {state && 'run' in state && (
        <>
          <Timeline record={state.run.record} prompt={prompt} />
          <Files files={state.run.record.files} seedChanged={state.run.record.seedChanged} />
          {state.run.judge && <Judgement judge={state.run.judge} />}
          {state.run.record.stderr.trim() !== '' && (
            <section class="block">
              <h2>Error output</h2>
              <LongText text={state.run.record.stderr} label="Error output" />
            </section>
          )}
        </>
      )}
    </div>
  )
}

function Missing({ run }: { run: PageRun }): ComponentChildren {
  if (run.problem !== undefined)
    return <p class="alert error"><Said text={run.problem} /></p>
  if (run.stop === 'not_run')
    return <p class="muted">There was no run.</p>
  return (
    <p class="muted">
      The record of this run was not kept.
      {' '}
      <code>keepRuns: 'all'</code>
      {' '}
      keeps those of passed evaluations too.
    </p>
  )
}
