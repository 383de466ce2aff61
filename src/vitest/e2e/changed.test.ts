import type { VitestProcess } from '../../../fixtures/harness/vitest-process.ts'
import { symlinkSync } from 'node:fs'
import { expect, it } from 'vitest'
import { commit, git } from '../../../fixtures/harness/git.ts'
import { Project } from '../../../fixtures/harness/project.ts'

const structure = { SKILL_EVALS_TIERS: 'structure' }
const alpha = ['skills/alpha/SKILL.md', 'skills/alpha/evals/evals.json']
const beta = ['skills/beta/SKILL.md', 'skills/beta/evals/evals.json']

/** A repository of its own, with all that a skill can depend on. */
function repository(): Project {
  const project = new Project('plain')
  project.write('.gitignore', '.skill-evals\n.vitest\n')
  project.write('skills/alpha/reference.md', 'More about alpha.\n')
  project.write('skills/alpha/scripts/run.js', 'console.log(1)\n')
  project.write('skills/alpha/evals/files/x/package.json', '{}\n')
  for (const skill of ['alpha', 'beta'])
    project.write(`skills/${skill}/evals/hooks.ts`, `import { shared } from '../../../lib/shared.ts'\nimport { own } from '../../../lib/${skill}.ts'\n\nexport default { shared, own }\n`)
  for (const name of ['shared', 'alpha', 'beta'])
    project.write(`lib/${name}.ts`, `import { letter } from './letter-${name}.ts'\n\nexport const ${name === 'shared' ? 'shared' : 'own'}: string = letter\n`)
  for (const name of ['shared', 'alpha', 'beta'])
    project.write(`lib/letter-${name}.ts`, 'export const letter = \'a\'\n')
  for (const file of ['SKILL.md', 'evals/evals.json'])
    project.write(`shared/gamma/${file}`, project.read(`skills/beta/${file}`).replaceAll('alpha', 'other').replaceAll('beta', 'gamma'))
  symlinkSync('../shared/gamma', project.path('skills/gamma'), 'junction')
  git(project.dir, 'init', '--quiet')
  commit(project.dir)
  return project
}

/** The test files that `--changed` runs. */
function testFiles({ output }: VitestProcess): string[] {
  return [...new Set([...output.matchAll(/^ *[✓×↓] (?:\|\w+\| )?([^\s:]+)/gm)].map(match => match[1] ?? ''))].sort()
}

it('runs what a change touches and nothing else', async () => {
  const project = repository()
  const changed = async (...files: string[]): Promise<string[]> => {
    for (const file of files)
      project.edit(file, text => `${text}\n`)
    const { output, exitCode } = await project.start(['list', '--filesOnly', '--changed', '--project', 'evals'], structure).ended()
    expect(exitCode, output).toBe(0)
    commit(project.dir)
    return [...output.matchAll(/^\[evals\] (.+)$/gm)].map(match => match[1] ?? '').sort()
  }
  expect(await changed(), 'nothing').toEqual([])
  expect(await changed('skills/alpha/SKILL.md'), 'SKILL.md').toEqual(alpha)
  expect(await changed('skills/alpha/reference.md'), 'reference').toEqual(alpha)
  expect(await changed('skills/alpha/scripts/run.js'), 'script').toEqual(alpha)
  expect(await changed('skills/alpha/evals/files/x/package.json'), 'package.json of a workspace').toEqual(alpha)
  expect(await changed('skills/alpha/evals/hooks.ts'), 'hooks').toEqual(['skills/alpha/evals/evals.json'])
  expect(await changed('skills/beta/evals/evals.json'), 'dataset').toEqual(beta)
  expect(await changed('lib/letter-beta.ts'), 'what hooks import').toEqual(['skills/beta/evals/evals.json'])
  expect(await changed('lib/letter-shared.ts'), 'what all hooks import').toEqual(['skills/alpha/evals/evals.json', 'skills/beta/evals/evals.json'])
  expect(await changed('shared/gamma/SKILL.md'), 'behind a link').toEqual(['skills/gamma/SKILL.md', 'skills/gamma/evals/evals.json'])
  expect(await changed('shared/gamma/evals/evals.json'), 'dataset behind a link').toEqual(['skills/gamma/SKILL.md', 'skills/gamma/evals/evals.json'])
  expect(await changed('.gitignore'), 'something else').toEqual([])
})

it('a new file runs its skill, and an extended dataset leaves the paid tests of the other alone', async () => {
  const project = repository()
  project.write('skills/beta/evals/extended_evals.json', JSON.stringify({ evaluations: [{ id: 'more', skill_should_trigger: true, prompt: 'Beta. AGENT: skill beta' }] }))
  const vitest = await project.run(['--changed', '--project', 'evals', '--reporter=verbose'])
  expect(testFiles(vitest)).toEqual(['skills/beta/SKILL.md', 'skills/beta/evals/extended_evals.json'])
  project.write('skills/alpha/notes.md', 'New.\n')
  commit(project.dir)
  project.write('skills/alpha/more.md', 'New.\n')
  expect(testFiles(await project.run(['--changed', 'HEAD~1', '--project', 'evals', '--reporter=verbose'], structure)), 'since a commit').toEqual([...alpha, 'skills/beta/SKILL.md', 'skills/beta/evals/extended_evals.json'])
})

it('JavaScript in a skill is an agent\'s business: it may be broken', async () => {
  const project = repository()
  project.write('skills/alpha/scripts/run.js', 'function (\n')
  project.write('skills/alpha/scripts/lost.js', 'import \'not-installed\'\nimport \'./not-there.js\'\n')
  project.write('skills/alpha/scripts/types.ts', 'const x: = 1\n')
  const vitest = await project.run(['--changed', '--project', 'evals', '--reporter=verbose'], structure)
  expect(testFiles(vitest)).toEqual(alpha)
  expect(vitest.exitCode, vitest.output).toBe(0)
  expect(vitest.output).not.toContain('Error')
})

it('hooks that cannot be read end nothing', async () => {
  const project = repository()
  project.write('skills/alpha/evals/hooks.ts', 'export default {\n')
  project.write('lib/letter-beta.ts', 'import { gone } from \'./gone.ts\'\n\nexport const letter = gone\n')
  const vitest = await project.run(['--changed', '--project', 'evals', '--reporter=verbose'], structure)
  expect(testFiles(vitest)).toEqual(['skills/alpha/evals/evals.json', 'skills/beta/evals/evals.json'])
  expect(vitest.exitCode, vitest.output).toBe(0)
})
