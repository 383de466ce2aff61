import { existsSync } from 'node:fs'
import path from 'node:path'
import { readUtf8 } from '../catalog/decode.ts'

const endings = ['', '.ts', '.mts', '.js', '.mjs', '/index.ts', '/index.js']

/** Absolute paths of the files that a hooks file imports by path, and those that they import; as written where there is no such script. */
export function importedBy(hooks: string): string[] {
  const seen = new Set<string>()
  const found = new Set<string>()
  const open = [hooks]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file))
      continue
    seen.add(file)
    for (const imported of importsOf(file)) {
      const scripts = endings.map(ending => imported + ending).filter(name => /\.[mc]?[jt]s$/.test(name) && existsSync(name))
      for (const name of scripts.length === 0 ? [imported] : scripts)
        found.add(name)
      open.push(...scripts)
    }
  }
  return [...found]
}

function importsOf(file: string): string[] {
  const source = readUtf8(file).text ?? ''
  return [...source.matchAll(/(?:from|import|require)\s*(?:\(\s*)?(['"`])(\.{1,2}\/[^'"`]+|\/[^'"`]+)\1/g)].map(match => path.resolve(path.dirname(file), match[2] ?? ''))
}
