import type { VitestProcess } from '../../../fixtures/harness/vitest-process.ts'
import { existsSync, readdirSync, symlinkSync } from 'node:fs'
import { expect, it } from 'vitest'
import { Project, standIn } from '../../../fixtures/harness/project.ts'

const structure = { SKILL_EVALS_TIERS: 'structure' }
const idle = /(?:Waiting|Watching) for file changes/

/** A Vitest in watch mode. Every edit is answered by exactly one run: one too many would be taken for the next edit's. */
class Watch {
  private constructor(private readonly vitest: VitestProcess) {}

  static async start(project: Project, env: Record<string, string> = structure, args: string[] = ['--project', 'evals']): Promise<Watch> {
    const vitest = project.start(['--watch', '--reporter=verbose', ...args], env)
    await vitest.next(idle)
    return new Watch(vitest)
  }

  /** What is printed until Vitest waits again. */
  async printed(edit: () => void): Promise<string> {
    edit()
    return this.vitest.next(idle)
  }

  /** The test files that an edit reruns. */
  async reruns(edit: () => void): Promise<string[]> {
    return testFiles(await this.printed(edit))
  }
}

function testFiles(printed: string): string[] {
  return [...new Set([...printed.matchAll(/^ *[✓×↓] (?:\|\w+\| )?([^\s:]+)/gm)].map(match => match[1] ?? ''))].sort()
}

const alpha = ['skills/alpha/SKILL.md', 'skills/alpha/evals/evals.json']
const append = (text: string): string => `${text}\n`

/** A skill with everything that its tests depend on. */
function skillWithFiles(): Project {
  const project = new Project('plain')
  project.write('skills/alpha/reference.md', 'More about alpha.\n')
  project.write('skills/alpha/evals/files/x/main.py', 'print(1)\n')
  project.write('skills/alpha/evals/files/x/package.json', '{}\n')
  project.write('skills/alpha/evals/hooks.ts', 'import { name } from \'../../../lib/name.ts\'\n\nexport default { name }\n')
  project.write('lib/name.ts', 'import { letter } from \'./letter.ts\'\n\nexport const name: string = letter\n')
  project.write('lib/letter.ts', 'export const letter = \'a\'\n')
  for (const file of ['SKILL.md', 'evals/evals.json'])
    project.write(`shared/gamma/${file}`, project.read(`skills/beta/${file}`).replaceAll('alpha', 'other').replaceAll('beta', 'gamma'))
  symlinkSync('../shared/gamma', project.path('skills/gamma'), 'junction')
  return project
}

it('an edit reruns the skill that it is in and no other', async () => {
  const project = skillWithFiles()
  const watch = await Watch.start(project)
  const edited = (file: string): Promise<string[]> => watch.reruns(() => project.edit(file, append))
  expect(await edited('skills/alpha/evals/evals.json'), 'dataset').toEqual(['skills/alpha/evals/evals.json'])
  expect(await edited('skills/alpha/SKILL.md'), 'SKILL.md').toEqual(alpha)
  expect(await edited('skills/alpha/reference.md'), 'reference').toEqual(alpha)
  expect(await edited('skills/alpha/evals/files/x/main.py'), 'workspace').toEqual(alpha)
  // one of the names at which Vitest reruns everything there is
  expect(await edited('skills/alpha/evals/files/x/package.json'), 'package.json of a workspace').toEqual(alpha)
  expect(await edited('skills/alpha/evals/hooks.ts'), 'hooks').toEqual(['skills/alpha/evals/evals.json'])
  expect(await edited('lib/letter.ts'), 'what hooks import').toEqual(['skills/alpha/evals/evals.json'])
  expect(await edited('shared/gamma/SKILL.md'), 'behind a link').toEqual(['skills/gamma/SKILL.md', 'skills/gamma/evals/evals.json'])
  expect(await edited('shared/gamma/evals/evals.json'), 'dataset behind a link').toEqual(['skills/gamma/evals/evals.json'])
  expect(await edited('skills/beta/evals/evals.json'), 'the other dataset').toEqual(['skills/beta/evals/evals.json'])
})

