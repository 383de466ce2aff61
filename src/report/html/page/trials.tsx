import type { ComponentChildren } from 'preact'
import type { PageEvaluation } from '../page-evaluation.ts'
import type { PageRun } from '../page-run.ts'
import type { Address } from './address.ts'
import { dollars, duration } from '../../figures.ts'
import { linkTo } from './address.ts'
import { Badge } from './badge.tsx'
import { Said } from './text.tsx'
import { skillName, stopName } from './words.ts'

/** The runs of one evaluation side by side: its trials, and the arm without the skill. */
export function Trials({ one, runs, shown, address }: { one: PageEvaluation, runs: { name: string, run: PageRun }[], shown: number, address: Address }): ComponentChildren {
  const { trials } = one
  const cost = (run: PageRun): string => run.usd === null ? 'not known' : dollars(run.usd)
  const met = (run: PageRun): string => run.checks.length === 0 ? '–' : `${run.checks.filter(check => check.passed).length} of ${run.checks.length}`
  return (
    <section class="block">
      <h2>{trials ? 'Trials' : 'With and without the skill'}</h2>
      {trials && (
        <p class="muted">
          {`${trials.passed} of ${trials.graded} passed`}
          {trials.errors > 0 && `, ${trials.errors} not measured`}
          {trials.stoppedEarly && `; ended early, ${trials.asked} were asked for`}
        </p>
      )}
      <div class="scroll" tabIndex={0} role="group" aria-label="Runs side by side">
        <table>
          <thead>
            <tr>
              <td />
              {runs.map(({ name }, index) => <th key={name} scope="col" class={index === shown ? 'current' : undefined}><a href={linkTo({ ...address, run: index === 0 ? '' : String(index) })}>{name}</a></th>)}
            </tr>
          </thead>
          <tbody>
            <Line name="Answer" cells={runs.map(({ name, run }) => <Badge key={name} state={run.state} verdict={run.verdict} />)} />
            {one.tier === 'routing'
              ? <Line name="Observed" cells={runs.map(({ name, run }) => run.state === 'error' ? '–' : <Said key={name} text={skillName(run.fired)} />)} />
              : <Line name="Checks met" cells={runs.map(({ run }) => met(run))} />}
            <Line name="Stopped" cells={runs.map(({ name, run }) => <Said key={name} text={stopName(run.stop)} />)} />
            <Line name="Took" cells={runs.map(({ run }) => duration(run.seconds * 1000))} />
            <Line name="Cost" cells={runs.map(({ run }) => cost(run))} />
          </tbody>
        </table>
      </div>
    </section>
  )
}

function Line({ name, cells }: { name: string, cells: ComponentChildren[] }): ComponentChildren {
  return (
    <tr>
      <th scope="row">{name}</th>
      {cells.map((cell, index) => <td key={index}>{cell}</td>)}
    </tr>
  )
}
