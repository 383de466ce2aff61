import type { Position } from '../catalog/finding.ts'
import { addMapping, GenMapping, setSourceContent, toEncodedMap } from '@jridgewell/gen-mapping'

/** What a Vite `load` hook returns for a test module. */
export interface LoadedModule {
  code: string
  /** JSON of a source map. */
  map: string
  moduleType: 'js'
}

/**
 * Writes a module line by line, with a source map into the file that the tests come from. One mapping at the start of a
 * line is enough: Vitest takes a test's location from the call's frame, and every later column falls back to it.
 */
export class ModuleWriter {
  private readonly lines: string[] = []
  private readonly map: GenMapping

  constructor(private readonly file: string, text: string) {
    this.map = new GenMapping({ file })
    setSourceContent(this.map, file, text)
  }

  /** Adds a line, and where in the source (or another file) it came from; a line without a place points nowhere. */
  line(code: string, at?: Position, source = this.file): void {
    this.lines.push(code)
    if (at)
      addMapping(this.map, { generated: { line: this.lines.length, column: 0 }, source, original: { line: at.line, column: at.column - 1 } })
  }

  finish(): LoadedModule {
    // `moduleType` tells Vite 8 that a file named .json is JavaScript by now
    return { code: `${this.lines.join('\n')}\n`, map: JSON.stringify(toEncodedMap(this.map)), moduleType: 'js' }
  }
}

/** A JavaScript expression for plain data. A JSON string, since `__proto__` in an object literal would set the prototype. */
export function literal(value: unknown): string {
  return `JSON.parse(${JSON.stringify(JSON.stringify(value))})`
}
