import type { UnsureShape } from './config-shape.ts'
import type { Step } from './init-steps.ts'
import type { ConfigPlace, ReadConfig } from './load-config.ts'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseJson } from '../catalog/json.ts'
import { addPlugin, newConfig } from './edit-config.ts'
import { kept } from './init-steps.ts'
import { readConfig } from './load-config.ts'

/** A config that is left alone, since nobody but its author can say where the plugin goes. */
export interface ByHand extends UnsureShape {
  file: string
}

/**
 * How the plugin gets into the config.
 * @param config as it is now
 * @param skills globs of the skills
 */
export function configStep(config: ReadConfig, skills: string[]): Step | ByHand {
  const { file, root } = config
  if (file === null)
    return { file: path.join(root, nameFor(root)), done: 'written', what: 'a Vitest config with the plugin', text: newConfig(skills) }
  if (config.projects.length > 0)
    return kept(file, 'has the plugin')
  const added = addPlugin(file, readFileSync(file, 'utf8'), skills)
  return 'text' in added ? { file, done: 'changed', what: 'the plugin added', text: added.text } : { ...added, file }
}

/**
 * Writes the config, and loads it to see that the plugin is in it. A config that does not hold it then is put back.
 * @returns why it was put back; `null` when all is well
 */
export async function writeConfig({ file, text }: Step, place: ConfigPlace): Promise<string | null> {
  if (text === null)
    return null
  const before = readIfThere(file)
  writeFileSync(file, text)
  try {
    const { projects } = await readConfig({ ...place, config: file })
    if (projects.length > 0)
      return null
    return putBack(file, before, 'the plugin is not in the config that it exports')
  }
  catch (error) {
    return putBack(file, before, error instanceof Error ? error.message : String(error))
  }
}

/** A config is an ES module; where `.ts` would be read as CommonJS, its name has to say so. */
function nameFor(root: string): string {
  return isModulePackage(root) ? 'vitest.config.ts' : 'vitest.config.mts'
}

/** By the nearest `package.json`, as Node decides it. */
function isModulePackage(folder: string): boolean {
  const text = readIfThere(path.join(folder, 'package.json'))
  if (text !== null)
    return isModule(text)
  const parent = path.dirname(folder)
  return parent !== folder && isModulePackage(parent)
}

function isModule(text: string): boolean {
  const json = parseJson(text)
  const type = 'root' in json && json.root.kind === 'object' ? json.root.members.get('type')?.node : undefined
  return type?.kind === 'string' && type.value === 'module'
}

function putBack(file: string, before: string | null, reason: string): string {
  if (before === null)
    rmSync(file)
  else
    writeFileSync(file, before)
  return reason
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  }
  catch {
    return null
  }
}
