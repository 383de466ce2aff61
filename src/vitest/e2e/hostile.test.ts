import { readdirSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { expect, it } from 'vitest'
import { Project } from '../../../fixtures/harness/project.ts'
import { strictXml } from '../../../fixtures/harness/strict-xml.ts'

/** What would colour a terminal, move its cursor, turn text around, end a CDATA section, be half a character, or call somebody. */
const evil = '\u001B[31m\u001B]0;title\u0007\u009B2J]]><b>&\u0000<\uDC00\uD83D\u202Ex @octocat ::error::y'
const evaluations = [
  { id: `wrong${evil}`, skill_should_trigger: true, prompt: `${evil} alpha. AGENT: say ${evil} ; skill beta`, expected_behavior: [`Done ${evil}`] },
  { id: 'long', skill_should_trigger: true, prompt: `Alpha ${'x'.repeat(1_000_000)}. AGENT: end`, logs_contain: [`\u001B[32m${evil}`] },
  { id: `broken${evil}`, skill_should_trigger: true, prompt: 'Go alpha. AGENT: exit 3' },
  { id: 'not-1', skill_should_trigger: false, prompt: 'One. AGENT: end' },
  { id: 'not-2', skill_should_trigger: false, prompt: `Two. AGENT: refuse ${evil.replaceAll(' ', '')}` },
]
/** All that a text may not have; line breaks and tabs aside. */
const live = /[\p{Cs}\u007F-\u009F\u202A-\u202E\u2066-\u2069]|(?![\n\t\r])\p{Cc}/u

it('what is hostile in prompts, ids and answers is inert in every output', async () => {
  const project = new Project('plain')
  project.write('skills/alpha/evals/evals.json', `${JSON.stringify({ evaluations }, null, 2)}\n`)
  const { raw, exitCode, output } = await project.run([
    ...['--project', 'evals', '--reporter=verbose', '--reporter=vitest-skill-evals/reporter/junit', '--reporter=blob'],
    ...['--outputFile.junit=out.xml', '--outputFile.blob=blob.json'],
  ], { GITHUB_STEP_SUMMARY: project.path('summary.md'), SKILL_EVALS_REPORT_COMPARE: 'HEAD:none/report.json' })
  expect(exitCode, output.slice(0, 5000)).toBe(1)
  expect(raw.length).toBeLessThan(200_000)
  expect(live.exec(raw)?.[0]).toBeUndefined()
  expect(raw).not.toContain('title\u0007')
  expect(raw).toContain('No difference is shown: There is no file HEAD:none/report.json')

  const summary = project.read('summary.md')
  expect(live.exec(summary)?.[0]).toBeUndefined()
  // in a fence a prompt shows as it is
  expect(summary.replaceAll(/^(`{3,})text\n[\s\S]*?\n\1$/gm, '')).not.toMatch(/@octocat|<b>/)
  expect(summary).toContain('### Routing matrix')
  expect(summary).toContain('No difference is shown: ')

  const cases = strictXml(project.path('out.xml'))
  if (cases) {
    const routed = cases.filter(one => one.properties.tier === 'routing')
    expect(routed.find(one => one.name.includes('wrong'))).toMatchObject({
      properties: { skill: 'alpha', category: 'positive', verdict: 'wrong_skill', expected: 'alpha', observed: 'beta', stop_reason: 'decision' },
      out: expect.stringMatching(/Run record: \.skill-evals\/runs\/alpha\/wrong\S*\.routing\n/),
    })
    expect(routed.find(one => one.name.includes('long'))?.properties).toMatchObject({ verdict: 'missed_trigger', observed: '(no skill)' })
    expect(routed.find(one => one.name.includes('not-1'))).toMatchObject({ properties: { verdict: 'true_negative', expected: '(no skill)' }, failures: [] })
    expect(cases.find(one => one.properties.tier === 'behavior' && one.name.includes('long'))?.properties).toMatchObject({ outcome: 'failed', checks: '1', checks_not_met: '1' })
    for (const { failures } of cases)
      expect(failures.join('').length).toBeLessThan(40_000)
  }

  // from report.json alone
  const shown = await project.command(['report', '.skill-evals'])
  expect(shown.exitCode, shown.output).toBe(0)
  expect(live.exec(shown.raw)?.[0]).toBeUndefined()
  // the run printed the same, for the width that it had
  expect(output).toContain(shown.stdout.slice(0, 400))
  const markdown = await project.command(['report', '.skill-evals/report.json', '.skill-evals/report.json', '--format', 'markdown'])
  expect(summary).toContain(markdown.stdout.slice(0, 3000))
  expect(markdown.stdout).toContain('## Skill evals compared: routing cannot tell')
  await project.command(['report', '.skill-evals', '--format', 'grading', '--output', 'gradings'])
  const files = readdirSync(project.path('gradings'), { recursive: true, withFileTypes: true }).filter(one => one.isFile()).map(one => path.relative(project.dir, path.join(one.parentPath, one.name)))
  expect(files).toContain('gradings/alpha/eval-2/with_skill/run-1/grading.json')
  expect(JSON.parse(project.read('gradings/alpha/eval-2/with_skill/run-1/grading.json'))).toMatchObject({ expectations: [{ passed: false, evidence: expect.any(String) }], summary: { passed: 0, failed: 1, total: 1, pass_rate: 0 } })
})

it.runIf(process.platform !== 'win32')('a folder with a hostile name is one error, and no path of it is printed as it is', async () => {
  const project = new Project('plain')
  project.write('skills/odd\u001B[31m\u001B]0;title\u0007/SKILL.md', '---\nname: odd\ndescription: Does what is odd and nothing else.\n---\n\nDo it.\n')
  project.write('skills/odd\u001B[31m\u001B]0;title\u0007/evals/evals.json', JSON.stringify({ evaluations: [{ id: 'odd', skill_should_trigger: true, prompt: 'Odd.' }] }))
  const runs = [
    await project.run(['--project', 'evals', '--tags-filter', 'structure', '--reporter=verbose', '--reporter=github-actions']),
    await project.start(['list', '--project', 'evals']).ended(),
    await project.command(['structural']),
    await project.command(['structural', '--format', 'github']),
    await project.command(['select', '--all']),
    await project.command(['select', '--names', 'odd\u001B[31m']),
  ]
  for (const { raw } of runs)
    expect(live.exec(raw)?.[0], raw).toBeUndefined()
  const told = runs.filter(({ output }) => output.replaceAll(/\s+/g, ' ').includes('The path "skills/odd\\u001b[31m\\u001b]0;title\\u0007" holds characters that would colour a terminal'))
  expect(told.map(({ exitCode }) => exitCode)).toEqual(expect.arrayContaining([1, 1, 1, 1]))
})

it('what is hostile in a dataset is inert among GitHub annotations', async () => {
  const project = new Project('plain')
  project.write('skills/alpha/evals/evals.json', JSON.stringify({ evaluations: [{ id: `a${evil}`, skill_should_trigger: true, prompt: 'p', [`bad${evil}`]: 1, workspace: `w${evil}` }] }))
  const { raw, stdout } = await project.command(['structural', '--format', 'github'])
  expect(live.exec(raw)?.[0]).toBeUndefined()
  expect(stdout).toContain('title=dataset/unknown-key::')
})

it('what is hostile in the lines of a SKILL.md is inert in the code frame of its errors', async () => {
  const project = new Project('plain')
  project.write('skills/alpha/SKILL.md', `---\nname: beta\ndescription: Does alpha ${'\u001B[31m\u001B]0;title\u0007\u202E'} and nothing else.\n---\n\nDo it.\n`)
  const { raw, output } = await project.run(['--project', 'evals', '--tags-filter', 'structure', 'skills/alpha'])
  expect(live.exec(raw)?.[0]).toBeUndefined()
  expect(output).toMatch(/skills\/alpha\/SKILL\.md:2:7\n[\s\S]*2\| name: beta\n[\s\S]*description: Does alpha/)
})
