import type { SkillEvalsOptions } from './options.ts'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { claude } from '../agent/claude.ts'
import { resolveOptions } from './resolve-options.ts'

const root = path.resolve('/catalog')
const resolve = (options = {}, env = {}): ReturnType<typeof resolveOptions> => resolveOptions(options, root, env)

describe('resolveOptions', () => {
  it('has the defaults of the documentation', () => {
    expect(resolve()).toMatchObject({
      name: 'evals',
      skills: ['skills/*'],
      room: 'all',
      agent: { agent: 'claude' },
      tiers: ['structure', 'routing', 'behavior'],
      jobs: 4,
      timeout: { routing: 240_000 },
      limits: { toolCalls: 8, inspections: 16 },
      minAccuracy: 1,
      bar: { positive: 3, negative: 2, judged: 1 },
      extended: true,
      negatives: [expect.stringMatching(/\/negatives\/evals\.json$/)],
      recordings: null,
      keepRuns: 'failed',
      outputDir: `${root.replaceAll('\\', '/')}/.skill-evals`,
      report: { html: null },
    })
  })

  it('lets the environment win', () => {
    const env = { SKILL_EVALS_MODEL: 'haiku', SKILL_EVALS_JOBS: '8', SKILL_EVALS_MIN_ACCURACY: '0.9', SKILL_EVALS_ROOM: 'a, b', SKILL_EVALS_TIMEOUT_ROUTING: '60000', SKILL_EVALS_NEGATIVES: 'false', SKILL_EVALS_LIMITS_TOOL_CALLS: '3', SKILL_EVALS_EXTENDED: 'false' }
    expect(resolve({ agent: claude({ model: 'opus' }), jobs: 2, room: 'published', minAccuracy: 0.5 }, env)).toMatchObject({
      agent: { model: 'haiku' },
      jobs: 8,
      minAccuracy: 0.9,
      room: ['a', 'b'],
      timeout: { routing: 60_000 },
      negatives: [],
      limits: { toolCalls: 3 },
      extended: false,
    })
  })

  it('takes another agent from the environment with nothing of the config\'s, which stays the judge', () => {
    const agent = claude({ model: 'opus', effort: 'high', command: './bin/claude', env: { A: '1' } })
    const { agent: runs, judge } = resolve({ agent }, { SKILL_EVALS_AGENT: 'codex', SKILL_EVALS_MODEL: 'gpt-5' })
    expect(runs).toEqual({ agent: 'codex', model: 'gpt-5' })
    expect(judge.agent).toEqual({ ...agent, command: path.join(root, 'bin/claude') })
    expect(resolve({ agent }, { SKILL_EVALS_AGENT: 'claude', SKILL_EVALS_MODEL: 'haiku' }).agent).toMatchObject({ agent: 'claude', model: 'haiku', effort: 'high' })
    expect(() => resolve({}, { SKILL_EVALS_AGENT: 'codecs' })).toThrow('agent holds "codecs"; write claude, codex, gemini, opencode, copilot.')
  })

  it('takes trials for both tiers or for each, the environment first', () => {
    expect(resolve({ trials: 3 }).trials).toEqual({ routing: 3, behavior: 3, stopEarly: false })
    expect(resolve({ trials: { n: 2, behavior: 5, stopEarly: true } }).trials).toEqual({ routing: 2, behavior: 5, stopEarly: true })
    expect(resolve({ trials: { routing: 4 } }, { SKILL_EVALS_TRIALS: '7', SKILL_EVALS_TRIALS_BEHAVIOR: '1' }).trials).toEqual({ routing: 7, behavior: 1, stopEarly: false })
  })

  it('takes what the structure tier asks for from both', () => {
    expect(resolve({ skillFiles: 'a.md', docs: 'docs/**', rules: { 'link/missing': 'off' } })).toMatchObject({ skillFiles: ['a.md'], skillSections: [], docs: ['docs/**'], rules: { 'link/missing': 'off' } })
    expect(resolve({ skillFiles: 'a.md' }, { SKILL_EVALS_SKILL_SECTIONS: 'Owner, License', SKILL_EVALS_RULES: 'link/missing=warning' })).toMatchObject({ skillSections: ['Owner', 'License'], rules: { 'link/missing': 'warning' } })
  })

  it.each<[SkillEvalsOptions['overlap'], Record<string, string>, { floor: number | null } | null]>([
    [undefined, {}, { floor: null }],
    [true, {}, { floor: null }],
    [false, {}, null],
    [{ floor: 0.8 }, {}, { floor: 0.8 }],
    [{}, {}, { floor: null }],
    [{ floor: 0.8 }, { SKILL_EVALS_OVERLAP: 'false' }, null],
    [{ floor: 0.8 }, { SKILL_EVALS_OVERLAP: 'true' }, { floor: 0.8 }],
    [false, { SKILL_EVALS_OVERLAP: 'true' }, { floor: null }],
    [false, { SKILL_EVALS_OVERLAP_FLOOR: '0' }, { floor: 0 }],
  ])('overlap %j with %j', (overlap, env, resolved) => {
    expect(resolve(overlap === undefined ? {} : { overlap }, env).overlap).toEqual(resolved)
  })

  it('refuses a floor that is no ratio', () => {
    expect(() => resolve({ overlap: { floor: 80 } })).toThrow('overlap.floor is 80; write a ratio from 0 to 1, such as 0.8.')
    expect(() => resolve({ overlap: { flor: 1 } })).toThrow('skillEvals() has no option `overlap.flor`. Did you mean `floor`?')
  })

  it('takes the forms of the report from both', () => {
    expect(resolve({ report: { html: true } }).report).toEqual({ html: { embed: false }, compare: null })
    expect(resolve({ report: { html: { embed: true } } }).report).toEqual({ html: { embed: true }, compare: null })
    expect(resolve({ report: { html: true } }, { SKILL_EVALS_REPORT_HTML: 'false' }).report).toEqual({ html: null, compare: null })
    expect(resolve({}, { SKILL_EVALS_REPORT_HTML: 'embed' }).report).toEqual({ html: { embed: true }, compare: null })
    expect(resolve({ report: { compare: 'main' } }, { SKILL_EVALS_REPORT_COMPARE: 'HEAD' }).report).toEqual({ html: null, compare: 'HEAD' })
  })

  it.each<[object, Record<string, string>, unknown]>([
    [{}, {}, null],
    [{ baseline: true }, {}, { isKept: true }],
    [{}, { SKILL_EVALS_BASELINE: 'true' }, { isKept: true }],
    [{ baseline: true }, { SKILL_EVALS_BASELINE: 'false' }, null],
    [{ baseline: true, cache: 'watch' }, {}, { isKept: true }],
    [{ baseline: true, cache: false }, {}, { isKept: false }],
    [{ baseline: true }, { SKILL_EVALS_CACHE: 'false' }, { isKept: false }],
  ])('baseline of %j with %j', (options, env, resolved) => {
    expect(resolve(options, env).baseline).toEqual(resolved)
  })

  it('takes one word of a room for what it means', () => {
    expect(resolve({}, { SKILL_EVALS_ROOM: 'published' }).room).toBe('published')
    expect(resolve({ room: ['published'] }).room).toEqual(['published'])
  })

  it('takes a command with a slash from the root, and a bare one from PATH', () => {
    expect(resolve({ agent: claude({ command: './bin/claude' }) }).agent.command).toBe(path.join(root, 'bin/claude'))
    expect(resolve({ agent: claude({ command: 'claude' }) }).agent.command).toBe('claude')
  })

  it('adds a pool to the packaged one, or puts it in its place', () => {
    expect(resolve({ negatives: 'mine.json' }).negatives).toEqual([`${root.replaceAll('\\', '/')}/mine.json`])
    expect(resolve({ negatives: ['packaged', 'mine.json'] }).negatives).toHaveLength(2)
  })

  it.each<[object, object, string]>([
    [{ skill: 'skills/*' }, {}, 'skillEvals() has no option `skill`. Did you mean `skills`?'],
    [{ limits: { toolCall: 3 } }, {}, 'skillEvals() has no option `limits.toolCall`. Did you mean `toolCalls`?'],
    [{ report: { html: { embbed: true } } }, {}, 'report.html is {"embbed":true}; write true, false or { embed: true }.'],
    [{ report: { htlm: true } }, {}, 'skillEvals() has no option `report.htlm`.'],
    [{}, { SKILL_EVALS_REPORT_HTML: 'yes' }, 'SKILL_EVALS_REPORT_HTML is "yes"; write true, false or embed.'],
    [{ jobs: 0 }, {}, 'jobs is 0; write a whole number of at least 1.'],
    [{ trials: 0 }, {}, 'trials.routing is 0; write a whole number of at least 1.'],
    [{ trials: { routng: 3 } }, {}, 'skillEvals() has no option `trials.routng`. Did you mean `routing`?'],
    [{ passRate: 0 }, {}, 'passRate is 0, which every run passes'],
    [{ limits: { usdPerRun: 0 } }, {}, 'limits.usdPerRun is 0; write an amount in US dollars above 0'],
    [{ limits: { unknownCost: 'ignore' } }, {}, 'limits.unknownCost holds "ignore"; write refuse, allow.'],
    [{ prices: { opus: { input: 3 } } }, {}, 'prices holds {"input":3} for "opus"; write US dollars for a million tokens'],
    [{ minAccuracy: 95 }, {}, 'minAccuracy is 95; write a ratio from 0 to 1, such as 0.95.'],
    [{ minAccuracy: Number.NaN }, {}, 'minAccuracy is NaN'],
    [{ tiers: ['routing', 'behaviour'] }, {}, 'tiers holds "behaviour"; write structure, routing, behavior.'],
    [{ keepRuns: 'some' }, {}, 'keepRuns holds "some"; write all, failed, none.'],
    [{ skillFiles: '../x.md' }, {}, 'skillFiles holds "../x.md"; write paths from the skill\'s folder'],
    [{ skillSections: 'Owner' }, {}, 'skillSections asks for sections, but no file in skillFiles is markdown.'],
    [{ rules: { 'link/mising': 'off' } }, {}, '`rules` names `link/mising`, which is no rule. Did you mean `link/missing`?'],
    [{}, { SKILL_EVALS_RULES: 'link/missing' }, 'SKILL_EVALS_RULES holds "link/missing"; write a rule and its setting'],
    [{}, { SKILL_EVALS_JOBS: 'four' }, 'SKILL_EVALS_JOBS is "four"; write a number.'],
    [{}, { SKILL_EVALS_EXTENDED: 'yes' }, 'SKILL_EVALS_EXTENDED is "yes"; write true or false.'],
    [{}, { SKILL_EVALS_MIN_ACURACY: '0.5' }, 'SKILL_EVALS_MIN_ACURACY is no option of vitest-skill-evals. Did you mean `SKILL_EVALS_MIN_ACCURACY`?'],
  ])('refuses %j with %j', (options, env, message) => {
    expect(() => resolve(options, env)).toThrow(message)
  })
})
