import { MARK_VARIABLE } from '../agent/process.ts'
import { didYouMean } from '../catalog/did-you-mean.ts'

const prefix = 'SKILL_EVALS_'
/** Of ours too, and no options: what marks our processes, and where Python is. */
const others = [MARK_VARIABLE, 'SKILL_EVALS_PYTHON']

/** `SKILL_EVALS_*`, read strictly: a typing error in CI must not silently measure something else. */
export class Overrides {
  private readonly known = new Set<string>()

  constructor(private readonly env: NodeJS.ProcessEnv) {}

  /** Call when every variable has been asked for. */
  refuseUnknown(): void {
    const unknown = Object.keys(this.env).find(name => name.startsWith(prefix) && !this.known.has(name) && !others.includes(name) && !name.startsWith(`${prefix}TEST_`))
    if (unknown !== undefined)
      throw new Error(`The environment variable ${unknown} is no option of vitest-skill-evals.${didYouMean(unknown, this.known)}`)
  }

  text(name: string): string | undefined {
    this.known.add(`${prefix}${name}`)
    return this.env[`${prefix}${name}`]?.trim() || undefined
  }

  list(name: string): string[] | undefined {
    return this.text(name)?.split(',').map(part => part.trim()).filter(Boolean)
  }

  number(name: string): number | undefined {
    const text = this.text(name)
    if (text === undefined)
      return undefined
    const number = Number(text)
    if (!Number.isFinite(number))
      throw new Error(`SKILL_EVALS_${name} is ${JSON.stringify(text)}; write a number.`)
    return number
  }

  flag(name: string): boolean | undefined {
    const text = this.text(name)
    if (text === undefined || text === 'true' || text === 'false')
      return text === undefined ? undefined : text === 'true'
    throw new Error(`SKILL_EVALS_${name} is ${JSON.stringify(text)}; write true or false.`)
  }
}
