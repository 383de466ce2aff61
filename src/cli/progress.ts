import type { WriteStream } from 'node:tty'
import type { ExternalOptions } from './check-external.ts'

type OnProgress = NonNullable<ExternalOptions['onProgress']>

/** In a log a line for each URL would hide what matters. */
const every = 50

/** Tells of a check of links as it goes: on a terminal in one line that changes, in a log now and then. */
export function tellProgress(stream: Pick<WriteStream, 'write' | 'columns'> & { isTTY?: boolean }): OnProgress {
  return ({ done, total, url, alive }) => {
    const last = done === total
    if (stream.isTTY) {
      const text = last ? `Asked ${total} URLs.\n` : `${done}/${total} ${url}`.slice(0, Math.max(20, stream.columns - 1))
      stream.write(`\r\u001B[K${text}`)
      return
    }
    if (!alive)
      stream.write(`${done}/${total} nobody answers for ${url}\n`)
    if (last || done % every === 0)
      stream.write(`${done}/${total} URLs asked\n`)
  }
}
