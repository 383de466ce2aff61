import { cpSync, existsSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Project } from '../../../fixtures/harness/project.ts'
import { scriptedCatalog } from '../../../fixtures/scripted-model/catalog.ts'
import { startScriptedModel } from '../../../fixtures/scripted-model/server.ts'
import { findBwrap } from '../../agent/sandbox.ts'

// set by .ci/test-agents, once for each version
const claude = process.env.SKILL_EVALS_TEST_CLAUDE ?? ''
const catalog = fileURLToPath(new URL('../../../fixtures/catalog', import.meta.url))
const containment = await findBwrap(process.env)

describe.runIf(claude && containment.by === 'bwrap')(`Claude Code at ${claude}, in the sandbox`, () => {
  it('does its job, and its writes outside are refused', async () => {
    const project = new Project('plain')
    project.remove('skills')
    cpSync(path.join(catalog, 'skills'), project.path('skills'), { recursive: true })
    const outside = project.path('outside.txt')
    const byShell = project.path('by-shell.txt')
    const usual = scriptedCatalog(catalog)
    const model = await startScriptedModel((request) => {
      const mine = !request.tools.includes('StructuredOutput')
      if (mine && request.turn === 0)
        return { blocks: [{ tool: 'Bash', input: { command: `echo out > ${byShell}; echo $?`, description: 'x' } }, { tool: 'Write', input: { file_path: outside, content: 'out' } }] }
      return usual(mine ? { ...request, turn: request.turn - 1 } : request)
    })
    onTestFinished(model.close)
    const { output } = await project.run(['--project', 'evals', 'skills/data-export/evals/evals', '-t', 'export-orders-file'], { SKILL_EVALS_COMMAND: claude, SKILL_EVALS_MODEL: 'scripted-model', ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: 'no-key-is-needed-here', SKILL_EVALS_SANDBOX: 'bwrap', SKILL_EVALS_KEEP_RUNS: 'all' })
    const { behavior, cases, meta }: { behavior: { cases: { outcome: string, notes: string[] }[] }, cases: { verdict: string }[], meta: { sandbox: unknown } } = JSON.parse(project.read('.skill-evals/report.json'))
    expect(existsSync(outside), output).toBe(false)
    expect(existsSync(byShell)).toBe(false)
    expect(cases.map(one => one.verdict), output).toEqual(['correct_trigger'])
    expect(behavior.cases.map(one => one.outcome), output).toEqual(['passed'])
    expect(behavior.cases[0]?.notes.join('\n')).toMatch(/tried to write outside its workspace, and its call failed: \S*outside\.txt/)
    expect(meta.sandbox).toEqual([{ by: 'bwrap', reason: null, cases: 2 }])
  })
})
