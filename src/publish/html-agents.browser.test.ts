import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { describe, expect, onTestFinished } from 'vitest'
import { chromiumFile, startChromium } from '../../fixtures/harness/chromium.js'
import { test } from '../catalog/temp-folder.fixture.ts'
import { toReportJson } from '../report/json.ts'
import { two } from '../report/several-agents.fixture.ts'
import { writeHtmlReport } from './html-report.ts'

describe.skipIf(chromiumFile === undefined && !process.env.CI)('the HTML report of several agents', () => {
  test('has them beside each other, and shows one at a time', async ({ folder }) => {
    const root = folder({ 'out/note.txt': '' })
    await writeHtmlReport({ report: toReportJson(two), root, file: `${root}/out/report.html` })
    const browser = await startChromium()
    onTestFinished(() => browser.close())
    const page = await browser.newPage()
    const complaints: string[] = []
    page.on('console', message => complaints.push(message.text()))
    page.on('pageerror', error => complaints.push(error.message))
    await page.goto(pathToFileURL(`${root}/out/report.html`).href)
    expect(await page.textContent('.agents')).toContain('claude, codex: the same skill in 1 of 3 evaluations measured under both')
    expect(await page.textContent('.agents')).toContain('They differ in 3 evaluations')
    expect(await page.textContent('.circumstances')).toContain('claude 2.1.332')
    expect(await page.textContent('.outcome')).not.toContain('codex')

    await page.click('.agents tbody th a:has-text("codex")')
    await page.waitForFunction('document.querySelector(".circumstances")?.textContent.includes("codex 0.171.0")')
    expect(await page.textContent('.outcome')).toContain('1 of 3 right is below the bar')
    // a link within the page stays with the agent
    await page.click('.skills tbody th a:has-text("sql-review")')
    await page.waitForFunction('location.hash.includes("skill=sql-review")')
    expect(new URLSearchParams(new URL(page.url()).hash.slice(1)).get('agent')).toBe('codex')

    // an answer leads to the evaluation under that agent, also from the other one's page
    await page.goto(`${pathToFileURL(`${root}/out/report.html`).href}#agent=codex`)
    await page.click('.agents tr:has-text("sql-plan") td:nth-of-type(2) a')
    await page.waitForFunction('document.querySelector("h1")?.textContent.includes("sql-plan") && !location.hash.includes("agent")')
    expect(await page.textContent('main')).toContain('Correct trigger')
    expect(complaints).toEqual([])
  })
})
