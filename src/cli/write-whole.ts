import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

/** Writes a file at once: whoever reads it meanwhile, or after a crash, finds the old text or the new one. @throws when it cannot be written */
export function writeWhole(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}.tmp`
  try {
    writeFileSync(draft, text)
    renameSync(draft, file)
  }
  finally {
    rmSync(draft, { force: true })
  }
}
