import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bwrapArgs, inSandbox } from './bwrap.ts'
import { claudeAgent } from './claude.ts'
import { codexAgent } from './codex.ts'
import { geminiAgent } from './gemini.ts'
import { preparedPlace, sandboxMounts } from './sandbox-places.ts'
import { chooseContainment, contain, findBwrap } from './sandbox.ts'

let folder: string
beforeAll(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'skill-evals-bwrap-')))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A folder below the test's own, made. */
function made(...parts: string[]): string {
  const dir = path.join(folder, ...parts)
  mkdirSync(dir, { recursive: true })
  return dir
}

describe('bwrapArgs', () => {
  it('makes the disk read-only, then what lies over it in order, and keeps the network', () => {
    const args = bwrapArgs({ cwd: '/run/w', network: true, mounts: [{ at: '/home/me/.ssh', as: 'empty-folder' }, { at: '/home/me/.netrc', as: 'empty-file' }, { at: '/tmp', as: 'writable', from: '/run/t' }, { at: '/dev/dri', as: 'device' }, { at: '/run/room', as: 'read-only' }, { at: '/run/w', as: 'writable' }] })
    expect(args.join(' ')).toBe('--unshare-pid --unshare-ipc --die-with-parent --cap-drop ALL --ro-bind / / --dev /dev --proc /proc'
      + ' --tmpfs /home/me/.ssh --ro-bind /dev/null /home/me/.netrc --bind /run/t /tmp --dev-bind /dev/dri /dev/dri --ro-bind /run/room /run/room --bind /run/w /run/w'
      + ' --remount-ro /home/me/.ssh --chdir /run/w')
  })

  it('takes the network away where that is asked for', () => {
    expect(bwrapArgs({ cwd: '/', network: false, mounts: [] })).toContain('--unshare-net')
  })

  it('hands the command over as it is, whatever its arguments look like', () => {
    const command = { file: '/opt/claude', args: ['--bind', '/', '-p'], env: { A: 'b' }, stdin: 'hello', disposable: true }
    const contained = inSandbox('/usr/bin/bwrap', command, { cwd: '/w', mounts: [], network: true })
    expect(contained).toMatchObject({ file: '/usr/bin/bwrap', env: { A: 'b' }, stdin: 'hello', disposable: true, contained: true })
    expect(contained.args.slice(-5)).toEqual(['--', '/opt/claude', '--bind', '/', '-p'])
  })
})

describe('sandboxMounts', () => {
  it('has nothing where keys lie, the run\'s folders writable, and what is needed back', () => {
    const user = made('user')
    made('user/.ssh')
    made('user/.claude/local/node_modules')
    writeFileSync(path.join(user, '.netrc'), 'machine x')
    writeFileSync(path.join(user, '.claude/local/claude'), '#!/bin/sh\n')
    const scratch = made('scratch')
    const [cwd, home, temp, room] = [made('scratch/run/workspace'), made('scratch/run/home'), made('scratch/run/temp'), made('scratch/room-0')]
    const mounts = sandboxMounts({ cwd, home, temp, scratch, read: [room], write: [path.join(folder, 'not-there')] }, { file: path.join(user, '.claude/local/claude'), env: { PATH: '/usr/bin:/bin' }, userHome: user, hide: [], write: [] })
    const at = (place: string) => mounts.filter(mount => mount.at === place)
    expect(at('/tmp')).toEqual([{ at: '/tmp', as: 'writable', from: temp }])
    expect(at(path.join(user, '.ssh'))).toEqual([{ at: path.join(user, '.ssh'), as: 'empty-folder' }])
    expect(at(path.join(user, '.netrc'))).toEqual([{ at: path.join(user, '.netrc'), as: 'empty-file' }])
    expect(at(scratch)).toEqual([{ at: scratch, as: 'empty-folder' }])
    expect(at(room)).toEqual([{ at: room, as: 'read-only' }])
    expect(at(cwd)).toEqual([{ at: cwd, as: 'writable' }])
    expect(at(home)).toEqual([{ at: home, as: 'writable' }])
    // the agent's own program lies in a folder that is hidden
    expect(at(path.join(user, '.claude'))).toEqual([{ at: path.join(user, '.claude'), as: 'empty-folder' }])
    expect(at(path.join(user, '.claude/local'))).toEqual([{ at: path.join(user, '.claude/local'), as: 'read-only' }])
    expect(mounts.filter(mount => mount.as === 'writable').map(mount => mount.at).filter(one => !['/tmp', '/var/tmp'].includes(one)).sort()).toEqual([home, cwd].sort())
    // whatever lies over another thing comes after it
    const order = mounts.map(mount => mount.at)
    expect(order.indexOf(cwd)).toBeGreaterThan(order.indexOf(scratch))
    expect(order.indexOf(path.join(user, '.claude/local'))).toBeGreaterThan(order.indexOf(path.join(user, '.claude')))
  })

  it('hides what it is asked to hide, also the project, but for the program of the agent', () => {
    const project = made('project')
    made('project/node_modules/.bin')
    const file = path.join(project, 'node_modules/.bin/claude')
    writeFileSync(file, '#!/bin/sh\n')
    const [cwd, home, temp, scratch] = [made('s4/run/w'), made('s4/run/h'), made('s4/run/t'), made('s4')]
    const places = { cwd, home, temp, scratch, read: [project], write: [] }
    const seen = (hide: string[]) => sandboxMounts(places, { file, env: {}, userHome: '', hide, write: [] }).filter(mount => mount.at.startsWith(project)).map(mount => `${path.relative(folder, mount.at)} ${mount.as}`)
    expect(seen([project])).toEqual(['project empty-folder', 'project/node_modules read-only'])
    // the test's own folder lies in /tmp, which a run has for itself
    expect(seen([])).toContain('project read-only')
  })

  it('goes by real paths, since nothing can be put over a link', () => {
    const target = made('real-hidden')
    const link = path.join(folder, 'link')
    symlinkSync(target, link)
    const [cwd, home, temp, scratch] = [made('s2/run/w'), made('s2/run/h'), made('s2/run/t'), made('s2')]
    const mounts = sandboxMounts({ cwd, home, temp, scratch, read: [], write: [] }, { file: '/bin/sh', env: {}, userHome: '', hide: [link], write: [] })
    expect(mounts.map(mount => mount.at)).toContain(target)
    expect(mounts.map(mount => mount.at)).not.toContain(link)
  })
})

