import type { Browser, Page } from 'playwright-core'
import type { Report } from '../report/report.ts'
import type { RoutingCase } from '../routing/result.ts'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished } from 'vitest'
import { chromiumFile, startChromium } from '../../fixtures/harness/chromium.js'
import { test } from '../catalog/temp-folder.fixture.ts'
import { failed } from '../report/behavior.fixture.ts'
import { toReportJson } from '../report/json.ts'
import { callLines, recordFiles } from '../run/run-record.fixture.ts'
import { writeHtmlReport } from './html-report.ts'

const sample = JSON.parse(readFileSync(new URL('../report/sample-report.json', import.meta.url), 'utf8')) as Report & { cases: [RoutingCase] }

/** Would say so if any of it ran. */
const attack = '</script><script>hacked=1</script><img src=x onerror=hacked=1><svg onload=hacked=1>\'"--><!--'
const hidden = '\u0000 \u001B[31m\u001B[2J \u202Eevil\u2066 \uD800 \u2028 \u{E0041}'
const hostile = `${attack}${hidden}`
const shown = `${attack}\u2400 \u241B[31m\u241B[2J \u27E8U+202E\u27E9evil\u27E8U+2066\u27E9 \u27E8U+D800\u27E9 \u27E8U+2028\u27E9 \u27E8U+E0041\u27E9`
const line = `${'x'.repeat(10 * 1024 * 1024)}end of the line`

const lines = [
  { type: 'system', subtype: 'init', tools: [hostile], skills: [hostile], model: hostile, claude_code_version: hostile },
  { type: 'assistant', message: { id: 'm', content: [{ type: 'text', text: hostile }] } },
  ...callLines('1', hostile, { [attack]: hostile, command: hostile }, hostile),
  ...callLines('2', 'Skill', { skill: hostile }, hostile),
  ...callLines('3', 'Bash', { command: 'cat' }, line),
  ...callLines('4', 'Read', { file_path: 'x' }, [{ type: 'image', source: { media_type: 'image/png', data: '"><script>hacked=1</script>' } }]),
  attack,
  { type: 'result', subtype: 'success', is_error: true, result: hostile, usage: {} },
]

const report: Report = {
  ...sample,
  root: '/repo',
  project: hostile,
  room: [hostile, 'sql-review'],
  agent: { name: hostile, version: hostile, model: hostile },
  faults: [{ rule: hostile, severity: 'error', file: hostile, line: 1, column: 1, message: hostile, blocks: false }],
  structure: { errors: [{ rule: hostile, severity: 'error', file: hostile, line: 1, column: 1, message: hostile, blocks: false }], warnings: [] },
  skipped: { count: 1, reasons: [{ reason: hostile, count: 1 }] },
  cases: [
    { ...sample.cases[0], id: hostile, skill: hostile, expected: hostile, observed: `other:${hostile}`, prompt: hostile, verdict: 'wrong_skill', passed: false, notes: [hostile], unknownNames: [hostile], file: `/repo/${attack}`, record: '/repo/r', activations: [{ skill: hostile, ok: false, reason: hostile, subagent: false }], room: { observed: true, missing: [hostile], extra: [hostile] } },
    { ...sample.cases[0], id: '__proto__', skill: '__proto__', expected: '__proto__', observed: 'constructor', verdict: 'error', passed: false, error: hostile, record: '/repo/gone' },
  ],
  behavior: [{ ...failed, id: `${hostile}2`, skill: hostile, prompt: hostile, record: '/repo/b', checks: failed.checks.map(check => ({ ...check, text: hostile, expanded: hostile, evidence: hostile, observed: hostile, expected: hostile, diff: `-${hostile}\n+${hostile}` })) }],
}

function everything(): Record<string, string | Uint8Array> {
  const judge = { version: 1, cost: { agent: hostile, version: null, model: hostile, calls: 1, usage: {}, costUsd: null, elapsedMs: 1 }, evidence: { budget: 1000, cut: 3 }, answers: [{ kind: 'expected_behavior', statement: hostile, pass: false, reason: hostile, votes: { pass: 0, of: 1 } }], calls: [{ output: hostile, problem: hostile }], error: hostile }
  const files = { [attack.replaceAll('/', '-')]: hostile, 'evil.svg': '<svg onload="hacked=1"/>', 'evil.html': attack, 'empty': '' }
  return {
    ...recordFiles('r', { prompt: `${hostile}!`, stop: hostile, signal: hostile, notes: [hostile] }, lines, files),
    ...recordFiles('b', { tier: 'behavior' }, lines.slice(0, 4), files),
    'r/stderr.txt': hostile,
    'b/judge.json': JSON.stringify(judge),
  }
}

