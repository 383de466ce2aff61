import type { ReportJson } from '../../report/report-json.ts'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { Project, standIn } from '../../../fixtures/harness/project.ts'

const agents = fileURLToPath(new URL('../../../fixtures/agents', import.meta.url))
const args = ['--project', 'evals']

/** The project of all tests, with the agent of `fixtures/agents/acme.mjs`, described as the guide does it. */
function projectOf(options = ''): Project {
  const project = new Project('plain')
  project.write('acme-events.ts', readFileSync(path.join(agents, 'acme-events.ts'), 'utf8'))
  project.write('vitest.config.ts', `
import { claude, command, skillEvals } from 'vitest-skill-evals'
import { defineConfig } from 'vitest/config'

const acme = command({
  name: 'acme',
  command: ${JSON.stringify(path.join(agents, 'acme.mjs'))},
  args: ['run', '{promptFile}', ['--model', '{model}']],
  passEnv: ['ACME_MORE_SKILLS'],
  skillsFolder: '.acme/skills',
  output: { events: './acme-events.ts' },
  activation: { tool: 'open_skill', input: 'skill' },
  observes: { skills: true, model: true },
})

export default defineConfig({
  plugins: [skillEvals({ agent: acme, judge: { agent: claude({ command: ${JSON.stringify(standIn)} }) }, negatives: false, ${options} })],
})
`)
  return project
}

function reportOf(project: Project): ReportJson {
  return JSON.parse(project.read('.skill-evals/report.json'))
}

function recordOf(project: Project, folder: string): Record<string, unknown> {
  return JSON.parse(project.read(`.skill-evals/runs/${folder}/run.json`))
}

it('an agent that the config describes is measured in both tiers, and what it does not say stays unknown', async () => {
  const project = projectOf('keepRuns: \'all\', report: { html: true }')
  const { exitCode, output } = await project.run(args, { SKILL_EVALS_MODEL: 'acme-2' })
  expect(exitCode, output).toBe(0)
  const report = reportOf(project)
  expect(report.meta).toMatchObject({ agent: 'acme', agent_version: '1.4.2', model: 'acme-2', agent_observes: { skills: true, activation: 'tool', model: true, cost: false } })
  expect(report.totals).toMatchObject({ cases: 10, passed: 10, errors: 0 })
  expect(report.cases.find(one => one.id === 'alpha-one')).toMatchObject({ observed: 'alpha', room_checked: true, missing_skills: [], extra_skills: [], cost_usd: null })
  expect(report.behavior?.cases).toMatchObject([{ outcome: 'passed', input_tokens: 1200, output_tokens: 34, judge: { agent: 'claude' } }, { outcome: 'passed' }])
  expect(recordOf(project, 'alpha/alpha-one.routing')).toMatchObject({ agent: 'acme', agentVersion: '1.4.2', seen: { skills: ['alpha', 'beta'], tools: null, missing: [], extra: [] } })
  // the page reads the transcripts by the module, too
  const pages = readdirSync(project.path('.skill-evals/report-files')).map(file => project.read(`.skill-evals/report-files/${file}`))
  expect(pages.some(text => text.includes('tool_call') && text.includes('open_skill'))).toBe(true)
})

it('a room that was not as asked is marked, and with `strictRoom` takes no verdict', async () => {
  const project = projectOf()
  const ghost = { ACME_MORE_SKILLS: 'ghost' }
  const marked = await project.run([...args, '-t', 'alpha-one'], { ...ghost, SKILL_EVALS_KEEP_RUNS: 'all' })
  expect(marked.exitCode, marked.output).toBe(0)
  expect(marked.output).toContain('Room not as asked: the agent listed ghost besides. (alpha-one, alpha-one)')
  expect(recordOf(project, 'alpha/alpha-one.routing')).toMatchObject({ verdict: 'correct_trigger', seen: { skills: ['alpha', 'beta', 'ghost'], missing: [], extra: ['ghost'] } })

  const strict = await project.run([...args, '-t', 'alpha-one'], { ...ghost, SKILL_EVALS_STRICT_ROOM: 'true' })
  expect(strict.exitCode, strict.output).toBe(1)
  const reason = 'Room not as asked, so `strictRoom` takes no answer from this run. The agent listed'
  expect(reportOf(project)).toMatchObject({
    outcome: { reasons: expect.arrayContaining([expect.stringContaining('1 of 1 could not be measured.')]) },
    cases: [{ verdict: 'error', error: `${reason} ghost besides.`, observed: 'alpha' }],
    behavior: { cases: [{ outcome: 'agent_error', error: `${reason} ghost besides.`, checks: [], judge: null }] },
  })
})

it('an agent that does not list its skills is refused with `strictRoom`, at the start', async () => {
  const project = new Project('plain')
  const { exitCode, output } = await project.run(args, { SKILL_EVALS_AGENT: 'codex', SKILL_EVALS_STRICT_ROOM: 'true' })
  expect(exitCode).toBe(1)
  const refusal = 'strictRoom cannot be held: `codex` does not list its skills, so that nobody can say which it saw. Leave it out for this agent.'
  expect(output.indexOf(refusal)).toBeLessThan(output.indexOf('Skill evals'))
  expect(reportOf(project).outcome.reasons.join(' ')).toContain(refusal)
  expect((await project.command(['doctor'], { SKILL_EVALS_AGENT: 'codex', SKILL_EVALS_STRICT_ROOM: 'true' })).output).toContain('Strict room')
})

it('a module that cannot be used is said by the tests and by doctor', async () => {
  const project = projectOf()
  project.write('acme-events.ts', 'export const reader = 1\n')
  const { exitCode, output } = await project.run([...args, '-t', 'alpha-two'])
  expect(exitCode).toBe(1)
  expect(output).toContain('acme-events.ts reads the output of acme, and its default export is no function.')
  expect(reportOf(project).totals).toMatchObject({ cases: 1, errors: 1 })
  const doctor = await project.command(['doctor'])
  expect(doctor.exitCode).toBe(1)
  expect(doctor.output).toContain('its default export is no function')
})

it('in watch mode an edit of the module has all runs made anew, since it decides where they stop', async () => {
  const project = projectOf('tiers: [\'routing\']')
  const idle = /(?:Waiting|Watching) for file changes/
  const vitest = project.start(['--watch', ...args], {})
  expect(await vitest.next(idle)).toContain('10 of 10')
  project.edit('acme-events.ts', text => text.replace('name: event.what', 'name: \'other\''))
  const printed = await vitest.next(idle)
  expect(printed).toContain('4 of 10')
  expect(reportOf(project)).toMatchObject({ meta: { cached_cases: 0 }, totals: { passed: 4, graded: 10, errors: 0 } })
})
