import type { AgentRun } from '../run/agent-run.ts'
import type { RunManifest } from '../run/manifest.ts'
import type { Session } from './session.ts'
import { TEMP_FOLDERS } from '../agent/sandbox-places.ts'

/** Absolute paths at which a run may write: its own folders, what hooks prepared for it, and a sandbox's own temporary folders. */
export async function ownPlaces(session: Session, { paths }: AgentRun, values: Record<string, string> = {}): Promise<string[]> {
  const { by } = await session.containedBy()
  return [paths.workspace, paths.home, ...session.options.sandbox.write, ...Object.values(values), ...by === 'bwrap' ? TEMP_FOLDERS : []].flatMap(one => one || [])
}

/** The same of a recorded run, in which they have marks. */
export function recordedPlaces({ sandbox, values }: RunManifest): string[] {
  return [...Object.values(values), ...sandbox === 'bwrap' ? TEMP_FOLDERS : []].filter(Boolean)
}
