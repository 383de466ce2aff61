import type { ReportJson } from '../../report/report-json.ts'
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { Project } from '../../../fixtures/harness/project.ts'

const all = ['--project', 'evals*']
const agents = 'agents: [claude({ command: \'../../fixtures/agents/stand-in.mjs\', passEnv: [\'STAND_IN_LOG\'] }), codex({ command: \'../../fixtures/agents/stand-in-codex.mjs\', passEnv: [\'STAND_IN_LOG\'] })]'
const routing = { SKILL_EVALS_TIERS: 'routing' }

/** A project with two agents, of which the second misses alpha-two, takes not-beta, and breaks at beta-three. */
function twoAgents(options = ''): Project {
  const project = new Project('plain')
  const say = (file: string, prompt: string, more: string): void => project.edit(file, text => text.replace(prompt, `${prompt}\\n CODEX: ${more}`))
  say('skills/alpha/evals/evals.json', 'call Bash {}; skill alpha', 'end')
  say('skills/beta/evals/evals.json', 'say It is a letter.', 'skill beta')
  say('skills/beta/evals/evals.json', 'Could you run beta? AGENT: skill beta', 'exit 3')
  project.write('vitest.config.ts', `import { claude, codex, skillEvals } from 'vitest-skill-evals'\n\nexport default { plugins: [skillEvals({ ${agents}, negatives: false, retryErrors: 0${options} })] }\n`)
  return project
}

/** The stand-ins write their log into the project, beside their workspaces. */
const logged = { SKILL_EVALS_SANDBOX_WRITE: '.' }

function reportOf(project: Project): ReportJson {
  return JSON.parse(project.read('.skill-evals/report.json')) as ReportJson
}

