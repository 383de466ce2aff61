import type { PageAccess, WrittenData } from '../document.ts'
import type { PageData } from '../page-data.ts'
import type { Address } from './address.ts'
import { useLayoutEffect, useState } from 'preact/hooks'
import { whole } from '../slim.ts'
import { readAddress } from './address.ts'

const written: WrittenData = read('report')

/** The report that the page was made with. */
export const data: PageData = { ...written, evaluations: written.evaluations.map(whole) }
export const access: PageAccess = read('access')

function read<T>(id: string): T {
  return JSON.parse(document.getElementById(id)?.textContent ?? 'null')
}

/** Changes what the address bar says without a step in the history: for what is typed. */
export function replaceAddress(link: string): void {
  history.replaceState(null, '', link)
  dispatchEvent(new HashChangeEvent('hashchange'))
}

/** What the address bar says, as it changes. */
export function useAddress(): Address {
  const [address, setAddress] = useState(() => readAddress(location.hash))
  useLayoutEffect(() => {
    const follow = (): void => setAddress(readAddress(location.hash))
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return address
}
