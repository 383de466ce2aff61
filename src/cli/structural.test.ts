import { execFileSync } from 'node:child_process'
import { rmSync, symlinkSync } from 'node:fs'
import process from 'node:process'
import { describe, expect, it } from 'vitest'
import { Project } from '../../fixtures/harness/project.ts'
import { test } from './local-server.fixture.ts'

const estimate = `
Overlap, an estimate, by words alone: 6 of 6 positive prompts speak most of their own skill (100%), 6 have it among the first three (100%); 1 pair of descriptions can hardly be told apart.
Near misses, 4: 4 speak most of the skill that must not fire, 0 of another skill.
Hardly to be told apart:
  alpha and beta: 50% of their words are the same; only in alpha: alpha; only in beta: beta
`
const quiet = `No findings in 2 skills, 2 datasets, 10 evaluations.\n${estimate}`

describe('structural', () => {
  it('exits with 0 where nothing is wrong, and reads the options of the config', async () => {
    const project = new Project('plain')
    const fine = await project.command(['structural'])
    expect(fine.stdout).toBe(quiet)
    expect(fine.exitCode).toBe(0)

    project.edit('vitest.config.ts', text => text.replace('skillEvals({', 'skillEvals({ skillFiles: \'CARD.md\', rules: { \'skill/name-folder\': \'warning\' },'))
    project.edit('skills/alpha/SKILL.md', text => text.replace('name: alpha', 'name: alfa'))
    const found = await project.command(['structural'])
    expect(found.stdout.split('\n').filter(line => /: (?:error|warning) |^2 errors/.test(line))).toEqual([
      expect.stringMatching(/^skills\/alpha\/SKILL\.md:1:1: error file\/missing: /),
      expect.stringMatching(/^skills\/beta\/SKILL\.md:1:1: error file\/missing: /),
      expect.stringMatching(/^skills\/alpha\/SKILL\.md:2:7: warning skill\/name-folder: .*alfa/),
      '2 errors and 1 warning in 2 skills, 2 datasets, 10 evaluations.',
    ])
    expect(found.stdout.endsWith(`10 evaluations.\n${estimate}`)).toBe(true)
    expect(found.stdout).toContain('\n      1| ---\n      2| name: alfa\n       |       ^\n')
    expect(found.exitCode).toBe(1)
  })

  it('flags win over the environment, and that over the config', async () => {
    const project = new Project('plain')
    project.edit('vitest.config.ts', text => text.replace('skillEvals({', 'skillEvals({ skills: \'none/*\','))
    expect((await project.command(['structural'])).stdout).toContain('error catalog/no-skills: No folder with a SKILL.md matches `none/*`')
    expect((await project.command(['structural'], { SKILL_EVALS_SKILLS: 'skills/*', SKILL_EVALS_TIERS: 'routing' })).stdout).toBe(quiet)
    const both = ['structural', '--skills', 'skills/al*', '--skills', 'skills/{beta,gamma}', '--skill-files', 'A.md, B.md', '--skill-sections', 'Owner', '--format', 'json']
    const found = await project.command(both, { SKILL_EVALS_SKILLS: 'nowhere/*' })
    expect(JSON.parse(found.stdout)).toMatchObject({ skills: 2, errors: 4, findings: [{ rule: 'file/missing' }, { rule: 'file/missing' }, { rule: 'file/missing' }, { rule: 'file/missing' }] })
  })

  it('finds everything that the tests find, and what none of them can show', async () => {
    const project = new Project('plain')
    project.edit('skills/alpha/SKILL.md', text => `${text}\n[gone](gone.md)\n`)
    project.edit('skills/beta/evals/evals.json', text => text.replace('"skill_should_trigger": false', '"skill_should_triger": false'))
    project.write('skills/beta/evals/machine.yml', 'runner: gpu\n')
    project.write('pool.json', '{ "evaluations": [{ "id": "p", "prompt": "?", "skill_should_trigger": true }] }')
    project.write('docs/a.md', '[gone](gone.md)\n')
    project.write('docs/broken.md', '/** \u0040vitest-environment nowhere */\n[gone](gone.md)\n')
    project.write('skills/gamma/evals/evals.json', '{}')
    project.edit('vitest.config.ts', text => text.replace('negatives: false', 'negatives: \'pool.json\', room: [\'delta\']'))
    const { stdout, exitCode } = await project.command(['structural', '--docs', 'docs/*.md', '--format=json'])
    const { findings }: { findings: { rule: string, file: string, line: number, message: string }[] } = JSON.parse(stdout)
    expect(findings.map(({ rule, file, line }) => `${file}:${line} ${rule}`)).toEqual(expect.arrayContaining([
      '.:1 room/unknown-skill',
      'docs/a.md:1 link/missing',
      'docs/broken.md:2 link/missing',
      'pool.json:1 dataset/pool-positive',
      'skills/alpha/SKILL.md:10 link/missing',
      'skills/beta/evals/evals.json:21 dataset/unknown-key',
      'skills/beta/evals/machine.yml:1 machine/retired-key',
      'skills/gamma/evals/evals.json:1 catalog/no-skill-md',
    ]))
    const docsAlone = await project.command(['structural', '--skills', 'none/*', '--docs', 'docs/a.md'])
    expect(docsAlone.stdout).toContain('warning catalog/no-skills')
    expect(findings.find(({ file }) => file === 'docs/broken.md')?.message).toMatch(/^`gone\.md`/)
    expect(exitCode).toBe(1)
  })

  it('estimates the overlap, and holds it to a floor', async () => {
    const project = new Project('plain')
    project.edit('skills/alpha/SKILL.md', text => text.replace(/description: .*/, 'description: Paints walls.'))
    project.edit('skills/beta/SKILL.md', text => text.replace(/description: .*/, 'description: Sweeps floors. Do not use for walls.'))
    project.edit('skills/alpha/evals/evals.json', text => text.replace(/"prompt": "[^"]*/, '"prompt": "Does it rain?'))
    const report = async (env: Record<string, string>): Promise<{ overlap: { estimate: true, first: number, missed: object[] }[], errors: number, findings: object[] }> =>
      JSON.parse((await project.command(['structural', '--format', 'json'], env)).stdout)
    const missed = { skill: 'alpha', rank: null, first: null, file: 'skills/alpha/evals/evals.json', line: 6 }
    expect(await report({ SKILL_EVALS_OVERLAP_FLOOR: '0.5' })).toMatchObject({ errors: 0, overlap: [{ estimate: true, positives: 6, first: 5, missed: [missed] }] })
    expect(await report({ SKILL_EVALS_OVERLAP_FLOOR: '1' })).toMatchObject({ errors: 1, findings: [{ rule: 'dataset/overlap', file: 'skills/alpha/evals/evals.json', blocks: false }] })
    expect(await report({ SKILL_EVALS_OVERLAP: 'false' })).toMatchObject({ errors: 0, overlap: [] })
  })

  it('prints SARIF and workflow commands, and nothing else, on stdout', async () => {
    const project = new Project('plain')
    project.edit('skills/alpha/SKILL.md', text => `${text}\n\`scripts/gone.py\`\n`)
    const sarif = await project.command(['structural', '--format', 'sarif'])
    expect(JSON.parse(sarif.stdout)).toMatchObject({ version: '2.1.0', runs: [{ results: [{ ruleId: 'link/mention', level: 'warning' }] }] })
    expect(sarif.exitCode).toBe(0)
    const github = await project.command(['structural', '--format', 'github'])
    // from the root of the repository, of which this checkout may be a folder
    expect(github.stdout).toMatch(/^::warning file=\S*\.e2e\/plain-\w+\/skills\/alpha\/SKILL\.md,line=10,col=2,title=link\/mention::`scripts\/gone\.py` .*\n1 warning in /)
  })

  it.each([
    [['structural', '--formt', 'json'], '`structural` has no flag `--formt`. Did you mean `--format`? See skill-evals --help.'],
    [['structural', '--banana'], '`structural` has no flag `--banana`. It has --skills, --docs, --skill-files, '],
    [['structural', '--format', 'jsn'], '`--format` is "jsn"; write text, json, sarif or github. Did you mean `json`?'],
    [['structural', '--format', 'json', '--format', 'text'], '`--format` is given 2 times. Write it once.'],
    [['structural', '--skills'], '`--skills <glob>` value is missing'],
    [['structural', '--skills', '/abs'], 'The glob `/abs` in `skills` is absolute.'],
    [['structural', 'skills/alpha'], '`structural` takes no argument, and was given "skills/alpha".'],
    [['structural', '--exclude-url', 'x'], 'which is not given'],
    [['structural', '--external', '--exclude-url', '('], '`--exclude-url` holds "(", which is no regular expression'],
    [['structural', '--skill-sections', 'Owner'], 'no file in skillFiles is markdown'],
    [['structural', '--skill-files', '["a.md", 1]'], '`--skill-files` holds 1 in "[\\"a.md\\", 1]"; every entry has to be a text'],
    [['structural', '--root', 'nowhere'], '/nowhere, which `--root` names.'],
    [['strutural'], 'There is no command "strutural". Did you mean `structural`?'],
  ])('%j is wrong usage', async (args, message) => {
    const { output, stdout, exitCode } = await new Project('plain').command(args)
    expect(output).toContain(message)
    expect(output).not.toContain('    at ')
    expect(stdout).toBe('')
    expect(exitCode).toBe(2)
  })

  test('--external asks the web, tells of it on stderr, and leaves out what is excluded', async ({ serve }) => {
    const url = await serve((request, response) => response.writeHead(request.url === '/there' ? 200 : 404).end())
    const project = new Project('plain')
    project.edit('skills/alpha/SKILL.md', text => `${text}\n[a](${url}/there) [b](${url}/gone#x) [c](${url}/private/1)\n`)
    project.write('docs/a.md', `<${url}/gone>\n`)
    const args = ['structural', '--docs', 'docs/*.md', '--external', '--exclude-url', '/private/']
    const { stdout, output, exitCode } = await project.command(args)
    expect(stdout).toMatch(/^skills\/alpha\/SKILL\.md:10:\d+: error link\/external: \S+\/gone cannot be reached: 404 Not Found\..*\n {2}the same address: docs\/a\.md:1:1\n/)
    expect(stdout).toContain('2 URLs asked, 1 excluded.')
    expect(stdout).not.toContain('nobody answers')
    expect(output).toContain(`nobody answers for ${url}/gone\n`)
    expect(output).toContain('2/2 URLs asked\n')
    expect(exitCode).toBe(1)
    const json = await project.command([...args, '--format', 'json'], { SKILL_EVALS_RULES: 'link/external=warning' })
    expect(JSON.parse(json.stdout)).toMatchObject({ errors: 0, warnings: 1, external: { asked: 2, excluded: 1 } })
    expect(json.exitCode).toBe(0)
  })

  it('says the same of the links of a catalog that is large enough for a thread', async () => {
    const project = new Project('plain')
    const names = Array.from({ length: 310 }, (_, index) => `skill-${index}`)
    for (const name of names)
      project.write(`many/${name}/SKILL.md`, `---\nname: ${name}\ndescription: Does ${name}.\n---\n\n[gone](gone-${name}.md) [there](SKILL.md)\n`)
    const found = async (glob: string): Promise<string[]> => {
      const { stdout } = await project.command(['structural', '--skills', glob, '--skill-files', 'A.md', '--format', 'json'])
      const { findings }: { findings: { rule: string, file: string, message: string }[] } = JSON.parse(stdout)
      return findings.filter(one => one.rule === 'link/missing' || one.rule === 'file/missing').map(one => `${one.file} ${one.message}`)
    }
    const all = await found('many/*')
    expect(all).toHaveLength(620)
    expect(all.filter(line => line.includes('many/skill-7/'))).toEqual(await found('many/skill-7'))
  })

  it.runIf(process.platform !== 'win32')('reads nothing that has no end, and quotes nothing from outside of a skill', async () => {
    const project = new Project('plain')
    project.write('secret.txt', 'token=what-nobody-shall-read\n')
    for (const [file, target] of [['skills/alpha/evals/evals.json', '../../../secret.txt'], ['skills/alpha/evals/machine.yml', '../../../secret.txt'], ['skills/beta/evals/evals.json', '/dev/zero']] as const) {
      rmSync(project.path(file), { force: true })
      symlinkSync(target, project.path(file))
    }
    execFileSync('mkfifo', [project.path('skills/beta/evals/machine.yml')])
    const { output, exitCode } = await project.command(['structural'])
    expect(output).toContain('skills/alpha/evals/evals.json:1:1: error dataset/unreadable: The file cannot be read: it is a link that leads out of its skill.')
    expect(output).toContain('skills/alpha/evals/machine.yml:1:1: error machine/unreadable: The file cannot be read: it is a link that leads out of its skill.')
    expect(output).toContain('skills/beta/evals/evals.json:1:1: error dataset/unreadable')
    expect(output).toContain('skills/beta/evals/machine.yml:1:1: error machine/unreadable: The file cannot be read: it is a pipe, a socket or a device.')
    expect(output).not.toContain('what-nobody-shall-read')
    expect(exitCode).toBe(1)
  })

  it('is no fault where nobody reads on', async () => {
    const project = new Project('plain')
    project.edit('skills/alpha/SKILL.md', text => `${text}\n[gone](gone.md)\n`)
    const command = project.startCommand(['structural'])
    command.child.stdout?.destroy()
    const { output, exitCode } = await command.ended()
    expect(output).toBe('')
    expect(exitCode).toBe(1)
  })

  it('starts no Vitest: the config may name a reporter that does not exist', async () => {
    const project = new Project('plain')
    project.edit('vitest.config.ts', text => text.replace('export default defineConfig({', 'export default defineConfig({ test: { reporters: [\'./nowhere.ts\'] },'))
    expect((await project.command(['structural'])).stdout).toBe(quiet)
  })
})
