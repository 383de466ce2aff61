import type { SkillEvalsOptions } from './options.ts'

/** What a plugin of ours says of itself to other programs, in the place that Rollup and Vite keep for that. */
export interface PluginApi {
  skillEvals: SkillEvalsOptions
}

/**
 * The options that a plugin was made with, or `null` when it is none of ours. By what the plugin holds and not by its class: a
 * config may load another copy of this package than the command line does.
 */
export function optionsOfPlugin(plugin: unknown): SkillEvalsOptions | null {
  const api = member(plugin, 'api')
  const options = member(api, 'skillEvals')
  return typeof options === 'object' ? options : null
}

function member(value: unknown, key: string): object | null | undefined {
  return typeof value === 'object' && value !== null && key in value ? (value as Record<string, object | null>)[key] : undefined
}