it('what appears and disappears reruns what it changes', async () => {
  const project = new Project('plain')
  const dataset = (name: string): string => project.read('skills/beta/evals/evals.json').replaceAll('beta', name)
  const watch = await Watch.start(project)
  const runs = async (edit: () => void): Promise<string[]> => watch.reruns(edit)

  expect(await runs(() => project.write('skills/alpha/notes.md', 'New.\n')), 'new file').toEqual(alpha)
  expect(await runs(() => project.remove('skills/alpha/notes.md')), 'deleted file').toEqual(alpha)

  const born = await watch.printed(() => project.write('skills/gamma/SKILL.md', project.read('skills/beta/SKILL.md').replaceAll('beta', 'gamma')))
  expect(testFiles(born), 'new skill').toEqual(['skills/gamma/SKILL.md'])
  expect(born).toMatch(/× .*gamma\/SKILL\.md\S* > structure > dataset/)
  const grown = await watch.printed(() => project.write('skills/gamma/evals/evals.json', dataset('gamma').replaceAll('alpha-instead', 'other-instead')))
  expect(testFiles(grown), 'first dataset').toEqual(['skills/gamma/SKILL.md', 'skills/gamma/evals/evals.json'])
  expect(grown).toMatch(/✓ .*gamma\/SKILL\.md\S* > structure > dataset/)
  expect(grown).toMatch(/✓ .*gamma\/evals\/evals\.json\S* > structure > gamma-three/)

  const extended = 'skills/gamma/evals/extended_evals.json'
  expect(await runs(() => project.write(extended, dataset('more').replaceAll('alpha-instead', 'further'))), 'extended dataset').toEqual(['skills/gamma/SKILL.md', extended])

  const text = project.read('skills/beta/evals/evals.json')
  const broken = await watch.printed(() => project.write('skills/beta/evals/evals.json', text.replace('"beta-two",', '"beta-two"')))
  expect(testFiles(broken), 'malformed').toEqual(['skills/beta/evals/evals.json'])
  expect(broken).toContain('❯ skills/beta/evals/evals.json:11:7')
  const repaired = await watch.printed(() => project.write('skills/beta/evals/evals.json', text))
  expect(testFiles(repaired), 'repaired').toEqual(['skills/beta/evals/evals.json'])
  expect(repaired).toMatch(/✓ .*structure > beta-two/)
  expect(repaired).not.toContain('×')

  const deleted = await watch.printed(() => project.remove('skills/beta/evals/evals.json'))
  expect(testFiles(deleted), 'deleted dataset').toEqual(['skills/beta/SKILL.md'])
  expect(deleted).toMatch(/× .*structure > dataset/)
  expect(await runs(() => project.write('skills/beta/evals/evals.json', text)), 'back again').toEqual(['skills/beta/SKILL.md', 'skills/beta/evals/evals.json'])

  // nothing is left to run for it, and the next edit is answered as ever
  project.remove('skills/gamma')
  expect(await runs(() => project.edit('skills/beta/evals/evals.json', append)), 'after a deleted skill').toEqual(['skills/beta/evals/evals.json'])
})

it('a new file of docs is checked', async () => {
  const project = new Project('plain')
  project.write('docs/[a].md', '# A\n')
  const watch = await Watch.start(project, { ...structure, SKILL_EVALS_DOCS: '**/*.md' })
  const born = await watch.printed(() => project.write('docs/[b].md', '[a](%5Ba%5D.md#a) [b](#b)\n'))
  expect(testFiles(born)).toEqual(['docs/[b].md'])
  expect(born).toMatch(/× .*> structure > links/)
  const repaired = await watch.printed(() => project.edit('docs/[b].md', text => `# B\n\n${text}`))
  expect(testFiles(repaired)).toEqual(['docs/[b].md'])
  expect(repaired).toMatch(/✓ .*> structure > links/)
  expect(await watch.reruns(() => project.write('skills/alpha/notes.md', '[a](../../docs/[a].md)\n')), 'the globs match files of skills too').toEqual(alpha)
})

