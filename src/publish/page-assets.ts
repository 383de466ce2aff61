import type { PageAssets } from '../report/html/document.ts'
import { readFileSync } from 'node:fs'

/** What `npm run build` made of the folder `page`; the same path from the source and from the package. */
const built = new URL('../../dist/report/html/', import.meta.url)

/**
 * What the page is made of.
 * @throws {Error} when the package was not built.
 */
export function pageAssets(): PageAssets {
  const read = (name: string): string => readFileSync(new URL(name, built), 'utf8')
  return { script: read('page.js'), style: read('page.css') }
}
