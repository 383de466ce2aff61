import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import process from 'node:process'
import { stripVTControlCharacters } from 'node:util'
import { followMemory } from './memory.mjs'

/** Absolute path of Vitest's package.json. */
export const vitestPackage = createRequire(import.meta.url).resolve('vitest/package.json')

/**
 * Runs a Node program to its end.
 *
 * @param {string[]} args
 * @param {{ cwd: string, env?: Record<string, string>, input?: string, through?: string[] }} options `through`: a command that runs the command which follows
 */
export async function runNode(args, { cwd, env, input = '', through = [] }) {
  const start = performance.now()
  const [file = process.execPath, ...all] = [...through, process.execPath, ...args]
  const child = spawn(file, all, { cwd, env: { ...process.env, ...env }, stdio: 'pipe' })
  child.stdin.on('error', () => {}).end(input)
  const peak = followMemory(child.pid ?? 0)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => output += text)
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  const seconds = (performance.now() - start) / 1000
  const memory = peak()
  output = stripVTControlCharacters(output)
  if (code !== 0)
    throw new Error(`node ${args.join(' ')} ended with ${code}:\n${output}`)
  return { output, seconds, memory }
}

/**
 * Runs the evals of a catalog.
 *
 * @param {string} catalog
 * @param {{ agent: string, tiers: string, jobs: number, further?: string[], through?: string[] }} options `agent`: folder that holds a `claude`
 */
export async function runEvals(catalog, { agent, tiers, jobs, further = [], through = [] }) {
  const env = { SKILL_EVALS_TIERS: tiers, SKILL_EVALS_JOBS: String(jobs), PATH: `${agent}${path.delimiter}${process.env.PATH}` }
  return runNode([path.join(path.dirname(vitestPackage), 'vitest.mjs'), 'run', '--project', 'evals', '--reporter=dot', ...further], { cwd: catalog, env, through })
}
