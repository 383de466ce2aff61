// Writes a report.json of a large run and the run records of what failed in it, for report.mjs.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

const [folder = '.', count = '10000', megabytes = '200'] = process.argv.slice(2)
const skills = Array.from({ length: 200 }, (_, index) => `skill-${String(index).padStart(3, '0')}`)
const failing = Math.ceil(Number(count) / 10)
const prompt = 'The invoice table has two columns too many, and finance asks on Monday what is in them. Which of our jobs writes them, and can they go? '
const line = `${'2026-11-30 10:00:00 GET /inbox 200 41 ms '.repeat(8)}\n`
const perRecord = Number(megabytes) * 1024 * 1024 / failing

const cases = Array.from({ length: Number(count) }, (_, index) => routingCase(index))

/** @param {number} index */
function routingCase(index) {
  const skill = skills[index % skills.length] ?? ''
  const isNearMiss = index % 3 === 2
  const fails = index % 10 === 0
  const expect = isNearMiss ? null : skill
  const fired = !fails ? expect : isNearMiss ? skills[(index + 1) % skills.length] ?? '' : index % 20 === 0 ? null : skills[(index * 7) % skills.length] ?? ''
  const verdict = expect === fired ? expect === null ? 'true_negative' : 'correct_trigger' : fired === null ? 'missed_trigger' : expect === null ? 'false_trigger' : 'wrong_skill'
  const id = `${skill}-evaluation-${index}`
  const passed = expect === fired
  return { id, category: isNearMiss ? 'near_miss' : 'positive', skill, extended: false, prompt: `${index}: ${prompt.repeat(1 + index % 4)}`, expect, observed: fired, fired, verdict, passed, stop_reason: fired === null ? 'end' : 'decision', error: null, degraded: false, notes: [], activations: fired === null ? [] : [{ skill: fired, ok: true, reason: null, subagent: false }], unknown_names: [], tool_calls: index % 6, inspection_calls: 0, room_checked: true, missing_skills: [], extra_skills: [], elapsed_s: 4 + index % 7, cost_usd: 0.0123, input_tokens: 1200, output_tokens: 80, cache_read_tokens: 9000, cache_write_tokens: 300, model: 'a-model', agent_version: '2.1.332', replayed: false, record: passed ? null : `runs/${skill}/${id}.routing`, file: `skills/${skill}/evals/evals.json`, line: 5 + index, column: 13 }
}

const graded = cases.length
const passed = cases.filter(one => one.passed).length
const perSkill = Object.fromEntries(skills.map(skill => [skill, {
  expected: cases.filter(one => one.expect === skill).length,
  correct: cases.filter(one => one.expect === skill && one.fired === skill).length,
  missed: cases.filter(one => one.expect === skill && one.fired === null).length,
  lost_to_other_skill: cases.filter(one => one.expect === skill && one.fired !== null && one.fired !== skill).length,
  fired_total: cases.filter(one => one.fired === skill).length,
  errors: 0,
}]))

writeFileSync(path.join(folder, 'report.json'), JSON.stringify({
  schemaVersion: 1,
  meta: { version: '0.1.0', vitest_version: '4.1.12', project: 'evals', agent: 'claude', agent_version: '2.1.332', model: 'a-model', room: skills, min_accuracy: 0.85, started_at: '2026-11-30T10:00:00.000Z', wall_time_s: 8000, agent_time_s: 60_000, cost_usd: 123, cost_unknown_cases: 0, cost_usd_when_recorded: 0, replayed_cases: 0, partial: false, evaluations_left_out: 0, faults: [], shard: null },
  totals: { cases: graded, graded, passed, errors: 0, accuracy: passed / graded },
  outcome: { ok: true, reasons: [] },
  verdicts: {},
  by_category: {},
  per_skill: perSkill,
  confusion: {},
  unexpected_skills: {},
  skills_missing_from_session: {},
  extra_skills_in_session: {},
  room_checked_cases: graded,
  cases,
  structure: { errors: [], warnings: [] },
  skipped: { count: 0, reasons: [] },
}))

for (const one of cases.filter(one => one.record !== null)) {
  const record = path.join(folder, one.record ?? '')
  mkdirSync(record, { recursive: true })
  const manifest = { version: 1, tier: 'routing', id: one.id, skill: one.skill, verdict: one.verdict, prompt: one.prompt, agent: 'claude', agentVersion: '2.1.332', model: 'a-model', room: skills, fingerprint: { prompt: 'x', agent: 'claude', model: null, effort: null, limits: {}, room: {} }, startedAt: '2026-11-30T10:00:00.000Z', elapsedMs: 4000, stop: one.stop_reason, exitCode: 0, signal: null, usage: {}, costUsd: 0.01, activations: [], files: [], removed: [], timeoutMs: 240_000, limits: {}, values: {}, notes: [] }
  writeFileSync(path.join(record, 'run.json'), JSON.stringify(manifest))
  writeFileSync(path.join(record, 'stderr.txt'), '')
  writeFileSync(path.join(record, 'transcript.jsonl'), transcript(one.fired))
}

/** @param {string | null} fired */
function transcript(fired) {
  const steps = 20
  const output = line.repeat(Math.max(1, Math.round(perRecord / steps / line.length)))
  const lines = [{ type: 'system', subtype: 'init', tools: ['Skill', 'Bash'], model: 'a-model', skills, claude_code_version: '2.1.332' }]
  /** @type {object[]} */
  const all = [...lines]
  for (let step = 0; step < steps; step++) {
    all.push({ type: 'assistant', message: { id: `m${step}`, content: [{ type: 'text', text: 'I look at the log.' }, { type: 'tool_use', id: `t${step}`, name: 'Bash', input: { command: `tail -n 4000 log.${step}` } }] } })
    all.push({ type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: `t${step}`, content: output }] } })
  }
  if (fired !== null) {
    all.push({ type: 'assistant', message: { id: 'last', content: [{ type: 'tool_use', id: 'load', name: 'Skill', input: { skill: fired } }] } })
    all.push({ type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: 'load', content: `Launching skill: ${fired}` }] } })
  }
  return all.map(one => `${JSON.stringify(one)}\n`).join('')
}
