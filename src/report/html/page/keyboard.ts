import type { PageEvaluation } from '../page-evaluation.ts'
import type { Address } from './address.ts'
import { linkTo } from './address.ts'

/** What the keys work on. */
export interface Keyed {
  address: Address
  found: readonly PageEvaluation[]
  /** Opens the list of keys. */
  help: () => void
}

/** Does what a key asks for. Returns whether it asked for anything. */
export function onKey(event: KeyboardEvent, keyed: Keyed): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event))
    return false
  const action = (keyed.address.open === '' ? inList : inEvaluation)(event.key, keyed)
  action?.()
  return action !== undefined
}

type Action = (() => void) | undefined

function inList(key: string, { found, address, help }: Keyed): Action {
  switch (key) {
    case '?': return help
    case '/': return () => find('#search')?.focus()
    case 'j': return () => focusRow(1)
    case 'k': return () => focusRow(-1)
    case 'n': return () => open(found.find(one => one.state === 'failed'), address)
    default: return undefined
  }
}

function inEvaluation(key: string, { found, address, help }: Keyed): Action {
  const at = found.findIndex(one => one.key === address.open)
  switch (key) {
    case '?': return help
    case 'j': return () => open(found[at + 1], address)
    case 'k': return () => open(found[at - 1], address)
    case 'n': return () => open(found.slice(at + 1).find(one => one.state === 'failed'), address)
    case 'p': return () => open(found.slice(0, Math.max(0, at)).findLast(one => one.state === 'failed'), address)
    case 'o': return () => find(document.querySelector('.timeline details[open]') ? '[data-fold=close]' : '[data-fold=open]')?.click()
    case 'u':
    case 'Escape': return () => {
      location.hash = linkTo({ ...address, open: '', run: '' })
    }
    default: return undefined
  }
}

function open(one: PageEvaluation | undefined, address: Address): void {
  if (one)
    location.hash = linkTo({ ...address, open: one.key, run: '' })
}

function isTyping({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest('input, select, textarea, dialog') !== null
}

function find(selector: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(selector)
}

/** Moves through the rows, and asks for more at the end of those that are there. */
function focusRow(by: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>('.rows .row')]
  const at = rows.findIndex(row => row === document.activeElement)
  if (by > 0 && at === rows.length - 1)
    find('.show-more')?.click()
  const next = rows[Math.max(0, at + by)]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}
