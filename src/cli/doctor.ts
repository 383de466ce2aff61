import type { ResolvedOptions } from '../options/resolved-options.ts'
import type { RoomSkill } from '../run/room.ts'
import type { Snapshot } from '../suite/catalog-index.ts'
import type { Check } from './doctor-check.ts'
import type { ReadConfig } from './load-config.ts'
import process from 'node:process'
import { wantsColor } from '../publish/wants-color.ts'
import { createPaint } from '../report/paint.ts'
import { roomSkill } from '../suite/room-skill.ts'
import { runOptions } from './catalog-options.ts'
import { readCatalog } from './check-catalog.ts'
import { checkAgent, checkIsolation, checkJudge, checkSandbox, checkStrictRoom } from './doctor-agent.ts'
import { checkConfig, checkSkills } from './doctor-catalog.ts'
import { notOk, ok, reasonOf } from './doctor-check.ts'
import { checkPackages, checkPrograms } from './doctor-machine.ts'
import { smoke } from './doctor-smoke.ts'
import { doctorText } from './doctor-text.ts'
import { choice, single } from './flags.ts'
import { findConfig, readConfig } from './load-config.ts'

/** The flags of `skill-evals doctor`, as they were parsed. */
export interface DoctorFlags {
  smoke?: unknown
  format?: unknown
  root?: unknown
  config?: unknown
}

/**
 * Looks at all that a run of evals needs, and prints what it found. Exit code 1 when there is a fault.
 * @throws {UsageError} when a flag cannot be meant
 */
export async function doctor(flags: DoctorFlags): Promise<void> {
  const format = choice('--format', flags.format, ['text', 'json'])
  const place = { root: single('--root', flags.root), config: single('--config', flags.config) }
  const { root } = findConfig(place)
  const checks = checkPackages(root)
  // without them a config cannot even be loaded
  if (!checks.some(check => check.state === 'fault' && check.name !== 'Node'))
    checks.push(...await checkSetup(() => readConfig(place), Boolean(flags.smoke)))
  const faults = checks.filter(check => check.state === 'fault').length
  process.stdout.write(format === 'json' ? `${JSON.stringify({ root, ok: faults === 0, checks }, null, 2)}\n` : doctorText(checks, { paint: createPaint(wantsColor()), width: process.stdout.columns ?? Infinity }))
  process.exitCode = faults > 0 ? 1 : 0
}

async function checkSetup(read: () => Promise<ReadConfig>, ask: boolean): Promise<Check[]> {
  try {
    const config = await read()
    const checks = [checkConfig(config)]
    for (const options of runOptions(config.projects.length > 0 ? config.projects : [{ root: config.root, options: {} }]))
      checks.push(...await checkProject(options, ask))
    return distinct(checks)
  }
  catch (error) {
    return [notOk('Config', 'fault', reasonOf(error))]
  }
}

async function checkProject(options: ResolvedOptions, ask: boolean): Promise<Check[]> {
  const snapshot = readCatalog(options)
  const catalog = [...checkSkills(snapshot, options), ...checkPrograms(snapshot.skills.map(entry => entry.skill))]
  if (!options.tiers.some(tier => tier !== 'structure'))
    return [...catalog, ok('Agent', 'none is needed: `tiers` holds the free tier alone')]
  const room = roomOf(snapshot)
  const { installed, checks } = await checkAgent(options.agent, options)
  const judge = options.judge.agent.command === options.agent.command && options.judge.agent.agent === options.agent.agent
    ? []
    : (await checkAgent(options.judge.agent, options)).checks.map(check => ({ ...check, name: `judge: ${check.name}` }))
  judge.push(...checkJudge(options), ...checkStrictRoom(options))
  const contained = installed === null ? [] : [await checkSandbox(options)]
  const isolation = await checkIsolation(options, room, installed)
  const answers = ask && installed !== null && isolation.every(check => check.state !== 'fault') ? await smoke(options, room, installed) : []
  return [...catalog, ...checks, ...judge, ...contained, ...isolation, ...answers]
}

function roomOf({ skills, room }: Snapshot): RoomSkill[] {
  return skills.filter(({ skill }) => room.has(skill.name)).map(({ skill }) => roomSkill(skill))
}

/** Projects share machine and agent. */
function distinct(checks: Check[]): Check[] {
  return [...new Map(checks.map(check => [JSON.stringify(check), check])).values()]
}
