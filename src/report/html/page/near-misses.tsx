import type { ComponentChildren } from 'preact'
import type { PageEvaluation } from '../page-evaluation.ts'
import { useState } from 'preact/hooks'
import { groupBy } from '../../../catalog/group-by.ts'
import { linkTo, noSkill, skillIn } from './address.ts'
import { data } from './page-context.ts'
import { Bar, Nothing } from './skills.tsx'
import { Said } from './text.tsx'
import { counted } from './words.ts'

const most = 12

interface Row {
  owner: string | null
  graded: number
  held: number
  errors: number
  takers: [string, number][]
}

/** Prompts that no skill may take, by the skill whose dataset holds them, and who took them. */
export function NearMisses(): ComponentChildren {
  const [all, setAll] = useState(false)
  const rows = rowsOf(data.evaluations)
  if (rows.length === 0)
    return null
  return (
    <section class="card near-misses" aria-labelledby="near-misses">
      <header>
        <h2 id="near-misses">Near misses</h2>
        <p class="muted">Prompts that no skill of the room should take, by the skill that wrote them.</p>
      </header>
      <div class="scroll" tabIndex={0} role="group" aria-label="Near misses by owner">
        <table>
          <thead>
            <tr>
              <th scope="col">Owner</th>
              <th scope="col">Left alone</th>
              <th scope="col">Taken by</th>
              <th scope="col" class="number">Errors</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, all ? undefined : most).map(({ owner, graded, held, errors, takers }) => (
              <tr key={owner}>
                <th scope="row"><a href={linkTo({ tier: 'routing', skill: skillIn(owner), ...owner !== null && { category: 'near_miss' } })}>{owner === null ? 'unrelated pool' : <Said text={owner} />}</a></th>
                <td><Bar part={held} whole={graded} /></td>
                <td>
                  {takers.length === 0 ? <Nothing /> : takers.map(([name, count]) => <a key={name} class="taker" href={linkTo({ tier: 'routing', skill: skillIn(owner), expected: noSkill, fired: skillIn(name) })}><Said text={`${name} ${count}×`} /></a>)}
                </td>
                <td class="number">{errors || <Nothing />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > most && <p class="more"><button type="button" onClick={() => setAll(!all)}>{all ? 'Show fewer' : `Show all ${counted(rows.length, 'owner')}`}</button></p>}
    </section>
  )
}

function rowsOf(evaluations: readonly PageEvaluation[]): Row[] {
  const negatives = evaluations.filter(one => one.tier === 'routing' && one.category !== 'positive')
  return [...groupBy(negatives, one => one.skill)].map(([owner, group]): Row => {
    const graded = group.filter(one => one.state !== 'error')
    const takers = groupBy(graded.filter(one => one.fired !== null), one => one.fired ?? '')
    return { owner, graded: graded.length, held: graded.filter(one => one.state === 'passed').length, errors: group.length - graded.length, takers: [...takers].map(([name, taken]): [string, number] => [name, taken.length]).sort((a, b) => b[1] - a[1]) }
  }).sort((a, b) => b.graded - b.held - (a.graded - a.held) || Number(a.owner === null) - Number(b.owner === null))
}
