import type { ComponentChildren } from 'preact'
import type { PageSkill } from '../page-data.ts'
import { useState } from 'preact/hooks'
import { linkTo, skillIn } from './address.ts'
import { data } from './page-context.ts'
import { Said } from './text.tsx'
import { counted, ratioOf } from './words.ts'

const most = 12

/** Precision and recall of each skill, those with trouble first. */
export function Skills(): ComponentChildren {
  const [all, setAll] = useState(false)
  const skills = data.skills.toSorted((a, b) => trouble(b) - trouble(a))
  return (
    <section class="card skills" aria-labelledby="skills">
      <header>
        <h2 id="skills">Skills</h2>
        <p class="muted">Recall: of the prompts that are its own, how many it took. Precision: of the times it fired, how often it should have.</p>
      </header>
      <div class="scroll" tabIndex={0} role="group" aria-label="Precision and recall">
        <table>
          <thead>
            <tr>
              <th scope="col">Skill</th>
              <th scope="col">Recall</th>
              <th scope="col">Precision</th>
              <th scope="col" class="number">Missed</th>
              <th scope="col" class="number">Lost</th>
              <th scope="col" class="number">Errors</th>
            </tr>
          </thead>
          <tbody>
            {skills.slice(0, all ? undefined : most).map(row => (
              <tr key={row.skill}>
                <th scope="row"><a href={linkTo({ tier: 'routing', skill: skillIn(row.skill) })}><Said text={row.skill} /></a></th>
                <td><Bar part={row.correct} whole={row.expected} /></td>
                <td><Bar part={row.correct} whole={row.fired} /></td>
                <td class="number">{row.missed || <Nothing />}</td>
                <td class="number">{row.lost || <Nothing />}</td>
                <td class="number">{row.errors || <Nothing />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {skills.length > most && <p class="more"><button type="button" onClick={() => setAll(!all)}>{all ? 'Show fewer' : `Show all ${counted(skills.length, 'skill')}`}</button></p>}
    </section>
  )
}

/** A ratio as a bar, with its figures. */
export function Bar({ part, whole, state = 'passed' }: { part: number, whole: number, state?: string }): ComponentChildren {
  if (whole === 0)
    return <Nothing />
  return (
    <span class="ratio">
      <span class={`track ${state}`} aria-hidden="true"><span style={{ width: `${part / whole * 100}%` }} /></span>
      <span class="figures">
        {ratioOf(part, whole)}
        <small>{`${part}/${whole}`}</small>
      </span>
    </span>
  )
}

/** Nothing to say, said so that no reader stumbles over it. */
export function Nothing(): ComponentChildren {
  return (
    <span class="muted">
      <span aria-hidden="true">–</span>
      <span class="hidden">none</span>
    </span>
  )
}

function trouble({ missed, lost, errors, fired, correct }: PageSkill): number {
  return missed + lost + errors + fired - correct
}
