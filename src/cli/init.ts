import type { ByHand } from './init-config.ts'
import type { Step } from './init-steps.ts'
import type { ConfigPlace, ReadConfig } from './load-config.ts'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { wantsColor } from '../publish/wants-color.ts'
import { createPaint } from '../report/paint.ts'
import { catalogOptions } from './catalog-options.ts'
import { repeated, single } from './flags.ts'
import { configStep, writeConfig } from './init-config.ts'
import { datasetStep, skillsAt, usualPlaces } from './init-datasets.ts'
import { gitignoreStep, scriptStep } from './init-repository.ts'
import { byHandText, doneText, nextText, noSkillsText } from './init-text.ts'
import { installedVersion } from './installed-package.ts'
import { findConfig, readConfig } from './load-config.ts'

/** The flags of `skill-evals init`, as they were parsed. */
export interface InitFlags {
  skills?: unknown
  dryRun?: unknown
  root?: unknown
  config?: unknown
}

const packages = ['vitest', 'vitest-skill-evals']

/**
 * Sets a repository up: the plugin in its Vitest config, a dataset to start from for each skill, `.gitignore`, a script. What is there
 * stays. Exit code 1, and nothing is changed, when there is no skill or the config has to be edited by hand.
 * @throws {UsageError} when a flag cannot be meant, or the config cannot be loaded
 */
export async function init(flags: InitFlags): Promise<void> {
  const place: ConfigPlace = { root: single('--root', flags.root), config: single('--config', flags.config) }
  const paint = createPaint(wantsColor())
  const missing = packages.filter(name => installedVersion(findConfig(place).root, name) === null)
  const config = missing.length === 0 ? await readConfig(place) : unloaded(place)
  const wanted = repeated(flags.skills) ?? [config.projects[0]?.options.skills ?? usualPlaces].flat()
  const { globs, skills } = skillsAt(config.root, wanted)
  if (skills.length === 0)
    return stop(noSkillsText(config.root, wanted))
  const setUp = configStep(config, globs)
  if ('reason' in setUp)
    return stop(byHandText(setUp, globs))

  const [options] = await catalogOptions(config.projects.length > 0 ? place : { root: config.root, config: undefined }, { skills: globs }).catch(error => missing.length > 0 ? [] : Promise.reject(error))
  const rest = [
    ...skills.map(skill => datasetStep(skill, options?.bar ?? { positive: 3, negative: 2, judged: 1 })),
    gitignoreStep(config.root, options?.outputDir ?? path.join(config.root, '.skill-evals')),
    scriptStep(config.root),
  ].filter(step => step !== null)
  if (!flags.dryRun) {
    const problem = missing.length === 0 ? await writeConfig(setUp, place) : write(setUp)
    if (problem)
      return stop(byHandText({ file: setUp.file, reason: `with the plugin in it, it could not be used and was put back: ${problem}`, line: 1, projects: false } satisfies ByHand, globs))
    rest.forEach(write)
  }
  const steps = [setUp, ...rest]
  process.stdout.write(`${doneText(steps, config.root, Boolean(flags.dryRun), paint)}\n\n${nextText({ root: config.root, steps, missing, screen: { paint, width: process.stdout.columns ?? Infinity } })}\n`)
}

/** What is known of a config that cannot be loaded yet, since a package is missing. */
function unloaded(place: ConfigPlace): ReadConfig {
  const { file, root } = findConfig(place)
  const hasPlugin = file !== null && readFileSync(file, 'utf8').includes('vitest-skill-evals')
  return { file, root, projects: hasPlugin ? [{ root, options: {} }] : [] }
}

function write({ file, text }: Step): null {
  if (text !== null) {
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  return null
}

function stop(text: string): void {
  console.error(text)
  process.exitCode = 1
}
