import { execFileSync } from 'node:child_process'
import { rmSync, symlinkSync, truncateSync } from 'node:fs'
import process from 'node:process'
import { describe, expect, it } from 'vitest'
import { Project } from '../../../fixtures/harness/project.ts'

const special = 'The file cannot be read: it is a pipe, a socket or a device.'
const huge = 'The file cannot be read: it is larger than 64 MB.'
function evaluations(name: string): object[] {
  return [
    { id: `${name}-yes`, skill_should_trigger: true, prompt: `Do ${name}. AGENT: skill ${name}` },
    { id: `${name}-no`, skill_should_trigger: false, prompt: `Not ${name}. AGENT: end` },
  ]
}

/** A skill for each kind of file that has no end, and one that is sound. */
function endless(): Project {
  const project = new Project('plain')
  for (const name of ['devnull', 'dataset', 'text', 'textpipe', 'large', 'hooks', 'python', 'machine', 'seed', 'pages']) {
    project.write(`skills/${name}/SKILL.md`, `---\nname: ${name}\ndescription: Does what ${name} does and nothing else at all.\n---\n\nDo it.\n`)
    project.write(`skills/${name}/evals/evals.json`, JSON.stringify({ evaluations: evaluations(name) }))
  }
  const pipe = (file: string): void => {
    rmSync(project.path(file), { force: true })
    execFileSync('mkfifo', [project.path(file)])
  }
  const link = (file: string, target: string): void => {
    rmSync(project.path(file), { force: true })
    symlinkSync(target, project.path(file))
  }
  link('skills/devnull/evals/evals.json', '/dev/zero')
  pipe('skills/dataset/evals/evals.json')
  link('skills/text/SKILL.md', '/dev/zero')
  pipe('skills/textpipe/SKILL.md')
  truncateSync(project.path('skills/large/SKILL.md'), 65 * 1024 * 1024)
  pipe('skills/hooks/evals/hooks.ts')
  link('skills/python/evals/hooks.py', '/dev/zero')
  pipe('skills/machine/evals/machine.yml')
  project.write('skills/seed/evals/files/a/plain.txt', 'plain\n')
  pipe('skills/seed/evals/files/a/pipe')
  project.write('skills/seed/evals/evals.json', JSON.stringify({ evaluations: [{ id: 'seed-yes', skill_should_trigger: true, prompt: 'Do seed.', workspace: 'evals/files/a', files_exist: ['x'] }] }))
  pipe('skills/pages/pipe.md')
  link('skills/pages/zero.md', '/dev/zero')
  return project
}

const errors = [
  ['skills/devnull/evals/evals.json', 'dataset/unreadable', 'it is a link that leads out of its skill'],
  ['skills/dataset/evals/evals.json', 'dataset/unreadable', special],
  ['skills/text/SKILL.md', 'skill/unreadable', 'it is a link that leads out of its repository'],
  ['skills/textpipe/SKILL.md', 'skill/unreadable', special],
  ['skills/large/SKILL.md', 'skill/unreadable', huge],
  ['skills/hooks/evals/hooks.ts', 'hooks/unreadable', special],
  ['skills/python/evals/hooks.py', 'hooks/unreadable', special],
  ['skills/machine/evals/machine.yml', 'machine/unreadable', special],
  ['skills/seed/evals/evals.json', 'dataset/workspace-special', '`evals/files/a/pipe` is a pipe, a socket or a device'],
] as const

describe.runIf(process.platform !== 'win32')('files that have no end', () => {
  it('are not read by Vitest, and are one error each', async () => {
    const { output, exitCode } = await endless().run(['--project', 'evals', '--tags-filter', 'structure'])
    expect(exitCode, output).toBe(1)
    for (const [file, rule, message] of errors) {
      const found = output.split('\n').filter(line => line.includes(`${rule}: `) && line.includes(message) && (line.includes(`${file}:1:1: `) || rule.startsWith('dataset/workspace')))
      expect(found, `${file}\n${output}`).toHaveLength(1)
    }
  })

  it('hold up neither a list nor one test by its name, and the paid tests of other skills run', async () => {
    const project = endless()
    const listed = await project.run(['--project', 'evals', '--tags-filter', 'structure', '-t', 'machine-yes'])
    expect(listed.output).toContain('1 passed')
    const list = await project.start(['list', '--project', 'evals']).ended()
    expect(list.output).toContain('skills/machine/evals/evals.json > routing > machine-yes')
    expect(list.output).not.toContain('skills/dataset/evals/evals.json')
    const paid = await project.run(['--project', 'evals', '-t', 'hooks-|python-|machine-'])
    expect(paid.output).toMatch(/hooks\/unreadable\s+of\s+python/)
    expect(paid.output).toContain('2 of 2 right')
  })

  it('are told by the command line in the same words', async () => {
    const { output } = await endless().command(['structural'])
    for (const [file, rule, message] of errors)
      expect(output.split('\n').filter(line => line.includes(`${file}:1:`) && line.includes(` error ${rule}: `) && line.includes(message)), `${file}\n${output}`).toHaveLength(1)
  })

  it('do not hold up watch mode', async () => {
    const project = endless()
    const vitest = project.start(['--watch', '--project', 'evals', '--tags-filter', 'structure'])
    await vitest.next(/Watching for file changes/)
    project.edit('skills/hooks/SKILL.md', text => `${text}\nMore.\n`)
    await vitest.next(/RERUN[\s\S]*hooks\/unreadable[\s\S]*Watching for file changes/)
  })
})
