import { expect, it } from 'vitest'
import { Project } from '../../../fixtures/harness/project.ts'

interface ReportFile {
  cases: { id: string, verdict: string }[]
  behavior: { cases: { id: string, outcome: string, checks: { kind: string, line: number, passed: boolean | null }[] }[] }
}

it('files of other tools are test files as they are, each in the tiers that it has a meaning in', async () => {
  const project = new Project('plain')
  project.remove('skills/beta/evals')
  project.write('skills/alpha/evals/files/seed.txt', '')
  project.write('skills/alpha/evals/evals.json', `{
  "skill_name": "alpha",
  "evals": [
    {
      "id": 1,
      "prompt": "Read seed.txt. AGENT: skill alpha; wait seed.txt; say the value is 42",
      "files": ["evals/files/seed.txt"],
      "assertions": [
        { "type": "contains", "value": "the value is 42" },
        "Says finished"
      ]
    }
  ]
}
`)
  project.write('skills/alpha/evals/trigger-evals.json', '[\n  { "query": "Near. AGENT: say no", "should_trigger": false },\n  { "query": "Missed. AGENT: say no", "should_trigger": true }\n]\n')
  project.write('skills/beta/eval.csv', 'id,should_trigger,prompt\nnow,true,Do it. AGENT: skill beta\n')
  const run = await project.run(['--project', 'evals'], { SKILL_EVALS_DATASETS_DIALECTS: 'true', SKILL_EVALS_TIMEOUT_BEHAVIOR: '20000' })
  const report: ReportFile = JSON.parse(project.read('.skill-evals/report.json'))
  expect(Object.fromEntries(report.cases.map(({ id, verdict }) => [id, verdict])), run.output).toEqual({
    'alpha-1': 'correct_trigger',
    'alpha-trigger-evals-near-agent-say-no': 'true_negative',
    'alpha-trigger-evals-missed-agent-say-no': 'missed_trigger',
    'beta-now': 'correct_trigger',
  })
  expect(report.behavior.cases.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual(['alpha-1 passed'])
  expect(report.behavior.cases[0]?.checks.map(({ kind, line }) => `${kind} ${line}`)).toEqual(['logs_contain 9', 'expected_behavior 10'])
  expect(run.output).toContain('skills/alpha/evals/trigger-evals.json:3:57')
})
