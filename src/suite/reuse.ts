import type { Evaluation } from '../dataset/evaluation.ts'
import type { Fingerprint } from '../run/fingerprint.ts'
import type { RunTier } from '../run/manifest.ts'
import type { HooksFile } from './dataset-hooks.ts'
import type { TestOfRun } from './evaluate.ts'
import type { Session } from './session.ts'
import path from 'node:path'
import { eventsFileOf } from '../agent/command-spec.ts'
import { forwardSlashes, isInside } from '../catalog/paths.ts'
import { cacheFolder } from '../run/cache.ts'
import { hashFolder } from '../run/copy-folder.ts'
import { fileFingerprint } from '../run/fingerprint.ts'
import { isDropping } from '../run/room.ts'
import { secretValues } from '../run/secrets.ts'
import { importedBy } from './hooks-imports.ts'

/** Prompt and id of the evaluation count by themselves, and the others are none of its business. */
const datasets = new Set(['evals.json', 'extended_evals.json'])

/** An evaluation, and all that a run of it could see as far as its dataset says. */
export interface Reusable {
  tier: RunTier
  evaluation: Evaluation
  hooks: HooksFile | null
  fingerprint: () => Promise<Fingerprint>
}

/**
 * Where a run of an evaluation is kept for the next time that nothing has changed; `null` where it must be made anew: the cache is off, the
 * test is made a second time, several runs shall show how much they differ, or hooks read what nobody can know of. Runs of a baseline are
 * paid once: they are kept unless the cache was switched off by name.
 */
export async function cachePlace(session: Session, { tier, evaluation, hooks, fingerprint }: Reusable, test: TestOfRun): Promise<string | null> {
  const { options } = session
  const isKept = tier === 'baseline' ? options.baseline?.isKept === true : options.cache === true && options.trials[tier] === 1
  if (!isKept || options.recordings !== null || !test.isFirst)
    return null
  const { agent: settings, judge } = options
  const installed = await session.findAgent()
  const dir = evaluation.skill === null ? null : session.skillOf(evaluation.skill).dir
  if (hooks && (dir === null || importedBy(hooks.file).some(file => isOutside(file, dir))))
    return null
  // made-up folders: those of a run are never the same
  const events = eventsFileOf(settings)
  const { args, env, homeFiles = [] } = session.agent.command(settings, installed, { prompt: '', workspace: '/workspace', home: '/home', ...(tier === 'baseline' && { withoutSkills: true }) }, session.env)
  const secrets = new Set(secretValues(env))
  return cacheFolder(path.join(options.outputDir, 'cache'), {
    tier,
    skill: evaluation.skill,
    id: evaluation.id,
    fingerprint: await fingerprint(),
    installed,
    args,
    env: Object.fromEntries(Object.entries(env).filter(([, value]) => !secrets.has(value.trim()))),
    ...events !== null && { events: await hashModule(events) },
    homeFiles: homeFiles.filter(file => 'text' in file),
    ...tier !== 'routing' && { judge },
    ...hooks && dir !== null && (tier === 'baseline' ? { hooks: await hashHooks(hooks.file) } : { skillFolder: await hashFolder(dir, isDropping) }),
  })
}

/** A module that reads the output decides where a run is stopped, so that another one cannot read on in it. */
function hashModule(file: string): Promise<unknown> {
  return Promise.all([file, ...importedBy(file)].map(async one => [path.basename(one), await fileFingerprint(one).catch(() => null)]))
}

/** What hooks can see of their skill without seeing the skill: what lies beside them, the datasets aside, and what they import from the rest of it. */
async function hashHooks(file: string): Promise<unknown> {
  const beside = path.dirname(file)
  const imported = importedBy(file).filter(one => isOutside(one, beside)).sort()
  return {
    beside: await hashFolder(beside, one => datasets.has(one) || isDropping(one)),
    imported: await Promise.all(imported.map(async one => [path.relative(beside, one), await fileFingerprint(one).catch(() => null)])),
  }
}

function isOutside(file: string, dir: string): boolean {
  return !isInside(forwardSlashes(file), forwardSlashes(dir))
}
