import type { PageAccess, WrittenReport } from '../document.ts'
import type { PageData, PageReport } from '../page-data.ts'
import type { Address } from './address.ts'
import { useLayoutEffect, useState } from 'preact/hooks'
import { whole } from '../slim.ts'
import { visible } from '../visible.ts'
import { keepAgent, readAddress } from './address.ts'

const { reports, agents: acrossAgents }: WrittenReport = read('report')
const written = reports.find(one => visible(one.agentName) === readAddress(location.hash).agent) ?? reports[0]
if (!written)
  throw new Error('This page holds no report.')

/** What the page shows: the report of one agent. */
export const data: PageData = { ...written, evaluations: written.evaluations.map(whole) }
/** All agents of the run beside each other; `null` where there was one. */
export const agents: PageReport['agents'] = acrossAgents
export const access: PageAccess = read('access')

const shown = visible(data.agentName)
// the links of a page lead to the agent that it shows, unless they name another
if (written !== reports[0])
  keepAgent(shown)
addEventListener('hashchange', () => {
  const { agent } = readAddress(location.hash)
  if (reports.length > 1 && (agent || visible(reports[0]?.agentName ?? '')) !== shown)
    location.reload()
})

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
