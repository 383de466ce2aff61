/** What a placeholder can be called: what `{name}` in a dataset is understood as. */
const NAME = /^[A-Z_]\w*$/i

/**
 * The placeholders that a hook returned, as text.
 *
 * @returns the problem as a text, when they cannot be used.
 */
export function readPlaceholders(returned: unknown): Record<string, string> | string {
  if (returned === undefined || returned === null)
    return {}
  if (typeof returned !== 'object' || !isPlainRecord(returned))
    return `returned ${describe(returned)}. Return an object of placeholders, such as \`{ name: 'value' }\`, or nothing.`
  const problems: string[] = []
  const read: [string, string][] = []
  for (const [name, value] of Object.entries(returned)) {
    if (!NAME.test(name))
      problems.push(`\`${name}\` cannot be the name of a placeholder: write letters, digits and \`_\`, no digit first.`)
    else if (typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value))
      read.push([name, String(value)])
    else
      problems.push(`\`${name}\` is ${describe(value)}, but a placeholder is a string, a number or a boolean.${advice(value)}`)
  }
  return problems.length > 0 ? `returned placeholders that cannot be used: ${problems.join(' ')}` : Object.fromEntries(read)
}

/** A value in a word or two, for a message. */
export function describe(value: unknown): string {
  switch (typeof value) {
    case 'object':
      return value === null ? '`null`' : Array.isArray(value) ? 'an array' : isPlainRecord(value) ? 'an object' : `a ${value.constructor?.name ?? 'object'}`
    case 'function': return 'a function'
    case 'string': return `the string \`${value.length > 60 ? `${value.slice(0, 60)}…` : value}\``
    case 'undefined': return '`undefined`'
    default: return `the ${typeof value} \`${String(value)}\``
  }
}

function advice(value: unknown): string {
  if (value instanceof URL)
    return ' Return its `href`, or a path by `fileURLToPath(url)`.'
  return value instanceof Promise ? ' Await it.' : ''
}

function isPlainRecord(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  // Compared by name: an object of another realm is as plain as one of ours.
  return prototype === null || (Object.getPrototypeOf(prototype) === null && !Array.isArray(value))
}
