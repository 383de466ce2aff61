import type { ComponentChildren } from 'preact'
import type { PageState } from '../page-evaluation.ts'
import { verdictName } from './words.ts'

const signs: Record<PageState, string> = { passed: '✓', failed: '✕', error: '!' }
const states: Record<PageState, string> = { passed: 'passed', failed: 'failed', error: 'not measured' }

/** Shape and colour of an answer; the word is for readers who see neither. */
export function Sign({ state }: { state: PageState }): ComponentChildren {
  return <span class={`sign ${state}`} role="img" aria-label={states[state]}>{signs[state]}</span>
}

/** An answer in words. */
export function Badge({ state, verdict }: { state: PageState, verdict: string }): ComponentChildren {
  return (
    <span class={`badge ${state}`}>
      <span aria-hidden="true">{signs[state]}</span>
      {verdictName(verdict)}
    </span>
  )
}
