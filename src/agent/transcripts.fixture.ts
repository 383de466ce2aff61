import type { Agent } from './agent.ts'
import type { AgentEvent } from './events.ts'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { agentNames } from './agent.ts'
import { agentOf } from './agents.ts'

/** Where the recorded output of real command lines lies. */
export const transcriptsFolder = path.resolve(import.meta.dirname, '../../fixtures/transcripts')

/** What is expected of each transcript, as the columns of `expected.tsv`. */
export const [, ...transcriptRows] = readFileSync(path.join(transcriptsFolder, 'expected.tsv'), 'utf8').trim().split('\n').map(line => line.split('\t'))

/** The agent that a folder of transcripts, such as `codex-0.171.0`, is of. */
export function agentOfTranscripts(folder: string): Agent {
  const name = agentNames.find(name => folder.startsWith(`${name}-`))
  if (name === undefined)
    throw new Error(`${folder} begins with no agent's name.`)
  return agentOf({ agent: name })
}

/** A transcript as its agent's reader reads it. */
export function transcriptEvents(folder: string, scenario: string): AgentEvent[] {
  const reader = agentOfTranscripts(folder).reader()
  return readFileSync(path.join(transcriptsFolder, folder, `${scenario}.jsonl`), 'utf8').split('\n').flatMap(reader.read)
}
