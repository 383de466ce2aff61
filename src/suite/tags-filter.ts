/** Whether the tags of a test are among those that were asked for. */
export type TagsFilter = (tags: string[]) => boolean

const operators = new Map([['and', '&&'], ['or', '||'], ['not', '!']])

/**
 * Reads expressions of `--tags-filter` as Vitest does, which gives its own reading to nobody: all of them have to hold.
 * @returns `null` for what cannot be read here. Vitest says what is wrong with it.
 */
export function readTagsFilter(expressions: readonly string[]): TagsFilter | null {
  const filters = expressions.map(readExpression)
  return filters.includes(null) ? null : tags => filters.every(filter => filter?.(tags))
}

function readExpression(expression: string): TagsFilter | null {
  const words = [...expression.matchAll(/[()!]|&&|\|\||[^\s()!&|]+/g)].map(([word]) => operators.get(word.toLowerCase()) ?? word)
  let at = 0
  const takes = (word: string): boolean => words[at] === word && at++ >= 0

  function any(): TagsFilter | null {
    let filter = all()
    while (filter && takes('||')) {
      const [left, right] = [filter, all()]
      filter = right && (tags => left(tags) || right(tags))
    }
    return filter
  }
  function all(): TagsFilter | null {
    let filter = one()
    while (filter && takes('&&')) {
      const [left, right] = [filter, one()]
      filter = right && (tags => left(tags) && right(tags))
    }
    return filter
  }
  function one(): TagsFilter | null {
    if (takes('!')) {
      const filter = one()
      return filter && (tags => !filter(tags))
    }
    if (takes('(')) {
      const filter = any()
      return takes(')') ? filter : null
    }
    const tag = words[at++]
    if (tag === undefined || /^[()!&|]/.test(tag))
      return null
    const pattern = new RegExp(`^${tag.split('*').map(part => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')).join('.*')}$`)
    return tags => tags.some(known => pattern.test(known))
  }

  const filter = any()
  return at === words.length ? filter : null
}
