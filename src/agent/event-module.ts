import type { AgentSettings, TranscriptReader } from './agent.ts'
import type { EventDraft } from './event-drafts.ts'
import type { AgentEvent, Usage } from './events.ts'
import { eventsFileOf } from './command-spec.ts'
import { readDraft } from './event-drafts.ts'
import { isRecord } from './json.ts'

/**
 * Reads one line of an agent's output, without its line break. Gives what it tells, in order; nothing for a line that tells nothing. A line
 * for which it throws is kept as one that was not understood.
 */
export type LineReader = (line: string) => EventDraft | readonly EventDraft[] | null | undefined | void

/** Makes the reader of one run. What the run needs to remember stands in here. */
export type LineReaderFactory = () => LineReader

/** Types the default export of a module that reads the output of an agent, for `command({ output: { events: './acme-events.ts' } })`. */
export function defineEvents(createReader: LineReaderFactory): LineReaderFactory {
  return createReader
}

const loaded = new Map<string, LineReaderFactory>()

/**
 * Loads the module that reads the output of an agent, where a module does. A reader is made in the middle of a run, and has to be there.
 * @param settings of the agent
 * @param load imports a file: whoever calls knows how TypeScript is loaded where it runs
 * @throws {Error} when it cannot be loaded, or exports no such function
 */
export async function loadEvents(settings: AgentSettings, load: (file: string) => Promise<unknown>): Promise<void> {
  const file = eventsFileOf(settings)
  if (file === null)
    return
  let module: unknown
  try {
    module = await load(file)
  }
  catch (cause) {
    throw new Error(`${file} reads the output of ${settings.agent}, and cannot be loaded: ${messageOf(cause)}`, { cause })
  }
  const factory = isRecord(module) ? module.default : undefined
  if (typeof factory !== 'function')
    throw new Error(`${file} reads the output of ${settings.agent}, and its default export is no function. Write \`export default defineEvents(() => line => …)\`.`)
  loaded.set(file, factory as LineReaderFactory)
}

/**
 * The reader of one run, by a module that was loaded before.
 * @throws {Error} when it was not, or what it exports makes no reader
 */
export function moduleReader(file: string): TranscriptReader {
  const createReader = loaded.get(file)
  if (!createReader)
    throw new Error(`${file} was not loaded before its agent ran; please report this.`)
  const readLine = createReader()
  // a module in JavaScript may give anything
  if (typeof readLine !== 'function')
    throw new Error(`The default export of ${file} gives no function for the lines of a run. Write \`export default defineEvents(() => line => …)\`.`)
  let spent: Usage = {}

  function read(line: string): AgentEvent[] {
    if (line.trim() === '')
      return []
    let drafts: unknown[]
    try {
      drafts = [readLine(line)].flat().filter(one => one !== null && one !== undefined)
    }
    catch (error) {
      return [{ type: 'warning', text: `${file} does not understand a line: ${messageOf(error)}` }, { type: 'unknown', line }]
    }
    return drafts.flatMap((draft): AgentEvent[] => {
      const event = readDraft(draft)
      if (typeof event === 'string')
        return [{ type: 'warning', text: `${file} gave an event that is none: ${event}` }, { type: 'unknown', line }]
      if (event.type === 'end')
        spent = event.usage
      return [event]
    })
  }

  return { read, usage: () => spent }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
