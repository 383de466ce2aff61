import { expect, it } from 'vitest'
import { Project } from '../../../fixtures/harness/project.ts'

it('what Vitest would read as a directive breaks nothing and is named at its place', async () => {
  const project = new Project('plain')
  const directive = '\x40vitest-environment'
  project.edit('skills/alpha/SKILL.md', text => `${text}\nIn a test file, write \`// ${directive} jsdom\`.\n`)
  project.edit('skills/beta/evals/evals.json', text => text.replace('Please do beta.', `Set ${directive}-options {bad and do beta.`))
  const { output, exitCode } = await project.run(['--project', 'evals', '--reporter=verbose'])
  // alpha's SKILL.md cannot be a test file, so its dataset speaks for it; beta's dataset cannot, so its SKILL.md does
  expect(output).toMatch(/✓ .*skills\/alpha\/evals\/evals\.json\S* > structure > SKILL\.md/)
  expect(output).toMatch(/✓ .*skills\/alpha\/evals\/evals\.json\S* > routing > alpha-one/)
  expect(output).toMatch(/× .*skills\/beta\/SKILL\.md\S* > structure > dataset/)
  expect(output).toContain('Write `\\u0040vitest-environment-options`')
  expect(output).toContain('❯ skills/beta/evals/evals.json:6:')
  expect(output).not.toContain('routing > beta-one')
  expect(exitCode).toBe(1)
})
