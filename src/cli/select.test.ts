import type { VitestProcess } from '../../fixtures/harness/vitest-process.ts'
import type { Plan } from './plan.ts'
import { renameSync, symlinkSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { commit, git } from '../../fixtures/harness/git.ts'
import { Project } from '../../fixtures/harness/project.ts'

/** A repository with alpha and beta, whose datasets assert something, and gamma, whose dataset does not. */
function repository(): Project {
  const project = new Project('plain')
  project.write('.gitignore', '.skill-evals\n')
  project.write('skills/gamma/SKILL.md', project.read('skills/beta/SKILL.md').replaceAll('beta', 'gamma'))
  project.write('skills/gamma/evals/evals.json', JSON.stringify({ evaluations: [1, 2, 3, 4, 5].map(i => ({ id: `gamma-${i}`, prompt: `Gamma ${i}?`, skill_should_trigger: i < 4 })) }))
  project.write('skills/alpha/reference.md', 'More.\n')
  git(project.dir, 'init', '--quiet')
  commit(project.dir)
  git(project.dir, 'checkout', '--quiet', '-b', 'feature')
  return project
}

function planOf({ stdout, output, exitCode }: VitestProcess): Plan {
  expect(exitCode, output).toBe(0)
  expect(stdout).toMatch(/^\{.*\}\n$/)
  return JSON.parse(stdout)
}

/** What a plan says, in a line. */
function inShort(plan: Plan): string {
  return `${[...plan.default, ...plan.scoped].map(leg => leg.skill).join(' ')}${plan.routing ? ' + routing' : ''}`.trim()
}

async function select(project: Project, ...args: string[]): Promise<string> {
  return inShort(planOf(await project.command(['select', ...args])))
}

const append = (text: string): string => `${text}\nMore.\n`

describe('select', () => {
  it('--all: a leg for each skill that asserts something, and a routing run', async () => {
    const plan = planOf(await repository().command(['select', '--all']))
    expect(plan).toEqual({
      routing: true,
      extended: true,
      vitest: 'vitest run --project evals --tags-filter=routing',
      default: ['alpha', 'beta'].map(skill => ({ skill, os: 'Linux', runner: '["ubuntu-latest","Linux"]', gate: '', vitest: `vitest run --project evals --tags-filter=behavior skills/${skill}/evals/` })),
      scoped: [],
      skipped: [],
      gates: [],
    })
  })

  it('--names: those, and a routing run', async () => {
    const project = repository()
    expect(await select(project, '--names', 'beta')).toBe('beta + routing')
    expect(await select(project, '--names', '["gamma", "alpha"]')).toBe('alpha + routing')
  })

  it('--changed: what differs in the working tree, new files included', async () => {
    const project = repository()
    expect(await select(project, '--changed')).toBe('')
    project.write('README.md', 'Unrelated.\n')
    expect(await select(project, '--changed')).toBe('')
    project.write('skills/alpha/new file.md', 'New.\n')
    expect(await select(project, '--changed')).toBe('alpha')
    project.edit('skills/gamma/SKILL.md', append)
    const said = await project.command(['select', '--changed'])
    expect(inShort(planOf(said))).toBe('alpha + routing')
    expect(said.output).toContain('3 changed files:\n  README.md\n  skills/alpha/new file.md\n  skills/gamma/SKILL.md\n')
  })

  it('--since: what the branch changed, whatever its base got meanwhile', async () => {
    const project = repository()
    git(project.dir, 'checkout', '--quiet', 'main')
    project.edit('vitest.config.ts', text => `${text}\n`)
    project.edit('skills/beta/SKILL.md', append)
    commit(project.dir)
    git(project.dir, 'checkout', '--quiet', 'feature')
    project.edit('skills/alpha/reference.md', append)
    commit(project.dir)
    const infra = ['--infra-paths', 'vitest.config.ts']
    expect(await select(project, '--since', 'main', 'HEAD', ...infra)).toBe('alpha')
    expect(await select(project, '--since', 'main', ...infra)).toBe('alpha')
    expect(await select(project, '--since=feature', 'main', ...infra)).toBe('alpha beta + routing')
    git(project.dir, 'merge', '--quiet', '--no-edit', 'main')
    project.edit('vitest.config.ts', text => `${text}\n`)
    commit(project.dir)
    expect(await select(project, '--since', 'main', ...infra)).toBe('alpha beta + routing')
  })

  it('a renamed skill runs under its new name, and what is gone makes a routing run', async () => {
    const project = repository()
    renameSync(project.path('skills/beta'), project.path('skills/delta'))
    project.edit('skills/delta/SKILL.md', text => text.replace('name: beta', 'name: delta'))
    commit(project.dir)
    expect(await select(project, '--since', 'main')).toBe('delta + routing')
    git(project.dir, 'checkout', '--quiet', 'main')
    project.remove('skills/beta')
    expect(await select(project, '--changed')).toBe('+ routing')
  })

  it('unrelated histories: a note, and the plain difference', async () => {
    const project = repository()
    git(project.dir, 'checkout', '--quiet', '--orphan', 'other')
    project.edit('skills/beta/evals/evals.json', append)
    project.edit('skills/beta/evals/evals.json', text => text.replace('\nMore.\n', ' \n'))
    commit(project.dir)
    const said = await project.command(['select', '--since', 'main', 'other'])
    expect(said.output).toContain('no merge base')
    expect(inShort(planOf(said))).toBe('beta + routing')
  })

  it('the room decides what routing is about', async () => {
    const project = repository()
    project.edit('skills/beta/SKILL.md', append)
    expect(await select(project, '--changed', '--room', 'alpha,gamma')).toBe('beta')
    expect(await select(project, '--changed', '--room', 'all')).toBe('beta + routing')
    expect(await select(project, '--all', '--room', 'none')).toBe('alpha beta')
    expect(await select(project, '--changed', '--room=none', '--infra-paths', 'skills/beta/SKILL.md')).toBe('alpha beta')
    project.edit('vitest.config.ts', text => text.replace('skillEvals({', 'skillEvals({ room: [\'gamma\'],'))
    expect(await select(project, '--changed')).toBe('beta')
    const unknown = await project.command(['select', '--all', '--room', 'alpha,betta'])
    expect(unknown.output).toContain('`room` names `betta`, but the catalog has no skill of this name. Did you mean `beta`?')
    expect([unknown.exitCode, unknown.stdout]).toEqual([1, ''])
  })

  it('the tiers of the config are those that there are', async () => {
    const project = repository()
    expect(planOf(await project.command(['select', '--all'], { SKILL_EVALS_TIERS: 'structure,behavior' }))).toMatchObject({ routing: false, vitest: null })
    expect(planOf(await project.command(['select', '--all'], { SKILL_EVALS_TIERS: 'routing' }))).toMatchObject({ routing: true, default: [] })
  })

  it('an extended dataset counts where it is in play', async () => {
    const project = repository()
    project.write('skills/gamma/evals/extended_evals.json', '{ "evaluations": [{ "id": "more", "prompt": "More gamma?", "skill_should_trigger": true, "files_exist": ["a.md"] }] }')
    expect(await select(project, '--changed')).toBe('gamma + routing')
    const without = planOf(await project.command(['select', '--changed', '--no-extended']))
    expect(without).toMatchObject({ routing: false, extended: false, default: [] })
    const all = planOf(await project.command(['select', '--all', '--no-extended']))
    expect(all.vitest).toBe('vitest run --project evals "--tags-filter=routing and not extended"')
  })

  it('machine.yml says where, flags say on what, and labels open gates', async () => {
    const project = repository()
    project.write('skills/beta/evals/machine.yml', 'os: [Windows]\nlabels: [mi300x]\n')
    const flags = ['select', '--changed', '--behavior-runner', '["self-hosted", "everyday"]', '--scoped-runner', 'self-hosted', '--scoped-gate', 'run gpu', '--scoped-environment', 'hardware']
    expect(planOf(await project.command(flags))).toMatchObject({ routing: false, default: [], scoped: [], skipped: [{ skill: 'beta', gate: 'run gpu' }], gates: ['run gpu'] })
    expect(planOf(await project.command([...flags, '--labels', '["docs", "run gpu"]'])).scoped).toEqual([
      { skill: 'beta', os: 'Windows', runner: '["self-hosted","mi300x","Windows"]', gate: 'run gpu', environment: 'hardware', vitest: 'vitest run --project evals --tags-filter=behavior skills/beta/evals/' },
    ])
    // what CI makes of variables that are not set
    expect(await select(project, '--changed', '--labels', '', '--scoped-gate', '', '--scoped-environment=', '--infra-paths', '')).toBe('beta')
  })

  it('goes through links: a linked folder of skills, a linked skill, the links themselves', async () => {
    const project = repository()
    project.write('shared/delta/SKILL.md', project.read('skills/beta/SKILL.md').replaceAll('beta', 'delta'))
    project.write('shared/delta/evals/evals.json', project.read('skills/beta/evals/evals.json').replaceAll('alpha', 'other').replaceAll('beta', 'delta'))
    symlinkSync('../shared/delta', project.path('skills/delta'), 'junction')
    project.write('.agents/README.md', '')
    symlinkSync('../skills', project.path('.agents/skills'), 'junction')
    const globs = ['--skills', '.agents/skills/*']
    expect(await select(project, '--changed', ...globs)).toBe('alpha beta delta + routing')
    commit(project.dir)
    project.edit('shared/delta/SKILL.md', append)
    project.write('skills/alpha/more.md', 'More.\n')
    expect(await select(project, '--changed')).toBe('alpha delta + routing')
    expect(await select(project, '--changed', ...globs)).toBe('alpha delta + routing')
  })

  it('the root may be a folder of the repository', async () => {
    const project = repository()
    renameSync(project.path('skills'), project.path('moved'))
    project.write('packages/my catalog/vitest.config.ts', project.read('vitest.config.ts').replace('../../fixtures', '../../../../fixtures'))
    renameSync(project.path('moved'), project.path('packages/my catalog/skills'))
    commit(project.dir)
    project.write('packages/my catalog/skills/beta/new.md', 'New.\n')
    project.write('skills/alpha/new.md', 'Not of the catalog.\n')
    const plan = planOf(await project.command(['select', '--changed', '--root', 'packages/my catalog']))
    expect(plan.default.map(leg => leg.vitest)).toEqual(['vitest run --root "packages/my catalog" --project evals --tags-filter=behavior skills/beta/evals/'])
    expect(plan.routing).toBe(false)
  })

  it('a shared pool moves routing, and so does the marketplace that says who is published', async () => {
    const project = repository()
    project.write('pool.json', '{ "evaluations": [{ "id": "p", "prompt": "Hi", "skill_should_trigger": false }] }')
    project.write('.claude-plugin/marketplace.json', '{ "plugins": [{ "name": "x", "source": "./", "skills": ["./skills/alpha"] }] }')
    project.edit('vitest.config.ts', text => text.replace('negatives: false', 'negatives: [\'pool.json\'], room: \'published\''))
    commit(project.dir)
    expect(await select(project, '--since', 'main')).toBe('+ routing')
    project.edit('.claude-plugin/marketplace.json', append)
    project.edit('.claude-plugin/marketplace.json', text => text.replace('\nMore.\n', '\n'))
    expect(await select(project, '--changed')).toBe('+ routing')
    expect(await select(project, '--changed', '--room', 'all')).toBe('')
  })

  it('says when a matrix is larger than GitHub takes', async () => {
    const project = repository()
    for (let i = 0; i < 100; i++) {
      project.write(`many/m-${i}/SKILL.md`, `---\nname: m-${i}\ndescription: Does job ${i}.\n---\n`)
      project.write(`many/m-${i}/evals/evals.json`, `{ "evaluations": [{ "id": "m-${i}", "prompt": "Job ${i}", "skill_should_trigger": true, "files_exist": ["a.md"] }] }`)
    }
    const said = await project.command(['select', '--all', '--skills', 'many/*', '--behavior-os', 'Linux,Windows,macOS'])
    expect(planOf(said).default).toHaveLength(300)
    expect(said.output).toContain('256 legs at most, and this plan has 300 and 0.')
  })

  it('a skill of two projects is one leg that runs both', async () => {
    const project = repository()
    project.edit('vitest.config.ts', text => text.replace('plugins: [', 'plugins: [skillEvals({ name: \'second\', skills: \'skills/alpha\', negatives: false }), '))
    const plan = planOf(await project.command(['select', '--all']))
    expect(plan.default.map(leg => leg.vitest)).toEqual([
      'vitest run --project second --project evals --tags-filter=behavior skills/alpha/evals/',
      'vitest run --project evals --tags-filter=behavior skills/beta/evals/',
    ])
  })
})

describe('select refuses', () => {
  it('to plan from a malformed dataset or machine.yml, and says where it is', async () => {
    const project = repository()
    project.edit('skills/alpha/evals/evals.json', text => text.replace('"expected_behavior"', '"expected_behaviour"'))
    project.write('skills/beta/evals/machine.yml', 'runner: gpu\n')
    const { stdout, output, exitCode } = await project.command(['select', '--changed'])
    expect(output).toMatch(/^skills\/alpha\/evals\/evals\.json:7:\d+: error dataset\/unknown-key: /m)
    expect(output).toContain('skills/beta/evals/machine.yml:1:1: error machine/retired-key: ')
    expect(output).toContain('2 findings, so there is no plan')
    expect([stdout, exitCode]).toEqual(['', 1])
    // a neighbour's mistake is not this plan's business
    expect(await select(project, '--names', 'gamma')).toBe('+ routing')
  })

  it('a catalog without a skill, and two skills of one name', async () => {
    const project = repository()
    const none = await project.command(['select', '--all', '--skills', 'nowhere/*'])
    expect(none.output).toContain('No folder with a SKILL.md matches `nowhere/*`')
    expect([none.stdout, none.exitCode]).toEqual(['', 1])
    project.write('more/alpha/SKILL.md', project.read('skills/alpha/SKILL.md'))
    const two = await project.command(['select', '--names', 'beta', '--skills', 'skills/*', '--skills', 'more/*'])
    expect(two.output).toContain('Two skills have the folder name `alpha`')
    expect([two.stdout, two.exitCode]).toEqual(['', 1])
  })

  it('what git cannot say', async () => {
    const project = repository()
    const { output, stdout, exitCode } = await project.command(['select', '--since', '0012345'])
    expect(output).toContain('skill-evals: There is no commit "0012345" in ')
    expect(output).not.toContain('    at ')
    expect([stdout, exitCode]).toEqual(['', 1])
    const noGit = await project.command(['select', '--changed'], { PATH: '/nowhere' })
    expect(noGit.output).toContain('git cannot be run')
    expect(noGit.exitCode).toBe(1)
  })

  it.each([
    [[], '`select` needs one of `--since`, `--changed`, `--all` and `--names`.'],
    [['--since', 'main', '--changed'], 'and was given --since and --changed.'],
    [['--all', 'HEAD'], '"HEAD" would be the second commit of `--since BASE HEAD`'],
    [['--since', ''], 'A commit of `--since BASE HEAD` is empty.'],
    [['--names', ''], '`--names` names no skill.'],
    [['--names', 'alpa'], '`--names` holds "alpa", but the catalog has no skill of this name. Did you mean `alpha`?'],
    [['--names', 'alpha,,beta'], '`--names` holds "" in "alpha,,beta"; every entry has to be a text that is not empty.'],
    [['--all', '--labels', '[1]'], '`--labels` holds 1 in "[1]"'],
    [['--all', '--labels', '{}'], '`--labels` is "{}"; write a JSON array, or names with commas between them.'],
    [['--all', '--labels', '["a"'], '`--labels` is "[\\"a\\"", which is no JSON: '],
    [['--all', '--behavior-os', 'linux'], '`--behavior-os` is "linux"; write Linux, Windows or macOS. Did you mean `Linux`?'],
    [['--all', '--behavior-runner', 'macOS=macos-latest'], '`--behavior-runner` names no runner for Linux, which "alpha" asks for.'],
    [['--all', '--timeout', '9'], '`select` has no flag `--timeout`.'],
  ])('%j as wrong usage', async (args, message) => {
    const { output, stdout, exitCode } = await new Project('plain').command(['select', ...args])
    expect(output).toContain(message)
    expect(output).not.toContain('    at ')
    expect([stdout, exitCode]).toEqual(['', 2])
  })

  it('a skill without a dataset, when it is named', async () => {
    const project = new Project('plain')
    project.write('skills/delta/SKILL.md', project.read('skills/beta/SKILL.md').replaceAll('beta', 'delta'))
    const { output, exitCode } = await project.command(['select', '--names', 'delta'])
    expect(output).toContain('`--names` holds "delta", and that skill has no dataset')
    expect(exitCode).toBe(2)
    expect(await select(project, '--all')).toBe('alpha beta + routing')
  })
})
