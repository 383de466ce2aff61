import type { AgentSettings } from './agent.ts'
import { isAtLeast } from './version.ts'

/** Flags that came later, by the first version whose `--help` has them. An unknown flag ends the command line at once. */
const SINCE = { noSessionPersistence: '2.0.64', effort: '2.1.38' }

/** What every run of the command line is told, whatever it is for, as far as its version knows it. */
export interface ClaudeFlags {
  /** One run, its events line by line. */
  print: string[]
  /** Nothing of the run is kept for a later one. */
  forget: string[]
  /** Model and effort; what the flags cannot say is in `env`. */
  model: string[]
  env: Record<string, string>
}

/** The flags that all runs have in common. */
export function claudeFlags({ model, effort }: AgentSettings, version: string): ClaudeFlags {
  const hasEffort = isAtLeast(version, SINCE.effort)
  return {
    print: ['-p', '--output-format', 'stream-json', '--verbose'],
    forget: isAtLeast(version, SINCE.noSessionPersistence) ? ['--no-session-persistence'] : [],
    model: [
      ...model === undefined ? [] : ['--model', model],
      ...effort !== undefined && hasEffort ? ['--effort', effort] : [],
    ],
    // Before the flag there was the variable.
    env: effort !== undefined && !hasEffort ? { CLAUDE_CODE_EFFORT_LEVEL: effort } : {},
  }
}
