/**
 * A value as text for a script element that is not run. No `<` is left, so no content of the value ends the element or begins a
 * comment in it; lone surrogates are escaped by JSON itself.
 */
export function jsonForElement(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

/**
 * JSON as a script file that hands it to `receiver`. It stands there in a string, not as an object literal, where a key `__proto__`
 * would be taken for the prototype.
 */
export function jsonAsScript(receiver: string, id: string, json: string): string {
  return `${receiver}(${literal(id)}, ${literal(json)})\n`
}

function literal(text: string): string {
  return JSON.stringify(text).replace(/[<\u2028\u2029]/g, escaped)
}

/** Ends an element, or, for some tools that read scripts, a line. */
function escaped(character: string): string {
  return character === '<' ? '\\u003c' : character === '\u2028' ? '\\u2028' : '\\u2029'
}
