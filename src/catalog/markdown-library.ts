import type { Decoded } from './decode.ts'
import type { MarkdownScan } from './markdown-scan.ts'
import type { MarkdownDocument } from './markdown.ts'
import { statSync } from 'node:fs'
import { readUtf8 } from './decode.ts'
import { certainAnchors } from './markdown-quick-anchors.ts'
import { scanMarkdown } from './markdown-scan.ts'
import { readMarkdown, startOfBody } from './markdown.ts'

interface Shelved {
  stamp: string
  scan: MarkdownScan
  document: MarkdownDocument | null
  certain: Set<string> | null
  /** Why the file has no text. */
  problem: Decoded & { text: null } | null
}

/** Markdown files, read when they are asked for and again when they changed on disk: in watch mode one save parses one file. */
export class MarkdownLibrary {
  private readonly files = new Map<string, Shelved>()
  /** Files of which it is known that they have not changed. */
  private readonly fresh = new Set<string>()

  /** What the file may point at; found without a parser. */
  scan(file: string): MarkdownScan {
    return this.current(file).scan
  }

  /** The parsed file; an empty one where it cannot be read. */
  document(file: string): MarkdownDocument {
    const shelved = this.current(file)
    return shelved.document ??= readMarkdown(readUtf8(file).text ?? '')
  }

  /** Whether a fragment points at something in the file. A parser is asked only where that is not plain. */
  hasAnchor(file: string, name: string): boolean {
    const shelved = this.current(file)
    if (shelved.document === null) {
      const text = shelved.certain ? '' : readUtf8(file).text ?? ''
      shelved.certain ??= certainAnchors(text, startOfBody(text))
      if (shelved.certain.has(name))
        return true
    }
    return this.document(file).anchors.has(name)
  }

  /** Why the file cannot be read; `null` when it can. */
  problem(file: string): Shelved['problem'] {
    return this.current(file).problem
  }

  /** Looks at the disk again for each file that is asked for from now on. */
  refresh(): void {
    this.fresh.clear()
  }

  private current(file: string): Shelved {
    const seen = this.fresh.has(file) ? this.files.get(file) : undefined
    if (seen)
      return seen
    this.fresh.add(file)
    const stat = statSync(file, { throwIfNoEntry: false })
    const stamp = stat ? `${stat.mtimeMs} ${stat.ctimeMs} ${stat.size}` : 'none'
    const known = this.files.get(file)
    if (known?.stamp === stamp)
      return known
    const decoded = readUtf8(file)
    const shelved: Shelved = { stamp, scan: scanMarkdown(decoded.text ?? ''), document: null, certain: null, problem: decoded.text === null ? decoded : null }
    this.files.set(file, shelved)
    return shelved
  }
}
