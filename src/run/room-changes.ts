import type { StagedRoom } from './room.ts'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { stampOf } from './copy-folder.ts'

/**
 * What runs did to a staged room since staging, such as `changed sql/SKILL.md`; empty when nothing. Reads no contents,
 * but asks for the state of every file: call it after runs that could have written, not after each one.
 */
export async function roomChanges(staged: StagedRoom): Promise<string[]> {
  const changes: string[] = []
  const missing = new Set(Object.keys(staged.stamps))
  const skills = new Set(staged.skills.map(skill => skill.name))
  await compare('')
  for (const skill of skills)
    changes.push(`removed ${skill}`)
  for (const path of missing) {
    const parent = path.slice(0, path.lastIndexOf('/'))
    // A folder that is gone is named once, not with all it held.
    if (!missing.has(parent) && !skills.has(parent))
      changes.push(`removed ${path}`)
  }
  return changes.sort()

  async function compare(prefix: string): Promise<void> {
    const entries = await readdir(join(staged.dir, prefix), { withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      const path = prefix + entry.name
      if (prefix === '' && skills.delete(entry.name)) {
        if (entry.isDirectory())
          await compare(`${path}/`)
        else
          changes.push(`changed ${path}`)
        continue
      }
      if (!missing.delete(path)) {
        changes.push(`added ${path}`)
        continue
      }
      const stamp = await stampOf(join(staged.dir, path)).catch(() => '')
      if (stamp !== staged.stamps[path])
        changes.push(`changed ${path}`)
      if (entry.isDirectory())
        await compare(`${path}/`)
    }
  }
}
