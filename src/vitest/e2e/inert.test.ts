import { chmodSync, existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { commit, git } from '../../../fixtures/harness/git.ts'
import { Project } from '../../../fixtures/harness/project.ts'

/** A catalog in which everything that a pull request may bring leaves a file behind as soon as something of it is run. */
function trapped(): { project: Project, ran: () => boolean } {
  const project = new Project('plain')
  const mark = project.path('ran')
  const inScript = `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(mark)}, 'ran')\nexport default {}\n`
  const inPython = `open(${JSON.stringify(mark)}, 'w').write('ran')\n`
  const inShell = `#!/bin/sh\ntouch ${mark}\n`
  project.write('skills/alpha/evals/hooks.ts', inScript)
  project.write('skills/alpha/evals/files/setup.py', inPython)
  project.write('skills/alpha/evals/files/conftest.py', inPython)
  project.write('skills/alpha/evals/files/package.json', JSON.stringify({ name: 'x', scripts: { preinstall: `touch ${mark}`, prepare: `touch ${mark}` } }))
  project.write('skills/alpha/evals/files/vitest.config.ts', inScript)
  project.write('skills/alpha/vitest.config.ts', inScript)
  project.write('skills/alpha/vite.config.ts', inScript)
  project.write('skills/alpha/scripts/run.sh', inShell)
  chmodSync(project.path('skills/alpha/scripts/run.sh'), 0o755)
  project.write('skills/alpha/x.test.ts', inScript)
  project.write('skills/alpha/evals/machine.yml', `os: [Linux, macOS, Windows]\nlabels: ["$(touch ${mark})"]\n`)
  project.edit('skills/alpha/SKILL.md', text => `${text}\n!\`touch ${mark}\`\n\n{{ constructor.constructor('return process')() }} \${process.exit()} [run](scripts/run.sh)\n`)
  project.edit('skills/alpha/evals/evals.json', text => text.replace('"Please do alpha. AGENT: skill alpha"', JSON.stringify(`\`)}); require('fs').writeFileSync(${JSON.stringify(mark)}, ''); //  $(touch ${mark}) \${require('fs')} AGENT: skill alpha`)).replace('"id": "alpha-two",', '"id": "alpha-two", "workspace": "evals/files", "logs_contain": ["x"],'))
  project.write('skills/beta/evals/hooks.py', inPython)
  project.write('skills/beta/evals/__init__.py', inPython)
  project.write('skills/gamma/SKILL.md', '---js\nmodule.exports = { name: require("fs").writeFileSync("ran", "") }\n---\n# Gamma\n')
  project.write('skills/delta/SKILL.md', `---\nname: !!js/function 'function () { require("fs").writeFileSync(${JSON.stringify(mark)}, "") }'\ndescription: !!python/object/apply:os.system ['touch ${mark}']\n---\n# Delta\n`)
  return { project, ran: () => existsSync(mark) }
}

it('to read, check, list, select, estimate and diagnose a catalog runs nothing of it', async () => {
  const { project, ran } = trapped()
  git(project.dir, 'init', '--quiet')
  commit(project.dir)
  git(project.dir, 'checkout', '--quiet', '-b', 'feature')
  project.edit('skills/alpha/evals/evals.json', text => `${text}\n`)
  const seen: Record<string, string> = {}
  for (const args of [['structural'], ['list'], ['select', '--all'], ['select'], ['doctor'], ['template', 'gamma']])
    seen[args.join(' ')] = (await project.command(args)).output
  for (const args of [['list', '--project', 'evals'], ['run', '--project', 'evals', '--tags-filter', 'structure'], ['run', '--project', 'evals', '--tags-filter', 'structure', '--changed', 'main']])
    seen[`vitest ${args.join(' ')}`] = (await project.start(args).ended()).output
  expect(ran(), JSON.stringify(seen, null, 2)).toBe(false)
  // each of them has looked at the skill
  for (const [command, output] of Object.entries(seen))
    expect(output, command).toMatch(/alpha|gamma|skill/)
  expect(seen['vitest list --project evals']).toContain('alpha-two')
  expect(seen['vitest run --project evals --tags-filter structure']).toContain('Overlap')

  // and the trap works: a paid tier is where hooks run
  project.remove('skills/alpha/evals/machine.yml')
  await project.run(['--project', 'evals', '--tags-filter', 'behavior', '-t', 'alpha-two'])
  expect(ran()).toBe(true)
}, 240_000)
