import type { Finding, Position } from './finding.ts'
import type { JsonNode } from './json.ts'
import { readUtf8 } from './decode.ts'
import { parseJson } from './json.ts'
import { absolutePath } from './paths.ts'

/** A folder that a plugin of the marketplace lists for its skills. */
export interface PublishedFolder {
  /** Absolute, with forward slashes. */
  path: string
  written: string
  place: Position
}

/** What `.claude-plugin/marketplace.json` publishes. */
export interface Marketplace {
  file: string
  folders: PublishedFolder[]
  findings: Finding[]
}

/** Reads the folders of skills that the marketplace under `root` lists. Plugins from elsewhere (`source` is an object) bring none. */
export function publishedFolders(root: string): Marketplace {
  const file = absolutePath(root, '.claude-plugin/marketplace.json')
  const fail = (message: string, place: Position): Marketplace =>
    ({ file, folders: [], findings: [{ rule: 'room/marketplace', severity: 'error', file, ...place, message, blocks: true }] })

  const decoded = readUtf8(file)
  if (decoded.text === null)
    return fail(`\`room: 'published'\` needs this file. ${decoded.message}`, decoded.position)
  const json = parseJson(decoded.text)
  if ('problem' in json)
    return fail(json.problem.message, json.problem.position)
  const plugins = member(json.root, 'plugins')
  if (plugins?.kind !== 'array')
    return fail('The marketplace has no list `plugins`.', json.position(json.root.start))

  const pluginRoot = stringOf(member(member(json.root, 'metadata'), 'pluginRoot')) ?? ''
  const folders = plugins.items.flatMap(plugin => foldersOf(plugin, root, pluginRoot).map(({ node, written, path }) =>
    ({ path, written, place: json.position(node.start) })))
  return { file, folders, findings: [] }
}

function foldersOf(plugin: JsonNode, root: string, pluginRoot: string): { node: JsonNode, written: string, path: string }[] {
  const source = member(plugin, 'source')
  if (source?.kind === 'object')
    return []
  const written = stringOf(source) ?? '.'
  const base = /^\.{1,2}(?:\/|$)/.test(written) ? absolutePath(root, written) : absolutePath(root, pluginRoot, written)
  const skills = member(plugin, 'skills')
  // A plugin that lists nothing publishes its folder `skills`.
  if (!skills)
    return [{ node: plugin, written: `${written}/skills`, path: absolutePath(base, 'skills') }]
  return (skills.kind === 'array' ? skills.items : [skills]).flatMap((node) => {
    const path = stringOf(node)
    return path === null ? [] : [{ node, written: path, path: absolutePath(base, path) }]
  })
}

function member(node: JsonNode | undefined, key: string): JsonNode | undefined {
  return node?.kind === 'object' ? node.members.get(key)?.node : undefined
}

function stringOf(node: JsonNode | undefined): string | null {
  return node?.kind === 'string' ? node.value : null
}
