/**
 * What cannot be seen, or reorders what can: controls but tab and line break, marks of direction, blanks without width, line
 * separators, tag characters (which can hide whole sentences), and halves of a pair.
 */
const UNSEEN = /[\p{Cc}\p{Cs}\u061C\u200B\u200E\u200F\u2028-\u202E\u2060\u2066-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu

/** Text from outside with all that is hidden in it made visible, so that nobody reads something else than what the agent read. */
export function visible(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(UNSEEN, sign)
}

function sign(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (character === '\n' || character === '\t')
    return character
  // the pictures that Unicode has for controls
  if (code < 0x20)
    return String.fromCodePoint(0x2400 + code) + (character === '\r' ? '\n' : '')
  return code === 0x7F ? '\u2421' : `\u27E8U+${code.toString(16).toUpperCase().padStart(4, '0')}\u27E9`
}

/** A beginning of about `length` characters that cuts no pair in two. */
export function beginning(text: string, length: number): string {
  const code = text.charCodeAt(length - 1)
  return text.slice(0, code >= 0xD800 && code < 0xDC00 ? length + 1 : length)
}
