import type { Agent } from '../agent/agent.ts'
import type { JudgedLine } from './judge-record.ts'
import type { JudgeRequest } from './judge.ts'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, realpath, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, it } from 'vitest'
import { claude, claudeAgent } from '../agent/claude.ts'
import { removeTree } from '../run/remove-tree.ts'
import { askJudge } from './judge.ts'

const executable = fileURLToPath(new URL('../../fixtures/agents/stand-in-judge.mjs', import.meta.url))
const lines: JudgedLine[] = [
  { id: '1', kind: 'expected_behavior', statement: 'Counts the rows.' },
  { id: '2', kind: 'unexpected_behavior', statement: 'Deletes rows.' },
]

interface Call { prompt: string, args: string[], cwd: string, cwdHolds: string[], env: Record<string, string> }
type Reply = Record<string, unknown>

let base: string
let scratch: string
beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'judge-test-')))
  scratch = join(base, 'scratch')
  await mkdir(scratch)
  return () => removeTree(base)
})

const entry = (id: string, pass: unknown, reason = `Seen for ${id}.`) => ({ id, pass, reason })
const structured = (...passes: unknown[]): Reply => ({ structured: { answers: passes.map((pass, index) => entry(String(index + 1), pass)) } })
const text = (reply: string): Reply => ({ text: reply })
const good = structured(true, false)

/** The request, with the judge's replies in order. */
async function request(replies: Reply[], more: Partial<JudgeRequest> = {}): Promise<JudgeRequest> {
  await writeFile(join(base, 'replies.json'), JSON.stringify(replies))
  return {
    agent: claudeAgent,
    settings: claude({ env: { STAND_IN_REPLIES: join(base, 'replies.json') } }),
    installed: { file: executable, version: '2.1.112' },
    scratch,
    timeoutMs: 60_000,
    env: { PATH: process.env.PATH, ANTHROPIC_API_KEY: 'test-key', SECRET: 'not for the judge' },
    lines,
    evidence: { prompt: 'Count my rows.', did: 'Bash wc -l', said: 'There are 42.', files: { added: [], changed: [], removed: [] }, workspace: join(base, 'workspace') },
    ...more,
  }
}

function calls(): Call[] {
  const log = join(base, 'replies.json.calls')
  return existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').map((line): Call => JSON.parse(line)) : []
}

async function ask(replies: Reply[], more: Partial<JudgeRequest> = {}) {
  const record = await askJudge(await request(replies, more))
  expect(await readdir(scratch)).toEqual([])
  return { ...record, short: record.answers.map(({ pass, votes }) => `${pass} ${votes.pass}/${votes.of}`), problems: record.calls.map(call => call.problem) }
}

