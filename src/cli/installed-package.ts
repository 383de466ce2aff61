import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/** Version of a package as a config in this folder would get it; `null` when it is not installed. */
export function installedVersion(root: string, name: string): string | null {
  return String(packageFile(root, name)?.version ?? '') || null
}

/** The `package.json` of an installed package. */
export function packageFile(root: string, name: string): { version?: unknown, engines?: Record<string, string>, peerDependencies?: Record<string, string>, peerDependenciesMeta?: Record<string, { optional?: boolean }> } | null {
  try {
    const file = createRequire(path.join(root, 'package.json')).resolve(`${name}/package.json`)
    return JSON.parse(readFileSync(file, 'utf8'))
  }
  catch {
    return null
  }
}
