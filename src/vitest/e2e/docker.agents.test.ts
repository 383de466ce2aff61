import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeImage } from '../../../fixtures/harness/docker-image.ts'
import { standIn } from '../../../fixtures/harness/project.ts'
import { reportOf, withPrompts } from './prompts.fixture.ts'

const image = 'skill-evals-stand-in:test'
const key = 'sk-ant-not-on-a-command-line-0123456789'
const args = ['--project', 'evals', 'skills/alpha/evals/evals']
const env = {
  ...{ SKILL_EVALS_SANDBOX: 'docker', SKILL_EVALS_SANDBOX_IMAGE: image, SKILL_EVALS_COMMAND: 'claude', ANTHROPIC_API_KEY: key },
  ...{ SKILL_EVALS_TIERS: 'routing', SKILL_EVALS_SKILLS: 'skills/alpha', SKILL_EVALS_RETRY_ERRORS: '0', SKILL_EVALS_KEEP_RUNS: 'all' },
}

function docker(...words: string[]): string {
  return execFileSync('docker', words, { encoding: 'utf8' }).trim()
}

/** Those of our runs, also stopped ones. */
function containers(): string[] {
  return docker('ps', '--all', '--filter', 'label=vitest-skill-evals', '--format', '{{.Names}}').split('\n').filter(Boolean)
}

// set by .ci/test-docker, which starts an engine
describe.runIf(process.env.SKILL_EVALS_TEST_DOCKER)('agents in Docker', () => {
  beforeAll(() => makeImage(image, standIn))
  afterAll(() => {
    docker('image', 'rm', '--force', image)
  })

  it('are graded by what they did there, and leave no container', async () => {
    const outside = `/tmp/skill-evals-docker-${process.pid}`
    const project = withPrompts({
      fires: { fires: true, agent: 'skill alpha' },
      nothing: { fires: false, agent: `write ${outside} x; say done` },
      crash: { fires: false, agent: 'exit 3' },
      refuses: { fires: true, agent: 'refuse alpha' },
      hang: { fires: false, agent: 'child; hang' },
    })
    const { output } = await project.run(args, { ...env, SKILL_EVALS_TIMEOUT_ROUTING: '6000' })
    const report = reportOf(project)
    expect(Object.fromEntries(report.cases.map(one => [one.id, [one.verdict, one.stop_reason]])), output).toEqual({
      fires: ['correct_trigger', 'decision'],
      nothing: ['true_negative', 'end'],
      crash: ['error', 'crash'],
      refuses: ['error', 'end'],
      hang: ['error', 'timeout'],
    })
    expect(report).toMatchObject({ meta: { sandbox: [{ by: 'docker', reason: image, cases: 5 }] } })
    expect(output).toContain(`a container of ${image}`)
    expect(existsSync(outside)).toBe(false)
    expect(containers()).toEqual([])
  })

  it('get their key, and nobody sees it on a command line', async () => {
    const project = withPrompts({ waits: { fires: false, agent: 'write started x; wait go; say ok' } })
    const vitest = project.start(['run', ...args], env)
    const seen = await new Promise<string>((resolve) => {
      const timer = setInterval(() => {
        if (containers().length === 0)
          return
        clearInterval(timer)
        resolve(commandLines())
      }, 100)
    })
    expect(seen).toContain('--env ANTHROPIC_API_KEY')
    expect(seen).not.toContain(key)
    vitest.signal('SIGINT')
    const { exitCode, output } = await vitest.ended()
    expect(exitCode, output).toBe(130)
    // the engine may still be about to start it when its client is gone
    await expect.poll(containers, { timeout: 60_000 }).toEqual([])
  })

  it('are not left when Vitest is killed: the next run takes away what still is', async () => {
    const project = withPrompts({ hangs: { fires: false, agent: 'hang' } })
    docker('create', '--name', `skill-evals-left-${process.pid}`, '--label', 'vitest-skill-evals=/tmp/a-folder-that-is-gone', image, 'sleep', '1000')
    const vitest = project.start(['run', ...args], env)
    await expect.poll(() => containers().filter(name => !name.includes('-left-')).length, { timeout: 60_000 }).toBe(1)
    expect(containers().filter(name => name.includes('-left-'))).toEqual([])
    vitest.child.kill('SIGKILL')
    await vitest.ended()
    await expect.poll(containers, { timeout: 60_000 }).toEqual([])
  })

  it.each([
    [{ SKILL_EVALS_SANDBOX_IMAGE: 'no-such-image:1' }, 'the engine has no image `no-such-image:1`'],
    [{ SKILL_EVALS_SANDBOX_IMAGE: '' }, 'no image is named'],
    [{ SKILL_EVALS_COMMAND: 'no-such-agent' }, `In the image \`${image}\``],
    [{ DOCKER_HOST: 'unix:///no/such/socket' }, 'no Docker engine answers'],
    [{ ANTHROPIC_API_KEY: '' }, 'runs in your own home'],
  ])('are refused where they cannot run: %j', async (other, reason) => {
    const project = withPrompts({ nothing: { fires: false, agent: 'say ok' } })
    const { output, exitCode } = await project.run(args, { ...env, ...other })
    expect(exitCode, output).toBe(1)
    expect(output.replace(/\s+/g, ' ')).toContain(reason)
    expect(reportOf(project).totals.graded).toBe(0)
  })
})

function commandLines(): string {
  return readdirSync('/proc').filter(name => /^\d+$/.test(name)).map((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    }
    catch {
      return ''
    }
  }).join('\n')
}