it('a test of the user that imports a file of a skill reruns with it', async () => {
  const project = new Project('plain')
  project.write('test/text.test.ts', 'import { expect, test } from \'vitest\'\nimport text from \'../skills/alpha/SKILL.md?raw\'\nimport data from \'../skills/alpha/evals/evals.json\'\ntest(\'reads\', () => expect([text, data]).toHaveLength(2))\n')
  const watch = await Watch.start(project, structure, [])
  expect(await watch.reruns(() => project.edit('skills/alpha/SKILL.md', append))).toEqual([...alpha, 'test/text.test.ts'])
  expect(await watch.reruns(() => project.edit('skills/alpha/evals/evals.json', append))).toEqual(['skills/alpha/evals/evals.json', 'test/text.test.ts'])
  expect(await watch.reruns(() => project.edit('test/text.test.ts', append))).toEqual(['test/text.test.ts'])
})

it('what a run writes reruns nothing', async () => {
  const project = new Project('plain')
  const watch = await Watch.start(project, { SKILL_EVALS_KEEP_RUNS: 'all', SKILL_EVALS_RECORDINGS: 'recordings' }, ['--project', 'evals', '-u'])
  for (const skill of ['alpha', 'beta', 'alpha'] as const)
    expect(await watch.reruns(() => project.edit(`skills/${skill}/evals/evals.json`, append))).toEqual([`skills/${skill}/evals/evals.json`])
  expect(existsSync(project.path('.skill-evals/report.json'))).toBe(true)
  expect(readdirSync(project.path('.skill-evals/runs/alpha'))).toHaveLength(6)
  expect(readdirSync(project.path('recordings/beta'))).toHaveLength(6)
})

it('a dataset that Vitest must not read is spoken for by SKILL.md until it is repaired', async () => {
  const project = new Project('plain')
  const watch = await Watch.start(project)
  const file = 'skills/alpha/evals/evals.json'
  // in one piece, Vitest would read it here
  const directive = ['@vitest', 'environment', 'options'].join('-')
  const held = await watch.printed(() => project.edit(file, text => text.replace('Please do', `${directive} {bad Please do`)))
  expect(testFiles(held)).toEqual(['skills/alpha/SKILL.md'])
  expect(held).toContain('❯ skills/alpha/evals/evals.json:6:18')
  expect(held).not.toContain('Unhandled')
  const repaired = await watch.printed(() => project.edit(file, text => text.replace('@vitest', '\\u0040vitest')))
  expect(testFiles(repaired)).toEqual(alpha)
  expect(repaired).not.toContain('×')
})

it('skills outside the root are watched, and where the root is the skill, its reports rerun nothing', async () => {
  const project = new Project('plain')
  project.write('alpha/vitest.config.ts', `import { claude, skillEvals } from 'vitest-skill-evals'\nexport default { plugins: [skillEvals({ skills: ['.', '../skills/beta'], agent: claude({ command: ${JSON.stringify(standIn)} }), negatives: false })] }\n`)
  for (const name of ['SKILL.md', 'evals/evals.json'])
    project.write(`alpha/${name}`, project.read(`skills/alpha/${name}`))
  const watch = await Watch.start(project, {}, ['--project', 'evals', '--root', 'alpha', '--reporter=json', '--outputFile.json=out.json'])
  expect(await watch.reruns(() => project.edit('skills/beta/SKILL.md', append))).toEqual(['../skills/beta/SKILL.md', '../skills/beta/evals/evals.json'])
  expect(await watch.reruns(() => project.edit('alpha/evals/evals.json', append))).toEqual(['evals/evals.json'])
  expect(await watch.reruns(() => project.edit('alpha/SKILL.md', append))).toEqual(['SKILL.md', 'evals/evals.json'])
  expect(existsSync(project.path('alpha/out.json')) || existsSync(project.path('out.json'))).toBe(true)
})
