import type { Mount } from './bwrap.ts'
import { readdirSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { isInside } from '../catalog/paths.ts'
import { COMPUTING_DEVICES, hiddenPlaces } from './hidden-places.ts'

/** Shared by all programs of the machine. An agent has its own in their place. */
export const TEMP_FOLDERS = ['/tmp', '/var/tmp']

/** What one run of an agent needs of the disk, beside reading it. Absolute paths. */
export interface Access {
  /** The working directory. */
  cwd: string
  /** Private home of the run. */
  home: string
  /** An empty folder that becomes `/tmp`. */
  temp: string
  /** Folder that the runs of this Vitest share. What of it a run does not need is out of its sight. */
  scratch: string
  /** Must be readable, also where it lies in a place that nobody asked to hide: a room, a project. */
  read: readonly string[]
  /** Must be writable. What does not exist is passed over. */
  write: readonly string[]
}

/** Who is contained, and what its owner says of that. */
export interface Contained {
  /** Absolute path of the agent's executable. */
  file: string
  /** The agent's own. */
  env: Readonly<Record<string, string>>
  /** Home of the user. */
  userHome: string
  /** Further absolute paths that are empty, and that are writable. */
  hide: readonly string[]
  write: readonly string[]
}

/**
 * What lies where for one run of an agent: everything read-only, but for its working directory, its home and its temporary folder;
 * and nothing where keys lie.
 */
export function sandboxMounts(access: Access, contained: Contained): Mount[] {
  const temps = TEMP_FOLDERS.flatMap(real)
  const asked = contained.hide.flatMap(real)
  const hidden = distinct([...hiddenPlaces(contained.userHome).flatMap(real), ...asked, ...real(access.scratch)])
  // Innermost first, since that one is where a path is out of sight.
  const covers = [...new Set([...temps, ...hidden])].sort((a, b) => b.length - a.length)
  const coverOf = (file: string): string | undefined => covers.find(cover => isInside(file, cover))
  const programs = [contained.file, ...(contained.env.PATH ?? '').split(':').filter(folder => path.isAbsolute(folder))]
  return [
    ...readable('/dev').filter(name => COMPUTING_DEVICES.test(name)).map(name => ({ at: `/dev/${name}`, as: 'device' as const })),
    ...temps.map(at => ({ at, as: 'writable' as const, from: access.temp })),
    ...hidden.map(at => ({ at, as: isFolder(at) ? 'empty-folder' as const : 'empty-file' as const })),
    ...distinct(programs.flatMap(program => [program, ...real(program)]).flatMap((program) => {
      const cover = coverOf(program)
      // What a program consists of lies around it, and how far is not known: `lib/node_modules` beside `bin`.
      return cover === undefined || cover === program ? [] : real(path.join(cover, program.slice(cover.length + 1).split('/')[0] ?? ''))
    })).map(at => ({ at, as: 'read-only' as const })),
    ...distinct(access.read.flatMap(real)).filter(file => coverOf(file) !== undefined && !asked.some(place => isInside(file, place))).map(at => ({ at, as: 'read-only' as const })),
    ...distinct([...access.write, ...contained.write, access.cwd, access.home].flatMap(real)).map(at => ({ at, as: 'writable' as const })),
  ]
}

/** What of the disk a container has to share with the machine, and what of that is empty. What does not exist is passed over. */
export function sharedPlaces({ cwd, home, read, write }: Access, hide: readonly string[]): { read: string[], write: string[], empty: string[] } {
  const hidden = distinct(hide.flatMap(real))
  const writable = distinct([cwd, home, ...write].flatMap(real))
  const readable = distinct(read.flatMap(real)).filter(file => ![...writable, ...hidden].some(place => isInside(file, place)))
  return { read: readable, write: writable, empty: hidden.filter(place => isFolder(place) && readable.some(file => isInside(place, file))) }
}

/**
 * What has to be writable for what somebody prepared for an agent in a place that it would not see: its folder, where it has one
 * of its own there, so that a new file can take its place. `null` where it is seen anyway.
 */
export function preparedPlace(value: string, scratch: string): string | null {
  if (!path.isAbsolute(value))
    return null
  const cover = [scratch, ...TEMP_FOLDERS].flatMap(real).sort((a, b) => b.length - a.length).find(place => isInside(path.resolve(value), place))
  if (cover === undefined)
    return null
  for (let folder = path.resolve(value); folder !== cover; folder = path.dirname(folder)) {
    if (isFolder(folder))
      return folder
  }
  return real(value)[0] === cover ? null : real(value)[0] ?? null
}

function distinct(paths: string[]): string[] {
  return [...new Set(paths)].sort()
}

/** The path without links; none when nothing is there. */
function real(file: string): string[] {
  try {
    return [realpathSync(file)]
  }
  catch {
    return []
  }
}

function isFolder(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false
}

function readable(folder: string): string[] {
  try {
    return readdirSync(folder)
  }
  catch {
    return []
  }
}
