import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { Project } from '../../fixtures/harness/project.ts'

const here = '.skill-evals/report.json'

/** A report of six evaluations, of which these are wrong. */
function report(wrong: number[], changes: Record<string, unknown> = {}): string {
  const cases = Array.from({ length: 6 }, (_, i) => ({ id: `e${i}`, prompt: 'p', expect: 'alpha', verdict: wrong.includes(i) ? 'missed_trigger' : 'correct_trigger', passed: !wrong.includes(i), cost_usd: null, elapsed_s: 1 }))
  return JSON.stringify({ schemaVersion: 1, meta: { agent: 'claude', model: 'opus', agent_version: '2', room: ['alpha'], started_at: '2026-11-30', graders: { routing: 1, behavior: 1 }, ...changes }, cases })
}

/** A repository with a report in its one commit, and another one beside it. */
function repository(before: string, after: string): Project {
  const project = new Project('plain')
  const git = (...args: string[]): unknown => execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: project.dir })
  project.write(here, before)
  git('init', '-q', '-b', 'main')
  git('add', '-f', here)
  git('commit', '-q', '-m', 'one')
  project.write(here, after)
  return project
}

describe('compare', () => {
  it('reads files, folders, and what git has', async () => {
    const project = repository(report([0]), report([]))
    for (const before of [`main:${here}`, `HEAD:./${here}`, 'main']) {
      for (const after of [here, '.skill-evals']) {
        const { stdout, exitCode } = await project.command(['compare', before, after])
        expect(stdout).toContain(`before  ${before}: claude 2, opus, 2026-11-30\nafter   ${after}: `)
        expect(stdout).toContain('Routing, 6 evaluations graded in both: cannot tell\n')
        expect(stdout).toContain('\n  better  e0: missed_trigger → correct_trigger\n')
        expect(exitCode).toBe(0)
      }
    }
  })

  it('ends with 1 only when it is asked to and the run is worse', async () => {
    const project = repository(report([]), report([0, 1, 2, 3, 4, 5]))
    const codeOf = async (...args: string[]): Promise<number | null> => (await project.command(['compare', ...args])).exitCode
    expect(await codeOf('main', here)).toBe(0)
    expect(await codeOf('main', here, '--fail-on', 'worse')).toBe(1)
    expect(await codeOf(here, 'main', '--fail-on', 'worse')).toBe(0)
    const json = await project.command(['compare', 'main', here, '--format', 'json'])
    expect(JSON.parse(json.stdout)).toMatchObject({ comparable: true, tiers: { routing: { answer: 'worse', chance: 0.03125 } } })
    expect((await project.command(['compare', 'main', here, '--format', 'markdown'])).stdout).toMatch(/^## Skill evals compared: routing worse\n/)
  })

  it('refuses what is not comparable, unless it is told to', async () => {
    const project = repository(report([]), report([], { model: 'haiku' }))
    const refused = await project.command(['compare', 'main', here])
    expect(refused).toMatchObject({ exitCode: 2, stdout: '' })
    expect(refused.output).toContain('The reports are not comparable. Another model: opus before, haiku after. `--anyway` compares them all the same.')
    const told = await project.command(['compare', 'main', here, '--anyway'])
    expect(told).toMatchObject({ exitCode: 0 })
    expect(told.stdout).toContain('Not comparable. Another model: opus before, haiku after.')
  })

  it.each([
    [['main', 'gone.json'], 'There is no file gone.json, and git has no gone.json:./.skill-evals/report.json: '],
    [['main:gone.json', here], 'There is no file main:gone.json, and git has no main:gone.json: '],
    [['skills', here], 'There is no report.json in the folder skills.'],
    [['package.json', here], 'package.json is no report of vitest-skill-evals. `schemaVersion` is missing'],
    [['main'], 'missing required args'],
    [['main', here, here], '`compare` takes 2 arguments, and was given'],
    [['main', here, '--fail-on', 'better'], '`--fail-on` is "better"; write worse.'],
  ])('%j is wrong usage', async (args, message) => {
    const project = repository(report([]), report([]))
    project.write('package.json', '{}')
    const { output, exitCode, stdout } = await project.command(['compare', ...args])
    expect(output).toContain(message)
    expect(output).not.toContain('    at ')
    expect(stdout).toBe('')
    expect(exitCode).toBe(2)
  })
})
