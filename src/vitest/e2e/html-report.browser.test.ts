import type { Browser, Page } from 'playwright-core'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { chromiumFile, startChromium } from '../../../fixtures/harness/chromium.js'
import { VitestProcess } from '../../../fixtures/harness/vitest-process.ts'

const fixtures = fileURLToPath(new URL('../../../fixtures', import.meta.url))
const cli = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url))
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** A page that reaches no network, and what it complained about. */
async function opened(browser: Browser, address: string, options: Parameters<Browser['newPage']>[0] = {}): Promise<{ page: Page, complaints: string[] }> {
  const page = await browser.newPage(options)
  onTestFinished(() => page.close())
  const complaints: string[] = []
  page.on('console', message => complaints.push(message.text()))
  page.on('pageerror', error => complaints.push(error.message))
  await page.context().setOffline(true)
  await page.goto(address)
  return { page, complaints }
}

/** What axe finds that keeps people from using the page. The policy of the page is passed by for axe, by the browser's own tools. */
async function serious(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  const { violations, passes } = await page.evaluate<Record<'violations' | 'passes', { id: string, impact: string, nodes: { html: string }[] }[]>>('axe.run()')
  expect(passes.find(one => one.id === 'color-contrast')?.nodes.length).toBeGreaterThan(20)
  return violations.filter(one => ['serious', 'critical'].includes(one.impact)).map(one => `${one.id}: ${one.nodes.map(node => node.html).join('\n')}`)
}

