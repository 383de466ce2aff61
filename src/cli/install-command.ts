import { existsSync } from 'node:fs'
import path from 'node:path'

const managers = [['pnpm-lock.yaml', 'pnpm add --save-dev'], ['yarn.lock', 'yarn add --dev'], ['bun.lock', 'bun add --dev'], ['bun.lockb', 'bun add --dev']] as const

/** The command that installs development dependencies, for the package manager whose lock file lies in the folder or above it. */
export function installCommand(root: string, packages: string[]): string {
  return `${managerOf(root)} ${packages.join(' ')}`
}

function managerOf(folder: string): string {
  const found = managers.find(([file]) => existsSync(path.join(folder, file)))
  if (found)
    return found[1]
  const parent = path.dirname(folder)
  return parent === folder || existsSync(path.join(folder, 'package-lock.json')) ? 'npm install --save-dev' : managerOf(parent)
}
