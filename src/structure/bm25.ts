/** Parameters of BM25+ that search engines use: saturation of a term, weight of the length, and the least that a match is worth. */
const [K, B, D] = [1.2, 0.7, 0.5]

/**
 * Scores texts by BM25+, field by field. A term counts once in a text: that "model" stands there five times does not make a skill more
 * likely to be meant. All weights are known beforehand, so that a query only adds up.
 * (Robertson and Zaragoza 2009; Lv and Zhai 2011 for the lower bound.)
 * @param texts of each text its fields, each a set of terms; all texts have the same fields
 * @returns for the terms of a query, the score of each text: 0 where it has none of them
 */
export function bm25(texts: readonly (readonly ReadonlySet<string>[])[]): (query: Iterable<string>) => Float64Array {
  const postings = new Map<string, { text: number, weight: number }[]>()
  const fields = texts[0]?.length ?? 0
  for (let field = 0; field < fields; field++)
    index(texts.map(text => text[field] ?? new Set<string>()), postings)
  return (query) => {
    const scores = new Float64Array(texts.length)
    for (const term of query) {
      for (const { text, weight } of postings.get(term) ?? [])
        scores[text] = (scores[text] ?? 0) + weight
    }
    return scores
  }
}

function index(texts: readonly ReadonlySet<string>[], postings: Map<string, { text: number, weight: number }[]>): void {
  const frequency = new Map<string, number>()
  for (const term of texts.flatMap(terms => [...terms]))
    frequency.set(term, (frequency.get(term) ?? 0) + 1)
  const meanLength = texts.reduce((sum, terms) => sum + terms.size, 0) / texts.length
  for (const [text, terms] of texts.entries()) {
    for (const term of terms) {
      const having = frequency.get(term) ?? 0
      const rarity = Math.log(1 + (texts.length - having + 0.5) / (having + 0.5))
      const weight = rarity * (D + (K + 1) / (1 + K * (1 - B + B * terms.size / meanLength)))
      const known = postings.get(term)
      known ? known.push({ text, weight }) : postings.set(term, [{ text, weight }])
    }
  }
}
