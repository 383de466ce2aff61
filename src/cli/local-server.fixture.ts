import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { test as base } from 'vitest'

/** Answers one request. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** `serve(handler)` starts a server of its own for the test, and returns its address. */
export const test = base.extend<{ serve: (handler: Handler) => Promise<string> }>({
  // eslint-disable-next-line no-empty-pattern
  serve: async ({}, use) => {
    const servers: ReturnType<typeof createServer>[] = []
    await use(async (handler) => {
      const server = createServer(handler)
      servers.push(server)
      await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
      const address = server.address()
      return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
    })
    for (const server of servers) {
      server.closeAllConnections()
      server.close()
    }
  },
})
