import type { BehaviorCase, Check } from '../behavior/result.ts'
import type { RoutingCase } from '../routing/result.ts'
import type { Report } from './report.ts'
import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import { checks, failed, passed, timedOut, unjudged } from './behavior.fixture.ts'
import { widthOf } from './columns.ts'
import { renderTerminal } from './terminal.ts'

const sample = JSON.parse(readFileSync(new URL('sample-report.json', import.meta.url), 'utf8')) as Report & { cases: [RoutingCase] }
const right = sample.cases[0]
const missed: RoutingCase = { ...right, id: 'sql-plan', verdict: 'missed_trigger', passed: false, observed: null, stop: 'end', activations: [], toolCalls: 3, line: 20, costUsd: 0.0121 }
const broken: RoutingCase = { ...missed, id: 'pdf-merge', verdict: 'error', stop: 'api_error', error: 'Overloaded.' }

function render(behavior: BehaviorCase[], change: Partial<Report> = {}, options = { color: false, width: 90 }): string {
  return renderTerminal({ ...sample, cases: [], behavior, ...change }, options)
}

describe('the terminal', () => {
  it('is compact when all is well', () => {
    expect(render([passed])).toBe([
      `⎯⎯⎯ Skill evals ${'⎯'.repeat(74)}`,
      '   Behavior  1 of 1 passed (100%)',
      '     Checks  5 of 5 met: expected 1/1, unexpected 1/1, logs 1/1, files 1/1, hooks 1/1',
      '      Agent  claude 2.1.332, opus-5',
      '      Judge  claude 2.1.332, haiku-5, 1 call',
      '       Cost  agents $0.21, 81k tokens in, 2k tokens out',
      '             judge $0.0110, 9k tokens in, 300 tokens out',
      '       Time  1m 05s (agents 1m 24s, judge 7.0s)',
      '     Report  .skill-evals/report.json',
      'Run records  .skill-evals/runs',
    ].join('\n'))
  })

  it('tells what is not met and what it rests on, what could not be measured, and why the run fails last', () => {
    expect(render([passed, failed, timedOut, unjudged]).split('\n').slice(2)).toEqual([
      '   Behavior  1 of 2 passed (50%) | 2 of 4 could not be measured',
      '     Checks  7 of 10 met, 1 not graded: expected 1/2, unexpected 2/2, logs 1/2, files 2/3,',
      '             hooks 1/1',
      '      Agent  claude 2.1.332, opus-5',
      '      Judge  claude 2.1.332, haiku-5, 4 calls',
      '',
      ' Failed 1',
      ' × export-churn  data-export, 2 of 4 checks not met',
      '   ↳ expected_behavior: Masks the names of the customers',
      '     skills/data-export/evals/evals.json:9:9',
      '     Column 2 of out/orders.csv holds "Ada Lovelace" in clear, and no call changes it',
      '     afterwards. (1 of 3 votes for a pass)',
      '   ↳ logs_contain: COPY 41 · skills/data-export/evals/evals.json:16:23',
      '     The nearest thing: In the result of Bash: COPY 4 rows',
      '   ! The agent never loaded data-export: what it did, it did without the skill.',
      '',
      ' Could not be measured 2',
      ' ! timeout: The agent was stopped by the wall clock before it was done. Last seen: a call',
      '   of Bash.',
      '   ↳ restore-drill · skills/backup-restore/evals/evals.json:5:13',
      ' ! judge_error: The judge timed out after 180 s.',
      '   ↳ export-audit · skills/data-export/evals/evals.json:5:13',
      '',
      ' Not met, though the rest could not be measured 1',
      ' ! export-audit  data-export, 1 of 2 checks not met',
      '   ↳ files_exist: orders.csv · skills/data-export/evals/evals.json:17:22',
      '     The workspace holds out/order.csv, schema.sql.',
      '',
      ' Skill               passed   checks met  errors',
      ' backup-restore           -            -       1',
      ' data-export     1/2    50%  7/10    70%       1',
      '',
      '       Cost  agents at least $0.63 (1 of 4 runs did not say), 324k tokens in, 7k tokens',
      '             out',
      '             judge at least $0.0220 (1 of 3 runs did not say), 18k tokens in, 600 tokens',
      '             out',
      '       Time  1m 05s (agents 5m 36s, judge 3m 14s)',
      '     Report  .skill-evals/report.json',
      'Run records  .skill-evals/runs',
      '',
      '  FAIL  2 of 4 could not be measured.',
      '        1 of 2 failed.',
    ])
  })

  it('says of every figure which tier it is of, where there are two', () => {
    const text = render([passed, failed, timedOut], { cases: [right, missed, broken], leftOut: { routing: 3, behavior: 1 } })
    expect(text.split('\n').slice(2, 10)).toEqual([
      '    Routing  1 of 2 right (50%) | 1 of 3 could not be measured',
      '   Behavior  1 of 2 passed (50%) | 1 of 3 could not be measured',
      '     Checks  7 of 9 met: expected 1/2, unexpected 2/2, logs 1/2, files 2/2, hooks 1/1',
      '       Room  2 skills: pdf-tools, sql-review',
      '      Agent  claude 2.1.332, opus-5',
      '      Judge  claude 2.1.332, haiku-5, 2 calls',
      ' Categories  positive 1/2',
      '   Selected  3 of 6 evaluations in routing, 3 of 4 evaluations in behavior',
    ])
    expect(text).toContain(' Could not be measured in routing 1\n')
    expect(text).toContain(' Could not be measured in behavior 1\n')
    expect(text).toContain('       Cost  routing at least $0.0242 (1 of 3 runs did not say)\n             behavior at least $0.42')
    expect(text).toContain('(routing 18.6s, behavior 4m 12s, judge 14.0s)')
  })

  it('says what was replayed, and what passed with a remark', () => {
    const text = render([{ ...passed, replayed: true, notes: ['teardown of hooks.ts failed: EBUSY'], room: { observed: true, missing: [], extra: ['mine'] } }])
    expect(text).toContain('   Replayed  all from recordings: no agent ran')
    expect(text).toContain('agents nothing now ($0.21 when recorded)')
    expect(text).toContain(' ! In behavior, agents listed skills beside the one that was installed: mine (1 run).\n ! teardown of hooks.ts failed: EBUSY (export-orders)')
  })

  it('says at the figure itself which evaluations passed without their skill, and does not say it twice', () => {
    const without: BehaviorCase = { ...passed, id: 'export-alone', activations: [{ skill: 'data-export', ok: false, subagent: false }, { skill: 'other:mine', ok: true, subagent: false }], notes: ['The agent never loaded data-export: what it did, it did without the skill.'] }
    const lines = render([passed, without]).split('\n')
    expect(lines.slice(1, 4)).toEqual([
      '   Behavior  2 of 2 passed (100%)',
      '             1 of the 2 that passed did so without the skill, which the agent never',
      '             loaded: export-alone',
    ])
    expect(lines.join('\n')).not.toContain('The agent never loaded data-export')
  })

  it('shows no number where nothing could be measured, and nothing where nothing was asked for', () => {
    const text = render([timedOut])
    expect(text).toContain('   Behavior  1 of 1 could not be measured')
    expect(text).not.toMatch(/NaN|Infinity|passed \(|PASS|Checks|Judge/)
    expect(render([])).toBe('')
  })

  it('does not bury the figures', () => {
    const bad = { ...checks.notMasked, evidence: 'because '.repeat(1000) }
    const many = Array.from({ length: 300 }, (_, index) => ({ ...failed, id: `case-${index}`, checks: Array.from<Check>({ length: 30 }).fill(bad) }))
    const text = render(many)
    expect(text).toContain('     and 20 more, from skills/data-export/evals/evals.json:9:9')
    expect(text).toContain('   and 260 more')
    expect(text.split('\n').length).toBeLessThan(2100)
  })

  it.each([[60], [80], [120]])('keeps every line within %i columns, paths aside', (width) => {
    const wide = { ...checks.notMasked, text: '請求書を作成する🎉'.repeat(20), evidence: '長い'.repeat(200) }
    const cases = [{ ...failed, id: '請求書'.repeat(30), skill: 'x'.repeat(80), checks: [wide, checks.noFile], notes: ['長い'.repeat(60)] }, { ...timedOut, error: 'e'.repeat(900) }, unjudged]
    const lines = render(cases, { cases: [missed] }, { color: true, width }).split('\n').map(line => stripVTControlCharacters(line))
    expect(lines.filter(line => widthOf(line) > width && !line.includes('evals.json:'))).toEqual([])
  })

  it('lets no text from outside colour the terminal or move the cursor', () => {
    const evil = '\u001B[31mred\u001B]0;title\u0007\u009B2Jclear\r\nnew line\u202Eback\u0000\u2028'
    const bad = { ...checks.notMasked, text: evil, expanded: evil, evidence: evil, observed: evil }
    const judge = passed.judge && { ...passed.judge, model: evil }
    const text = render([{ ...failed, id: evil, skill: evil, checks: [bad], notes: [evil], file: `/repo/${evil}`, judge }, { ...unjudged, id: evil, error: evil, checks: [bad] }, { ...passed, id: evil, notes: [evil] }])
    expect(text).toContain('new line')
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u2028\u2029\u202E]/u)
    expect(text).not.toContain('title')
  })
})
