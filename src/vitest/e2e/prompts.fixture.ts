import { readdirSync, readFileSync } from 'node:fs'
import { Project } from '../../../fixtures/harness/project.ts'

export interface ReportFile {
  meta: { partial: boolean, interrupted: object | null }
  outcome: { ok: boolean, reasons: string[] }
  totals: { cases: number, graded: number, passed: number, errors: number }
  cases: { id: string, verdict: string, stop_reason: string, error: string | null, observed: string | null, record: string | null }[]
}

/** A project whose one skill file holds these prompts, by id. */
export function withPrompts(prompts: Record<string, { fires: boolean, agent: string }>): Project {
  const project = new Project('plain')
  const evaluations = Object.entries(prompts).map(([id, { fires, agent }]) => ({ id, skill_should_trigger: fires, prompt: `Something about ${id}. AGENT: ${agent}` }))
  project.write('skills/alpha/evals/evals.json', JSON.stringify({ evaluations }, null, 2))
  project.remove('skills/beta/evals')
  return project
}

export function reportOf(project: Project): ReportFile {
  return JSON.parse(project.read('.skill-evals/report.json'))
}

/** Command lines of the processes that run in a folder, or have it in their command line. */
export function processesIn(dir: string): string[] {
  return readdirSync('/proc').filter(name => /^\d+$/.test(name)).flatMap((pid) => {
    try {
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8')
      return environment.includes(`STAND_IN_LOG=${dir}`) ? [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')] : []
    }
    catch {
      return []
    }
  })
}
