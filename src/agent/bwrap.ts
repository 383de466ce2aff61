import type { AgentCommand } from './agent.ts'

/** Something that bubblewrap puts in place, over what was there before it. Paths are absolute and real. */
export type Mount
  /** As it is on the machine. */
  = | { at: string, as: 'read-only' | 'writable' | 'device' }
  /** Another folder in its place, writable. */
    | { at: string, as: 'writable', from: string }
  /** Nothing in its place. */
    | { at: string, as: 'empty-folder' | 'empty-file' }

/** What a command finds in its sandbox. */
export interface Sandbox {
  cwd: string
  /** Later ones lie over earlier ones. Below them all: the whole disk, read-only. */
  mounts: readonly Mount[]
  /** Without, not even the machine's own services can be reached. */
  network: boolean
}

/**
 * The arguments of bubblewrap before the command that it runs. Processes, their memory and their environments, the devices and the
 * mailboxes of other programs are out of reach, and no program gets rights that the caller has not.
 */
export function bwrapArgs({ cwd, mounts, network }: Sandbox): string[] {
  return [
    // All that it started ends with it, and it ends with the launcher.
    ...['--unshare-pid', '--unshare-ipc', '--die-with-parent'],
    ...network ? [] : ['--unshare-net'],
    // Root would keep what it takes to make the disk writable again.
    ...['--cap-drop', 'ALL'],
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    ...mounts.flatMap(mountArgs),
    // At the end, since what lies over an empty folder needs a place in it.
    ...mounts.flatMap(({ at, as }) => as === 'empty-folder' ? ['--remount-ro', at] : []),
    ...['--chdir', cwd],
  ]
}

/** The same command, in a sandbox. */
export function inSandbox(bwrap: string, command: AgentCommand, sandbox: Sandbox): AgentCommand {
  return { ...command, file: bwrap, args: [...bwrapArgs(sandbox), '--', command.file, ...command.args], contained: true }
}

function mountArgs(mount: Mount): string[] {
  switch (mount.as) {
    case 'read-only': return ['--ro-bind', mount.at, mount.at]
    case 'writable': return ['--bind', 'from' in mount ? mount.from : mount.at, mount.at]
    case 'device': return ['--dev-bind', mount.at, mount.at]
    case 'empty-folder': return ['--tmpfs', mount.at]
    case 'empty-file': return ['--ro-bind', '/dev/null', mount.at]
  }
}
