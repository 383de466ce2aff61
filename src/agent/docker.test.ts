import { expect, it } from 'vitest'
import { inContainer } from './docker.ts'

const command = { file: 'claude', args: ['-p', '--bind'], env: { HOME: '/run/home', PATH: '/host/bin', ANTHROPIC_API_KEY: 'sk-ant-0123456789' }, stdin: 'hello', disposable: true }
const user = { HOME: '/home/me', PATH: '/usr/bin', DOCKER_HOST: 'unix:///run/d.sock', ANTHROPIC_API_KEY: 'sk-ant-other' }
const container = { cwd: '/run/w', write: ['/run/w', '/run/a,"b'], read: ['/run/room'], empty: ['/repo'], network: true, scratch: '/run' } as const

it('names variables and shows no value, mounts what it is told at its place, and takes the program from the image', () => {
  const { args, env, file, stdin, disposable, afterwards } = inContainer({ file: '/usr/bin/docker', image: 'my/agents:1' }, command, container, user)
  const name = args[args.indexOf('--name') + 1]
  expect({ file, stdin, disposable }).toEqual({ file: '/usr/bin/docker', stdin: 'hello', disposable: true })
  expect(args.join(' ')).toContain('--mount type=bind,source=/run/room,target=/run/room,readonly --tmpfs /repo:ro --mount type=bind,source=/run/w,target=/run/w --mount type=bind,"source=/run/a,""b","target=/run/a,""b" --workdir /run/w')
  expect(args.join(' ')).toContain('--label vitest-skill-evals=/run --cap-drop ALL --security-opt no-new-privileges')
  expect(args.slice(args.indexOf('--env'))).toEqual(['--env', 'HOME', '--env', 'ANTHROPIC_API_KEY', '--entrypoint', 'claude', 'my/agents:1', '-p', '--bind'])
  expect(args).not.toContain('--network')
  expect(args.join(' ')).not.toMatch(/sk-ant|\/host\/bin/)
  expect(env).toEqual({ HOME: '/run/home', PATH: '/usr/bin', DOCKER_HOST: 'unix:///run/d.sock', DOCKER_CONFIG: '/home/me/.docker', ANTHROPIC_API_KEY: 'sk-ant-0123456789' })
  expect(afterwards).toEqual({ file: '/usr/bin/docker', args: ['rm', '--force', '--volumes', name], env: { HOME: '/home/me', PATH: '/usr/bin', DOCKER_HOST: 'unix:///run/d.sock', DOCKER_CONFIG: '/home/me/.docker' } })
})

it.each([[false, 'none'], ['host', 'host']] as const)('network %s is Docker\'s %s', (network, name) => {
  const { args } = inContainer({ file: 'docker', image: 'i' }, command, { ...container, network, scratch: null }, user)
  expect(args[args.indexOf('--network') + 1]).toBe(name)
  expect(args).not.toContain('--label')
})