describe.skipIf(chromiumFile === undefined && !process.env.CI)('the HTML report of hostile content', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await startChromium()
  })
  afterAll(() => browser?.close())

  async function open(root: string): Promise<{ page: Page, complaints: string[] }> {
    const page = await browser.newPage()
    onTestFinished(() => page.close())
    const complaints: string[] = []
    page.on('console', message => complaints.push(message.text()))
    page.on('pageerror', error => complaints.push(error.message))
    page.on('dialog', dialog => complaints.push(dialog.message()))
    await page.context().setOffline(true)
    await page.goto(pathToFileURL(`${root}/out/report.html`).href)
    return { page, complaints }
  }

  test.for([false, true])('shows all of it and runs none of it; embedded: %s', async (embed, { folder }) => {
    const root = folder(everything())
    await writeHtmlReport({ report: toReportJson(report), root, file: `${root}/out/report.html`, embed })
    const { page, complaints } = await open(root)
    for (const place of ['.title', '.circumstances', '.outcome', '.findings', '.heat', '.rows'])
      expect(await page.textContent(place), place).toContain(shown)
    const rows = page.locator('.rows .row')
    expect(await rows.count()).toBe(3)
    for (const index of [0, 1]) {
      await rows.nth(index).click()
      await page.waitForSelector('.timeline')
      await page.click('text=Open all')
      for (const place of ['h1', '.told', '.timeline', '.files'])
        expect(await page.textContent(place), place).toContain(place === '.files' ? attack.replaceAll('/', '-') : shown)
      expect(await page.locator('img').count()).toBe(0)
      await page.click('text=All evaluations')
      await page.waitForSelector('.rows')
    }
    await page.click('.heat a.wrong')
    await page.waitForFunction('document.querySelectorAll(".rows .row").length === 1')
    expect(await page.evaluate('window.hacked')).toBeUndefined()
    expect(await page.locator('script').count()).toBe(embed ? 3 + 3 : 3)
    expect(complaints).toEqual([])
  })

  test('folds a line of ten megabytes and loses none of it', async ({ folder }) => {
    const root = folder(everything())
    await writeHtmlReport({ report: toReportJson(report), root, file: `${root}/out/report.html` })
    const { page } = await open(root)
    await page.click('.rows .row')
    await page.waitForSelector('.timeline')
    await page.click('summary:has-text("Bash")')
    const result = page.locator('.long', { hasText: 'xxx' })
    expect((await result.textContent() ?? '').length).toBeLessThan(10_000)
    await result.locator('button', { hasText: 'Show the next' }).click()
    const shown = async (): Promise<number> => (await result.locator('pre').textContent() ?? '').length
    await expect.poll(shown, { timeout: 20_000 }).toBeGreaterThan(200_000)
    await result.locator('button', { hasText: 'Show all of it' }).click()
    await expect.poll(shown, { timeout: 20_000 }).toBe(line.length)
    expect(await result.locator('pre').textContent()).toBe(line)
  })

  test('has a policy that would stop what got through', async ({ folder }) => {
    const root = folder(everything())
    await writeHtmlReport({ report: toReportJson(report), root, file: `${root}/out/report.html` })
    const { page, complaints } = await open(root)
    const add = (name: string, rest: string): string => `{ const element = document.createElement('${name}'); ${rest}; document.body.append(element) }`
    // in a function of the page itself, as content that got through would be
    expect(await page.evaluate(`(() => { try { document.body.innerHTML = '<img src=x onerror=hacked=1>' } catch (error) { return error.name } })()`)).toBe('TypeError')
    await page.evaluate(`(() => ${add('button', 'element.setAttribute("on" + "click", "hacked=1"); element.id = "inline"')})()`).catch(() => null)
    await page.evaluate(`document.querySelector('#inline')?.click()`)
    await page.evaluate(`(() => ${add('img', 'element.src = "file:///x.png"')})()`)
    await page.evaluate(`fetch('https://example.com/').catch(() => null)`)
    expect(await page.evaluate('window.hacked')).toBeUndefined()
    expect(complaints.join('\n')).toMatch(/Content Security Policy[\s\S]*Content Security Policy/)
  })
})

test('names a record that is gone, removes the data of earlier pages and nothing else', async ({ folder }) => {
  const root = folder({ ...everything(), 'out/report-files/0123456789abcdef.js': 'old', 'out/report-files/notes.txt': 'mine' })
  await writeHtmlReport({ report: toReportJson(report), root, file: `${root}/out/report.html` })
  expect(readFileSync(`${root}/out/report.html`, 'utf8')).toContain('so this folder is not a run record')
  const names = readdirSync(`${root}/out/report-files`)
  expect(names).toContain('notes.txt')
  expect(names).not.toContain('0123456789abcdef.js')
  expect(names.filter(name => name.endsWith('.js'))).toHaveLength(2)
})

test('leaves the earlier page when the new one cannot be written', async ({ folder }) => {
  const root = folder({ 'out/report-files': 'a file where the folder should be', 'out/report.html': 'earlier' })
  await expect(writeHtmlReport({ report: toReportJson(report), root, file: `${root}/out/report.html` })).rejects.toThrow('report-files')
  expect(readFileSync(`${root}/out/report.html`, 'utf8')).toBe('earlier')
  expect(existsSync(`${root}/out`) && readdirSync(`${root}/out`).sort()).toEqual(['report-files', 'report.html'])
})
