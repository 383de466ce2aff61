import { expect, it } from 'vitest'
import { Project } from '../../../fixtures/harness/project.ts'

const free = { SKILL_EVALS_TIERS: 'structure' }
const idle = /(?:Waiting|Watching) for file changes/
const evals = ['--project', 'evals', '--reporter=verbose', '--reporter=json', '--outputFile.json=out.json']

it('a broken link fails the test of its skill, with a frame in the file that holds it', async () => {
  const project = new Project('plain')
  project.write('skills/alpha/references/guide.md', '# Guide\n\nSee [the other part](part-two.md) and [above](#guide).\n')
  const { output, exitCode } = await project.run(evals, free)
  expect(output).toMatch(/× .*skills\/alpha\/SKILL\.md\S* > structure > links/)
  expect(output).toMatch(/✓ .*skills\/alpha\/SKILL\.md\S* > structure > SKILL\.md/)
  expect(output).toMatch(/✓ .*skills\/beta\/SKILL\.md\S* > structure > links/)
  expect(output).toContain('link/missing: `part-two.md` points at skills/alpha/references/part-two.md, which does not exist.')
  expect(output).toContain('❯ skills/alpha/references/guide.md:3:22')
  expect(output).toContain('      3| See [the other part](part-two.md) and [above](#guide).\n       |                      ^')
  expect(exitCode).toBe(1)
})

it('a named path that is not there is a warning at its place, and fails nothing', async () => {
  const project = new Project('plain')
  project.write('skills/alpha/references/guide.md', '# Guide\n\nRun `references/gone.md`.\n')
  const { output, exitCode } = await project.run(['--project', 'evals', '--reporter=github-actions', '--reporter=default'], free)
  expect(output).toContain('skills/alpha/references/guide.md:3:6 · link/mention')
  expect(output).toMatch(/::warning file=\S*skills\/alpha\/SKILL\.md,line=1,column=1::link\/mention: skills\/alpha\/references\/guide\.md:3:6: /)
  expect(exitCode, output).toBe(0)
})

it('paid tests run beside broken links', async () => {
  const project = new Project('plain')
  project.edit('skills/alpha/SKILL.md', text => `${text}\n[gone](gone.md)\n`)
  const { output, exitCode } = await project.run(['--project', 'evals'], { SKILL_EVALS_TIERS: 'structure,routing' })
  expect(output).toContain('10 of 10 right')
  expect(output).toContain('❯ skills/alpha/SKILL.md:10:8')
  expect(exitCode).toBe(1)
})

it('asks for files and their sections', async () => {
  const project = new Project('plain')
  project.edit('vitest.config.ts', text => text.replace('skillEvals({', 'skillEvals({ skillFiles: \'skill-card.md\', skillSections: [\'Owner\', \'License\'],'))
  project.write('skills/alpha/skill-card.md', '# Card\n\n## Owner\n\nThe alpha team.\n\n## License\n')
  const { output, exitCode } = await project.run(evals, free)
  expect(output).toMatch(/× .*skills\/alpha\/SKILL\.md\S* > structure > files/)
  expect(output).toContain('❯ skills/alpha/skill-card.md:7:1')
  expect(output).toContain('file/missing: The skill has no file `skill-card.md`. Write skills/beta/skill-card.md.')
  expect(exitCode).toBe(1)
})

it('files of docs are test files', async () => {
  const project = new Project('plain')
  project.write('docs/a.md', '[alpha](../skills/alpha/SKILL.md) [gone](/docs/gone.md#x)\n')
  project.write('docs/b.md', '# B\n\n[up](#b)\n')
  const { output, exitCode } = await project.run(evals, { ...free, SKILL_EVALS_DOCS: 'docs/**, skills/**' })
  expect(output).toMatch(/× .*docs\/a\.md\S* > structure > links/)
  expect(output).toMatch(/✓ .*docs\/b\.md\S* > structure > links/)
  expect(exitCode).toBe(1)

  const missing = await project.run(evals, { ...free, SKILL_EVALS_DOCS: 'doc/**' })
  expect(missing.output).toContain('No markdown file outside of the skills matches `doc/**`')
  expect(missing.exitCode).toBe(1)
})

it('a file of docs that is no test file is checked all the same', async () => {
  const project = new Project('plain')
  project.write('docs/a.md', '/** \u0040vitest-environment nowhere */\n[gone](gone.md)\n')
  const { output, exitCode } = await project.run(evals, { ...free, SKILL_EVALS_DOCS: 'docs/*.md' })
  expect(output).toContain('docs/a.md:2:8: `gone.md` points at docs/gone.md')
  expect(exitCode).toBe(1)
})

it('rules are turned off and down by id', async () => {
  const project = new Project('plain')
  project.edit('skills/alpha/SKILL.md', text => text.replace('name: alpha', 'name: alfa').concat('\n[gone](gone.md)\n'))
  project.edit('vitest.config.ts', text => text.replace('skillEvals({', 'skillEvals({ rules: { \'skill/name-folder\': \'warning\', \'link/missing\': \'off\' },'))
  const { output, exitCode } = await project.run(evals, free)
  expect(output).toContain('skills/alpha/SKILL.md:2:7 · skill/name-folder')
  expect(output).not.toContain('gone.md')
  expect(exitCode, output).toBe(0)

  const unknown = await project.run(evals, { ...free, SKILL_EVALS_RULES: 'skill/name-folders=off' })
  expect(unknown.output).toContain('`rules` names `skill/name-folders`, which is no rule. Did you mean `skill/name-folder`?')
  expect(unknown.exitCode).toBe(1)
})

it('in watch mode a file that appears mends a link', async () => {
  const project = new Project('plain')
  project.edit('skills/alpha/SKILL.md', text => `${text}\n[part](references/part.md)\n`)
  const vitest = project.start(['--watch', '--project', 'evals', 'skills/alpha/SKILL.md'], free)
  expect(await vitest.next(idle)).toContain('link/missing')
  project.write('skills/alpha/references/part.md', '# Part\n')
  expect(await vitest.next(idle)).not.toContain('link/missing')
})
