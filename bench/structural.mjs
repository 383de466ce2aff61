// Measures `skill-evals structural` on catalogs of three sizes, and against a bare read of the same files.
//   npm run bench:structural -- [ROUNDS]
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { built } from './built.mjs'
import { writePages } from './pages.mjs'
import { runNode } from './run-node.mjs'

/** @type {typeof import('../src/catalog/decode.ts')} */
const { readUtf8 } = await import(await built('catalog/decode'))
/** @type {typeof import('../src/catalog/markdown-scan.ts')} */
const { scanMarkdown } = await import(await built('catalog/markdown-scan'))
/** @type {typeof import('../src/catalog/markdown.ts')} */
const { readMarkdown } = await import(await built('catalog/markdown'))

const here = fileURLToPath(new URL('.', import.meta.url))
const rounds = Number(process.argv[2] ?? 3)
const sizes = [300, 600, 1200]
const filesEach = 10

/**
 * @typedef {{ seconds: number, cpu: number, memory: number }} Used seconds and megabytes
 */

/**
 * @param {string} catalog
 * @param {string[]} args
 * @returns {Promise<Used>} what the process has used
 */
async function used(catalog, args) {
  const file = path.join(catalog, 'usage.json')
  const { seconds } = await runNode(['--import', new URL('usage.mjs', import.meta.url).href, ...args], { cwd: catalog, env: { BENCH_USAGE: file } })
  return { seconds, ...JSON.parse(readFileSync(file, 'utf8')) }
}

/**
 * Microseconds of CPU time for each file, the best of the rounds.
 *
 * @template T
 * @param {T[]} files
 * @param {(file: T) => void} read
 */
function each(files, read) {
  return Math.min(...Array.from({ length: rounds }, () => {
    const start = process.cpuUsage()
    files.forEach(read)
    const { user, system } = process.cpuUsage(start)
    return (user + system) / files.length
  }))
}

/** Wall clock seconds of a loop that takes a twentieth of one where nothing else runs. */
function loop() {
  const start = performance.now()
  let sum = 0
  for (let i = 0; i < 5e7; i++)
    sum += i % 7
  // asked for, so that the loop is not left out
  return sum > 0 ? (performance.now() - start) / 1000 : 0
}

const base = mkdtempSync(path.join(tmpdir(), 'bench-'))
try {
  process.stdout.write(`${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${process.platform}, ${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown'}, best of ${rounds}, load ${(loadavg()[0] ?? 0).toFixed(1)}, a loop of 0.05 s took ${loop().toFixed(2)} s\n\n`)
  process.stdout.write('| skills | markdown files | bare read, CPU s | structural, CPU s | bare read, wall s | structural, wall s | peak MB |\n| --- | --- | --- | --- | --- | --- | --- |\n')
  for (const skills of sizes) {
    const catalog = path.join(base, String(skills))
    writePages(catalog, skills)
    /** @type {{ read: Used, structural: Used }[]} */
    const measured = []
    // in turn, so that what else the machine does falls on both
    for (let round = 0; round < rounds; round++)
      measured.push({ read: await used(catalog, [path.join(here, 'read-all.mjs'), 'skills']), structural: await used(catalog, [path.join(here, '../dist/cli/main.js'), 'structural']) })
    /** @param {(one: { read: Used, structural: Used }) => number} value */
    const best = value => Math.min(...measured.map(value))
    process.stdout.write(`| ${skills} | ${skills * filesEach} | ${best(one => one.read.cpu).toFixed(2)} | ${best(one => one.structural.cpu).toFixed(2)} | ${best(one => one.read.seconds).toFixed(2)} | ${best(one => one.structural.seconds).toFixed(2)} | ${best(one => one.structural.memory).toFixed(0)} |\n`)
  }
  const pages = Array.from({ length: sizes[0] ?? 0 }, (_, index) => path.join(base, String(sizes[0]), `skills/skill-${String(index + 1).padStart(4, '0')}/references/page-1.md`))
  const texts = pages.map(page => readFileSync(page, 'utf8'))
  const figures = [['bare read', each(pages, page => readFileSync(page))], ['read and decoded', each(pages, readUtf8)], ['looked through for what may be a link', each(texts, scanMarkdown)], ['parsed', each(texts, readMarkdown)]]
  process.stdout.write(`\n| one file of ${texts[0]?.length} characters | CPU µs |\n| --- | --- |\n${figures.map(([what, time]) => `| ${what} | ${Number(time).toFixed(0)} |`).join('\n')}\n`)
}
finally {
  rmSync(base, { recursive: true, force: true })
}
