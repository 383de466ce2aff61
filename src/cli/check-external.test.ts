import type { ServerResponse } from 'node:http'
import type { Handler } from './local-server.fixture.ts'
import { describe, expect } from 'vitest'
import { checkExternal } from './check-external.ts'
import { test } from './local-server.fixture.ts'

const link = (url: string, line = 1): { url: string, file: string, line: number, column: number } => ({ url, file: '/c/README.md', line, column: 3 })
const quick = { retryAfter: 0 }

function say(response: ServerResponse, status: number): void {
  response.writeHead(status).end()
}

describe('checkExternal', () => {
  test.for([
    ['200', 200, true],
    ['204', 204, true],
    ['too many requests', 429, true],
    ['not found', 404, false],
    ['forbidden', 403, false],
    ['gone', 410, false],
  ] as const)('%s', async ([, status, alive], { serve }) => {
    const url = await serve((_, response) => say(response, status))
    const { findings, asked } = await checkExternal([link(`${url}/a`)], quick)
    expect(asked).toBe(1)
    expect(findings.map(finding => finding.rule)).toEqual(alive ? [] : ['link/external'])
  })

  test('asks with GET where HEAD is refused, and reports what GET said', async ({ serve }) => {
    const asked: string[] = []
    const url = await serve((request, response) => {
      asked.push(`${request.method} ${request.url}`)
      say(response, request.method === 'HEAD' ? 405 : request.url === '/there' ? 200 : 404)
    })
    const { findings } = await checkExternal([link(`${url}/there`), link(`${url}/gone`, 7)], quick)
    expect(asked).toEqual(['HEAD /there', 'GET /there', 'HEAD /gone', 'GET /gone'])
    expect(findings).toMatchObject([{ line: 7, column: 3, severity: 'error', blocks: false, message: expect.stringContaining('404 Not Found') }])
  })

  test('asks with GET where HEAD never comes back', async ({ serve }) => {
    const url = await serve((request, response) => {
      if (request.method === 'GET')
        say(response, 200)
    })
    expect((await checkExternal([link(url)], { ...quick, timeout: 200 })).findings).toEqual([])
  })

  test('asks each URL once, and names every place', async ({ serve }) => {
    let requests = 0
    const url = await serve((_, response) => {
      requests++
      say(response, 404)
    })
    const { findings } = await checkExternal([link(`${url}/x`), link(`${url}/x`, 5)], quick)
    expect(requests).toBe(2)
    expect(findings).toMatchObject([{ line: 1, related: [{ line: 5, file: '/c/README.md' }] }])
  })

  test('tries a fault that may pass once more', async ({ serve }) => {
    const gets: Record<string, number> = {}
    const url = await serve((request, response) => {
      const path = request.url ?? ''
      if (request.method === 'GET')
        gets[path] = (gets[path] ?? 0) + 1
      say(response, path === '/passes' && (gets[path] ?? 0) > 1 ? 200 : path === '/wrong' ? 404 : 503)
    })
    const { findings } = await checkExternal([link(`${url}/passes`), link(`${url}/stays`), link(`${url}/wrong`)], quick)
    expect(findings.map(({ message }) => message.split(' ')[0])).toEqual([`${url}/stays`, `${url}/wrong`])
    expect(gets).toEqual({ '/passes': 2, '/stays': 2, '/wrong': 1 })
  })

  test('asks one thing at a time of a host, and several hosts at once', async ({ serve }) => {
    const waiting = new Map<string, ServerResponse>()
    let crowded = 0
    // no answer before both hosts have been asked, so asking them one after the other would never end
    const handler: Handler = (request, response) => {
      const host = request.headers.host ?? ''
      crowded += waiting.has(host) ? 1 : 0
      waiting.set(host, response)
      if (waiting.size === 2) {
        const answers = [...waiting.values()]
        waiting.clear()
        answers.forEach(answer => say(answer, 200))
      }
    }
    const [one, two] = [await serve(handler), await serve(handler)]
    const { findings, asked } = await checkExternal([1, 2, 3].flatMap(i => [link(`${one}/${i}`), link(`${two}/${i}`)]), quick)
    expect({ findings, asked, crowded }).toEqual({ findings: [], asked: 6, crowded: 0 })
  })

  test('leaves excluded URLs alone', async ({ serve }) => {
    let requests = 0
    const url = await serve((_, response) => {
      requests++
      say(response, 404)
    })
    expect(await checkExternal([link(`${url}/private/x`)], { ...quick, exclude: ['/private/'] })).toEqual({ findings: [], asked: 0, excluded: 1 })
    expect(requests).toBe(0)
    await expect(checkExternal([], { exclude: ['('] })).rejects.toThrow('`--exclude-url` holds "(", which is no regular expression')
  })

  test('says why nobody answers', async ({ serve }) => {
    const url = await serve(request => request.socket.destroy())
    const silent = await serve(() => {})
    const { findings } = await checkExternal([link(url), link(`${silent}/x`), link('http://127.0.0.1:1/')], { ...quick, timeout: 100 })
    expect(findings[1]?.message).toContain('no answer within 0.1 s')
    expect(findings.map(({ message }) => /cannot be reached: [^.]+/.test(message))).toEqual([true, true, true])
  })

  test('follows redirects, and tells of its progress', async ({ serve }) => {
    const url = await serve((request, response) => request.url === '/new' ? say(response, 200) : response.writeHead(301, { location: '/new' }).end())
    const progress: unknown[] = []
    await checkExternal([link(`${url}/old`), link(`${url}/new`)], { ...quick, onProgress: one => progress.push(one) })
    expect(progress).toEqual([{ done: 1, total: 2, url: `${url}/old`, alive: true }, { done: 2, total: 2, url: `${url}/new`, alive: true }])
  })

  test('ends when it is told to', async ({ serve }) => {
    const abort = new AbortController()
    const url = await serve(() => abort.abort())
    expect(await checkExternal([link(`${url}/a`), link(`${url}/b`)], { ...quick, signal: abort.signal })).toEqual({ findings: [], asked: 0, excluded: 0 })
  })
})
