/**
 * A value as text for a script element that is not run. No `<` is left, so no content of the value ends the element or begins a
 * comment in it; lone surrogates are escaped by JSON itself.
 */
export function jsonForElement(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

/**
 * Data and a list as a script file that hands them to `receiver`, as JSON. It stands there in strings, not as an object literal, where a
 * key `__proto__` would be taken for the prototype. Each entry of the list is a string of its own: one text with all of them would be
 * written into fresh memory several times over, which takes longer than everything else.
 */
export function* dataAsScript(receiver: string, id: string, data: object, list: Iterable<unknown>): Generator<string> {
  yield `${receiver}(${literal(id)}, ${literal(JSON.stringify(data))}, [\n`
  for (const one of list)
    yield `${literal(JSON.stringify(one))},\n`
  yield '])\n'
}

/** Without what ends an element or, for some tools that read scripts, a line. */
function literal(text: string): string {
  return JSON.stringify(text).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
}
