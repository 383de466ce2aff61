/**
 * About how many tokens a model reads for a text: four characters of Latin script make one, and so does one character of a
 * script such as Chinese. No tokenizer of any model is asked, so it can be off by a third.
 */
export function estimateTokens(text: string): number {
  const wide = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0
  return Math.ceil((text.length - wide) / 4) + wide
}
