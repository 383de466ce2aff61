import { accessSync, constants, statSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

/**
 * Finds an executable as a shell would, without one. On Windows a name stands for each extension of `PATHEXT`, since
 * npm installs `claude.cmd` there; a file without such an extension is npm's script for Unix shells and cannot be started.
 * Returns an absolute path, or `null`.
 */
export function findExecutable(command: string, env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): string | null {
  const windows = platform === 'win32'
  const names = windows ? withExtensions(command, variable(env, 'PATHEXT') ?? '.COM;.EXE;.BAT;.CMD') : [command]
  const isPath = command.includes('/') || (windows && command.includes('\\'))
  const folders = isPath ? [''] : (variable(env, 'PATH') ?? '').split(windows ? ';' : ':')
  for (const folder of folders) {
    // An empty entry means the current directory to a shell: not where an agent is looked for.
    if (folder === '' && !isPath)
      continue
    for (const name of names) {
      const file = path.resolve(folder, name)
      if (canRun(file, windows))
        return file
    }
  }
  return null
}

function withExtensions(command: string, list: string): string[] {
  const extensions = list.split(';').filter(Boolean).map(extension => extension.toLowerCase())
  return extensions.includes(path.extname(command).toLowerCase()) ? [command] : extensions.map(extension => command + extension)
}

/** Names of variables do not depend on case on Windows: it is `Path` there. */
function variable(env: NodeJS.ProcessEnv, name: string): string | undefined {
  return env[name] ?? Object.entries(env).find(([key]) => key.toUpperCase() === name)?.[1]
}

function canRun(file: string, windows: boolean): boolean {
  try {
    accessSync(file, windows ? constants.F_OK : constants.X_OK)
    return statSync(file).isFile()
  }
  catch {
    return false
  }
}
