import type { InstalledAgent } from './agent.ts'
import { tmpdir } from 'node:os'
import { runProcess } from './process.ts'

/** In milliseconds. */
const HELP_TIMEOUT = 60_000

/**
 * Flags of a run's command line that this version does not list in its help. It would end at once over an unknown one, and its
 * isolation hangs on them.
 * @param args of the run
 * @param help arguments that print the help
 * @returns `null` when it gives no help.
 */
export async function flagsNotInHelp(args: string[], help: string[], installed: InstalledAgent, env: Record<string, string>): Promise<string[] | null> {
  const listed = new Set<string>()
  const look = (text: string): void => text.match(/(?<![\w-])--?[a-z][\w-]*/gi)?.forEach(flag => listed.add(flag))
  const { stderr } = await runProcess(
    { file: installed.file, args: help, env, stdin: '' },
    { cwd: tmpdir(), timeoutMs: HELP_TIMEOUT, onLine: look },
  )
  // Some print it there, such as OpenCode.
  look(stderr)
  return listed.size === 0 ? null : args.filter(arg => /^--?[a-z][\w-]*$/i.test(arg) && !listed.has(arg))
}
