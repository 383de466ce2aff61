// The floor of the structure tier: reads every file below a folder, one after the other.
import { readdirSync, readFileSync } from 'node:fs'
import process from 'node:process'

for (const entry of readdirSync(process.argv[2] ?? '', { recursive: true, withFileTypes: true })) {
  if (entry.isFile())
    readFileSync(`${entry.parentPath}/${entry.name}`)
}
