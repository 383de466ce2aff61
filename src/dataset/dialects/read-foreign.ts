import type { Folders } from '../../catalog/folders.ts'
import type { JsonNode } from '../../catalog/json.ts'
import type { CasePart } from './plugin-case.ts'
import type { DialectName, ForeignFile } from './row.ts'
import { posix } from 'node:path'
import { readUtf8 } from '../../catalog/decode.ts'
import { splitFrontmatter } from '../../catalog/frontmatter.ts'
import { parseJson } from '../../catalog/json.ts'
import { parseYaml } from '../../catalog/yaml-node.ts'
import { readCsvDialect } from './csv.ts'
import { readJsonDialect } from './json-dialects.ts'
import { readPluginCase } from './plugin-case.ts'
import { dialectLabels } from './row.ts'
import { readSkillUpCase } from './skill-up-case.ts'

/** What is known of the files around. */
export interface Surroundings {
  folders: Folders
  /** Names of the skills that a file may mean. */
  skills: readonly string[]
}

/** A file of another dialect, read; `null` when it is of none that is known; or why a file that may be one cannot be read. */
export type ReadForeign = ForeignFile | null | { problem: Problem & { dialect: DialectName } }

interface Problem { message: string, offset: number }

const emptyObject = (at: number): JsonNode => ({ kind: 'object', members: new Map(), start: at, end: at })

/** Whether a file is a case of `claude plugin eval`, as its first file: `prompt.md`, or a `case.yaml` without one. */
export function isPluginCase(file: string, folders: Folders): boolean {
  const names = folders.list(posix.dirname(file))
  const name = posix.basename(file)
  return name === 'prompt.md' ? names?.has('graders') === true || names?.has('case.yaml') === true : name === 'case.yaml' && names?.has('prompt.md') !== true
}

/**
 * Reads a file of another dialect, with the files that belong to it.
 * @param file absolute path, with forward slashes
 * @param text its contents, without a byte order mark
 */
export function readForeign(file: string, text: string, around: Surroundings): ReadForeign {
  const name = posix.basename(file)
  if (isPluginCase(file, around.folders))
    return pluginCase(file, text, around)
  if (name.endsWith('.csv'))
    return readCsvDialect(text)
  if (/\.ya?ml$/.test(name))
    return yamlFile(file, text)
  if (!name.endsWith('.json'))
    return null
  const json = parseJson(text)
  return 'problem' in json ? null : readJsonDialect(json.root)
}

function yamlFile(file: string, text: string): ReadForeign {
  const yaml = parseYaml(text)
  const isCase = posix.basename(posix.dirname(file)) === 'cases'
  if ('problem' in yaml)
    return isCase ? problem('skill-up', yaml.problem) : null
  if (!isCase)
    return readJsonDialect(yaml.root)
  const suite = readUtf8(posix.join(posix.dirname(file), '../eval.yaml')).text
  const parsed = suite === null ? null : parseYaml(suite)
  return readSkillUpCase(yaml.root, posix.basename(file).replace(/\.ya?ml$/, ''), parsed && 'root' in parsed ? parsed.root : null)
}

function pluginCase(file: string, text: string, { folders, skills }: Surroundings): ReadForeign {
  const folder = posix.dirname(file)
  const graders = [...folders.list(`${folder}/graders`)?.keys() ?? []].filter(name => name.endsWith('.md')).sort().map(name => `graders/${name}`)
  const others = [...posix.basename(file) === 'prompt.md' && folders.list(folder)?.has('case.yaml') === true ? ['case.yaml'] : [], ...graders]
  const main = partOf(posix.basename(file), text)
  if ('problem' in main)
    return problem('plugin-eval', main.problem)
  const parts: CasePart[] = [main]
  for (const path of others) {
    const part = partOf(path, readUtf8(`${folder}/${path}`).text ?? '')
    // the place is of another file
    if ('problem' in part)
      return problem('plugin-eval', { message: `${path}: ${part.problem.message}`, offset: 0 })
    parts.push(part)
  }
  return readPluginCase(posix.basename(folder), parts, skills)
}

function problem(dialect: DialectName, { message, offset }: Problem): ReadForeign {
  return { problem: { dialect, message: `This is ${dialectLabels[dialect]}, and it cannot be read: ${message.replace(/\.?$/, '.')}`, offset } }
}

function partOf(path: string, text: string): CasePart | { problem: Problem } {
  if (path.endsWith('.yaml')) {
    const yaml = parseYaml(text)
    return 'problem' in yaml ? yaml : { path, root: yaml.root, body: { text: '', offset: text.length } }
  }
  const split = splitFrontmatter(text)
  // a head that is never closed would go to the agent as a part of the prompt
  if ('problem' in split && text.startsWith('---'))
    return { problem: { message: split.problem, offset: split.offset } }
  if ('problem' in split)
    return { path, root: emptyObject(0), body: { text, offset: 0 } }
  const yaml = parseYaml(split.yaml, split.yamlOffset)
  return 'problem' in yaml ? yaml : { path, root: yaml.root.kind === 'object' ? yaml.root : emptyObject(split.yamlOffset), body: { text: split.body, offset: split.bodyOffset } }
}
