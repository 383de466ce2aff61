import type { Row } from './row.ts'

const LONGEST = 60
/** Words of a prompt that make an id where an evaluation has none. */
const WORDS = 6

/**
 * Ids for the evaluations of one foreign file, in their order: the skill's name, the name of the file unless it is the usual one, and what
 * the evaluation calls itself, or else the first words of its prompt. So an id stays when the order changes, and neither depends on
 * other files nor meets those of other skills. Of equal ones the second gets `-2`.
 * @param rows the evaluations
 * @param skill name of the skill that they belong to
 * @param file name of the file, without its folder and its ending; `''` where the name of the evaluation says it all
 */
export function idsFor(rows: readonly Pick<Row, 'name' | 'prompt'>[], skill: string, file: string): string[] {
  const stem = /^(?:evals?|extended_evals)$/i.test(file) ? '' : slug(file)
  const taken = new Set<string>()
  return rows.map(({ name, prompt }) => {
    const own = slug(name?.text ?? '') || slug(firstWords(prompt.text)) || 'evaluation'
    const id = [skill, stem, own].filter(part => part !== '').reduce(joined)
    let free = id
    for (let number = 2; taken.has(free.toLowerCase()); number++)
      free = `${id}-${number}`
    taken.add(free.toLowerCase())
    return free
  })
}

/** A part that begins with the one before says nothing twice. */
function joined(before: string, part: string): string {
  return part === before || part.startsWith(`${before}-`) ? part : `${before}-${part}`
}

function firstWords(text: string): string {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, WORDS).join('-').toLowerCase()
}

/** Letters and digits of any script, and what file names bear anyway. */
function slug(text: string): string {
  return [...text.trim().replaceAll(/[^\p{L}\p{N}._]+/gu, '-')].slice(0, LONGEST).join('').replaceAll(/^[-.]+|[-.]+$/g, '')
}
