import { Buffer } from 'node:buffer'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { version } from 'vitest/node'
import { Project } from '../../../fixtures/harness/project.ts'

// as in no other text, with what has to be escaped in JSON and in addresses
const canaries = { ANTHROPIC_API_KEY: 'k7Qz"w/3vXcRt9+Lm2Ns8\\Pb4Yd6Hf1Jg5Ka0We', OWN_TOKEN: 'zT4-uB8nE2rVq6Wy0Xs3Dc7Fg1Hj5Kl9PoMiNaQe', HF_TOKEN: 'Gq5Hw2JxKc8Zn4LvMb7Tf9RdSa3YgUpEo6Ii1BkDs' }
/** What is left of a cut key may be shorter. */
const piece = 16
const forms = Object.values(canaries).flatMap((value) => {
  const json = JSON.stringify(value).slice(1, -1)
  const base64 = ['', 'u', 'us'].map(before => Buffer.from(`${before}${value}!`).toString('base64').slice(4, -8))
  return [value, json, encodeURIComponent(value), ...base64].flatMap(form => Array.from({ length: form.length - piece + 1 }, (_, at) => form.slice(at, at + piece)))
})
const leak = 'leak ANTHROPIC_API_KEY; leak OWN_TOKEN'

const hooks = `import { expect } from 'vitest'
import { defineHooks } from 'vitest-skill-evals'
export default defineHooks({
  setup() {
    console.log('hooks see', process.env.ANTHROPIC_API_KEY ?? 'no key', process.env.ASKED_TOKEN ?? 'nothing')
    return { said: 'nothing' }
  },
  check(run, { id }) {
    const all = JSON.stringify(run.transcript) + run.resultText
    console.log(all)
    if (id === 'throws')
      throw new Error(all)
    if (id === 'asserts')
      expect(all).toBe('nothing')
    if (id === 'rejects')
      void Promise.reject(new Error(all))
  },
  teardown(_, { id }) {
    if (id === 'cleans')
      throw new Error('clean-up of ' + process.env.LEAKED)
  },
})
`
const python = `import os
def setup(workspace, case, context=None):
    print(dict(os.environ))
    raise RuntimeError(str(dict(os.environ)))
`

/** Whatever of a canary stands in a text, with what stands around it. */
function foundIn(text: string): string[] {
  return forms.filter(form => text.includes(form)).slice(0, 1).map(form => text.slice(Math.max(0, text.indexOf(form) - 150), text.indexOf(form) + 60))
}

/** Names and contents of all files below a folder; what is packed or encoded in them is unpacked. */
function leaksBelow(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const file = path.join(entry.parentPath, entry.name)
    const raw = entry.isFile() ? readFileSync(file) : Buffer.alloc(0)
    const content = raw[0] === 0x1F && raw[1] === 0x8B ? gunzipSync(raw) : raw
    const text = content.toString()
    const inside = [...text.matchAll(/[\w+/]{64,}={0,2}/g)].map(([encoded]) => Buffer.from(encoded, 'base64').toString())
    return [file, text, ...inside].flatMap(foundIn).map(leaked => `${path.relative(dir, file)}: ${leaked}`)
  })
}

