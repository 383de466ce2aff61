import type { Agreement, Answer } from './across-agents.ts'
import { isOtherSkill } from '../routing/names.ts'
import { percent } from './figures.ts'

/** How far agents agree: `claude and codex: the same skill in 37 of 40 evaluations (92.5%) that were measured under both`. */
export function agreementInWords({ tier, agents, measured, agreed }: Agreement): string {
  const what = tier === 'routing' ? 'the same skill' : 'the same outcome'
  return `${listed(agents)}: ${what} in ${agreed} of ${measured} (${percent(agreed / measured)}) that were measured under ${agents.length === 2 ? 'both' : 'all'}${tier === 'behavior' ? ', in behavior' : ''}`
}

/** What an agent answered to an evaluation, in a few words. */
export function answerInWords(answer: Answer | null, tier: Agreement['tier']): string {
  if (answer === null)
    return 'not asked'
  if (answer.isError)
    return 'not measured'
  if (tier === 'behavior')
    return answer.verdict
  const fired = answer.fired === null ? 'no skill' : isOtherSkill(answer.fired) ? `${answer.fired.replace(/^other:/, '')} (not in the room)` : answer.fired
  return `${fired}, ${answer.passed ? 'right' : 'wrong'}`
}

function listed(names: string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
