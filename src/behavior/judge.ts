import type { LineAnswer } from './judge-answer.ts'
import type { Judge, JudgeCall } from './judge-call.ts'
import type { JudgeEvidence } from './judge-prompt.ts'
import type { JudgedAnswer, JudgedLine, JudgeRecord } from './judge-record.ts'
import type { JudgeCost } from './result.ts'
import { randomUUID } from 'node:crypto'
import { addCosts, addUsage } from '../agent/usage.ts'
import { answerSchema, readJudgeAnswer } from './judge-answer.ts'
import { callJudge } from './judge-call.ts'
import { defaultEvidenceBudget, judgePrompt } from './judge-prompt.ts'

/** Lines to be judged, by whom and on what. */
export interface JudgeRequest extends Judge {
  /** At least one; all are decided by one call. Their ids must differ. */
  lines: readonly JudgedLine[]
  evidence: JudgeEvidence
  /**
   * Characters of evidence at most.
   * @default 60_000
   */
  budget?: number
  /**
   * How many times the judge is asked; the majority of the valid votes decides each line. Best odd.
   * @default 1
   */
  votes?: number
}

/**
 * Asks the judge about all lines of a case in one call, `votes` times, one after the other. An answer that is not valid is asked for
 * once more, with what was wrong; after that the vote does not count. Lines get an answer as soon as one vote is valid, and none
 * otherwise: then `error` says why, which is no failed expectation. A pass needs more than half of the valid votes, so that a tie
 * fails.
 *
 * @returns the record of it, answers in the order of the lines.
 * @throws the signal's reason when it is aborted; when the judge's folders cannot be made.
 */
export async function askJudge(request: JudgeRequest): Promise<JudgeRecord> {
  const { lines, evidence, budget = defaultEvidenceBudget, votes = 1 } = request
  const commandOf = request.agent.judge
  if (!commandOf) {
    return {
      version: 1,
      cost: costOf(request, []),
      evidence: { budget, cut: 0 },
      answers: [],
      calls: [],
      error: `The agent ${request.agent.name} cannot judge. Name one that can with the option \`judge\`, such as \`judge: { agent: claude() }\`.`,
    }
  }
  // One for all calls of the case, so that the provider's cache serves all but the first.
  const boundary = randomUUID()
  const schema = answerSchema(lines)
  const calls: { call: JudgeCall, problem: string | null }[] = []
  const valid: LineAnswer[][] = []
  let cut = 0

  const ask = async (problem?: string): Promise<string | null> => {
    const question = judgePrompt({ lines, evidence, boundary, budget, ...problem !== undefined && { problem } })
    cut = question.cut
    const call = await callJudge(request, commandOf, { prompt: question.prompt, workspace: evidence.workspace, schema })
    const answer = call.reply === null ? null : readJudgeAnswer(call.reply, lines)
    if (answer !== null && 'answers' in answer)
      valid.push(answer.answers)
    const invalid = answer !== null && 'problem' in answer ? answer.problem : null
    calls.push({ call, problem: call.failure ?? invalid })
    return invalid
  }

  for (let vote = 0; vote < Math.max(1, votes); vote++) {
    const invalid = await ask()
    if (invalid !== null)
      await ask(invalid)
  }

  return {
    version: 1,
    cost: costOf(request, calls.map(({ call }) => call)),
    evidence: { budget, cut },
    answers: valid.length === 0 ? [] : lines.map(line => tally(line, valid)),
    calls: calls.map(({ call, problem }) => ({ output: call.output, problem })),
    error: valid.length > 0 ? null : errorOf(calls.at(-1)),
  }
}

function tally({ id, kind, statement }: JudgedLine, votes: readonly LineAnswer[][]): JudgedAnswer {
  const answers = votes.flatMap(vote => vote.filter(answer => answer.id === id))
  const passes = answers.filter(answer => answer.pass)
  const pass = passes.length * 2 > answers.length
  const reason = answers.find(answer => answer.pass === pass)?.reason ?? ''
  return { kind, statement, pass, reason, votes: { pass: passes.length, of: answers.length } }
}

function errorOf(last: { call: JudgeCall, problem: string | null } | undefined): string {
  const problem = last?.problem ?? 'It was not asked.'
  return last?.call.reply ? `The judge's answer could not be used, twice. The second time: ${problem}` : problem
}

function costOf({ settings, installed }: Judge, calls: readonly JudgeCall[]): JudgeCost {
  return {
    agent: settings.agent,
    version: calls[0]?.version ?? installed.version,
    model: calls.find(call => call.model !== null)?.model ?? null,
    calls: calls.length,
    usage: addUsage(calls.map(call => call.usage)),
    costUsd: addCosts(calls.map(call => call.costUsd)),
    elapsedMs: calls.reduce((sum, call) => sum + call.elapsedMs, 0),
  }
}