describe('preparedPlace', () => {
  it.each([
    ['a word', 'word', null],
    ['what is seen anyway', '/usr/bin/env', null],
    ['the temporary folder itself', '/tmp', null],
    ['all of the scratch folder', 'scratch', null],
  ])('is nothing for %s', (_, value, wanted) => {
    const scratch = made('scratch')
    expect(preparedPlace(value === 'scratch' ? scratch : value, scratch)).toBe(wanted)
  })

  it('is the folder of a file that hooks left in their cache, also of one that is to come', () => {
    const scratch = made('scratch')
    const cache = made('scratch/cache-1')
    writeFileSync(path.join(cache, 'reference.csv'), '')
    expect(preparedPlace(path.join(cache, 'reference.csv'), scratch)).toBe(cache)
    expect(preparedPlace(path.join(cache, 'out/new.csv'), scratch)).toBe(cache)
  })
})

describe('chooseContainment', () => {
  const auto = { use: 'auto', network: true, image: null, write: [], hide: [] } as const
  const settings = { ...auto, image: null, write: [], hide: [] }
  const env = { PATH: process.env.PATH ?? '', HOME: '/home/me', ANTHROPIC_API_KEY: 'sk-ant-test-key-0123' }

  it('is none where that is asked for, and says so', async () => {
    expect(await chooseContainment({ ...settings, use: 'none' }, claudeAgent, { agent: 'claude' }, env)).toEqual({ by: 'none', reason: 'by the option `sandbox`' })
  })

  it.each(['darwin', 'win32'] as const)('is none on %s', async (platform) => {
    expect(await findBwrap(env, platform)).toEqual({ by: 'none', reason: 'bubblewrap is for Linux alone' })
  })

  it('is none for an agent that works in the home of its user, whose login it would have to renew', async () => {
    const { ANTHROPIC_API_KEY: _, ...noKey } = env
    expect(await chooseContainment(settings, claudeAgent, { agent: 'claude' }, noKey)).toMatchObject({ by: 'none', reason: expect.stringContaining('runs in your own home') })
    expect(await chooseContainment(settings, geminiAgent, { agent: 'gemini' }, { ...env, GOOGLE_GENAI_USE_VERTEXAI: 'true' })).toMatchObject({ by: 'none', reason: expect.stringContaining('runs in your own home') })
  })

  it.skipIf(process.platform !== 'linux')('is none where there is no bubblewrap or it does not work, with what it said', async () => {
    const bin = made('bin')
    expect(await findBwrap({ PATH: bin })).toEqual({ by: 'none', reason: '`bwrap` is not on PATH; install the package `bubblewrap`' })
    writeFileSync(path.join(bin, 'bwrap'), '#!/bin/sh\necho "bwrap: setting up uid map: Permission denied" >&2\nexit 1\n', { mode: 0o755 })
    expect(await findBwrap({ PATH: `${bin}:/bin:/usr/bin` })).toEqual({ by: 'none', reason: '`bwrap` does not work here (bwrap: setting up uid map: Permission denied)' })
    await expect(chooseContainment({ ...settings, use: 'bwrap' }, codexAgent, { agent: 'codex' }, { PATH: `${bin}:/bin:/usr/bin` })).rejects.toThrow('The option `sandbox` asks for bubblewrap, and it cannot be used: `bwrap` does not work here (bwrap: setting up uid map: Permission denied). With `sandbox: \'auto\'` agents run without one.')
  })
})

it('a login that is linked into the home stays writable, and is all of its folder that is seen', () => {
  const user = made('owner')
  made('owner/.codex')
  const login = path.join(user, '.codex/auth.json')
  writeFileSync(login, '{}')
  const [cwd, home, temp, scratch] = [made('s3/run/w'), made('s3/run/h'), made('s3/run/t'), made('s3')]
  const command = { file: '/bin/sh', args: [], env: {}, stdin: '', homeFiles: [{ path: '.codex/auth.json', link: login }] }
  const { args } = contain(command, { containment: { by: 'bwrap', file: '/usr/bin/bwrap' }, settings: { use: 'auto', network: true, image: null, write: [], hide: [] }, env: { HOME: user } }, { cwd, home, temp, scratch, read: [], write: [] })
  const line = args.join(' ')
  expect(line.indexOf(`--bind ${login} ${login}`)).toBeGreaterThan(line.indexOf(`--tmpfs ${path.join(user, '.codex')}`))
})

it('without a sandbox a command is what it was', () => {
  const command = { file: '/bin/sh', args: ['-c', 'true'], env: {}, stdin: '' }
  expect(contain(command, { containment: { by: 'none', reason: 'x' }, settings: { use: 'auto', network: true, image: null, write: [], hide: [] }, env: {} }, { cwd: '/', home: '/', temp: '/', scratch: '/', read: [], write: [] })).toBe(command)
})
