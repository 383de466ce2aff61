/**
 * A value as text for a script element that is not run. No `<` is left, so no content of the value ends the element or begins a
 * comment in it; lone surrogates are escaped by JSON itself.
 */
export function jsonForElement(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

/**
 * A value as a script file that hands it to `receiver`. The value stands there as JSON in a string, not as an object literal, where a
 * key `__proto__` would be taken for the prototype.
 */
export function jsonAsScript(receiver: string, id: string, value: unknown): string {
  return `${receiver}(${literal(id)}, ${literal(JSON.stringify(value))})\n`
}

/** U+2028 and U+2029 end a line for some tools that read scripts. */
function literal(text: string): string {
  return jsonForElement(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
}