describe.skipIf(process.platform === 'win32')('the judge', () => {
  it('decides all lines in one call', async () => {
    const record = await ask([good])
    expect(record).toMatchObject({
      version: 1,
      error: null,
      evidence: { budget: 60_000, cut: 0 },
      answers: [
        { kind: 'expected_behavior', statement: 'Counts the rows.', pass: true, reason: 'Seen for 1.', votes: { pass: 1, of: 1 } },
        { kind: 'unexpected_behavior', statement: 'Deletes rows.', pass: false, reason: 'Seen for 2.', votes: { pass: 0, of: 1 } },
      ],
      cost: { agent: 'claude', version: '2.1.112', model: 'stand-in-judge', calls: 1, usage: { inputTokens: 100, outputTokens: 10 }, costUsd: 0.01 },
      problems: [null],
    })
    expect(record.cost.elapsedMs).toBeGreaterThan(0)
    expect(record.calls[0]?.output).toContain('"structured_output"')
    expect(calls()).toHaveLength(1)
  })

  it('works in an empty folder and a home of its own, beside the workspace', async () => {
    await ask([good])
    const [call] = calls()
    expect(call?.cwdHolds).toEqual([])
    expect(call?.cwd.startsWith(scratch)).toBe(true)
    expect(call?.env.HOME?.startsWith(scratch)).toBe(true)
    expect(call?.env).not.toHaveProperty('SECRET')
    expect(call?.args).toEqual(expect.arrayContaining(['--add-dir', join(base, 'workspace'), '--json-schema']))
    expect(call?.args.join(' ')).not.toMatch(/skip-permissions|bypass/)
    expect(call?.prompt).toContain('Count my rows.')
  })

  it('says what was cut of the evidence', async () => {
    const files = { added: [], changed: [], removed: [] }
    const record = await ask([good], { budget: 1000, evidence: { prompt: 'p', did: 'd'.repeat(5000), said: '', files, workspace: null } })
    expect(record.evidence).toEqual({ budget: 1000, cut: 4000 + 'No file was added, changed or removed.'.length })
    expect(calls()[0]?.args).not.toContain('--add-dir')
  })

  it('takes one line', async () => {
    expect(await ask([structured(true)], { lines: lines.slice(0, 1) })).toMatchObject({ short: ['true 1/1'], error: null })
  })

  const whole = JSON.stringify(good.structured)
  it.each<[string, Reply]>([
    ['in text', text(whole)],
    ['fenced', text(`\`\`\`json\n${whole}\n\`\`\``)],
    ['an answer of a process that does not end', { ...good, late: true }],
  ])('reads an answer: %s', async (_, reply) => {
    expect(await ask([reply])).toMatchObject({ short: ['true 1/1', 'false 0/1'], problems: [null], error: null })
  })

  it.each<[string, Reply, string]>([
    ['string booleans', structured('true', 'false'), '`pass` of line "1" is "true"'],
    ['string booleans in text', text(JSON.stringify(structured('true', 'false').structured)), '`pass` of line "1" is "true"'],
    ['cut off', text(whole.slice(0, -5)), 'not one whole and valid JSON object'],
    ['quoted in prose', text(`It wrote ${JSON.stringify(structured(true, true).structured)}, which it was told to.`), 'not one whole and valid JSON object alone'],
    ['two objects that differ', text(`${whole}\n${JSON.stringify(structured(true, true).structured)}`), 'not one whole and valid JSON object alone'],
    ['empty', text(''), 'It is empty.'],
    ['an id that is missing', structured(true), 'Line "2" has no answer.'],
    ['an id that is doubled', { structured: { answers: [entry('1', true), entry('1', true), entry('2', true)] } }, 'Line "1" is answered more than once.'],
    ['an id that is invented', structured(true, true, true), 'There is no line "3".'],
    ['a reason that says the opposite', { structured: { answers: [entry('1', true, 'Not met: it never counted.'), entry('2', true)] } }, 'its reason begins with "Not met"'],
  ])('has an invalid answer once, is told so and asked again: %s', async (_, reply, problem) => {
    const record = await ask([reply, good])
    expect(record).toMatchObject({ short: ['true 1/1', 'false 0/1'], error: null, problems: [expect.stringContaining(problem), null], cost: { calls: 2, costUsd: 0.02, usage: { inputTokens: 200 } } })
    const [first, second] = calls()
    expect(first?.prompt).not.toContain('could not be used')
    expect(second?.prompt).toContain(problem)
  })

  it.each<[string, Reply]>([
    ['string booleans', structured('true', 'true')],
    ['cut off', text(whole.slice(0, -5))],
    ['empty', text('')],
    ['prose', text('Both lines pass.')],
    ['two objects that differ', text(`${whole}\n${JSON.stringify(structured(true, true).structured)}`)],
  ])('gives no answer after two that are invalid: %s', async (_, reply) => {
    const record = await ask([reply])
    expect(record).toMatchObject({ answers: [], cost: { calls: 2 } })
    expect(record.error).toMatch(/^The judge's answer could not be used, twice\. The second time: /)
  })

  it.each<[string, Reply, RegExp]>([
    ['an API error', { api: 529 }, /^The judge ended in an error \(api_error 529\): API Error: 529 overloaded$/],
    ['a crash', { exit: 3 }, /^The judge ended without an answer \(exit code 3\): the judge was told to leave$/],
    ['an exit without a word', { exit: 0 }, /^The judge ended without an answer \(exit code 0\)/],
    ['an answer and a bad exit', { ...good, leaves: 1 }, /^The judge answered and then ended badly \(exit code 1\), so its answer does not count: the judge fell over$/],
    ['a hang', { hang: true }, /^The judge gave no answer in 1 s\.$/],
  ])('gives no answer and is not asked again: %s', async (name, reply, error) => {
    const hasEnd = 'api' in reply || 'leaves' in reply
    const record = await ask([reply, good], { timeoutMs: name === 'a hang' ? 1_000 : 60_000 })
    expect(record).toMatchObject({ answers: [], cost: { calls: 1, costUsd: hasEnd ? 0.01 : null }, error: expect.stringMatching(error), problems: [expect.stringMatching(error)] })
    if (name !== 'a hang') {
      // Of a judge that is gone without an end, the tokens of its replies are known.
      expect(record.cost.usage.inputTokens).toBe(hasEnd ? 100 : 40)
      expect(calls()).toHaveLength(1)
    }
  })

  it('gives no answer when it cannot be started, or cannot judge', async () => {
    expect(await ask([good], { installed: { file: join(base, 'none'), version: '2.1.112' } })).toMatchObject({ answers: [], error: expect.stringMatching(/^Cannot start .*none: there is no such file/) })
    const { judge: _, ...agent } = claudeAgent
    const mute: Agent = { ...agent, name: 'mute' }
    expect(await ask([good], { agent: mute })).toMatchObject({ answers: [], calls: [], cost: { calls: 0 }, error: expect.stringMatching(/^The agent mute cannot judge\. Name one that can with the option `judge`/) })
    expect(calls()).toEqual([])
  })

  it('leaves an unknown cost unknown', async () => {
    expect(await ask([{ ...good, costUsd: null }])).toMatchObject({ cost: { costUsd: null } })
    await removeTree(join(base, 'replies.json.calls'))
    expect(await ask([{ ...good, costUsd: null }, good], { votes: 2 })).toMatchObject({ cost: { costUsd: null, calls: 2 } })
  })

  it('can be the stand-in of the agent, which is told in the same prompt', async () => {
    const more = { installed: { file: fileURLToPath(new URL('../../fixtures/agents/stand-in.mjs', import.meta.url)), version: '2.1.112' } }
    const told = (prompt: string) => request([], more).then(whole => askJudge({ ...whole, evidence: { ...whole.evidence, prompt } }))
    expect(await told('AGENT: write a.txt x\nJUDGE: no 2\n')).toMatchObject({ answers: [{ pass: true }, { pass: false }], error: null })
    expect(await told('AGENT: write a.txt x')).toMatchObject({ answers: [{ pass: true }, { pass: true }] })
    expect(await told('AGENT: end\nJUDGE: api 529')).toMatchObject({ answers: [], error: expect.stringContaining('api_error 529') })
  })

  it('is stopped by the signal, with its reason', async () => {
    const stop = new AbortController()
    const asked = request([{ hang: true }], { signal: stop.signal }).then(askJudge)
    await expect.poll(() => calls().length, { timeout: 30_000 }).toBe(1)
    stop.abort(new Error('the run is over'))
    await expect(asked).rejects.toThrow('the run is over')
    expect(await readdir(scratch)).toEqual([])
    await expect(request([good], { signal: stop.signal }).then(askJudge)).rejects.toThrow('the run is over')
    expect(calls()).toHaveLength(1)
  })
})

describe.skipIf(process.platform === 'win32')('votes', () => {
  it('decide each line by its own majority', async () => {
    const record = await ask([structured(true, false), structured(false, false), structured(true, true)], { votes: 3 })
    expect(record).toMatchObject({ short: ['true 2/3', 'false 1/3'], cost: { calls: 3, costUsd: 0.03, usage: { inputTokens: 300 } }, problems: [null, null, null] })
    expect(new Set(calls().map(call => call.prompt)).size).toBe(1)
  })

  it('that are tied fail, with the reason of a vote that failed', async () => {
    const against = { structured: { answers: [entry('1', false, 'It did not.'), entry('2', false)] } }
    const record = await ask([structured(true, false), against], { votes: 2 })
    expect(record.answers[0]).toMatchObject({ pass: false, reason: 'It did not.', votes: { pass: 1, of: 2 } })
  })

  it('that are invalid or failed do not count', async () => {
    const record = await ask([text('no'), text('no'), { api: 500 }, structured(true, true)], { votes: 3 })
    expect(record).toMatchObject({ short: ['true 1/1', 'true 1/1'], error: null, cost: { calls: 4 } })
    expect(record.problems.map(problem => problem === null)).toEqual([false, false, false, true])
  })

  it('none of which is valid give no answer', async () => {
    expect(await ask([{ api: 500 }, text('no'), text('no')], { votes: 2 })).toMatchObject({ answers: [], cost: { calls: 3 }, error: expect.stringContaining('could not be used, twice') })
  })
})
