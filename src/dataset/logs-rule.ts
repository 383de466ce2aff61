import type { Finding } from '../catalog/finding.ts'
import type { Evaluation } from './evaluation.ts'

/** A literal that the run holds anyway measures nothing: the prompt gets repeated, and the skill is named when it loads. */
export function logsRule(file: string, evaluation: Evaluation): Finding[] {
  const prompt = evaluation.prompt.toLowerCase()
  return evaluation.logsContain.flatMap((literal, index) => {
    const place = evaluation.positions.logsContain[index] ?? evaluation.positions.start
    const intro = `Evaluation \`${evaluation.id}\`: \`logs_contain\` entry \`${literal}\``
    const base: Omit<Finding, 'message'> = { rule: 'dataset/cannot-fail', severity: 'warning', file, id: evaluation.id, ...place, blocks: false }
    if (literal.replace(/^\//, '').toLowerCase() === evaluation.skill?.toLowerCase())
      return [{ ...base, message: `${intro} is the skill's own name, which the run holds as soon as the skill fires. Routing already grades that; delete the entry.` }]
    if (prompt.includes(literal.toLowerCase()))
      return [{ ...base, message: `${intro} stands in the prompt, so an agent that only repeats the prompt passes. Ask for something that the prompt does not say.` }]
    return []
  })
}
