import type { Report } from '../report/report.ts'
import { benchmarkJson, benchmarkRuns, gradingJson } from '../report/benchmark.ts'
import { safeName } from '../run/safe-name.ts'
import { UsageError } from './usage-error.ts'

/**
 * The files of Anthropic's skill-creator: `benchmark.json` of each skill; of `grading`, for each run `grading.json` and `timing.json` in
 * the folders that its viewer walks, `eval-1/with_skill/run-1`, and `without_skill` where there is a baseline.
 * @throws {UsageError} when the report has nothing of the behavior tier, which these files speak of
 */
export function benchmarkFiles(report: Report, format: 'grading' | 'benchmark'): { file: string, json: unknown }[] {
  const skills = benchmarkRuns(report)
  if (skills.length === 0)
    throw new UsageError('The report holds no evaluation of the behavior tier, and grading.json and benchmark.json speak of no other.')
  return skills.flatMap(({ skill, runs }) => {
    const folder = safeName(skill)
    if (format === 'benchmark')
      return [{ file: `${folder}/benchmark.json`, json: benchmarkJson(report, skill, runs) }]
    return runs.flatMap((run) => {
      const ofEvaluation = `${folder}/eval-${run.evalId}`
      return [
        ...run.runNumber === 1 && run.configuration === 'with_skill' ? [{ file: `${ofEvaluation}/eval_metadata.json`, json: { eval_id: run.evalId, eval_name: run.one.id, prompt: run.one.prompt } }] : [],
        { file: `${ofEvaluation}/${run.configuration}/run-${run.runNumber}/grading.json`, json: gradingJson(run) },
      ]
    })
  })
}
