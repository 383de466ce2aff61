import type { Finding, Position } from './finding.ts'
import type { YamlEntry } from './yaml-source.ts'
import { readUtf8 } from './decode.ts'
import { didYouMean } from './did-you-mean.ts'
import { Folders } from './folders.ts'
import { lineIndex } from './line-index.ts'
import { kindAt } from './workspace.ts'
import { readYaml } from './yaml-source.ts'

/** Where a skill's behavior runs belong, as `evals/machine.yml` says. */
export interface Machine {
  /** Absolute path, also when there is no such file. */
  file: string
  /** Platforms; `null` is every platform. */
  os: Os[] | null
  /** Further labels of the machine. Usable as Vitest tags. */
  labels: string[]
  /** Absolute path of the compose file, or `null`. */
  sandbox: string | null
  findings: Finding[]
}

/** Names of platforms as CI runners spell them. */
export type Os = 'Linux' | 'Windows' | 'macOS'

const PLATFORMS: Os[] = ['Linux', 'Windows', 'macOS']
const NODE_PLATFORMS: Partial<Record<string, Os>> = { linux: 'Linux', darwin: 'macOS', win32: 'Windows' }
const KEYS = ['os', 'labels', 'sandbox']

/** Keys of earlier generations of the file, and what replaced them. */
const RETIRED = new Map([
  ['runner', 'Write the labels of the machine as `labels: [..]`.'],
  ['runner_type', 'Write the labels of the machine as `labels: [..]`, and `os: [Linux]` if it needs Linux.'],
  ['gate', 'Gate the run in the CI workflow.'],
  ['environment', 'Name the environment in the CI workflow.'],
  ['reason', 'Write it as a `#` comment.'],
])

/** Why the behavior of a skill cannot be measured on a platform (as `process.platform` names it); `null` when it can. */
export function reasonForAnotherMachine({ os, file }: Pick<Machine, 'os' | 'file'>, platform: string): string | null {
  const here = NODE_PLATFORMS[platform]
  return os === null || (here !== undefined && os.includes(here)) ? null : `${file} asks for ${os.join(' or ')}, and this is ${here ?? platform}`
}

/** Reads `evals/machine.yml`. A missing or empty file means the defaults. Never throws. */
export function readMachine(skillDir: string, folders = new Folders()): Machine {
  const file = `${skillDir}/evals/machine.yml`
  const names = folders.list(`${skillDir}/evals`)
  const misnamed: Finding[] = names?.has('machine.yaml')
    ? [{ ...fault(`${skillDir}/evals/machine.yaml`, 'machine/name', 'The file is not read. Rename it to `machine.yml`.', { line: 1, column: 1 }), severity: 'warning' }]
    : []
  const defaults: Machine = { file, os: null, labels: [], sandbox: null, findings: misnamed }
  if (!names?.has('machine.yml'))
    return defaults
  const decoded = readUtf8(file, { folder: skillDir, of: 'skill' })
  if (decoded.text === null)
    return { ...defaults, findings: [...misnamed, fault(file, `machine/${decoded.reason}`, decoded.message, decoded.position)] }
  const machine = parseMachine(file, decoded.text)
  return { ...machine, findings: [...misnamed, ...machine.findings] }
}

/**
 * The same of a text that is known already; only of the file that `sandbox` names the disk is asked. Never throws.
 * @param file whose text it is: absolute, with forward slashes
 * @param text without its byte order mark
 */
export function parseMachine(file: string, text: string): Machine {
  const machine: Machine = { file, os: null, labels: [], sandbox: null, findings: [] }
  const position = lineIndex(text)
  const report: Report = (rule, message, offset) => {
    machine.findings.push(fault(file, `machine/${rule}`, message, position(offset)))
  }

  const yaml = readYaml(text)
  for (const problem of yaml.problems)
    report('yaml', `Invalid YAML: ${problem.message}`, problem.offset)
  if (yaml.kind === 'other' && yaml.problems.length === 0)
    report('mapping', 'The file has to be a mapping with the keys `os`, `labels` and `sandbox`.', 0)
  for (const [key, entry] of yaml.entries)
    readKey(machine, key, entry, report)
  return machine
}