describe('two agents', () => {
  it('are two projects with one report, in which each has its own figures', async () => {
    const project = twoAgents(', keepRuns: \'all\', report: { html: true }')
    const { exitCode, output } = await project.run([...all, '--reporter=verbose', '--reporter=vitest-skill-evals/reporter/junit', '--outputFile.junit=out.xml'])
    expect(exitCode, output).toBe(1)
    // the files are the same for both: they are checked once
    expect(output).toMatch(/\|evals\| skills\/alpha\/evals\/evals\.json.* > structure > alpha-one/)
    expect(output).not.toMatch(/\|evals:codex\|.* > structure/)
    expect(output).not.toMatch(/\|evals:codex\|.*SKILL\.md/)

    const { meta, totals, outcome, agents, other_agents: others, structure } = reportOf(project)
    expect(meta).toMatchObject({ project: 'evals', agent: 'claude', agent_name: 'claude' })
    expect(totals).toMatchObject({ cases: 10, graded: 10, passed: 10 })
    expect(others?.map(one => one.meta.project)).toEqual(['evals:codex'])
    expect(others?.[0]?.totals).toMatchObject({ cases: 10, graded: 9, passed: 7, errors: 1 })
    expect(outcome).toEqual({ ok: false, reasons: ['codex: Routing: 1 of 10 could not be measured.', 'codex: Routing: 7 of 9 right is below the bar of 100%.'] })
    expect(agents?.agreement).toMatchObject([{ tier: 'routing', agents: ['claude', 'codex'], measured: 9, agreed: 7, differing: ['alpha-two', 'not-beta'] }, { tier: 'behavior', measured: 2, agreed: 2 }])
    expect(agents?.skills.find(row => row.skill === 'beta')?.routing).toMatchObject({ claude: { correct: 3, expected: 3, precision: 1 }, codex: { correct: 2, expected: 2, errors: 1, precision: 2 / 3 } })
    // one judge for both, which the second could not be
    expect(others?.[0]?.behavior?.cases.map(one => one.judge?.agent)).toEqual(['claude', 'claude'])
    expect([...structure.errors, ...others?.[0]?.structure.errors ?? []]).toEqual([])
    expect(output.match(/Skill evals ⎯/g)).toHaveLength(1)
    expect(output).toContain('claude and codex: the same skill in 7 of 9 (77.7%) that were measured under both')

    const records = ['alpha/alpha-two.routing', 'alpha/alpha-one.behavior'].flatMap(one => [`.skill-evals/runs/${one}`, `.skill-evals/agents/codex/runs/${one}`]).map(folder => JSON.parse(project.read(`${folder}/run.json`)) as { agent: string, verdict: string })
    expect(records.map(one => [one.agent, one.verdict])).toEqual([['claude', 'correct_trigger'], ['codex', 'missed_trigger'], ['claude', 'passed'], ['codex', 'passed']])
    expect(others?.[0]?.cases.find(one => one.id === 'alpha-two')?.record).toBe('.skill-evals/agents/codex/runs/alpha/alpha-two.routing')
    expect(project.read('.skill-evals/report.html')).toContain('"agentName":"codex"')
    expect(project.read('out.xml').match(/<property name="agent" value="codex"/g)).toHaveLength(12)

    const shown = await project.command(['report', '.skill-evals', '--agent', 'codex', '--format', 'json'])
    expect(JSON.parse(shown.stdout)).toMatchObject({ meta: { agent_name: 'codex' }, totals: { passed: 7 }, outcome: { reasons: [expect.stringMatching(/^Routing: 1 of 10/), expect.any(String)] } })
    const none = await project.command(['report', '.skill-evals', '--agent', 'gemini'])
    expect([none.exitCode, none.output]).toEqual([2, expect.stringContaining('.skill-evals has no agent gemini; it has claude, codex.')])

    // the first alone, and what it says against what both said
    project.write('before.json', project.read('.skill-evals/report.json'))
    const alone = await project.run(['--project', 'evals', '--reporter=verbose'], routing)
    expect(alone.exitCode, alone.output).toBe(0)
    expect(alone.output).not.toContain('codex')
    expect(reportOf(project)).toMatchObject({ meta: { agent_name: 'claude' }, agents: null, other_agents: [] })
    const compared = await project.command(['compare', 'before.json', '.skill-evals'])
    expect(compared.exitCode, compared.output).toBe(0)
    expect(compared.output).toContain('claude in before.json')
    expect(compared.output).toContain('Only the earlier report has codex.')
  })

  it('say the same when each ran on a machine of its own, and one of them in shards', async () => {
    const project = twoAgents()
    for (const [i, chosen] of [['evals'], ['evals:codex', '--shard=1/2'], ['evals:codex', '--shard=2/2']].entries())
      await project.run(['--project', ...chosen, '--reporter=blob', `--outputFile.blob=blobs/${i}.json`], routing)
    project.remove('.skill-evals')
    const { exitCode, output } = await project.run(['--merge-reports=blobs', '--reporter=default'], routing)
    expect(exitCode, output).toBe(1)
    const { agents, totals, other_agents: others } = reportOf(project)
    expect([totals.passed, others?.[0]?.totals.passed, agents?.agreement.map(one => one.differing)]).toEqual([10, 7, [['alpha-two', 'not-beta']]])
  })

  it('have recordings of their own, and no agent is called for them', async () => {
    const project = twoAgents(', recordings: \'recordings\'')
    project.edit('vitest.config.ts', text => text.replace(', skillEvals }', ', skillEvalsProjects }').replace('plugins: [skillEvals(', 'test: { projects: [...skillEvalsProjects(').replace(')] }\n', ')] } }\n'))
    const log = project.path('starts.log')
    const chosen = [...all, '-t', 'alpha-(one|two)']
    const recorded = await project.run([...chosen, '-u'], { ...routing, ...logged, STAND_IN_LOG: log })
    expect(recorded.output).toContain('codex: 1 of 2 right is below the bar of 100%.')
    expect(project.read('starts.log').trim().split('\n')).toHaveLength(4)
    expect(['recordings/alpha/alpha-two.routing', 'recordings/agents/codex/alpha/alpha-two.routing'].map(folder => existsSync(project.path(folder)))).toEqual([true, true])
    const replayed = await project.run(chosen, { ...routing, ...logged, STAND_IN_LOG: log })
    expect(project.read('starts.log').trim().split('\n')).toHaveLength(4)
    expect(reportOf(project)).toMatchObject({ meta: { replayed_cases: 2 }, totals: { passed: 2 }, other_agents: [{ meta: { replayed_cases: 2 }, totals: { passed: 1 } }] })
    expect(replayed.exitCode, replayed.output).toBe(1)
  })

  it('share one budget', async () => {
    const project = twoAgents()
    const { exitCode, output } = await project.run(all, { ...routing, ...logged, STAND_IN_LOG: project.path('starts.log'), SKILL_EVALS_JOBS: '1', SKILL_EVALS_LIMITS_TOKENS_PER_RUN: '1' })
    expect(exitCode, output).toBe(1)
    // the first run of either that tells its tokens is the last one
    const starts = project.read('starts.log').trim().split('\n')
    expect(starts.findIndex(line => line.startsWith('start'))).toBe(starts.length - 1)
    expect(output).toContain('codex: ')
  })

  it('both answer an edit in watch mode', async () => {
    const project = twoAgents()
    const vitest = project.start(['--watch', '--reporter=verbose', ...all], { ...routing, SKILL_EVALS_CACHE: 'false' })
    const idle = /(?:Waiting|Watching) for file changes/
    await vitest.next(idle)
    project.edit('skills/alpha/evals/evals.json', text => text.replace('CODEX: end', 'CODEX: skill alpha'))
    const printed = await vitest.next(idle)
    expect(printed).toMatch(/✓ \|evals:codex\| skills\/alpha\/evals\/evals\.json.* > routing > alpha-two/)
    expect(printed).toMatch(/✓ \|evals\| skills\/alpha\/evals\/evals\.json.* > routing > alpha-two/)
    expect(printed).not.toContain('beta-one')
    expect(printed).toContain('claude and codex: the same skill in 5 of 5 (100%) that were measured under both')
  })
})
