import type { Evaluation } from '../dataset/evaluation.ts'
import { readDataset } from '../dataset/read-dataset.ts'

/** An evaluation of the skill `data-export`, read from a dataset with these keys, one line for each value. */
export function evaluationOf(keys: Record<string, unknown>): Evaluation & { skill: string } {
  const text = JSON.stringify({ evaluations: [{ id: 'export-orders', skill_should_trigger: true, prompt: 'Export the orders.', ...keys }] }, null, 2)
  const [evaluation] = readDataset({ file: '/repo/skills/data-export/evals/evals.json', kind: 'evals', skill: null, text }).evaluations
  if (evaluation === undefined)
    throw new Error(`Not an evaluation: ${text}`)
  return { ...evaluation, skill: 'data-export', expected: 'data-export' }
}
