import process from 'node:process'
import { TO_REPLACE } from '../dataset/unfinished-rule.ts'
import { nameProblems } from '../structure/skill-name.ts'
import { catalogOptions } from './catalog-options.ts'
import { single } from './flags.ts'
import { UsageError } from './usage-error.ts'

/** The flags of `skill-evals template`, as they were parsed. */
export interface TemplateFlags {
  root?: unknown
  config?: unknown
}

/** How many evaluations the template has of each kind. */
interface Wanted {
  positive: number
  negative: number
  judged: number
}

/** What stands in for the skill's name where none is said. */
const unnamed = 'my-skill'

/**
 * Prints a dataset to start from. It meets the `bar` of the config.
 * @param skill name or folder of the skill
 * @param flags as on the command line
 * @throws {UsageError} when no skill can have that name, or the config cannot be read
 */
export async function template(skill: string | undefined, flags: TemplateFlags): Promise<void> {
  const name = skill === undefined ? unnamed : nameOf(skill)
  const [project] = await catalogOptions({ root: single('--root', flags.root), config: single('--config', flags.config) }, {})
  process.stdout.write(templateFor(name, project?.bar ?? { positive: 3, negative: 2, judged: 1 }))
}

/** The text of a dataset that passes every rule and says in each place what belongs there. Its ids and prompts are those of one skill. */
export function templateFor(skill: string, { positive, negative, judged }: Wanted): string {
  const positives = Array.from({ length: Math.max(positive, judged) }, (_, i) => ({
    id: `${skill}-does-${i + 1}`,
    skill_should_trigger: true,
    prompt: `${TO_REPLACE} something that a user wants and ${skill} does, in the user's words (${i + 1}).`,
    ...i < judged && {
      expected_behavior: [`${TO_REPLACE} what the agent has to do, as one fact that is true of a good run.`],
      unexpected_behavior: [`${TO_REPLACE} the mistake that this skill is there to prevent.`],
    },
  }))
  const negatives = Array.from({ length: negative }, (_, i) => ({
    id: `${skill}-not-${i + 1}`,
    skill_should_trigger: false,
    note: `${TO_REPLACE} why no skill should take this, although it is near.`,
    prompt: `${TO_REPLACE} something that sounds like ${skill} and is no job of any skill (${i + 1}).`,
  }))
  return `${JSON.stringify({ evaluations: [...positives, ...negatives] }, null, 2)}\n`
}

/** A folder is what a shell completes to. */
function nameOf(skill: string): string {
  const name = skill.replace(/[/\\]+$/, '').split(/[/\\]/).at(-1) ?? ''
  const problem = nameProblems(name, name)[0]
  if (problem)
    throw new UsageError(`${JSON.stringify(skill)} names no skill: ${problem.message}`)
  return name
}
