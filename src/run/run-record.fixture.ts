/** The files of a run record, by their paths below `folder`. `lines`: the transcript; `files`: those of the workspace. */
export function recordFiles(folder: string, about: Record<string, unknown>, lines: unknown[], files: Record<string, string | Uint8Array> = {}): Record<string, string | Uint8Array> {
  const manifest = {
    version: 1,
    tier: 'routing',
    id: 'x',
    skill: 'sql-review',
    prompt: 'p',
    agent: 'claude',
    agentVersion: '2.1.332',
    model: 'opus',
    room: ['sql-review'],
    fingerprint: { prompt: 'a', agent: 'claude', model: null, effort: null, limits: {}, room: {} },
    startedAt: '2026-11-30T10:00:00.000Z',
    elapsedMs: 10,
    stop: 'end',
    exitCode: 0,
    signal: null,
    usage: {},
    costUsd: null,
    activations: [],
    files: Object.entries(files).map(([path, content], index) => ({ path, bytes: content.length, change: 'added', stored: `file-${index}` })),
    removed: [],
    timeoutMs: 1000,
    limits: {},
    values: {},
    notes: [],
    ...about,
  }
  return {
    [`${folder}/run.json`]: JSON.stringify(manifest),
    [`${folder}/transcript.jsonl`]: lines.map(line => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''),
    [`${folder}/stderr.txt`]: '',
    ...Object.fromEntries(Object.values(files).map((content, index) => [`${folder}/workspace/file-${index}`, content])),
  }
}

/** A call of the agent and its result, as Claude Code prints them. */
export function callLines(id: string, name: string, input: unknown, result: unknown): object[] {
  return [
    { type: 'assistant', message: { id: `m-${id}`, content: [{ type: 'tool_use', id, name, input }] } },
    { type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: id, content: result }] } },
  ]
}