it('no key comes out anywhere, whatever the agent, the judge and hooks do with it', async () => {
  const project = new Project('plain')
  const cases = [
    { id: 'said', agent: `${leak}; skill alpha; end`, expected_behavior: ['says a lot'], logs_contain: ['nothing of that kind'], files_exist: ['not-there.txt'] },
    { id: 'judged', agent: `${leak}; skill alpha; end JUDGE: ${leak}; no 1`, expected_behavior: ['says a lot'] },
    { id: 'broken', agent: `${leak}; exit 3`, logs_contain: ['x'] },
    { id: 'api', agent: `${leak}; api 500`, logs_contain: ['x'] },
    { id: 'refused', agent: `${leak}; refuse alpha; end`, logs_contain: ['x'] },
    { id: 'throws', agent: `${leak}; skill alpha; end`, logs_contain: ['The variable'] },
    { id: 'asserts', agent: `${leak}; skill alpha; end`, logs_contain: ['The variable'] },
    { id: 'rejects', agent: `${leak}; skill alpha; end`, logs_contain: ['The variable'] },
    { id: 'cleans', agent: `${leak}; skill alpha; end`, logs_contain: ['The variable'] },
    { id: 'passes', agent: `${leak}; skill alpha; write out.txt fine; end`, logs_contain: ['The variable'], files_exist: ['leak.txt'] },
  ]
  const evaluations = cases.map(({ agent, ...entry }) => ({ skill_should_trigger: true, prompt: `Please do ${entry.id}. AGENT: ${agent}`, ...entry }))
  project.write('skills/alpha/evals/evals.json', JSON.stringify({ evaluations }, null, 2))
  project.write('skills/alpha/evals/hooks.ts', hooks)
  project.write('skills/beta/evals/evals.json', JSON.stringify({ evaluations: [{ id: 'py', skill_should_trigger: true, prompt: `Py. AGENT: ${leak}; skill beta`, logs_contain: ['x'] }, { id: 'not-py', skill_should_trigger: false, prompt: `Not. AGENT: ${leak}; skill beta` }] }))
  project.write('skills/beta/evals/hooks.py', python)
  const token = [...canaries.OWN_TOKEN].map(char => char.charCodeAt(0)).join(',')
  project.edit('vitest.config.ts', text => text
    .replace('passEnv: [\'STAND_IN_LOG\']', `passEnv: ['STAND_IN_LOG'], env: { OWN_TOKEN: String.fromCharCode(${token}) }`)
    .replace('negatives: false', 'negatives: false, keepRuns: \'all\', cache: true, retryErrors: 0, trials: { routing: 2 }, hooks: { passEnv: [\'ASKED_TOKEN\'] }, bar: { positive: 0, negative: 0, judged: 0 }'))
  const env = { ANTHROPIC_API_KEY: canaries.ANTHROPIC_API_KEY, ASKED_TOKEN: 'asked-for-0123456789', LEAKED: canaries.ANTHROPIC_API_KEY, GITHUB_STEP_SUMMARY: project.path('summary.md'), HF_TOKEN: canaries.HF_TOKEN, DATABASE_URL: `postgres://me:${encodeURIComponent(canaries.ANTHROPIC_API_KEY)}@host/db` }
  const outputs: string[] = []
  const ran = await project.run([
    ...['--project', 'evals', '--reporter=verbose', '--reporter=vitest-skill-evals/reporter/junit', '--reporter=blob', '--reporter=json', '--reporter=html', '--reporter=github-actions'],
    ...['--outputFile.junit=out.xml', '--outputFile.blob=blobs/blob.json', '--outputFile.json=out.json', '--outputFile.html=ui/index.html'],
  ], { ...env, SKILL_EVALS_REPORT_HTML: 'embed' })
  outputs.push(ran.raw)
  expect(ran.output).toContain('hooks see no key <redacted>')
  const report: { cases: { id: string, verdict: string }[], behavior: { cases: { id: string, outcome: string }[] }, meta: { sandbox: { by: string, cases: number }[] } } = JSON.parse(project.read('.skill-evals/report.json'))
  expect(Object.fromEntries(report.behavior.cases.map(one => [one.id, one.outcome])), ran.output.slice(0, 20_000)).toEqual({ said: 'failed', judged: 'failed', broken: 'agent_error', api: 'agent_error', refused: 'passed', throws: 'hook_error', asserts: 'failed', rejects: 'hook_error', cleans: 'hook_error', passes: 'passed', py: 'hook_error' })
  expect(report.meta.sandbox).toHaveLength(1)
  expect(ran.output.match(/ {4}Sandbox {2}/g)).toHaveLength(1)

  outputs.push((await project.run(['--project', 'evals', '--reporter=verbose', '-u', '-t', 'said|passes'], { ...env, SKILL_EVALS_RECORDINGS: 'recordings', SKILL_EVALS_REPORT_HTML: 'true' })).raw)
  outputs.push((await project.command(['grade', '.skill-evals/runs'], env)).raw)
  outputs.push((await project.command(['report', '.skill-evals', '--format', 'benchmark', '--output', 'benchmark'], env)).raw)
  outputs.push((await project.run(['--project', 'evals', '--merge-reports=blobs', '--reporter=verbose'], env)).raw)

  expect(outputs.flatMap(foundIn)).toEqual([])
  expect(readdirSync(project.path('recordings/alpha')).length).toBeGreaterThan(0)
  expect(readdirSync(project.path('.skill-evals/cache')).length).toBeGreaterThan(0)
  expect(leaksBelow(project.dir)).toEqual([])
  // and what was looked through holds what it should, and would have been found
  expect(Object.values(canaries).map(value => foundIn(`${Buffer.from(`us${value}!`).toString('base64')}`).length)).toEqual([1, 1, 1])
  expect(readdirSync(project.dir)).toEqual(expect.arrayContaining(['benchmark', 'blobs', 'out.json', 'out.xml', 'recordings', 'summary.md', version.startsWith('4.') ? 'ui' : '.vitest']))
  expect(project.read('.skill-evals/runs/alpha/said.behavior/transcript.jsonl')).toContain('The variable ANTHROPIC_API_KEY is <redacted>')
}, 240_000)
