import type { VitestProcess } from '../../../fixtures/harness/vitest-process.ts'
import { expect, it } from 'vitest'
import { Project } from '../../../fixtures/harness/project.ts'

function bar(minAccuracy: number): Record<string, string> {
  return { SKILL_EVALS_MIN_ACCURACY: String(minAccuracy) }
}

/** Runs both halves, each on what would be a machine of its own. */
async function halves(project: Project, minAccuracy: number): Promise<VitestProcess[]> {
  const shard = (i: number): Promise<VitestProcess> => project.run(['--project', 'evals', `--shard=${i}/2`, '--reporter=default', '--reporter=blob', `--outputFile.blob=blobs/${i}.json`], bar(minAccuracy))
  return [await shard(1), await shard(2)]
}

function merge(project: Project, minAccuracy: number): Promise<VitestProcess> {
  return project.run(['--merge-reports=blobs', '--reporter=default', '--reporter=json', '--reporter=junit', '--outputFile.json=out.json', '--outputFile.junit=out.xml'], bar(minAccuracy))
}

it('a wrong answer is held against the bar at the merge, where all evaluations are', async () => {
  const project = new Project('plain')
  project.edit('skills/alpha/evals/evals.json', text => text.replace('do alpha. AGENT: skill alpha', 'do alpha. AGENT: skill beta'))
  // alone, the shard with the wrong answer is below the bar: 4 of 5
  const shards = await halves(project, 0.9)
  for (const { exitCode, output } of shards)
    expect(exitCode, output).toBe(0)
  // none has it all
  const measured = shards.map(({ output }) => Number(/of (\d+) right/.exec(output)?.[1] ?? 0))
  expect(measured.toSorted()).toEqual([5, 5])
  project.remove('.skill-evals')

  const { output, exitCode } = await merge(project, 0.9)
  expect(exitCode, output).toBe(0)
  expect(output).toContain('9 of 10 right')
  expect(output).toMatch(/alpha-one +expected alpha, fired beta/)
  const report = JSON.parse(project.read('.skill-evals/report.json'))
  expect(report.cases.map((one: { id: string }) => one.id).toSorted()).toEqual([
    'alpha-instead-of-beta',
    'alpha-one',
    'alpha-three',
    'alpha-two',
    'beta-instead-of-alpha',
    'beta-one',
    'beta-three',
    'beta-two',
    'not-alpha',
    'not-beta',
  ])
  const json = JSON.parse(project.read('out.json'))
  expect(json.numTotalTests).toBe(34)
  expect(project.read('out.xml').match(/<testcase /g)).toHaveLength(34)

  const strict = await merge(project, 0.91)
  expect(strict.exitCode, strict.output).toBe(1)
  expect(strict.output).toContain('below the bar')
})

it('what could not be measured fails its shard, and the merge whatever the bar', async () => {
  const project = new Project('plain')
  project.edit('skills/beta/evals/evals.json', text => text.replace('do beta. AGENT: skill beta', 'do beta. AGENT: exit 3'))
  const shards = await halves(project, 0)
  const codes = shards.map(({ output, exitCode }) => [output.includes('beta-one'), exitCode])
  expect(codes.toSorted()).toEqual([[false, 0], [true, 1]])
  const { output, exitCode } = await merge(project, 0)
  expect(exitCode, output).toBe(1)
  expect(output).toContain('9 of 9 right')
  expect(output).toContain('1 of 10 could not be measured')
})

/** A report without what a clock says, as text. */
function timeless(project: Project): string {
  return project.read('.skill-evals/report.json').replaceAll(/("(?:started_at|\w*_s)": )[^,\n]+/g, '$1"…"')
}

it('the merge of all shards writes the report of the run that was not sharded, byte for byte', async () => {
  const project = new Project('plain')
  project.edit('skills/alpha/evals/evals.json', text => text.replace('do alpha. AGENT: skill alpha', 'do alpha. AGENT: skill beta'))
  project.edit('skills/beta/evals/evals.json', text => text.replace('do beta. AGENT: skill beta', 'do beta. AGENT: exit 3'))
  const whole = await project.run(['--project', 'evals'])
  expect(whole.output).toContain('1 of 10 could not be measured')
  const expected = timeless(project)
  expect(expected).toContain('"runs_folder": ".skill-evals/runs"')
  project.remove('.skill-evals/report.json')
  for (const i of [1, 2, 3])
    await project.run(['--project', 'evals', `--shard=${i}/3`, '--reporter=blob', `--outputFile.blob=blobs/${i}.json`])
  const { output } = await project.run(['--merge-reports=blobs', '--reporter=default'])
  expect(timeless(project), output).toBe(expected)
})
