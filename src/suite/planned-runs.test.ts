import type { SkillEvalsOptions } from '../options/options.ts'
import type { ChosenFile, Plan, RunFilters } from './planned-runs.ts'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, it } from 'vitest'
import { resolveOptions } from '../options/resolve-options.ts'
import { CatalogIndex } from './catalog-index.ts'
import { plannedRuns } from './planned-runs.ts'

const plain = fileURLToPath(new URL('../../fixtures/projects/plain', import.meta.url))
const everything: RunFilters = { pattern: undefined, tags: undefined, updates: false }

let root: string
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'planned-runs-test-'))
  cpSync(path.join(plain, 'skills'), path.join(root, 'skills'), { recursive: true })
  return () => rmSync(root, { recursive: true })
})

const file = (skill: string): string => `${root.replaceAll('\\', '/')}/skills/${skill}/evals/evals.json`

function plan(options: SkillEvalsOptions = {}, filters: Partial<RunFilters> = {}, files: ChosenFile[] = ['alpha', 'beta'].map(skill => ({ moduleId: file(skill) }))): Plan {
  const resolved = resolveOptions({ negatives: false, cache: false, ...options }, root, {})
  return plannedRuns(files, new CatalogIndex(resolved).current(), resolved, { ...everything, ...filters })
}

function edit(skill: string, change: (text: string) => string): void {
  writeFileSync(file(skill), change(readFileSync(file(skill), 'utf8')))
}

/** Routing, behavior, judge. */
function runs(...given: Parameters<typeof plan>): number[] {
  const { routing, behavior, judge } = plan(...given).runs
  return [routing, behavior, judge]
}

describe('plannedRuns', () => {
  it('counts every run of agent and judge, trials and votes included', () => {
    expect(plan()).toEqual({ evaluations: { routing: 10, behavior: 2 }, files: 2, runs: { routing: 10, behavior: 2, judge: 2, isMost: false, jobs: 4, usdPerRun: null } })
    expect(plan({ trials: { routing: 5, behavior: 3 }, judge: { votes: 3 } })).toMatchObject({ evaluations: { routing: 10, behavior: 2 }, runs: { routing: 50, behavior: 6, judge: 18 } })
    expect(runs({ tiers: ['structure', 'behavior'] })).toEqual([0, 2, 2])
    edit('beta', text => text.replace('expected_behavior', 'logs_contain'))
    expect(runs()).toEqual([10, 2, 1])
  })

  it.each<[string, Partial<RunFilters>, number[]]>([
    ['an id', { pattern: /alpha-one/ }, [1, 1, 1]],
    ['a tier', { pattern: /^routing / }, [10, 0, 0]],
    ['nothing', { pattern: /gamma/ }, [0, 0, 0]],
    ['a tag', { tags: ['behavior'] }, [0, 2, 2]],
    ['tags', { tags: ['routing', 'alpha && !near_miss'] }, [3, 0, 0]],
  ])('filters that choose %s leave the others out', (_, filters, expected) => {
    expect(runs({}, filters)).toEqual(expected)
  })

  it('counts the files that were chosen, and the lines of them', () => {
    expect(runs({}, {}, [{ moduleId: file('alpha') }, { moduleId: `${root}/skills/beta/SKILL.md` }])).toEqual([5, 1, 1])
    const line = readFileSync(file('alpha'), 'utf8').split('\n').findIndex(text => text.includes('"alpha-two"')) + 1
    expect(runs({}, {}, [{ moduleId: file('alpha'), testLines: [line] }])).toEqual([1, 0, 0])
    expect(runs({}, {}, [{ moduleId: file('alpha'), testLines: [1] }])).toEqual([0, 0, 0])
  })

  it('counts nothing that is graded from records, unless it is recorded', () => {
    expect(runs({ recordings: 'recordings' })).toEqual([0, 0, 0])
    expect(runs({ recordings: 'recordings', trials: 3 }, { updates: true })).toEqual([10, 2, 2])
  })

  it.each<[string, SkillEvalsOptions, Partial<RunFilters>, boolean]>([
    ['a cache may know some', { cache: true }, {}, true],
    ['trials may stop early', { trials: { n: 3, stopEarly: true } }, {}, true],
    ['one trial does not stop early', { trials: { n: 1, stopEarly: true } }, {}, false],
    ['a filter cannot be read', {}, { tags: ['a b'] }, true],
    ['all is known', { trials: 3 }, { tags: ['routing'] }, false],
  ])('says "at most" where %s', (_, options, filters, isMost) => {
    expect(plan(options, filters).runs.isMost).toBe(isMost)
  })

  it('counts nothing that is held back', () => {
    edit('alpha', text => text.replace('"skill_should_trigger": true', '"skill_should_trigger": "yes"'))
    expect(runs()).toEqual([5, 1, 1])
  })

  it('counts no evaluation that still holds the text of the template, and all others of its dataset', () => {
    edit('beta', text => text.replace('Please do beta', 'REPLACE: what a user would say'))
    expect(runs()).toEqual([9, 1, 1])
  })

  it('counts no behavior that belongs on another machine', () => {
    writeFileSync(`${root}/skills/alpha/evals/machine.yml`, `os: [${process.platform === 'win32' ? 'Linux' : 'Windows'}]\n`)
    expect(runs()).toEqual([10, 1, 1])
  })

  it('counts no skill outside the room in routing', () => {
    expect(runs({ room: ['beta'] })).toEqual([5, 2, 2])
  })
})
