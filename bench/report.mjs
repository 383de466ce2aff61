// Measures the HTML report of a large run; docs/reference/performance.md says what is measured, and how.
//   npm run bench:report -- [EVALUATIONS] [MEGABYTES of transcripts]
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { chromiumFile, startChromium } from '../fixtures/harness/chromium.js'
import { built } from './built.mjs'
import { runNode } from './run-node.mjs'

const [evaluations = '10000', megabytes = '200'] = process.argv.slice(2)
const here = fileURLToPath(new URL('.', import.meta.url))

/** Runs in the page: the time from a choice to the frame that shows it. */
const filterTimes = `(async () => {
  const frame = () => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))
  const results = []
  const measure = async (name, act) => {
    await frame()
    const start = performance.now()
    act()
    await frame()
    results.push([name, performance.now() - start])
  }
  const search = document.querySelector('#search')
  // who types has clicked on it; without that, the page takes a new filter for a link from a picture, and scrolls to the list
  search.focus()
  const type = text => { search.value = text; search.dispatchEvent(new Event('input', { bubbles: true })) }
  const select = (name, value) => { const element = document.querySelector('select[aria-label=' + name + ']'); element.value = value; element.dispatchEvent(new Event('change', { bubbles: true })) }
  await measure('first letter', () => type('t'))
  await measure('word', () => type('table'))
  await measure('no text', () => type(''))
  await measure('verdict', () => select('Verdict', 'failed'))
  await measure('skill', () => select('Skill', 'skill-007'))
  await measure('all again', () => select('Skill', ''))
  return results
})()`

const folder = mkdtempSync(path.join(tmpdir(), 'skill-evals-report-'))

try {
  await runNode([path.join(here, 'report-run.mjs'), folder, evaluations, megabytes], { cwd: folder })
  const written = await runNode([path.join(here, 'report-write.mjs'), folder, await built('publish/html-report')], { cwd: folder })
  const file = path.join(folder, 'report.html')
  const files = readdirSync(path.join(folder, 'report-files'))
  const size = files.reduce((sum, name) => sum + statSync(path.join(folder, 'report-files', name)).size, 0)
  print(`${evaluations} evaluations, ${files.length} run records`)
  const { seconds, cpu } = JSON.parse(written.output)
  print(`written       ${seconds.toFixed(2)} s (${cpu.toFixed(2)} s of the processor), ${written.memory?.toFixed(0) ?? '?'} MB at most`)
  print(`page          ${megabytesOf(statSync(file).size)} MB, transcripts beside it ${megabytesOf(size)} MB`)
  if (chromiumFile === undefined)
    print('No Chromium on this machine: how the page opens was not measured.')
  else
    await measurePage(pathToFileURL(file).href)
}
finally {
  rmSync(folder, { recursive: true, force: true })
}

/** @param {string} address */
async function measurePage(address) {
  const browser = await startChromium()
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    /** @type {number[]} */
    const paints = []
    for (let round = 0; round < 3; round++) {
      await page.goto(address, { waitUntil: 'load' })
      await page.waitForSelector('.rows .row')
      // a loaded machine may be late to say when it painted
      paints.push(await page.evaluate('new Promise(resolve => new PerformanceObserver(list => list.getEntriesByName("first-contentful-paint").forEach(entry => resolve(entry.startTime))).observe({ type: "paint", buffered: true }))'))
    }
    print(`first paint   ${paints.map(ms => `${ms.toFixed(0)} ms`).join(', ')}`)
    /** @type {[string, number][]} */
    const filters = await page.evaluate(filterTimes)
    print(`filters       ${filters.map(([name, ms]) => `${name} ${ms.toFixed(0)} ms`).join(', ')}`)
    const start = performance.now()
    await page.goto(`${address}#verdict=failed`)
    await page.click('.rows .row')
    await page.waitForSelector('.timeline')
    print(`transcript    ${(performance.now() - start).toFixed(0)} ms from the list to its first step`)
  }
  finally {
    await browser.close()
  }
}

/** @param {number} bytes */
function megabytesOf(bytes) {
  return (bytes / 1024 / 1024).toFixed(1)
}

/** @param {string} line */
function print(line) {
  process.stdout.write(`${line}\n`)
}
