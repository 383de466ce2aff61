import type { Decoded } from './decode.ts'
import type { MarkdownScan } from './markdown-scan.ts'
import type { MarkdownDocument } from './markdown.ts'
import { statSync } from 'node:fs'
import { readUtf8 } from './decode.ts'
import { tooIntricate } from './markdown-bounds.ts'
import { certainAnchors } from './markdown-quick-anchors.ts'
import { scanMarkdown } from './markdown-scan.ts'
import { readMarkdown, startOfBody } from './markdown.ts'

interface Shelved {
  /** What the disk said of the file before it was read; `null` where it was not asked. */
  stamp: string | null
  scan: MarkdownScan
  document: MarkdownDocument | null
  certain: Set<string> | null
  /** Why the file has no text. */
  problem: Decoded & { text: null } | null
}

/** Texts that are kept: the files of a skill mostly link to each other, and a catalog may be larger than the memory. */
const MOST_TEXTS = 100

/** Markdown files, read when they are asked for and again when they changed on disk: in watch mode one save parses one file. */
export class MarkdownLibrary {
  private readonly files = new Map<string, Shelved>()
  /** Files of which it is known that they have not changed. */
  private readonly fresh = new Set<string>()
  private readonly texts = new Map<string, string>()
  private passes = 0

  /** What the file may point at; found without a parser. */
  scan(file: string): MarkdownScan {
    return this.current(file).scan
  }

  /** The parsed file; an empty one where it cannot be read. */
  document(file: string): MarkdownDocument {
    const shelved = this.current(file)
    if (shelved.document === null) {
      shelved.stamp ??= stampOf(file)
      shelved.document = readMarkdown(shelved.problem ? '' : this.text(file))
    }
    return shelved.document
  }

  /** Whether a fragment points at something in the file. A parser is asked only where that is not plain. */
  hasAnchor(file: string, name: string): boolean {
    const shelved = this.current(file)
    if (shelved.document === null) {
      const text = shelved.certain || shelved.problem ? '' : this.text(file)
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
    this.texts.clear()
    this.passes++
  }

  private current(file: string): Shelved {
    const known = this.files.get(file)
    if (known && this.fresh.has(file))
      return known
    this.fresh.add(file)
    // most runs make one pass, and to ask the disk for what only the next one needs takes a good part of it
    const stamp = this.passes > 1 ? stampOf(file) : null
    if (known && stamp !== null && known.stamp === stamp)
      return known
    const decoded = readUtf8(file)
    const intricate = decoded.text === null ? null : tooIntricate(decoded.text)
    const problem = decoded.text === null ? decoded : intricate && { text: null, reason: 'unreadable' as const, ...intricate }
    const text = problem ? '' : decoded.text ?? ''
    const shelved: Shelved = { stamp, scan: scanMarkdown(text), document: null, certain: null, problem }
    this.files.set(file, shelved)
    this.keep(file, text)
    return shelved
  }

  private text(file: string): string {
    return this.texts.get(file) ?? this.keep(file, readUtf8(file).text ?? '')
  }

  private keep(file: string, text: string): string {
    const [oldest] = this.texts.size < MOST_TEXTS ? [] : this.texts.keys()
    if (oldest !== undefined)
      this.texts.delete(oldest)
    this.texts.set(file, text)
    return text
  }
}

function stampOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat ? `${stat.mtimeMs} ${stat.ctimeMs} ${stat.size}` : 'none'
}
