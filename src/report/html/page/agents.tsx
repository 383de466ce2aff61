import type { ComponentChildren } from 'preact'
import type { AgentColumnJson, AgentsJson, AnswerJson, EvaluationAcrossAgentsJson } from '../../json-agents.ts'
import { useState } from 'preact/hooks'
import { keyOf } from '../page-evaluation.ts'
import { visible } from '../visible.ts'
import { linkTo } from './address.ts'
import { Sign } from './badge.tsx'
import { agents, data } from './page-context.ts'
import { Bar, Nothing } from './skills.tsx'
import { Said } from './text.tsx'
import { counted, ratioOf, skillName, verdictName } from './words.ts'

const most = 24

/** Several agents beside each other: their figures, for which of them each skill fires, and where they differ. Nothing in a run of one. */
export function Agents(): ComponentChildren {
  if (agents === null)
    return null
  return (
    <section class="card agents" aria-labelledby="agents">
      <header>
        <h2 id="agents">Agents</h2>
        <p class="muted">Each agent has its own figures. What stands below this is of one agent; a name shows its report.</p>
      </header>
      <Columns columns={agents.columns} />
      <SkillTable across={agents} />
      <h3>Agreement</h3>
      <ul>
        {agents.agreement.map(({ tier, agents: names, measured, agreed, ratio }) => (
          <li key={`${tier} ${names.join(' ')}`}>
            <Said text={names.join(', ')} />
            {`: the same ${tier === 'routing' ? 'skill' : 'outcome'} in ${agreed} of ${counted(measured, 'evaluation')} measured under ${names.length === 2 ? 'both' : 'all'} (${ratioOf(ratio ?? 0, 1)})`}
          </li>
        ))}
      </ul>
      <Differing across={agents} />
    </section>
  )
}

function Columns({ columns }: { columns: AgentColumnJson[] }): ComponentChildren {
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label="Agents">
      <table>
        <thead>
          <tr>
            <th scope="col">Agent</th>
            <th scope="col">Model</th>
            <th scope="col">Routing</th>
            <th scope="col">Behavior</th>
            <th scope="col" class="number">Not measured</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ name, agent, agent_version, model, routing, behavior, outcome }) => (
            <tr key={name}>
              <th scope="row">
                <Sign state={outcome.ok ? 'passed' : 'failed'} />
                {' '}
                {name === data.agentName ? <strong aria-current="true"><Said text={name} /></strong> : <a href={linkTo({ agent: agentIn(name) })}><Said text={name} /></a>}
              </th>
              <td><Said text={[agent, agent_version, model ?? 'model not known'].filter(Boolean).join(' ')} /></td>
              <td>{routing ? <Bar part={routing.passed} whole={routing.graded} /> : <Nothing />}</td>
              <td>{behavior ? <Bar part={behavior.passed} whole={behavior.graded} /> : <Nothing />}</td>
              <td class="number">{(routing?.errors ?? 0) + (behavior?.errors ?? 0) || <Nothing />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function SkillTable({ across: { columns, skills } }: { across: AgentsJson }): ComponentChildren {
  const [all, setAll] = useState(false)
  const routed = skills.filter(row => Object.keys(row.routing).length > 0)
  if (routed.length === 0)
    return null
  return (
    <>
      <h3>For which agents each skill fires</h3>
      <div class="scroll" tabIndex={0} role="group" aria-label="Skills under each agent">
        <table>
          <thead>
            <tr>
              <th scope="col">Skill</th>
              {columns.flatMap(({ name }) => ['recall', 'precision'].map(what => <th key={`${name} ${what}`} scope="col"><Said text={`${name} ${what}`} /></th>))}
            </tr>
          </thead>
          <tbody>
            {routed.slice(0, all ? undefined : most).map(({ skill, routing }) => (
              <tr key={skill}>
                <th scope="row"><Said text={skill} /></th>
                {columns.flatMap(({ name }) => {
                  const one = Object.hasOwn(routing, name) ? routing[name] : undefined
                  return [
                    <td key={`${name} recall`}><Bar part={one?.correct ?? 0} whole={one?.expected ?? 0} /></td>,
                    <td key={`${name} precision`}><Bar part={one?.correct ?? 0} whole={one?.fired_total ?? 0} /></td>,
                  ]
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {routed.length > most && <p class="more"><button type="button" onClick={() => setAll(!all)}>{all ? 'Show fewer' : `Show all ${counted(routed.length, 'skill')}`}</button></p>}
    </>
  )
}

/** Each evaluation under each agent: those that differ first, and alone until the others are asked for. */
function Differing({ across: { columns, evaluations } }: { across: AgentsJson }): ComponentChildren {
  const [all, setAll] = useState(false)
  const differing = evaluations.filter(row => row.differs)
  const rows = all ? [...differing, ...evaluations.filter(row => !row.differs)] : differing.slice(0, most)
  return (
    <>
      <h3>{differing.length === 0 ? 'They differ in no evaluation' : `They differ in ${counted(differing.length, 'evaluation')}`}</h3>
      {rows.length > 0 && (
        <div class="scroll" tabIndex={0} role="group" aria-label="Evaluations under each agent">
          <table>
            <thead>
              <tr>
                <th scope="col">Evaluation</th>
                <th scope="col">Expected</th>
                {columns.map(({ name }) => <th key={name} scope="col"><Said text={name} /></th>)}
              </tr>
            </thead>
            <tbody>
              {rows.map(row => (
                <tr key={`${row.tier} ${row.id}`}>
                  <th scope="row">
                    <Said mono text={row.id} />
                    {row.tier === 'behavior' && <small class="muted"> behavior</small>}
                  </th>
                  <td>{row.tier === 'behavior' ? 'the job done' : <Said text={skillName(row.expect)} />}</td>
                  {columns.map(({ name }) => <td key={name}><AnswerCell row={row} agent={name} /></td>)}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {evaluations.length > Math.min(differing.length, most) && <p class="more"><button type="button" onClick={() => setAll(!all)}>{all ? 'Show those that differ' : `Show all ${counted(evaluations.length, 'evaluation')}`}</button></p>}
    </>
  )
}

function AnswerCell({ row, agent }: { row: EvaluationAcrossAgentsJson, agent: string }): ComponentChildren {
  const answer = Object.hasOwn(row.answers, agent) ? row.answers[agent] : undefined
  if (!answer)
    return <Nothing />
  return (
    <>
      <Sign state={stateOf(row, answer)} />
      {' '}
      <a href={linkTo({ agent: agentIn(agent), open: keyOf(row.tier, row.id) })}><Said text={saidOf(row, answer)} /></a>
    </>
  )
}

function stateOf({ tier }: EvaluationAcrossAgentsJson, { verdict, passed }: AnswerJson): 'passed' | 'failed' | 'error' {
  const isError = tier === 'routing' ? verdict === 'error' : verdict !== 'passed' && verdict !== 'failed'
  return isError ? 'error' : passed ? 'passed' : 'failed'
}

function saidOf({ tier }: EvaluationAcrossAgentsJson, { verdict, fired }: AnswerJson): string {
  return tier === 'behavior' || verdict === 'error' ? verdictName(verdict) : skillName(fired)
}

/** The first agent's report is shown where an address names none. */
function agentIn(name: string): string {
  return name === agents?.columns[0]?.name ? '' : visible(name)
}
