import { resolve } from 'node:path'
import process from 'node:process'

/** The absolute path with forward slashes, as Vite and Vitest write module ids on every platform. */
export function absolutePath(...parts: string[]): string {
  return forwardSlashes(resolve(...parts))
}

/** The path with `/` where Windows wrote `\`. On other platforms a backslash is an ordinary character and stays. */
export function forwardSlashes(path: string): string {
  return slashesOn(process.platform, path)
}

/** The same on a platform that need not be this one. */
export function slashesOn(platform: NodeJS.Platform, path: string): string {
  return platform === 'win32' ? path.replaceAll('\\', '/') : path
}

/** Whether `path` is `folder` or lies in it. Both absolute, with forward slashes. */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)
}

/** Whether a path holds what a terminal takes for a command, or what turns text around: reporters print paths as they are. */
export function isUnprintable(path: string): boolean {
  return /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/u.test(path)
}
