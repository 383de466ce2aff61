import { isRecord } from '../agent/json.ts'

/**
 * What a value must be. Says the path to the first part that is not so, such as `.answers[0].pass`; empty for the value itself;
 * `null` if all is right.
 */
export type Shape = (value: unknown) => string | null

/** A value of which one question decides. */
export function is(right: (value: unknown) => boolean): Shape {
  return value => right(value) ? null : ''
}

export const text = is(value => typeof value === 'string')
export const yesOrNo = is(value => typeof value === 'boolean')
/** One that JSON can hold: `1e999` is read as infinite. */
export const number = is(value => Number.isFinite(value))
/** A number that cannot be negative. */
export const amount = is(value => Number.isFinite(value) && Number(value) >= 0)
export const count = is(value => Number.isInteger(value) && Number(value) >= 0)
/** A moment as ISO 8601 writes it. */
export const moment = is(value => typeof value === 'string' && !Number.isNaN(Date.parse(value)))

export function orNull(shape: Shape): Shape {
  return value => value === null ? null : shape(value)
}

/** Missing, or as the shape says. */
export function optional(shape: Shape): Shape {
  return value => value === undefined ? null : shape(value)
}

/** An object with these keys; others may be there. */
export function data(fields: Record<string, Shape>): Shape {
  return value => isRecord(value) ? firstWrong(Object.entries(fields), ([name, shape]) => shape(value[name]), ([name]) => `.${name}`) : ''
}

/** An object all of whose values have a shape. */
export function dataOf(shape: Shape): Shape {
  return value => isRecord(value) ? firstWrong(Object.entries(value), ([, item]) => shape(item), ([name]) => `.${name}`) : ''
}

export function list(shape: Shape): Shape {
  return value => Array.isArray(value) ? firstWrong([...value.entries()], ([, item]) => shape(item), ([index]) => `[${index}]`) : ''
}

function firstWrong<T>(parts: T[], check: (part: T) => string | null, pathOf: (part: T) => string): string | null {
  for (const part of parts) {
    const wrong = check(part)
    if (wrong !== null)
      return pathOf(part) + wrong
  }
  return null
}
