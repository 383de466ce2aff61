import type { ComponentChildren } from 'preact'
import type { JudgeRecord } from '../../../behavior/judge-record.ts'
import { Sign } from './badge.tsx'
import { LongText, Said } from './text.tsx'
import { counted } from './words.ts'

/** What the judge answered, and what it printed. */
export function Judgement({ judge }: { judge: JudgeRecord }): ComponentChildren {
  return (
    <section class="block judgement">
      <h2>Judge</h2>
      {judge.error !== null && <p class="alert error"><Said text={judge.error} /></p>}
      {judge.evidence.cut > 0 && <p class="muted">{`${counted(judge.evidence.cut, 'character')} of the evidence were cut from its middle.`}</p>}
      <ul class="checks">
        {judge.answers.map((answer, index) => (
          <li key={index}>
            <details>
              <summary>
                <Sign state={answer.pass ? 'passed' : 'failed'} />
                <span>
                  <Said text={answer.statement} />
                  <small class="muted">{`${answer.votes.pass} of ${counted(answer.votes.of, 'vote')}`}</small>
                </span>
              </summary>
              <LongText mono={false} text={answer.reason} />
            </details>
          </li>
        ))}
      </ul>
      {judge.calls.map((call, index) => (
        <details key={index} class="plain">
          <summary>
            {`What it printed, call ${index + 1}`}
            {call.problem !== null && <span class="badge error">not valid</span>}
          </summary>
          {call.problem !== null && <p class="alert error"><Said text={call.problem} /></p>}
          <LongText text={call.output} />
        </details>
      ))}
    </section>
  )
}
