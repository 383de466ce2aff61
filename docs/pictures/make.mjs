// Makes the pictures of the documentation from the recordings of the example catalogs, so that they show what the tool prints today.
//   npm run pictures -- [FOLDER]
// Terminals have a text beside the picture, in which times are `0s`: src/pictures.test.ts holds it to what is printed.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { AnsiUp } from 'ansi_up'
import { startChromium } from '../../fixtures/harness/chromium.js'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const catalog = path.join(repository, 'fixtures/catalog-with-mistakes')

/** What is run in the catalog of mistakes, and from where on its output is shown. */
const terminals = [
  { name: 'failure', args: ['-t', 'notes-from-changelog'], from: / FAIL /, to: /⎯⎯⎯⎯\[/ },
  { name: 'summary', args: [], from: /Skill evals ⎯/, to: null },
]

/**
 * Runs the evals of the catalog in a terminal of a hundred columns.
 *
 * @param {string[]} args
 * @param {string} output folder for the reports
 */
function run(args, output) {
  const env = { ...process.env, FORCE_COLOR: '1', COLUMNS: '100', SKILL_EVALS_OUTPUT_DIR: output, SKILL_EVALS_REPORT_HTML: 'true', CI: '', GITHUB_ACTIONS: '', GITHUB_STEP_SUMMARY: '' }
  const { stdout, stderr } = spawnSync(process.execPath, [path.join(repository, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'evals', ...args], { cwd: catalog, env, encoding: 'utf8' })
  return `${stderr}${stdout}`
}

/**
 * The part of an output that is shown, with its colours.
 *
 * @param {string} output
 * @param {{ from: RegExp, to: RegExp | null }} part
 */
function partOf(output, { from, to }) {
  const lines = output.split('\n')
  const plain = lines.map(line => stripVTControlCharacters(line))
  const start = plain.findIndex(line => from.test(line))
  const length = to === null ? -1 : plain.slice(start).findIndex(line => to.test(line))
  if (start < 0 || (to !== null && length < 0))
    throw new Error(`The output has no ${from} or no ${to}:\n${plain.join('\n')}`)
  return lines.slice(start, to === null ? undefined : start + length).join('\n').trimEnd()
}

/**
 * The texts of the terminal pictures by their names, without what differs from run to run.
 *
 * @param {string} output folder for the reports
 * @returns {Record<string, { shown: string, text: string }>} `shown` has the colours
 */
export function terminalTexts(output) {
  return Object.fromEntries(terminals.map((terminal) => {
    const shown = partOf(run(terminal.args, output).replaceAll(output, '.skill-evals'), terminal)
    return [terminal.name, { shown, text: `${stripVTControlCharacters(shown).replaceAll(/\d+(?:\.\d+)?(?:ms|s)\b/g, '0s').replaceAll(/[ \t]+$/gm, '')}\n` }]
  }))
}

/** @param {string} shown */
function terminalPage(shown) {
  const ansi = new AnsiUp()
  ansi.use_classes = true
  const colors = Object.entries({ black: '#16181c', red: '#ff7b72', green: '#7ee787', yellow: '#e3b341', blue: '#79c0ff', cyan: '#56d4dd', magenta: '#d2a8ff', white: '#f0f3f6' })
    .flatMap(([name, color]) => [`.ansi-${name}-fg{color:${color}}`, `.ansi-${name}-bg{background:${color}}`])
    .join('')
  // the fonts of Debian have no horizontal line extension, which is what the rule is made of
  return `<!doctype html><meta charset="utf-8"><style>body{margin:0}pre{display:inline-block;margin:0;padding:20px 24px;font:14px/1.45 'DejaVu Sans Mono',Menlo,Consolas,monospace;color:#dcdfe4;background:#16181c}${colors}</style><pre>${ansi.ansi_to_html(shown.replaceAll('⎯', '─'))}</pre>`
}

/** @param {string} folder where the pictures go */
async function make(folder) {
  mkdirSync(folder, { recursive: true })
  const output = mkdtempSync(path.join(tmpdir(), 'pictures-'))
  const browser = await startChromium()
  try {
    for (const [name, { shown, text }] of Object.entries(terminalTexts(output))) {
      const page = await browser.newPage({ deviceScaleFactor: 1.5 })
      await page.setContent(terminalPage(shown))
      await page.locator('pre').screenshot({ path: path.join(folder, `${name}.png`) })
      writeFileSync(path.join(folder, `${name}.txt`), text)
      await page.close()
    }
    const page = await browser.newPage({ viewport: { width: 1280, height: 860 }, colorScheme: 'light' })
    await page.goto(pathToFileURL(path.join(output, 'report.html')).href)
    await page.screenshot({ path: path.join(folder, 'report.png') })
    await page.click('[data-key="routing:notes-from-changelog"]')
    await page.waitForSelector('.timeline .activation')
    await page.screenshot({ path: path.join(folder, 'transcript.png') })
  }
  finally {
    await browser.close()
    rmSync(output, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await make(process.argv[2] ?? path.dirname(fileURLToPath(import.meta.url)))
