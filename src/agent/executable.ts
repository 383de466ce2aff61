import { accessSync, constants, statSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

/** Finds an executable as a shell would, without one. Returns an absolute path, or `null`. */
export function findExecutable(command: string, env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): string | null {
  return executableCandidates(command, env, platform).find(file => canRun(file, platform)) ?? null
}

/**
 * Where a command may lie, in the order in which a shell looks for it. On Windows a name stands for each extension of `PATHEXT`, since
 * npm installs `claude.cmd` there; a file without such an extension is npm's script for Unix shells and cannot be started.
 * @param command a name, or a path
 * @param env holds `PATH`
 * @param platform whose rules count
 * @param resolve makes an absolute path of several parts, by the same rules
 */
export function executableCandidates(command: string, env: NodeJS.ProcessEnv, platform: NodeJS.Platform, resolve: typeof path.resolve = path.resolve): string[] {
  const windows = platform === 'win32'
  const names = windows ? withExtensions(command, variable(env, 'PATHEXT') || '.COM;.EXE;.BAT;.CMD') : [command]
  if (command.includes('/') || (windows && command.includes('\\')))
    return names.map(name => resolve(name))
  // Windows allows quotes around an entry. An empty one means the current directory to a shell: not where an agent is looked for.
  const folders = ((windows ? variable(env, 'PATH') : env.PATH) ?? '').split(windows ? ';' : ':').map(folder => windows ? folder.replaceAll('"', '') : folder)
  return folders.filter(folder => folder !== '').flatMap(folder => names.map(name => resolve(folder, name)))
}

function withExtensions(command: string, list: string): string[] {
  const extensions = list.split(';').map(extension => extension.trim().toLowerCase()).filter(Boolean)
  return extensions.includes(path.win32.extname(command).toLowerCase()) ? [command] : extensions.map(extension => command + extension)
}

/** Names of variables do not depend on case on Windows: it is `Path` there. */
function variable(env: NodeJS.ProcessEnv, name: string): string | undefined {
  return env[name] ?? Object.entries(env).find(([key]) => key.toUpperCase() === name)?.[1]
}

function canRun(file: string, platform: NodeJS.Platform): boolean {
  try {
    accessSync(file, platform === 'win32' ? constants.F_OK : constants.X_OK)
    return statSync(file).isFile()
  }
  catch {
    return false
  }
}
