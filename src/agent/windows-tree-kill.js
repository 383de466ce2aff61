// In JavaScript, since the process that starts agents needs it too: see launcher-process.js.
import path from 'node:path'
import process from 'node:process'

/**
 * The command that ends a process and all below it on Windows. By its full path: a workspace or a `PATH` may hold another program of that name.
 *
 * @param {number} root
 * @param {NodeJS.ProcessEnv} env
 * @returns {{ file: string, args: string[] }} to be run without a shell.
 */
export function windowsTreeKill(root, env = process.env) {
  const folder = env.SystemRoot ?? env.SYSTEMROOT ?? env.windir
  return { file: folder ? path.win32.join(folder, 'System32', 'taskkill.exe') : 'taskkill', args: ['/pid', String(root), '/T', '/F'] }
}
