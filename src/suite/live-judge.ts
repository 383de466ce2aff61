import type { AskJudge, BehaviorRequest } from './grade-behavior.ts'
import type { Session } from './session.ts'
import { AgentMissingError } from '../agent/agents.ts'
import { askJudge } from '../behavior/judge.ts'
import { judgedLines } from './grade-behavior.ts'

/** The judge of the options, run for real. */
export function liveJudge(session: Session, { signal }: BehaviorRequest): AskJudge {
  const { judge, timeout } = session.options
  return async (lines, evidence) => askJudge({
    agent: session.judgeAgent,
    settings: judge.agent,
    installed: await session.findJudge(),
    scratch: session.scratch,
    timeoutMs: timeout.judge,
    signal,
    env: session.env,
    sandbox: await session.judgeSandbox(),
    lines,
    evidence,
    budget: judge.evidence,
    votes: judge.votes,
  })
}

/** Looks for the judge before the agent is paid. @returns why there is none; `null` when there is one, or none is needed. */
export async function reasonForNoJudge(session: Session, { evaluation }: BehaviorRequest): Promise<string | null> {
  if (judgedLines(evaluation).length === 0)
    return null
  try {
    await session.findJudge()
    return null
  }
  catch (error) {
    if (error instanceof AgentMissingError)
      return session.redactor.secrets(`There is no judge. ${error.message}`)
    throw error
  }
}
