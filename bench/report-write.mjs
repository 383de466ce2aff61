// Writes the HTML report of what report-run.mjs left, by the built module that it is given, and says the seconds that it took, by the clock and of the processor.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

const [folder = '.', built = ''] = process.argv.slice(2)
/** @type {typeof import('../src/publish/html-report.ts')} */
const { writeHtmlReport } = await import(built)
const report = JSON.parse(readFileSync(path.join(folder, 'report.json'), 'utf8'))
const start = performance.now()
await writeHtmlReport({ report, root: folder, file: path.join(folder, 'report.html') })
const { user, system } = process.cpuUsage()
process.stdout.write(JSON.stringify({ seconds: (performance.now() - start) / 1000, cpu: (user + system) / 1_000_000 }))
