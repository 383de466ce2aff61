import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { watch } from 'chokidar'
import { expect, it } from 'vitest'
import { Project } from '../../../fixtures/harness/project.ts'
import { listCache } from '../../run/cache.ts'
import { readRecord, recordedLines } from '../../run/read-record.ts'
import { randomOf } from '../../suite/simulation.fixture.ts'

/** More rounds, by hand, find what happens once in a hundred times. */
const rounds = Number(process.env.SKILL_EVALS_TEST_ROUNDS ?? 5)
const env = { SKILL_EVALS_CACHE: 'true', SKILL_EVALS_TIERS: 'routing' }
const cache = '.skill-evals/cache'
const evaluations = 12

interface Answer { id: string, verdict: string, observed: string | null, cached: boolean }

/** Every odd evaluation fires a skill and writes a file beside it, so that a record has several files. */
function projectOf(): Project {
  const project = new Project('plain')
  project.remove('skills/beta/evals')
  project.write('skills/alpha/evals/evals.json', JSON.stringify({ evaluations: Array.from({ length: evaluations }, (_, i) => ({ id: `e${i}`, skill_should_trigger: true, prompt: `AGENT: write out-${i}.txt made; say ${'words '.repeat(200)}; skill ${i % 2 ? 'alpha' : 'beta'}` })) }))
  return project
}

function answers(project: Project): Answer[] {
  const { cases } = JSON.parse(project.read('.skill-evals/report.json')) as { cases: Answer[] }
  return cases.map(({ id, verdict, observed, cached }) => ({ id, verdict, observed, cached })).sort((a, b) => a.id < b.id ? -1 : 1)
}

/** What every run has to say, whatever it was graded from. */
function expectRight(found: Answer[]): void {
  expect(found).toHaveLength(evaluations)
  for (const { id, verdict, observed } of found)
    expect({ id, verdict, observed }).toEqual(Number(id.slice(1)) % 2 ? { id, verdict: 'correct_trigger', observed: 'alpha' } : { id, verdict: 'wrong_skill', observed: 'beta' })
}

/** Reads each record through, and counts the places where one could lie. */
async function expectWhole(project: Project): Promise<number> {
  const root = project.path(cache)
  const folders = existsSync(root) ? readdirSync(root).flatMap(key => readdirSync(path.join(root, key)).flatMap(skill => readdirSync(path.join(root, key, skill)).map(name => path.join(root, key, skill, name)))) : []
  const records = folders.filter(folder => !path.basename(folder).startsWith('.draft-'))
  for (const folder of records) {
    const { manifest, ...record } = await readRecord(folder)
    const lines = []
    for await (const line of recordedLines({ manifest, ...record }))
      lines.push(line)
    expect(`${manifest.id}.routing`).toBe(path.basename(folder))
    expect(lines.length).toBeGreaterThan(0)
    for (const { stored } of manifest.files)
      expect(readFileSync(path.join(folder, 'workspace', stored ?? ''), 'utf8')).toBe('made')
  }
  expect(await listCache(root)).toHaveLength(records.length)
  return records.length
}

/** Starts a Vitest, and kills it, and nothing that could clean up after it, once so many changes were seen in the cache. */
async function killAfter(project: Project, changes: number): Promise<void> {
  project.write(`${cache}/.keep/.keep/.draft-keep`, '')
  // Node's own recursive watching throws from where nobody can catch it when a folder goes as it is found.
  const watcher = watch(project.path(cache), { ignoreInitial: true })
  await once(watcher, 'ready')
  const vitest = project.start(['run', '--project', 'evals'], env)
  await new Promise<void>((resolve) => {
    let seen = 0
    watcher.on('all', () => ++seen >= changes && resolve())
    vitest.child.once('close', () => resolve())
  })
  vitest.signal('SIGKILL')
  await Promise.all([watcher.close(), vitest.ended()])
}

it(`a Vitest that is killed at any moment leaves whole records and no wrong ones: ${rounds} rounds`, async () => {
  const random = randomOf(`rounds ${rounds}`)
  let reused = 0
  for (let round = 0; round < rounds; round++) {
    const project = projectOf()
    await killAfter(project, 1 + Math.floor(random() * 60))
    const kept = await expectWhole(project)
    const { output } = await project.run(['--project', 'evals'], env)
    const found = answers(project)
    expectRight(found)
    expect(found.filter(one => one.cached), output).toHaveLength(kept)
    expect(await expectWhole(project)).toBe(evaluations)
    reused += kept
    project.remove('')
  }
  // else nothing was tried
  expect(reused).toBeGreaterThan(0)
  expect(reused).toBeLessThan(rounds * evaluations)
}, 60_000 * rounds)

it('two Vitests at once with one cache are both right, and lose nothing', async () => {
  const project = projectOf()
  // what is in the agent's environment is part of what it sees
  const logged = { ...env, STAND_IN_LOG: project.path('starts.log') }
  const both = [0, 1].map(() => project.run(['--project', 'evals'], logged))
  for (const { exitCode, output } of await Promise.all(both)) {
    expect(exitCode, output).toBe(1)
    expect(output).toContain('6 of 12 right (50%)')
  }
  expectRight(answers(project))
  expect(await expectWhole(project)).toBe(evaluations)
  project.remove('starts.log')
  await project.run(['--project', 'evals'], logged)
  expectRight(answers(project))
  expect(answers(project).every(one => one.cached)).toBe(true)
  expect(existsSync(project.path('starts.log'))).toBe(false)
})
