import type { ReportedEvaluation, ReportedRun } from './read-report.ts'
import { some } from './wording.ts'

/** An evaluation that both reports have. */
export interface Common {
  before: ReportedEvaluation
  after: ReportedEvaluation
}

/** Why a comparison would say nothing, and what its reader should know. Sentences. */
export interface Comparability {
  reasons: string[]
  notes: string[]
}

/**
 * Whether a difference between two runs can be one of the skills. With another agent, model, judge, grader or question it is one of those,
 * or of both, and nobody can tell.
 */
export function comparability(before: ReportedRun, after: ReportedRun, common: readonly Common[]): Comparability {
  const reasons = [
    ...differs('agent', before.agent, after.agent),
    ...before.model !== null && after.model !== null ? differs('model', before.model, after.model) : [],
    ...(['routing', 'behavior'] as const).flatMap((tier) => {
      const [was, is] = [before.graders[tier], after.graders[tier]]
      const counts = common.some(pair => pair.before.tier === tier)
      return counts && was !== null && is !== null ? differs(`grader of ${tier}`, `version ${was}`, `version ${is}`) : []
    }),
    ...differs('judge', judges(common.map(pair => pair.before)), judges(common.map(pair => pair.after))),
    ...otherQuestions(common),
  ]
  return { reasons, notes: notesOn(before, after, common) }
}

function differs(what: string, was: string, is: string): string[] {
  return was === is ? [] : [`Another ${what}: ${was} before, ${is} after.`]
}

function judges(evaluations: ReportedEvaluation[]): string {
  return [...new Set(evaluations.flatMap(one => one.judge ?? []))].sort().join(' and ') || 'none'
}

/** Only what was graded on both sides is compared, and an error leaves no expectations in a report. */
function otherQuestions(common: readonly Common[]): string[] {
  const changed = common.filter(({ before, after }) => before.graded > 0 && after.graded > 0).flatMap(({ before, after }) => {
    const parts = [
      ...before.asked.prompt === after.asked.prompt ? [] : ['prompt'],
      ...before.asked.expected === after.asked.expected ? [] : ['expected skill'],
      ...JSON.stringify(before.asked.expectations) === JSON.stringify(after.asked.expectations) ? [] : ['expectations'],
    ]
    return parts.length === 0 ? [] : [`${before.id} (${parts.join(', ')}, in ${before.tier})`]
  })
  return changed.length === 0 ? [] : [`Another dataset: ${changed.length} of the evaluations ask something else: ${some(changed)}.`]
}

function notesOn(before: ReportedRun, after: ReportedRun, common: readonly Common[]): string[] {
  const differ = (what: string, was: string | number | null, is: string | number | null): string[] => was === is ? [] : [`${what}: ${was ?? 'unknown'} before, ${is ?? 'unknown'} after.`]
  const [joined, left] = [after.room.filter(name => !before.room.includes(name)), before.room.filter(name => !after.room.includes(name))]
  const replayed = (side: keyof Common): number => common.filter(pair => pair[side].replayed).length
  return [
    ...differ('Version of the agent', before.agentVersion, after.agentVersion),
    ...before.model === null || after.model === null ? differ('Model', before.model, after.model) : [],
    ...common.some(pair => before.graders[pair.before.tier] === null || after.graders[pair.after.tier] === null) ? ['A report does not say by which version of the rules it was graded.'] : [],
    ...joined.length > 0 ? [`Joined the room: ${some(joined)}.`] : [],
    ...left.length > 0 ? [`Left the room: ${some(left)}.`] : [],
    ...differ('`limits.toolCalls`', before.toolCalls, after.toolCalls),
    ...differ('`limits.inspections`', before.inspections, after.inspections),
    ...before.partial ? ['The run before was cut short.'] : [],
    ...after.partial ? ['The run after was cut short.'] : [],
    ...replayed('before') + replayed('after') > 0 ? [`Graded from recordings: ${replayed('before')} before, ${replayed('after')} after. Equal recordings cannot differ.`] : [],
  ]
}