// a machine without a browser can still run the other tests; CI has to have one
describe.skipIf(chromiumFile === undefined && !process.env.CI)('the HTML report', () => {
  let browser: Browser
  const folders = new Map<string, string>()

  /** Address of the report of an example catalog. */
  async function report(catalog: string, form = 'true'): Promise<string> {
    const key = `${catalog} ${form}`
    const folder = folders.get(key) ?? mkdtempSync(path.join(tmpdir(), 'html-report-'))
    if (!folders.has(key)) {
      folders.set(key, folder)
      await new VitestProcess(path.join(fixtures, catalog), ['run', '--project', 'evals'], { SKILL_EVALS_OUTPUT_DIR: folder, SKILL_EVALS_REPORT_HTML: form }).ended()
    }
    return pathToFileURL(path.join(folder, 'report.html')).href
  }

  beforeAll(async () => {
    browser = await startChromium()
  })
  afterAll(async () => {
    await browser?.close()
    for (const folder of folders.values())
      rmSync(folder, { recursive: true, force: true })
  })

  it('of an example catalog opens from disk without a network, and asks for nothing', async () => {
    const { page, complaints } = await opened(browser, await report('catalog'))
    const requests: string[] = []
    page.on('request', request => requests.push(request.url()))
    expect(await page.textContent('.outcome')).toContain('Passed')
    expect(await page.locator('.figure .value').first().textContent()).toMatch(/^100/)
    // more rows come as the end of the list comes into sight
    while (await page.locator('.show-more').count() > 0)
      await page.locator('.show-more').scrollIntoViewIfNeeded().catch(() => {})
    expect(await page.locator('.rows .row').count()).toBeGreaterThan(50)
    await page.click('[data-key="behavior:export-orders-file"]')
    await page.waitForSelector('.timeline')
    expect(requests).toHaveLength(1)
    expect(requests[0]).toMatch(/^file:.*\/report-files\/[0-9a-f]{16}\.js$/)
    expect(await page.textContent('.files')).toContain('1;2024-01-03T09:00:00Z;1250')
    expect(complaints).toEqual([])
  })

  it('leads from the matrix to the transcript of a wrong evaluation in two clicks', async () => {
    const { page } = await opened(browser, await report('catalog-with-mistakes'))
    await page.click('a[aria-label="1 evaluation: release-notes expected, changelog-entries fired"]')
    await page.waitForFunction('document.querySelectorAll(".rows .row").length === 1')
    expect(await page.evaluate('document.activeElement.id')).toBe('evaluations')
    await page.click('.rows .row')
    await page.waitForSelector('.timeline .activation')
    expect(await page.textContent('h1')).toBe('notes-from-changelog')
    expect(await page.textContent('.timeline .activation .load')).toBe('Loaded the skill changelog-entries')
    expect(await page.textContent('.routed')).toBe('Expectedrelease-notesObservedchangelog-entries')
  })

  it('keeps filters in the address, also for the next reader', async () => {
    const address = await report('catalog-with-mistakes')
    const { page } = await opened(browser, address)
    await page.selectOption('select[aria-label=Verdict]', 'failed')
    await page.fill('#search', 'changelog')
    await page.waitForFunction('document.querySelectorAll(".rows .row").length === 3')
    expect(page.url()).toContain('verdict=failed')
    expect(await page.textContent('[role=status]')).toBe('3 of 26 evaluations')
    const second = await opened(browser, page.url())
    expect(await second.page.locator('.rows .row').count()).toBe(3)
    expect(await second.page.inputValue('#search')).toBe('changelog')
    await second.page.click('text=Clear')
    await second.page.waitForFunction('document.querySelectorAll(".rows .row").length === 26')
  })

  it('is moved through by keys, which can be turned off', async () => {
    const { page } = await opened(browser, await report('catalog-with-mistakes'))
    const focused = (): Promise<unknown> => page.evaluate('document.activeElement.dataset.key')
    const title = (text: string): Promise<unknown> => page.waitForSelector(`h1 bdi:text-is(${JSON.stringify(text)})`)
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    const first = await focused()
    expect(first).toMatch(/^routing:/)
    await page.keyboard.press('j')
    const second = String(await focused())
    await page.keyboard.press('Enter')
    await title(second.replace('routing:', ''))
    await page.keyboard.press('k')
    await title(String(first).replace('routing:', ''))
    await page.keyboard.press('Escape')
    await page.waitForSelector('.rows')
    expect(await focused()).toBe(first)
    await page.keyboard.press('/')
    await page.keyboard.type('jjj')
    expect(await page.inputValue('#search')).toBe('jjj')
    await page.click('text=Clear')
    await page.click('text=Keys')
    await page.uncheck('dialog input')
    await page.click('dialog button')
    await page.keyboard.press('n')
    expect(page.url()).not.toContain('open=')
  })

  it.each([
    ['light', 1440],
    ['dark', 1440],
    ['light', 768],
    ['dark', 390],
    ['light', 390],
  ] as const)('has nothing serious for axe, and no sideways scrolling: %s, %d wide', async (colorScheme, width) => {
    const { page } = await opened(browser, await report('catalog-with-mistakes'), { colorScheme, viewport: { width, height: 900 } })
    await page.evaluate('document.querySelectorAll("details").forEach(element => element.open = true)')
    expect(await serious(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
    await page.click('[data-key="behavior:changelog-entry-for-option"]')
    await page.waitForSelector('.timeline')
    await page.click('text=Open all')
    expect(await serious(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  })

  it('is one file when the transcripts are to be in it', async () => {
    const address = await report('catalog-with-mistakes', 'embed')
    const folder = path.dirname(fileURLToPath(address))
    expect(readdirSync(folder).filter(name => name.startsWith('report')).sort()).toEqual(['report.html', 'report.json'])
    const { page, complaints } = await opened(browser, `${address}#open=routing%3Anotes-from-changelog`)
    expect(await page.textContent('.timeline .activation .load')).toBe('Loaded the skill changelog-entries')
    expect(complaints).toEqual([])
  })

  it('is made of a report that is there already, with the difference to an earlier one', async () => {
    const folder = path.dirname(fileURLToPath(await report('catalog-with-mistakes')))
    const earlier = JSON.parse(readFileSync(path.join(folder, 'report.json'), 'utf8'))
    const wrong = earlier.cases.find((one: { id: string }) => one.id === 'notes-from-changelog')
    Object.assign(wrong, { verdict: 'correct_trigger', passed: true, observed: wrong.expect, fired: wrong.expect })
    writeFileSync(path.join(folder, 'earlier.json'), JSON.stringify(earlier))
    const page = path.join(folder, 'again/page.html')
    const command = new VitestProcess(path.join(fixtures, 'catalog-with-mistakes'), ['report', folder, path.join(folder, 'earlier.json'), '--format', 'html', '--output', page], {}, cli)
    expect((await command.ended()).exitCode, command.output).toBe(0)
    const { page: shown, complaints } = await opened(browser, pathToFileURL(page).href)
    expect(await shown.textContent('.difference tbody tr')).toBe('worsenotes-from-changelogcorrect_trigger → wrong_skill')
    expect(await serious(shown)).toEqual([])
    await shown.click('.difference tbody a')
    await shown.waitForSelector('.timeline .activation')
    expect(complaints).toEqual([])
  })

  it('says where a transcript should be that is gone', async () => {
    const address = await report('catalog')
    const folder = path.dirname(fileURLToPath(address))
    const { page } = await opened(browser, address)
    rmSync(path.join(folder, 'report-files'), { recursive: true })
    folders.delete('catalog true')
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    await page.click('.rows .row')
    expect(await page.textContent('[role=alert]')).toMatch(/report-files\/[0-9a-f]{16}\.js is not there\. Keep this folder beside the page/)
  })
})
