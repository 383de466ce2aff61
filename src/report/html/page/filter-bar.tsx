import type { ComponentChildren } from 'preact'
import type { Address } from './address.ts'
import { useMemo } from 'preact/hooks'
import { visible } from '../visible.ts'
import { filterNames, linkTo, noSkill, nowhere, skillIn } from './address.ts'
import { data, replaceAddress } from './page-context.ts'
import { categoryName, skillName, verdictName } from './words.ts'

type Choice = [value: string, name: string]

/** Chooses evaluations. Every choice is in the address. */
export function FilterBar({ address }: { address: Address }): ComponentChildren {
  const choices = useMemo(choicesOf, [])
  const set = (change: Partial<Address>): void => replaceAddress(linkTo({ ...address, ...change }))
  const isFiltered = filterNames.some(name => address[name] !== '')
  return (
    <form class="filters" role="search" aria-label="Evaluations" onSubmit={event => event.preventDefault()}>
      <input
        id="search"
        type="search"
        placeholder="Search ids and prompts"
        aria-label="Search ids and prompts"
        value={address.q}
        onInput={event => set({ q: event.currentTarget.value })}
      />
      <Select name="Verdict" value={address.verdict} choices={choices.verdicts} onChange={verdict => set({ verdict })} />
      {choices.tiers.length > 1 && <Select name="Tier" value={address.tier} choices={choices.tiers} onChange={tier => set({ tier })} />}
      <Select name="Skill" value={address.skill} choices={choices.skills} onChange={skill => set({ skill })} />
      <Select name="Category" value={address.category} choices={choices.categories} onChange={category => set({ category })} />
      {(['expected', 'fired'] as const).map(name => address[name] !== '' && (
        <button key={name} type="button" class="chip" onClick={() => set({ [name]: '' })} aria-label={visible(`Remove the filter ${name} ${address[name]}`)}>
          {visible(`${name}: ${address[name] === noSkill ? skillName(null) : address[name]}`)}
          <span aria-hidden="true"> ×</span>
        </button>
      ))}
      {isFiltered && <button type="button" class="quiet" onClick={() => replaceAddress(linkTo({ ...nowhere, agent: address.agent, open: address.open }))}>Clear</button>}
    </form>
  )
}

function Select({ name, value, choices, onChange }: { name: string, value: string, choices: Choice[], onChange: (value: string) => void }): ComponentChildren {
  return (
    <select aria-label={name} class={value === '' ? undefined : 'set'} value={value} onChange={event => onChange(event.currentTarget.value)}>
      <option value="">{`${name}: all`}</option>
      {choices.map(([choice, title]) => <option key={choice} value={choice}>{visible(title)}</option>)}
    </select>
  )
}

function choicesOf(): Record<'verdicts' | 'tiers' | 'skills' | 'categories', Choice[]> {
  const of = (pick: (one: typeof data.evaluations[number]) => string): string[] => [...new Set(data.evaluations.map(pick))].sort()
  const states: Choice[] = [['failed', 'Failed, of any kind'], ['error', 'Not measured'], ['passed', 'Passed, of any kind']]
  return {
    verdicts: [...states, ...of(one => one.verdict).filter(verdict => !states.some(([state]) => state === verdict)).map((verdict): Choice => [verdict, verdictName(verdict)])],
    tiers: of(one => one.tier).reverse().map((tier): Choice => [tier, tier === 'routing' ? 'Routing' : 'Behavior']),
    skills: of(one => skillIn(one.skill)).map((skill): Choice => [skill, skill === noSkill ? 'unrelated pool' : skill]),
    categories: of(one => one.category).map((category): Choice => [category, categoryName(category)]),
  }
}
