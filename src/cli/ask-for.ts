/** What a server said. */
export interface Answer {
  alive: boolean
  /** Whether it may say something else in a moment. */
  mayPass: boolean
  /** Such as `404 Not Found`, or why there was no answer. */
  reason: string
}

/** Some hosts refuse whoever does not look like a browser, and a reader has one. */
const HEADERS = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 vitest-skill-evals',
  'accept': '*/*',
}
const PASSING = new Set([408, 425, 500, 502, 503, 504])

/** HEAD first, which costs the server least. What counts is GET: it is what a reader who follows the link does. */
export async function askFor(url: string, timeout: number, signal?: AbortSignal): Promise<Answer> {
  const head = await request(url, 'HEAD', timeout, signal)
  return head.alive || signal?.aborted ? head : request(url, 'GET', timeout, signal)
}

async function request(url: string, method: 'HEAD' | 'GET', timeout: number, signal?: AbortSignal): Promise<Answer> {
  const clock = AbortSignal.timeout(timeout)
  try {
    const response = await fetch(url, { method, headers: HEADERS, redirect: 'follow', signal: signal ? AbortSignal.any([clock, signal]) : clock })
    // nobody reads it, and an open body keeps the connection
    await response.body?.cancel()
    const { status, statusText } = response
    return { alive: (status >= 200 && status <= 206) || status === 429, mayPass: PASSING.has(status), reason: `${status} ${statusText}`.trim() }
  }
  catch (error) {
    return { alive: false, mayPass: true, reason: clock.aborted ? `no answer within ${timeout / 1000} s` : reasonOf(error) }
  }
}

/** `fetch` itself says only that it failed. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error))
    return String(cause)
  const code = 'code' in cause ? String(cause.code) : ''
  return code === 'ENOTFOUND' ? 'no such host' : code === 'ECONNREFUSED' ? 'the connection was refused' : cause.message || code || cause.name
}
