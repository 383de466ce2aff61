import { isAtLeast } from '../agent/version.ts'

/**
 * Whether a version is in a range as `package.json` files of Vitest and of this package write them: `^4.1.0 || >=22.12.0`. A part in
 * any other form counts as met: a wrong alarm would be worse than none.
 */
export function isInRange(version: string, range: string): boolean {
  const [plain = ''] = version.split('-')
  return range.split('||').map(part => part.trim()).some((part) => {
    const [, sign, least = ''] = /^(\^|>=)(\d[\d.]*)$/.exec(part) ?? []
    if (sign === undefined)
      return true
    return isAtLeast(plain, least) && (sign === '>=' || plain.split('.')[0] === least.split('.')[0])
  })
}
