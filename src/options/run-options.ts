import type { Prices } from '../agent/prices.ts'
import type { Overrides } from './environment-overrides.ts'
import type { SkillEvalsOptions } from './options.ts'
import type { ResolvedOptions } from './resolved-options.ts'
import { oneOfEach, ratio, whole } from './option-values.ts'

/** Names of the options that {@link runOptions} reads. */
export const runNames = [
  ...['trials', 'trials.n', 'trials.routing', 'trials.behavior', 'trials.stopEarly', 'passRate', 'retryErrors', 'prices'],
  ...['limits.toolCalls', 'limits.inspections', 'limits.usdPerCase', 'limits.usdPerRun', 'limits.tokensPerRun', 'limits.unknownCost'],
]

type RunOptions = Pick<ResolvedOptions, 'limits' | 'trials' | 'passRate' | 'retryErrors' | 'prices'>

/**
 * The options that say how often evaluations are run and what that may take, with every default filled in.
 * @throws {Error} naming the option and what is allowed.
 */
export function runOptions(options: SkillEvalsOptions, from: Overrides): RunOptions {
  const { limits = {}, passRate = 1 } = options
  const trials = typeof options.trials === 'object' ? options.trials : { n: options.trials ?? 1 }
  const n = from.number('TRIALS')
  return {
    limits: {
      toolCalls: whole('limits.toolCalls', from.number('LIMITS_TOOL_CALLS') ?? limits.toolCalls ?? 8, 0),
      inspections: whole('limits.inspections', from.number('LIMITS_INSPECTIONS') ?? limits.inspections ?? 16, 0),
      usdPerCase: dollars('limits.usdPerCase', from.number('LIMITS_USD_PER_CASE') ?? limits.usdPerCase),
      usdPerRun: dollars('limits.usdPerRun', from.number('LIMITS_USD_PER_RUN') ?? limits.usdPerRun),
      tokensPerRun: tokens('limits.tokensPerRun', from.number('LIMITS_TOKENS_PER_RUN') ?? limits.tokensPerRun),
      unknownCost: oneOfEach('limits.unknownCost', [from.text('LIMITS_UNKNOWN_COST') ?? limits.unknownCost ?? 'refuse'], ['refuse', 'allow'])[0] ?? 'refuse',
    },
    trials: {
      routing: whole('trials.routing', from.number('TRIALS_ROUTING') ?? n ?? trials.routing ?? trials.n ?? 1, 1),
      behavior: whole('trials.behavior', from.number('TRIALS_BEHAVIOR') ?? n ?? trials.behavior ?? trials.n ?? 1, 1),
      stopEarly: from.flag('TRIALS_STOP_EARLY') ?? trials.stopEarly ?? false,
    },
    passRate: aboveZero('passRate', ratio('passRate', from.number('PASS_RATE') ?? passRate)),
    retryErrors: whole('retryErrors', from.number('RETRY_ERRORS') ?? options.retryErrors ?? 1, 0),
    prices: prices(options.prices ?? {}),
  }
}

function dollars(name: string, value: number | undefined): number | null {
  if (value !== undefined && !(value > 0 && Number.isFinite(value)))
    throw new Error(`${name} is ${value}; write an amount in US dollars above 0, such as 0.5.`)
  return value ?? null
}

function tokens(name: string, value: number | undefined): number | null {
  return value === undefined ? null : whole(name, value, 1)
}

function aboveZero(name: string, value: number): number {
  if (value === 0)
    throw new Error(`${name} is 0, which every run passes; write a ratio above 0, such as 0.8.`)
  return value
}

function prices(list: Prices): Prices {
  const keys = ['input', 'output', 'cacheRead', 'cacheWrite']
  for (const [model, price] of Object.entries(list)) {
    const wrong = Object.entries(price).find(([key, usd]) => !keys.includes(key) || !(usd >= 0 && Number.isFinite(usd)))
    if (wrong || price.input === undefined || price.output === undefined)
      throw new Error(`prices holds ${JSON.stringify(price)} for ${JSON.stringify(model)}; write US dollars for a million tokens, such as { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 }.`)
  }
  return list
}
