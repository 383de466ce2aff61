import { expect, it } from 'vitest'
import { pythonEnvironment } from './python-environment.ts'

it('hooks in Python see no key but those that are asked for', () => {
  const env = { PATH: '/bin', HF_HOME: '/hf', HF_TOKEN: 'hf-0123456789', GIT_ASKPASS_TOKEN: 'git-0123456789', ANTHROPIC_API_KEY: 'ant-0123456789', DOCKER_HOST: 'unix:///x', UV_INDEX_PASSWORD: 'uv-0123456789', SSH_AUTH_SOCK: '/tmp/ssh/agent.1' }
  expect(pythonEnvironment(env, [])).toEqual({ PATH: '/bin', HF_HOME: '/hf', DOCKER_HOST: 'unix:///x', SSH_AUTH_SOCK: '/tmp/ssh/agent.1', PYTHONIOENCODING: 'utf-8' })
  expect(pythonEnvironment(env, ['HF_TOKEN', 'ANTHROPIC_API_KEY'])).toMatchObject({ HF_TOKEN: 'hf-0123456789', ANTHROPIC_API_KEY: 'ant-0123456789' })
})
