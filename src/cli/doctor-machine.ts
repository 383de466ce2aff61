import type { Skill } from '../catalog/find-skills.ts'
import type { Check } from './doctor-check.ts'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { findExecutable } from '../agent/executable.ts'
import { findPython } from '../behavior/python-environment.ts'
import { evalsFiles } from '../catalog/evals-files.ts'
import { version } from '../suite/version.ts'
import { notOk, ok, reasonOf } from './doctor-check.ts'
import { installCommand } from './install-command.ts'
import { installedVersion, packageFile } from './installed-package.ts'
import { isInRange } from './version-range.ts'

const own = packageFile(fileURLToPath(new URL('../..', import.meta.url)), 'vitest-skill-evals')

/** Node, Vitest, Vite and this package, each with the versions that it may have. */
export function checkPackages(root: string): Check[] {
  // Jest is optional, and who has it has no Vitest config to be examined
  const peers = Object.entries(own?.peerDependencies ?? {}).filter(([name]) => own?.peerDependenciesMeta?.[name]?.optional !== true)
  return [checkNode(root), checkSelf(root), ...peers.map(([name, range]) => checkPeer(root, name, range))]
}

function checkNode(root: string): Check {
  const node = process.versions.node
  const wanting = [['vitest-skill-evals', own], ['vitest', packageFile(root, 'vitest')]] as const
  for (const [name, file] of wanting) {
    const range = file?.engines?.node
    if (range !== undefined && !isInRange(node, range))
      return notOk('Node', 'fault', `${node}, and ${name} ${String(file?.version ?? '')} needs ${range}. Install a newer Node.`)
  }
  return ok('Node', node)
}

function checkSelf(root: string): Check {
  const installed = installedVersion(root, 'vitest-skill-evals')
  return installed === null
    ? notOk('vitest-skill-evals', 'fault', `${version} is what answers, but a config in ${root} would not find it. ${installCommand(root, ['vitest-skill-evals'])}`)
    : ok('vitest-skill-evals', installed)
}

function checkPeer(root: string, name: string, range: string): Check {
  const installed = installedVersion(root, name)
  if (installed === null)
    return notOk(name, 'fault', `it is not installed in ${root}. ${installCommand(root, [name])}`)
  return isInRange(installed, range) ? ok(name, installed) : notOk(name, 'fault', `${installed} is installed, and this package needs ${range}. ${installCommand(root, [name])}`)
}

/** Programs that some catalogs need. */
export function checkPrograms(skills: Skill[]): Check[] {
  const git = findExecutable('git', process.env)
  const python = skills.map(skill => evalsFiles(skill)).find(({ hooks }) => hooks?.endsWith('.py'))?.hooks ?? null
  return [
    git === null ? notOk('git', 'warning', 'it is not on PATH. Only `vitest --changed` needs it.') : ok('git', git),
    ...python === null ? [] : [checkPython(python)],
  ]
}

function checkPython(hooks: string): Check {
  try {
    return ok('Python', `${findPython(process.env, hooks)}, for hooks.py`)
  }
  catch (error) {
    return notOk('Python', 'fault', reasonOf(error))
  }
}
