/**
 * Fits texts into a budget of characters. Each has an equal share; what one does not need goes to the others, so that a long record
 * of calls cannot crowd out the agent's last word, and a short one costs nothing.
 *
 * @returns the texts, each cut in its middle where it had to be, and how many characters are missing in all.
 */
export function fitTexts(texts: readonly string[], budget: number): { texts: string[], cut: number } {
  const shares = new Map<number, number>()
  let left = Math.max(0, Math.floor(budget))
  const shortestFirst = [...texts.keys()].sort((a, b) => lengthOf(texts, a) - lengthOf(texts, b))
  for (const [rank, index] of shortestFirst.entries()) {
    const share = Math.min(lengthOf(texts, index), Math.floor(left / (texts.length - rank)))
    shares.set(index, share)
    left -= share
  }
  const fitted = texts.map((text, index) => cutMiddle(text, shares.get(index) ?? 0))
  return { texts: fitted.map(one => one.text), cut: fitted.reduce((sum, one) => sum + one.cut, 0) }
}

/**
 * Keeps the start and the end of a text, since what was asked for stands at the one and what came of it at the other, with a mark
 * between them that says how many characters are missing. The mark is not counted.
 */
export function cutMiddle(text: string, size: number): { text: string, cut: number } {
  if (text.length <= size)
    return { text, cut: 0 }
  let head = Math.ceil(size / 2)
  let tail = text.length - Math.floor(size / 2)
  // Half a character would be sent as a replacement character, which the agent never wrote.
  if (isLowSurrogate(text.charCodeAt(head)) && head > 0)
    head -= 1
  if (isLowSurrogate(text.charCodeAt(tail)))
    tail += 1
  const cut = tail - head
  return { text: `${text.slice(0, head)}\n[... ${cut} characters are missing here ...]\n${text.slice(tail)}`, cut }
}

function lengthOf(texts: readonly string[], index: number): number {
  return texts[index]?.length ?? 0
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xDC00 && code <= 0xDFFF
}
