/** Fewer characters of a secret are no use to anybody, and stand in many words. */
const LEAST = 8
/** What is left of less than this part of a secret is not looked for. */
const PART = 1 / 4
/** Where this package and agents cut texts, and what they write there. */
const CUTS = /…|\[?\.{3}\]?/g

/**
 * Takes out what a cut has left of a secret: an error's first 500 characters may end in the middle of a key.
 * @param text what is kept
 * @param literals the forms in which secrets may stand in it
 * @param mark takes their place
 */
export function withoutCutSecrets(text: string, literals: readonly string[], mark: string): string {
  for (const literal of literals) {
    const least = Math.max(LEAST, Math.ceil(literal.length * PART))
    if (least >= literal.length)
      continue
    if (text.includes(literal.slice(0, least)))
      text = cutAt(text, at => endOf(text, at, literal, least), mark)
    if (text.includes(literal.slice(-least)))
      text = cutAt(text, at => startOf(text, at, literal, least), mark)
  }
  return text
}

/** Replaces what is found at the cuts. `find` gets a place, and says where the part of a secret before or after it begins and ends. */
function cutAt(text: string, find: (at: number) => [number, number] | null, mark: string): string {
  const places = [0, text.length, ...[...text.matchAll(CUTS)].flatMap(({ index, 0: cut }) => [index, skipBlanks(text, index, -1), index + cut.length, skipBlanks(text, index + cut.length, 1)])]
  const found = [...new Set(places)].flatMap((at) => {
    const part = find(at)
    // A secret that begins like the mark ends would be found again in what replaced it.
    return part === null || mark.includes(text.slice(...part)) ? [] : [part]
  }).sort(([a], [b]) => b - a)
  return found.reduce((rest, [from, to]) => rest.slice(0, from) + mark + rest.slice(to), text)
}

function endOf(text: string, at: number, literal: string, least: number): [number, number] | null {
  for (let length = Math.min(literal.length - 1, at); length >= least; length--) {
    if (text.startsWith(literal.slice(0, length), at - length))
      return [at - length, at]
  }
  return null
}

function startOf(text: string, at: number, literal: string, least: number): [number, number] | null {
  for (let length = Math.min(literal.length - 1, text.length - at); length >= least; length--) {
    if (text.startsWith(literal.slice(-length), at))
      return [at, at + length]
  }
  return null
}

/** A mark may stand on a line of its own. */
function skipBlanks(text: string, at: number, step: 1 | -1): number {
  while (/\s/.test(text.charAt(step === 1 ? at : at - 1)))
    at += step
  return at
}
