import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'
import { linkPackages } from './catalog.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))

/** @typedef {{ prompt: string, skill_should_trigger: boolean }} Evaluation */

/**
 * A copy of a catalog with its config, the real `claude` (SKILL_EVALS_TEST_CLAUDE, or on PATH), and a scripted model that answers it as
 * the datasets ask.
 *
 * @param {string} source folder that holds `skills`
 * @param {{ most?: number, options?: string }} [also] `most`: evaluations of each skill; `options`: further ones for `skillEvals`
 */
export async function openRealCatalog(source, { most = 1000, options = '' } = {}) {
  const { module: { claude } } = /** @type {{ module: typeof import('../src/agent/claude.ts') }} */ (await runnerImport(path.join(here, '../src/agent/claude.ts')))
  const { module: { agentOf } } = /** @type {{ module: typeof import('../src/agent/agents.ts') }} */ (await runnerImport(path.join(here, '../src/agent/agents.ts')))
  const settings = claude({ command: process.env.SKILL_EVALS_TEST_CLAUDE ?? 'claude' })
  const agent = agentOf(settings)
  const installed = await agent.find(settings, process.env)

  const base = realpathSync(mkdtempSync(path.join(tmpdir(), 'bench-')))
  const catalog = path.join(base, 'catalog')
  const room = path.join(base, 'room')
  cpSync(path.join(source, 'skills'), path.join(catalog, 'skills'), { recursive: true })
  cpSync(path.join(source, 'skills'), room, { recursive: true, filter: file => path.basename(file) !== 'evals' })
  writeFileSync(path.join(catalog, 'vitest.config.mjs'), `import { claude, skillEvals } from 'vitest-skill-evals'

export default { plugins: [skillEvals({ negatives: false, extended: false, ${options}agent: claude({ command: ${JSON.stringify(installed.file)} }) })] }
`)
  linkPackages(catalog)

  /** Which skill a prompt is for, if any. @type {Map<string, string | null>} */
  const skillOf = new Map()
  for (const skill of readdirSync(room)) {
    const file = path.join(catalog, 'skills', skill, 'evals/evals.json')
    /** @type {{ evaluations: Evaluation[] }} */
    const dataset = JSON.parse(readFileSync(file, 'utf8'))
    // the first as well as the last: those that trigger nothing stand at the end
    dataset.evaluations = dataset.evaluations.filter((_, index, all) => index < Math.ceil(most / 2) || index >= all.length - Math.floor(most / 2))
    writeFileSync(file, JSON.stringify(dataset))
    for (const { prompt, skill_should_trigger } of dataset.evaluations)
      skillOf.set(prompt, skill_should_trigger ? skill : null)
  }

  /** @type {{ module: typeof import('../fixtures/scripted-model/server.ts') }} */
  const { module: { skill: load, startScriptedModel } } = await runnerImport(path.join(here, '../fixtures/scripted-model/server.ts'))
  const model = await startScriptedModel(({ prompt, turn }) => {
    const skill = skillOf.get(prompt)
    return turn === 0 && skill ? load(skill) : 'Done.'
  })
  process.env.ANTHROPIC_BASE_URL = model.url
  process.env.ANTHROPIC_API_KEY = 'none-is-needed'
  const close = async () => {
    await model.close()
    rmSync(base, { recursive: true, force: true })
  }
  return { base, catalog, room, settings, agent, installed, skillOf, model, close }
}
