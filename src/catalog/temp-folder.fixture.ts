import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test as base } from 'vitest'
import { forwardSlashes } from './paths.ts'

/** A file by its path: its contents, or the target of a link. */
export type Files = Record<string, string | Uint8Array | { link: string }>

/** `folder(files)` makes a folder that is gone after the test, and returns its real path with forward slashes. */
export const test = base.extend<{ folder: (files: Files) => string }>({
  // eslint-disable-next-line no-empty-pattern
  folder: async ({}, use) => {
    const made: string[] = []
    await use((files) => {
      const root = realpathSync(mkdtempSync(join(tmpdir(), 'skill-evals-')))
      made.push(root)
      for (const [path, content] of Object.entries(files)) {
        mkdirSync(dirname(join(root, path)), { recursive: true })
        if (typeof content === 'string' || content instanceof Uint8Array)
          writeFileSync(join(root, path), content)
        else
          symlinkSync(content.link, join(root, path))
      }
      return forwardSlashes(root)
    })
    for (const root of made)
      rmSync(root, { recursive: true, force: true })
  },
})

/** A `SKILL.md` with nothing to object to. */
export function skillMd(name: string): string {
  return `---\nname: ${name}\ndescription: Sorts ${name} and nothing else.\n---\n\nDo it.\n`
}
