import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { Project } from '../../fixtures/harness/project.ts'
import { SKILL_CREATOR, SUPERSET, TRIGGERS } from '../dataset/dialects/dialects.fixture.ts'
import { schemaErrors } from '../dataset/schema.ts'

const dataset = 'skills/csv/evals/evals.json'
const skillMd = '---\nname: csv\ndescription: Sums tables that somebody brings.\n---\n\nDo it.\n'

/** A project with a skill `csv` that has this file and nothing else of evals. */
function withFile(name: string, text: string): Project {
  const project = new Project('plain')
  project.write('skills/csv/SKILL.md', skillMd)
  project.write('skills/csv/evals/files/sales.csv', 'm,r\n')
  project.write(name, text)
  return project
}

describe('import and export', () => {
  it('of skill-creator: replaces only when told to, keeps every field, and is sound for the structure tier', async () => {
    const project = withFile(dataset, SKILL_CREATOR)
    const careful = await project.command(['import', dataset])
    expect(careful.exitCode).toBe(1)
    expect(careful.output).toContain('is there already. To replace it: `--force`.')
    expect(project.read(dataset)).toBe(SKILL_CREATOR)

    const done = await project.command(['import', dataset, '--force'])
    expect(done.exitCode, done.output).toBe(0)
    expect(done.stdout).toContain('2 evaluations read → csv')
    expect(done.stdout).toMatch(/ ✓ files +copied to evals\/workspaces\/csv-sum\/evals\/files\/sales\.csv\n/)
    expect(done.stdout).toMatch(/ = live_only +kept for readers\n/)
    expect(project.read('skills/csv/evals/workspaces/csv-sum/evals/files/sales.csv')).toBe('m,r\n')
    expect(schemaErrors(JSON.parse(project.read(dataset)))).toEqual([])
    expect(JSON.parse((await project.command(['export', 'skills/csv'])).stdout)).toEqual(JSON.parse(SKILL_CREATOR))

    const checked = await project.command(['structural', '--format', 'json', '--skills', 'skills/csv'])
    const { findings }: { findings: { rule: string }[] } = JSON.parse(checked.stdout)
    expect(findings.map(({ rule }) => rule)).toEqual(['dataset/bar-negative', 'dataset/bar-positive'])
  })

  it('of a superset and a trigger list into one dataset, and each back', async () => {
    const project = withFile('skills/csv/evals/old/cases.json', SUPERSET)
    const triggers = JSON.stringify([{ query: 'sum this', should_trigger: true, why: 'a table' }, { question: 'sum?', expected_skill: 'csv', expected_behavior: ['Sums'], ground_truth: 'A sum.' }, { prompt: 'sums', should_trigger: 'csv' }, { query: 'bake', should_trigger: null }, { query: 'write a poem', should_trigger: false, area: 'far' }])
    project.write('skills/csv/evals/trigger-evals.json', triggers)
    const dry = await project.command(['import', 'skills/csv/evals/old/cases.json', 'skills/csv/evals/trigger-evals.json', '--dry-run', '--format', 'json'])
    expect(JSON.parse(dry.stdout)).toMatchObject({ dry_run: true, files: [{ dialect: 'skill-creator' }, { dialect: 'trigger-list' }], written: [{ skill: 'csv', file: dataset, evaluations: 10 }] })
    expect(existsSync(project.path(dataset))).toBe(false)

    const done = await project.command(['import', 'skills/csv/evals/old/cases.json', 'skills/csv/evals/trigger-evals.json'])
    expect(done.exitCode, done.output).toBe(0)
    expect(done.stdout).toMatch(/ ! tool_assertions +not graded: nothing here checks single calls of tools\n/)
    expect(schemaErrors(JSON.parse(project.read(dataset)))).toEqual([])

    const evals = await project.command(['export', dataset, '--output', 'back.json'])
    const { trigger, ...original }: Record<string, unknown> = JSON.parse(SUPERSET)
    const back: { evals: unknown[] } = JSON.parse(project.read('back.json'))
    // what stood under `trigger` is a row like others, if it should trigger
    expect({ ...back, evals: back.evals.slice(0, 3) }).toEqual(original)
    expect(back.evals.slice(3)).toMatchObject([{ prompt: 'tidy my table' }, { prompt: 'sum?', expectations: ['Sums'] }])
    expect(trigger).toBeDefined()
    expect(evals.output).toContain(' ! csv-trigger-evals-write-a-poem: left out: the format cannot say that a skill should not trigger; `--to triggers` has it\n')
    expect(JSON.parse((await project.command(['export', dataset, '--to', 'triggers'])).stdout).slice(-5)).toEqual(JSON.parse(triggers))
    const again = await project.command(['export', dataset, '--output', 'back.json'])
    expect(again.exitCode).toBe(2)
    expect(again.output).toContain('skill-evals: back.json is there already.')
  })

  it('sends evaluations to the skills that they name, and never loses one that it refuses', async () => {
    const project = withFile('evals/triggers.json', TRIGGERS)
    const done = await project.command(['import', 'evals/triggers.json', '--skill', 'csv'])
    expect(done.exitCode).toBe(1)
    expect(done.stdout).toContain(' × evals/triggers.json:4:3: it is for the skill `peer-review`, and there is none\n')
    expect(JSON.parse(project.read(dataset)).evaluations.map(({ id }: { id: string }) => id)).toEqual(['csv-triggers-sum-this-column', 'csv-triggers-write-a-poem', 'csv-triggers-what-is-up', 'csv-triggers-sum'])

    project.write(dataset, TRIGGERS)
    const refused = await project.command(['import', dataset, '--force'])
    expect(refused.exitCode).toBe(1)
    expect(refused.output).toContain('Nothing was written.')
    expect(refused.output).toContain('holds evaluations that are refused')
    expect(project.read(dataset)).toBe(TRIGGERS)
  })

  it('says of our own what it is, and exports it with all that it expects', async () => {
    const project = new Project('plain')
    const own = await project.command(['import', 'skills/alpha/evals/evals.json'])
    expect(own.exitCode).toBe(1)
    expect(own.stdout).toContain('it is a dataset of this format already')
    project.write('skills/alpha/evals/demo/a.txt', '')
    project.write('skills/alpha/evals/evals.json', JSON.stringify({ evaluations: [{ id: 'x', prompt: 'p', skill_should_trigger: true, expected_behavior: ['Does'], unexpected_behavior: ['Deletes'], logs_contain: ['ok'], files_exist: ['out.md'], workspace: 'evals/demo' }, { id: 'y', prompt: 'q', skill_should_trigger: true }, { id: 'z', prompt: 'r', skill_should_trigger: false }] }))
    const { stdout, output } = await project.command(['export', 'skills/alpha'])
    expect(JSON.parse(stdout)).toEqual({
      skill_name: 'alpha',
      evals: [{ id: 1, name: 'x', prompt: 'p', expected_output: 'Does', files: ['evals/demo/a.txt'], expectations: ['Does', 'This did not happen: Deletes', 'What the agent did or said contains "ok", in whatever case.', 'There is a file out.md at the end.'] }],
    })
    for (const line of ['1 evaluation exported.', ' ! x: what is not `expected_behavior` is written as sentences', ' ! y: left out: it has no expectation; `--to triggers` has it', ' ! z: left out: the format cannot say that a skill should not trigger; `--to triggers` has it'])
      expect(output).toContain(`${line}\n`)
  })
})
