import type { Finding } from '../catalog/finding.ts'
import type { RoutingCase } from '../routing/result.ts'
import type { RoutingSummary, Sighting } from '../routing/summary.ts'
import type { RoutingCaseJson } from './case-json.ts'
import type { AgentReportJson, FindingJson, MetaJson, ReportJson, TotalsJson } from './report-json.ts'
import type { Report } from './report.ts'
import { behaviorGrader } from '../behavior/outcome.ts'
import { firedSkill } from '../routing/skill-summary.ts'
import { estimatedCost } from '../routing/spending.ts'
import { routingGrader } from '../routing/verdict.ts'
import { acrossAgents } from './across-agents.ts'
import { eachAgent, outcomeOfAll } from './each-agent.ts'
import { agentsJson } from './json-agents.ts'
import { behaviorJson } from './json-behavior.ts'
import { overlapJson } from './json-overlap.ts'
import { activationsJson, costJson, seconds, tokens } from './json-parts.ts'
import { caseTrialsJson, trialsJson } from './json-trials.ts'
import { endedIn, outcomeOf, shownPath, summaryOf } from './report.ts'

const NO_SKILL = '(no skill)'

/**
 * The report for other programs. Ratios are exact and `null` where there is nothing to divide by; costs that are not
 * known are `null`; times are seconds; paths below the root are relative and with `/`.
 */
export function toReportJson(report: Report): Required<ReportJson> {
  const [first, ...others] = eachAgent(report)
  const across = acrossAgents(report)
  return {
    ...agentReportJson(first),
    outcome: outcomeOfAll(report),
    agents: across && agentsJson(across),
    other_agents: others.map(agentReportJson),
  }
}

function agentReportJson(report: Report): Required<AgentReportJson> {
  const summary = summaryOf(report)
  return {
    schemaVersion: 1,
    meta: metaOf(report, summary),
    totals: totalsOf(summary),
    outcome: outcomeOf(report, summary),
    verdicts: summary.verdicts,
    by_category: summary.byCategory,
    per_skill: Object.fromEntries(summary.perSkill.map(row => [row.skill, {
      expected: row.expected,
      correct: row.correct,
      missed: row.missed,
      lost_to_other_skill: row.lostToOtherSkill,
      fired_total: row.firedTotal,
      fired_when_not_expected: row.firedWhenNotExpected,
      errors: row.errors,
      recall: row.recall,
      precision: row.precision,
    }])),
    confusion: confusionOf(summary),
    unexpected_skills: counts(summary.sessions.other),
    skills_missing_from_session: counts(summary.sessions.missing),
    extra_skills_in_session: counts(summary.sessions.extra),
    room_checked_cases: summary.sessions.checked,
    trials: trialsJson(report.cases),
    cases: report.cases.map(one => caseOf(report, one)),
    behavior: behaviorJson(report),
    structure: {
      errors: report.structure.errors.map(finding => findingOf(report, finding)),
      warnings: report.structure.warnings.map(finding => findingOf(report, finding)),
      faults: report.faults.map(finding => findingOf(report, finding)),
    },
    skipped: { ...report.skipped, not_started: report.notStarted, unfinished: report.unfinished ?? 0 },
    overlap: report.overlap === undefined ? null : overlapJson(report.overlap, file => shownPath(report, file)),
  }
}

