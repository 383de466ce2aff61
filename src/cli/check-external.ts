import type { Finding } from '../catalog/finding.ts'
import type { ExternalLink } from '../structure/external-links.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { groupBy } from '../catalog/group-by.ts'
import { askFor } from './ask-for.ts'
import { UsageError } from './usage-error.ts'

/** How links to the web are checked. Times are milliseconds. */
export interface ExternalOptions {
  /**
   * Regular expressions: a URL that one of them matches anywhere is left alone.
   * @default []
   */
  exclude?: string[]
  /**
   * Hosts that are asked at the same time. Each is asked one thing at a time.
   * @default 16
   */
  hosts?: number
  /**
   * Wall clock of one request.
   * @default 15_000
   */
  timeout?: number
  /**
   * Wait before the second attempt.
   * @default 2_000
   */
  retryAfter?: number
  /** Ends the check; what has not been asked yet is in no finding. */
  signal?: AbortSignal
  /** Told after each URL. */
  onProgress?: (progress: { done: number, total: number, url: string, alive: boolean }) => void
}

/** What came of a check of links to the web. */
export interface ExternalResult {
  /** One for each URL that nobody answers for, at the first place that names it; `related` has the others. */
  findings: Finding[]
  /** Different URLs that were asked. */
  asked: number
  /** Different URLs that `exclude` left alone. */
  excluded: number
}

/**
 * Asks for every URL once, wherever it is named. A URL is alive when HEAD or GET ends with 200 to 206, or with 429: a host that is
 * asked too often is there. A fault that may pass is asked again once.
 * @param links as {@link externalLinks} finds them
 * @param options all of them have defaults
 * @throws {UsageError} naming an entry of `exclude` that is no regular expression.
 */
export async function checkExternal(links: ExternalLink[], options: ExternalOptions = {}): Promise<ExternalResult> {
  const exclude = (options.exclude ?? []).map(pattern)
  const places = groupBy(links, link => link.url)
  const urls = [...places.keys()].filter(url => !exclude.some(one => one.test(url)))
  const queues = [...groupBy(urls, url => new URL(url).host).values()]
  const failures = new Map<string, string>()
  let done = 0
  const worker = async (): Promise<void> => {
    for (let queue = queues.shift(); queue; queue = queues.shift()) {
      for (const url of queue) {
        if (options.signal?.aborted)
          return
        const failure = await failureOf(url, options)
        if (options.signal?.aborted)
          return
        if (failure !== null)
          failures.set(url, failure)
        done++
        options.onProgress?.({ done, total: urls.length, url, alive: failure === null })
      }
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, options.hosts ?? 16) }, worker))
  return {
    findings: urls.flatMap(url => failures.has(url) ? [finding(url, failures.get(url) ?? '', places.get(url) ?? [])] : []).flat(),
    asked: done,
    excluded: places.size - urls.length,
  }
}

async function failureOf(url: string, { timeout = 15_000, retryAfter = 2_000, signal }: ExternalOptions): Promise<string | null> {
  const first = await askFor(url, timeout, signal)
  if (first.alive || !first.mayPass)
    return first.alive ? null : first.reason
  await wait(retryAfter, undefined, { signal }).catch(() => {})
  const second = await askFor(url, timeout, signal)
  return second.alive ? null : second.reason
}

function finding(url: string, reason: string, places: ExternalLink[]): Finding[] {
  const [first, ...others] = places
  if (!first)
    return []
  return [{
    rule: 'link/external',
    severity: 'error',
    file: first.file,
    line: first.line,
    column: first.column,
    message: `${url} cannot be reached: ${reason}. Correct it, or exclude it with \`--exclude-url\`.`,
    ...(others.length > 0 ? { related: others.map(({ file, line, column }) => ({ file, line, column, message: 'the same address' })) } : {}),
    blocks: false,
  }]
}

function pattern(text: string): RegExp {
  try {
    return new RegExp(text)
  }
  catch (error) {
    throw new UsageError(`\`--exclude-url\` holds ${JSON.stringify(text)}, which is no regular expression: ${error instanceof Error ? error.message : String(error)}`)
  }
}
