import type { AgentSettings } from '../agent/agent.ts'

/**
 * All environments in which a run's secrets stand: that of the run, and what a configuration gives to its agents, who may have other
 * keys under the same names.
 */
export function secretSources(env: NodeJS.ProcessEnv, agents: readonly Pick<AgentSettings, 'env' | 'config'>[]): NodeJS.ProcessEnv[] {
  return [env, ...agents.flatMap(({ env: own = {}, config = {} }) => [own, valuesOf(config)])]
}

/** `env_key = "AZURE_API_KEY"` names a variable. */
function valuesOf(config: NonNullable<AgentSettings['config']>): Record<string, string> {
  return Object.fromEntries(Object.entries(config).map(([key, value]) => [key, String(value)]).filter(([, value]) => !/^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/.test(value ?? '')))
}
