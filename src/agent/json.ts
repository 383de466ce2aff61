/** Levels of data that are kept. No agent nests like that, and what works on deeper data (a copy, a text of it) runs out of stack. */
const DEEPEST = 300
const TOO_DEEP = '(nested too deeply)'

/** Reads a line as a JSON object; anything else, also half of one, is `null`. */
export function parseRecord(line: string): Record<string, unknown> | null {
  const value = parseData(line)
  return isRecord(value) ? value : null
}

/** {@link parseJson} for a text that need not be JSON: `undefined` then. */
export function parseData(text: string): unknown {
  try {
    return parseJson(text)
  }
  catch {
    return undefined
  }
}

/**
 * Reads JSON that others wrote. What is nested too deeply becomes a text that says so.
 * @throws {SyntaxError} when it is no JSON
 */
export function parseJson(json: string): unknown {
  const value: unknown = JSON.parse(json)
  // less text cannot be that deep
  return json.length > 2 * DEEPEST ? withoutDepths(value) : value
}

/** Cuts data below {@link DEEPEST}, in place and level by level. */
function withoutDepths(value: unknown): unknown {
  let level: unknown[] = [value]
  for (let depth = 1; level.length > 0; depth++) {
    const next: unknown[] = []
    for (const one of level) {
      for (const [key, item] of isContainer(one) ? Object.entries(one) : []) {
        if (isContainer(item) && depth < DEEPEST)
          next.push(item)
        // an assignment to `__proto__` would set nothing
        else if (isContainer(item))
          Object.defineProperty(one, key, { value: TOO_DEEP, enumerable: true, configurable: true, writable: true })
      }
    }
    level = next
  }
  return value
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** Whether a value is an object with keys. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value if it is a string. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** The value if it is a number. */
export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** The value if it is an amount of something: not negative. */
export function amountOf(value: unknown): number | undefined {
  const amount = numberOf(value)
  return amount === undefined || amount < 0 ? undefined : amount
}

/** The value if it can be a count: whole and not negative. */
export function countOf(value: unknown): number | undefined {
  return Number.isSafeInteger(value) ? amountOf(value) : undefined
}

/** The strings of a list; `null` if it is no list. */
export function textsOf(value: unknown): string[] | null {
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : null
}

/** The objects of a list; none if it is no list. */
export function recordsOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}