type Report = (rule: string, message: string, offset: number) => void

function readKey(machine: Machine, key: string, entry: YamlEntry, report: Report): void {
  const retired = RETIRED.get(key)
  if (retired !== undefined)
    return report('retired-key', `\`${key}\` is no longer a key. ${retired}`, entry.keyOffset)
  if (key === 'os') {
    const names = list('os', '[Linux]', entry, report)
    const platforms = PLATFORMS.filter(platform => names.includes(platform))
    machine.os = platforms.length > 0 ? platforms : null
    checkPlatforms(entry, report)
  }
  else if (key === 'labels') {
    machine.labels = list('labels', '[gpu]', entry, report)
    checkLabels(entry, report)
  }
  else if (key === 'sandbox') {
    machine.sandbox = sandboxFile(machine.file, entry, report)
  }
  else {
    report('unknown-key', `\`${key}\` is not a key of machine.yml: use ${KEYS.map(name => `\`${name}\``).join(', ')}.${didYouMean(key, KEYS)}`, entry.keyOffset)
  }
}

function list(key: string, example: string, entry: YamlEntry, report: Report): string[] {
  const { value } = entry
  if (!Array.isArray(value) || value.length === 0) {
    report(key, `\`${key}\` has to be a list with at least one entry, such as \`${key}: ${typeof value === 'string' ? `[${value}]` : example}\`.`, entry.valueOffset)
    return []
  }
  return value.filter((item, index) => {
    const good = typeof item === 'string' && item.trim() !== ''
    if (!good)
      report(key, `An entry of \`${key}\` is no text. Write it in quotes.`, entry.itemOffsets[index] ?? entry.valueOffset)
    return good
  })
}

function checkPlatforms(entry: YamlEntry, report: Report): void {
  strings(entry).forEach(([name, offset]) => {
    const known: string[] = PLATFORMS
    if (!known.includes(name))
      report('os', `\`${name}\` is not a platform: use \`Linux\`, \`Windows\` or \`macOS\`.${didYouMean(name, PLATFORMS)}`, offset)
  })
}

function checkLabels(entry: YamlEntry, report: Report): void {
  strings(entry).forEach(([name, offset]) => {
    if (/[\s!()*|&]/.test(name) || /^(?:and|or|not)$/i.test(name))
      report('labels', `\`${name}\` cannot be a label: labels become Vitest tags, which hold no spaces and none of \`!()*|&\`, and are not \`and\`, \`or\`, \`not\`.`, offset)
  })
}

function strings(entry: YamlEntry): [string, number][] {
  const values: unknown[] = Array.isArray(entry.value) ? entry.value : []
  return values.flatMap((item, index) => typeof item === 'string' && item.trim() !== '' ? [[item, entry.itemOffsets[index] ?? entry.valueOffset]] : [])
}

function sandboxFile(machineFile: string, { value, valueOffset }: YamlEntry, report: Report): string | null {
  if (typeof value !== 'string' || value.trim() === '' || /[\\/]/.test(value) || value.includes('\0')) {
    report('sandbox', '`sandbox` has to be the name of a file beside machine.yml, such as `compose.yaml`.', valueOffset)
    return null
  }
  const file = `${machineFile.slice(0, machineFile.lastIndexOf('/'))}/${value}`
  if (kindAt(file) !== 'file') {
    report('sandbox', `\`sandbox\` names \`${value}\`, but there is no such file at ${file}.`, valueOffset)
    return null
  }
  return file
}

function fault(file: string, rule: string, message: string, place: Position): Finding {
  return { rule, severity: 'error', file, ...place, message, blocks: false }
}
