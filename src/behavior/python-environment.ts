import process from 'node:process'
import { allowedEnvironment } from '../agent/environment.ts'
import { findExecutable } from '../agent/executable.ts'
import { isSecret } from '../run/secrets.ts'
import { HookError } from './hooks.ts'

/** What Python itself is steered by, and the programs that hooks are there to call. */
const PREFIXES = ['PYTHON', 'CONDA', 'PYENV', 'UV_', 'PIP_', 'DOCKER_', 'CONTAINER_', 'XDG_', 'GIT_', 'SKILL_', 'CUDA_', 'HIP_', 'ROCR_', 'ROCM_', 'HF_']
const NAMES = new Set(['VIRTUAL_ENV', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'SSH_AUTH_SOCK', 'KUBECONFIG', 'CI', 'GITHUB_ACTIONS', 'REQUESTS_CA_BUNDLE'])

/** The part of an environment that hooks in Python see. Keys only by name: a hook that prints its environment must not hand on the agent's. */
export function pythonEnvironment(env: NodeJS.ProcessEnv, passEnv: readonly string[]): Record<string, string> {
  const allowed = allowedEnvironment(env, name => passEnv.includes(name) || (!isSecret(name, env[name]) && (NAMES.has(name) || PREFIXES.some(prefix => name.startsWith(prefix)))))
  return { ...allowed, PYTHONIOENCODING: 'utf-8' }
}

/**
 * Finds Python: `SKILL_EVALS_PYTHON`, else `python3`, on Windows `python`.
 * @throws {HookError} with what to do, when there is none
 */
export function findPython(env: NodeJS.ProcessEnv, file: string): string {
  const chosen = env.SKILL_EVALS_PYTHON?.trim()
  const command = chosen || (process.platform === 'win32' ? 'python' : 'python3')
  const found = findExecutable(command, env)
  if (found === null) {
    throw new HookError('load', chosen
      ? `${file}: SKILL_EVALS_PYTHON is \`${chosen}\`, and there is no such program.`
      : `${file}: hooks in Python need Python 3.8 or later, and there is no \`${command}\` on PATH. Install it, name one in SKILL_EVALS_PYTHON, or write hooks.ts.`)
  }
  return found
}
