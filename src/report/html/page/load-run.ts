import type { PageRun } from '../page-run.ts'
import type { RunData, WrittenRun } from '../run-data.ts'
import { runReceiver } from '../run-data.ts'
import { access } from './page-context.ts'

interface Types {
  createPolicy: (name: string, rules: { createScriptURL: (address: string) => string }) => { createScriptURL: (address: string) => string }
}

const waiting = new Map<string, (run: RunData) => void>()
const loaded = new Map<string, Promise<RunData>>()

// Data files call it: pages on disk may not fetch, and a script is the one thing they may load.
Object.defineProperty(window, runReceiver, {
  value: (id: unknown, json: unknown, events: unknown) => {
    const receive = waiting.get(String(id))
    waiting.delete(String(id))
    const run: WrittenRun = JSON.parse(String(json))
    receive?.({ ...run, record: { ...run.record, events: Array.isArray(events) ? events.map(event => JSON.parse(String(event))) : [] } })
  },
})

/** The only scripts that may ever be added: the data files of this page. Browsers with trusted types hold us to it. */
const rules = {
  createScriptURL(name: string): string {
    if (access.folder === null || !/^[0-9a-f]{16}$/.test(name))
      throw new TypeError('No data file has this name.')
    return `${encodeURIComponent(access.folder)}/${name}.js`
  },
}
const policy = (window as { trustedTypes?: Types }).trustedTypes?.createPolicy('skill-evals', rules) ?? rules

/** What the record of a run holds. Read once; a failure may be tried again. */
export function loadRun({ data }: PageRun): Promise<RunData> {
  if (data === undefined)
    return Promise.reject(new Error('There is no run record.'))
  const known = loaded.get(data)
  if (known)
    return known
  const run = (access.folder === null ? fromPage(data) : fromFile(data)).catch((error) => {
    loaded.delete(data)
    throw error
  })
  loaded.set(data, run)
  return run
}

function fromFile(name: string): Promise<RunData> {
  return new Promise((resolve, reject) => {
    waiting.set(name, resolve)
    const script = document.createElement('script')
    script.nonce = access.nonce
    script.src = policy.createScriptURL(name)
    script.onload = () => script.remove()
    script.onerror = () => {
      script.remove()
      reject(new Error(`${access.folder}/${name}.js is not there. Keep this folder beside the page; if a later run has replaced the report, load the page again.`))
    }
    document.head.append(script)
  })
}

async function fromPage(id: string): Promise<RunData> {
  // the records stand behind the script of the page
  if (document.readyState === 'loading')
    await new Promise(resolve => addEventListener('DOMContentLoaded', resolve, { once: true }))
  const found: RunData | { problem: string } = JSON.parse(document.getElementById(id)?.textContent ?? 'null')
  if ('problem' in found)
    throw new Error(found.problem)
  return found
}
