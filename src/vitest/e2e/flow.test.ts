import { chmodSync, cpSync, mkdirSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { version } from 'vitest/node'
import { Project, standIn } from '../../../fixtures/harness/project.ts'
import { VitestProcess } from '../../../fixtures/harness/vitest-process.ts'

const alpha = 'skills/alpha/evals/evals.json'
const one = ['--project', 'evals', '--reporter=verbose', '-t', 'alpha-one']

/** Names of the tests that ran, from what `--reporter=verbose` printed. */
function ran(output: string): string[] {
  return [...output.matchAll(/^ *[✓×] .*? > (.*?)(?: \d+ms)?(?: \(.*)?$/gm)].map(match => match[1] ?? '')
}

/**
 * Puts a program between the project and the stand-in, which notes every run in `agent.log`.
 * @param project gets the program and its log
 * @param fails how many of the first runs end without a result
 */
function watchedAgent(project: Project, fails = 0): Record<string, string> {
  project.write('agent.log', '')
  project.write('agent.mjs', `#!/usr/bin/env node
import { appendFileSync, readFileSync } from 'node:fs'
const log = new URL('agent.log', import.meta.url)
if (!process.argv.includes('--version')) {
  appendFileSync(log, process.pid + '\\n')
  if (readFileSync(log, 'utf8').split('\\n').length - 1 <= ${fails})
    process.exit(3)
}
await import(${JSON.stringify(pathToFileURL(standIn).href)})
`)
  chmodSync(project.path('agent.mjs'), 0o755)
  return { SKILL_EVALS_COMMAND: './agent.mjs' }
}

function agentRuns(project: Project): number[] {
  return project.read('agent.log').split('\n').filter(Boolean).map(Number)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  }
  catch {
    return false
  }
}

it('--bail ends the agents that still run, and the run fails whatever the bar', async () => {
  const project = new Project('plain')
  const started = project.path('started')
  project.edit(alpha, text => text
    .replace('AGENT: skill alpha', `AGENT: wait ${started}; skill beta`)
    .replace('AGENT: call Bash {}; skill alpha', `AGENT: write ${started} x; hang`))
  const { output, exitCode } = await project.run(['--project', 'evals', '--bail', '1', 'skills/alpha'], { ...watchedAgent(project), SKILL_EVALS_MIN_ACCURACY: '0' })
  expect(exitCode, output).toBe(1)
  expect(output).toContain('wrong_skill: alpha should have fired, and beta did.')
  expect(output).toMatch(/Interrupted: \d+ of \d+ evaluations (?:has|have) a verdict, \d+ (?:was|were) stopped/)
  expect(agentRuns(project).length).toBeGreaterThanOrEqual(2)
  expect(agentRuns(project).filter(isAlive)).toEqual([])
})

it('--retry measures again, and the last measurement counts', async () => {
  const project = new Project('plain')
  const env = { ...watchedAgent(project, 2), SKILL_EVALS_RETRY_ERRORS: '0' }
  const routing = [...one, '--tags-filter', 'routing']
  const failed = await project.run([...routing, '--retry', '1'], env)
  expect(failed.exitCode, failed.output).toBe(1)
  expect(failed.output).toContain('1 of 1 could not be measured')
  expect(agentRuns(project)).toHaveLength(2)
  expect(project.read('.skill-evals/runs/alpha/alpha-one.routing/run.json')).toContain('"exitCode": 3')

  project.write('agent.log', '')
  const { output, exitCode } = await project.run([...routing, '--retry', '2'], env)
  expect(exitCode, output).toBe(0)
  expect(output).toMatch(/✓ .*routing > alpha-one \d+ms \(retry x2\)/)
  expect(output).toContain('1 of 1 right')
  expect(agentRuns(project)).toHaveLength(3)
  // the record of a failure would speak of an evaluation that passes by now
  expect(() => project.read('.skill-evals/runs/alpha/alpha-one.routing/run.json')).toThrow('ENOENT')
})

it('repeats measure each time anew', async () => {
  const project = new Project('plain')
  const env = watchedAgent(project)
  project.edit(alpha, text => text.replace('"expected_behavior": ["Says that alpha is done"]', '"logs_contain": ["alpha"]'))
  // Vitest 4 has no such flag; a tag can say it
  const old = version.startsWith('4.')
  project.edit('vitest.config.ts', text => text
    .replaceAll('skillEvals', 'skillEvalsProject')
    .replace('export default', 'const evals =')
    .replace('defineConfig({\n  plugins: [', '')
    .replace('],\n})', '')
    .concat(old ? 'Object.assign(evals.test ?? {}, { tags: [{ name: \'positive\', repeats: 1 }] })\n' : '')
    .concat('export default defineConfig({ test: { projects: [evals] } })\n'))
  const { output, exitCode } = await project.run([...one, ...old ? [] : ['--repeats', '1']], env)
  expect(exitCode, output).toBe(0)
  expect(output).toMatch(/✓ .*routing > alpha-one \d+ms \(repeat x1\)/)
  // with its warning, which Vitest 4 refuses to take from the second time on
  expect(output).toMatch(/✓ .*structure > alpha-one \d+ms \(repeat x1\)/)
  // of routing and of behavior
  expect(agentRuns(project)).toHaveLength(4)
})

it.each([
  [['--pool=forks', '--no-isolate', '--maxWorkers=1']],
  [['--pool=vmThreads', '--isolate', '--no-file-parallelism']],
])('%j leave the evals in their threads', async (flags) => {
  const project = new Project('plain')
  project.write('test/pool.test.ts', 'import { expect, test } from \'vitest\'\ntest(\'pool\', () => expect(process.env.VITEST_POOL_ID).toBeDefined())\n')
  const { output, exitCode } = await project.run([...flags, '--reporter=verbose'])
  expect(exitCode, output).toBe(0)
  expect(output).toContain('10 of 10 right')
  expect(output).toContain('test/pool.test.ts > pool')
})

it('-t and --tags-filter both hold', async () => {
  const { output, exitCode } = await new Project('plain').run([...one, '--tags-filter', 'structure'])
  expect(ran(output)).toEqual(['structure > alpha-one'])
  expect(exitCode, output).toBe(0)
})

it('tiers without a test for a file leave the file out', async () => {
  const { output, exitCode } = await new Project('plain').run(['--project', 'evals', '--reporter=verbose'], { SKILL_EVALS_TIERS: 'routing', SKILL_EVALS_ROOM: 'alpha' })
  expect(ran(output).toSorted()).toEqual(['alpha-one', 'alpha-three', 'alpha-two', 'beta-instead-of-alpha', 'not-alpha'].map(id => `routing > ${id}`))
  expect(exitCode, output).toBe(0)
})

it('the set-up files and globals of the user are his tests\' alone', async () => {
  const project = new Project('plain')
  project.write('setup.ts', 'import { appendFileSync } from \'node:fs\'\nimport { expect } from \'vitest\'\nappendFileSync(new URL(\'setup.log\', import.meta.url), expect.getState().testPath + String.fromCharCode(10))\nObject.assign(globalThis, { prepared: true })\n')
  project.write('test/globals.test.ts', 'test(\'globals\', () => expect(Reflect.get(globalThis, \'prepared\')).toBe(true))\n')
  project.edit('vitest.config.ts', text => text.replace('defineConfig({', 'defineConfig({\n  test: { globals: true, setupFiles: [\'./setup.ts\'], environment: \'node\' },'))
  const { output, exitCode } = await project.run([], { SKILL_EVALS_TIERS: 'structure' })
  expect(exitCode, output).toBe(0)
  expect(output).toContain('Test Files  5 passed')
  expect(project.read('setup.log').trim().split('\n').map(file => path.basename(file))).toEqual(['globals.test.ts'])
})

/** Runs Vitest in a folder of the project. */
function runIn(project: Project, folder: string, args: string[], env: Record<string, string> = {}): Promise<VitestProcess> {
  const vitest = new VitestProcess(project.path(folder), ['run', '--project', 'evals', '--reporter=verbose', ...args], env)
  onTestFinished(() => vitest.kill())
  return vitest.ended()
}

function config(project: Project, folder: string, skills: string[]): void {
  project.write(`${folder}/vitest.config.ts`, `import { claude, skillEvals } from 'vitest-skill-evals'\nexport default { plugins: [skillEvals({ skills: ${JSON.stringify(skills)}, agent: claude({ command: ${JSON.stringify(standIn)} }), negatives: false })] }\n`)
}

it.each(['a (v2) [x]', 'ünï cødé', '.claude/worktrees/w1', '{a,b} !c'])('a root named %j', async (folder) => {
  const project = new Project('plain')
  project.edit(alpha, text => text.replace('AGENT: call Bash {}; skill alpha', 'AGENT: skill beta'))
  cpSync(project.path('skills'), project.path(`${folder}/skills`), { recursive: true })
  config(project, folder, ['skills/*'])
  const { output, exitCode } = await runIn(project, folder, [`${alpha}:12`, '--reporter=json', '--outputFile.json=out.json'])
  expect(ran(output), output).toEqual(['structure > alpha-two', 'routing > alpha-two'])
  expect(output).toContain('❯ skills/alpha/evals/evals.json:11:31')
  expect(output).toContain('     11|       "skill_should_trigger": true,\n       |                               ^')
  expect(project.read(`${folder}/.skill-evals/runs/alpha/alpha-two.routing/run.json`)).toContain('"id": "alpha-two"')
  expect(exitCode).toBe(1)
})

describe('skills', () => {
  it('in a hidden folder, outside the root and behind links are found, each once', async () => {
    const project = new Project('plain')
    const move = (name: string, to: string): void => {
      for (const file of ['SKILL.md', 'evals/evals.json'])
        project.write(`${to}/${file}`, project.read(`skills/alpha/${file}`).replaceAll('beta', 'other').replaceAll('alpha', name))
    }
    move('hidden', 'app/.claude/skills/hidden')
    move('outside', 'other/skills/outside')
    move('linked', 'shared/linked')
    mkdirSync(project.path('app/skills'))
    symlinkSync('../../shared/linked', project.path('app/skills/linked'), 'junction')
    symlinkSync('../.claude/skills/hidden', project.path('app/skills/hidden'), 'junction')
    config(project, 'app', ['skills/*', '.claude/skills/*', '../other/skills/*'])
    const { output, exitCode } = await runIn(project, 'app', ['-t', '(hidden|outside|linked)-one|SKILL'])
    const tests = output.split('\n').filter(line => /^ *[✓×] /.test(line)).map(line => line.replace(/^ *[✓×] \|evals\| /, '').replace(/:\d\S*/, '').replace(/ \d+ms$/, ''))
    expect(tests.toSorted()).toEqual(['../other/skills/outside', '.claude/skills/hidden', 'skills/linked'].flatMap((dir) => {
      const id = `${path.basename(dir)}-one`
      return [`${dir}/SKILL.md > structure > SKILL.md`, `${dir}/evals/evals.json > behavior > ${id}`, `${dir}/evals/evals.json > routing > ${id}`, `${dir}/evals/evals.json > structure > ${id}`]
    }))
    expect(output).toContain('3 of 3 right')
    expect(output).toContain('3 skills: hidden, linked, outside')
    expect(exitCode, output).toBe(0)
  })
})