function metaOf(report: Report, { spending: { cost, usage }, elapsedMs, replayed, cached }: RoutingSummary): MetaJson {
  return {
    version: report.version,
    vitest_version: report.runner.name === 'vitest' ? report.runner.version : null,
    runner: report.runner,
    project: report.project,
    agent: report.agent.name,
    agent_name: report.agentName ?? null,
    agent_version: report.agent.version,
    agent_observes: report.agent.observes ?? null,
    model: report.agent.model,
    room: report.room,
    graders: { routing: routingGrader, behavior: behaviorGrader },
    min_accuracy: report.minAccuracy,
    max_tool_calls: report.limits.toolCalls,
    max_inspection_calls: report.limits.inspections,
    started_at: report.startedAt,
    wall_time_s: seconds(report.wallMs),
    agent_time_s: seconds(elapsedMs),
    ...costJson(cost),
    ...tokens(usage),
    replayed_cases: replayed,
    cached_cases: cached,
    partial: report.partial,
    interrupted: interruptedJson(report),
    evaluations_left_out: report.leftOut.routing,
    faults: report.faults.map(fault => fault.message),
    shard: report.shard ?? null,
    report_file: report.reportFile === undefined ? null : shownPath(report, report.reportFile),
    runs_folder: report.runsFolder === undefined ? null : shownPath(report, report.runsFolder),
    html_file: report.htmlFile === undefined ? null : shownPath(report, report.htmlFile),
    no_baseline: report.noBaseline ?? null,
    sandbox: report.sandbox ?? null,
    prices: report.prices ?? {},
  }
}

function interruptedJson(report: Report): Required<MetaJson>['interrupted'] {
  if (!report.interrupted)
    return null
  const { stopped, notStarted } = report.interrupted
  const ended = endedIn(report)
  return { asked: ended + stopped + notStarted, ended, stopped, not_started: notStarted }
}

function totalsOf(summary: RoutingSummary): TotalsJson {
  return {
    cases: summary.cases,
    graded: summary.graded,
    passed: summary.passed,
    errors: summary.errors,
    accuracy: summary.accuracy,
    activations: summary.activations,
    activations_expected: summary.activationsExpected,
    degraded: summary.degraded,
    near_limit: summary.nearBudget.length,
  }
}

function caseOf(report: Report, one: RoutingCase): RoutingCaseJson {
  return {
    id: one.id,
    category: one.category,
    skill: one.skill,
    extended: one.extended,
    prompt: one.prompt,
    expect: one.expected,
    observed: one.observed,
    fired: firedSkill(one),
    verdict: one.verdict,
    passed: one.passed,
    stop_reason: one.stop,
    error: one.error,
    degraded: one.verdict === 'error' && one.stop === 'api_error',
    notes: one.notes,
    activations: activationsJson(one.activations),
    unknown_names: one.unknownNames,
    tool_calls: one.toolCalls,
    inspection_calls: one.inspections,
    room_checked: one.room.observed,
    missing_skills: one.room.missing,
    extra_skills: one.room.extra,
    elapsed_s: seconds(one.elapsedMs),
    cost_usd: one.costUsd,
    cost_estimated_usd: one.replayed ? null : estimatedCost(one, report.prices ?? {}),
    ...tokens(one.usage),
    model: one.model,
    agent_version: one.agentVersion,
    replayed: one.replayed,
    cached: one.cached,
    trials: caseTrialsJson(report, one),
    record: one.record === null ? null : shownPath(report, one.record),
    file: shownPath(report, one.file),
    line: one.line,
    column: one.column,
  }
}

function findingOf(report: Report, finding: Finding): FindingJson {
  return {
    rule: finding.rule,
    message: finding.message,
    id: finding.id ?? null,
    file: shownPath(report, finding.file),
    line: finding.line,
    column: finding.column,
    blocks: finding.blocks,
    related: (finding.related ?? []).map(place => ({ ...place, file: shownPath(report, place.file) })),
  }
}

function confusionOf(summary: RoutingSummary): ReportJson['confusion'] {
  const rows = new Map<string, [string, number][]>()
  for (const { expected, fired, count } of summary.confusion) {
    const row = rows.get(expected ?? NO_SKILL) ?? []
    rows.set(expected ?? NO_SKILL, row)
    row.push([fired ?? NO_SKILL, count])
  }
  // `fromEntries` makes own properties, also of a skill that is named `__proto__`.
  return Object.fromEntries([...rows].map(([expected, row]) => [expected, Object.fromEntries(row)]))
}

function counts(sightings: Sighting[]): Record<string, number> {
  return Object.fromEntries(sightings.map(one => [one.skill, one.count]))
}
