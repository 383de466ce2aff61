import type { Evaluation } from '../dataset/evaluation.ts'
import type { Fingerprint } from '../run/fingerprint.ts'
import type { HooksFile } from './dataset-hooks.ts'
import type { Session, TestOfRun } from './session.ts'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { cacheFolder } from '../run/cache.ts'
import { hashFolder } from '../run/copy-folder.ts'
import { isDropping } from '../run/room.ts'
import { secretValues } from '../run/secrets.ts'

/** An evaluation, and all that a run of it could see as far as its dataset says. */
export interface Reusable {
  tier: 'routing' | 'behavior'
  evaluation: Evaluation
  hooks: HooksFile | null
  fingerprint: () => Promise<Fingerprint>
}

/**
 * Where a run of an evaluation is kept for the next time that nothing has changed; `null` where it must be made anew: the cache is off, the
 * test is made a second time, several runs shall show how much they differ, or hooks read what nobody can know of.
 */
export async function cachePlace(session: Session, { tier, evaluation, hooks, fingerprint }: Reusable, test: TestOfRun): Promise<string | null> {
  const { options } = session
  if (options.cache !== true || options.recordings !== null || options.trials[tier] > 1 || !test.isFirst)
    return null
  const { agent: settings, judge } = options
  const installed = await session.findAgent()
  const dir = evaluation.skill === null ? null : session.skillOf(evaluation.skill).dir
  if (hooks && (dir === null || importsFromOutside(hooks.file, dir)))
    return null
  // made-up folders: those of a run are never the same
  const { args, env } = session.agent.command(settings, installed, { prompt: '', workspace: '/workspace', home: '/home' }, process.env)
  const secrets = new Set(secretValues(env))
  return cacheFolder(path.join(options.outputDir, 'cache'), {
    tier,
    skill: evaluation.skill,
    id: evaluation.id,
    fingerprint: await fingerprint(),
    installed,
    args,
    env: Object.fromEntries(Object.entries(env).filter(([, value]) => !secrets.has(value.trim()))),
    ...tier === 'behavior' && { judge },
    ...hooks && dir !== null && { skillFolder: await hashFolder(dir, isDropping) },
  })
}

/** Whether hooks import files beyond their skill's folder: the folder is all that is looked at. */
function importsFromOutside(hooks: string, dir: string): boolean {
  const seen = new Set<string>()
  const open = [hooks]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file))
      continue
    seen.add(file)
    for (const imported of importsOf(file)) {
      if (path.relative(dir, imported).startsWith('..'))
        return true
      open.push(...['', '.ts', '.mts', '.js', '.mjs', '/index.ts', '/index.js'].map(ending => imported + ending).filter(name => /\.[mc]?[jt]s$/.test(name) && existsSync(name)))
    }
  }
  return false
}

function importsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8')
  return [...source.matchAll(/(?:from|import|require)\s*(?:\(\s*)?(['"`])(\.{1,2}\/[^'"`]+|\/[^'"`]+)\1/g)].map(match => path.resolve(path.dirname(file), match[2] ?? ''))
}
