/** @throws when it is no whole number, or too small. */
export function whole(name: string, value: number, least: number): number {
  if (!Number.isInteger(value) || value < least)
    throw new Error(`${name} is ${value}; write a whole number of at least ${least}.`)
  return value
}

/** @throws when it is not from 0 to 1. */
export function ratio(name: string, value: number): number {
  if (!(value >= 0 && value <= 1))
    throw new Error(`${name} is ${value}; write a ratio from 0 to 1, such as 0.95.`)
  return value
}

/** @throws when a value is none of those that are allowed. */
export function oneOfEach<T extends string>(name: string, values: string[], allowed: readonly T[]): T[] {
  const wrong = values.find(value => !(allowed as readonly string[]).includes(value))
  if (wrong !== undefined)
    throw new Error(`${name} holds ${JSON.stringify(wrong)}; write ${allowed.join(', ')}.`)
  return values as T[]
}
