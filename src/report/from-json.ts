import type { Finding } from '../catalog/finding.ts'
import type { OverlapEstimate, OverlapMiss } from '../structure/overlap.ts'
import type { OverlapJson, OverlapMissJson } from './json-overlap.ts'
import type { AgentReportJson, FindingJson, ReportJson } from './report-json.ts'
import type { Report } from './report.ts'
import { behaviorCase, ms, routingCase } from './from-json-cases.ts'
import { eachAgentJson } from './json-agents.ts'
import { runnerOf } from './runner.ts'

/**
 * The inverse of `toReportJson`. Paths stay as they are written, from the root of the run; a report does not name that folder.
 *
 * @param json fits `report.schema.json`; the report of an earlier version may lack what was added since
 */
export function fromReportJson(json: ReportJson): Report {
  const [first, ...others] = eachAgentJson(json)
  return { ...ofAgent(first), ...others.length > 0 && { others: others.map(ofAgent) } }
}

function ofAgent(json: AgentReportJson): Report {
  const { meta, behavior, structure, skipped } = json
  return {
    version: meta.version,
    runner: runnerOf(meta),
    project: meta.project,
    ...typeof meta.agent_name === 'string' && { agentName: meta.agent_name },
    root: '.',
    agent: { name: meta.agent, version: meta.agent_version, model: meta.model, ...meta.agent_observes && { observes: meta.agent_observes } },
    room: meta.room,
    minAccuracy: meta.min_accuracy,
    limits: { toolCalls: meta.max_tool_calls, inspections: meta.max_inspection_calls },
    startedAt: meta.started_at,
    wallMs: ms(meta.wall_time_s),
    cases: json.cases.map(routingCase),
    behavior: (behavior?.cases ?? []).map(behaviorCase),
    structure: {
      errors: structure.errors.map(one => findingOf(one, 'error')),
      warnings: structure.warnings.map(one => findingOf(one, 'warning')),
    },
    faults: structure.faults?.map(one => findingOf(one, 'error')) ?? meta.faults.map(faultOf),
    leftOut: { routing: meta.evaluations_left_out, behavior: behavior?.evaluations_left_out ?? 0 },
    skipped: { count: skipped.count, reasons: skipped.reasons },
    notStarted: skipped.not_started ?? 0,
    unfinished: skipped.unfinished ?? 0,
    partial: meta.partial,
    ...meta.interrupted && { interrupted: { stopped: meta.interrupted.stopped, notStarted: meta.interrupted.not_started } },
    ...json.overlap && { overlap: overlapOf(json.overlap) },
    ...meta.shard !== null && { shard: meta.shard },
    ...typeof meta.report_file === 'string' && { reportFile: meta.report_file },
    ...meta.sandbox && { sandbox: meta.sandbox },
    ...meta.prices && { prices: meta.prices },
    ...typeof meta.no_baseline === 'string' && { noBaseline: meta.no_baseline },
    ...typeof meta.html_file === 'string' && { htmlFile: meta.html_file },
    ...typeof meta.runs_folder === 'string' && { runsFolder: meta.runs_folder },
  }
}

function findingOf({ rule, message, id, file, line, column, blocks, related }: FindingJson, severity: Finding['severity']): Finding {
  return { rule, severity, message, ...id !== null && { id }, file, line, column, blocks, ...related.length > 0 && { related } }
}

/** Earlier versions kept the message alone. */
function faultOf(message: string): Finding {
  return { rule: 'fault', severity: 'error', message, file: '.', line: 1, column: 1, blocks: true }
}

function overlapOf({ skills, positives, first, among_three, per_skill, missed, near_misses, pair_count, pairs }: OverlapJson): OverlapEstimate {
  return {
    skills,
    positives,
    first,
    amongThree: among_three,
    perSkill: per_skill.map(row => ({ skill: row.skill, positives: row.positives, first: row.first, amongThree: row.among_three })),
    missed: missed.map(missOf),
    nearMisses: { count: near_misses.count, ownerFirst: near_misses.owner_first, unlike: near_misses.unlike, otherFirst: near_misses.other_first.map(missOf) },
    pairCount: pair_count,
    pairs,
  }
}

function missOf({ skill, id, rank, first, words, owner_words, file, line, column }: OverlapMissJson): OverlapMiss {
  return { skill, id, rank, first, words, ownerWords: owner_words, file, line, column }
}
