import type { Finding } from '../catalog/finding.ts'
import type { SkillFile } from '../catalog/skill-file.ts'
import { frontmatterPlace } from './frontmatter-place.ts'

/** Share of words in common from which one description says nothing of its own. */
const ALIKE = 0.8

interface Description {
  skillFile: SkillFile
  name: string
  words: Set<string>
}

/**
 * Warns of a description that cannot be told from another one: no word of it is missing there, and little is added there. An agent
 * that is shown both has nothing to choose by. One word of its own on either side is enough, since that may be the subject.
 */
export function checkSimilarDescriptions(skills: { name: string, skillFile: SkillFile }[]): Finding[] {
  const descriptions = skills.flatMap(({ name, skillFile }): Description[] => {
    const words = new Set(wordsOf(skillFile.description ?? ''))
    return words.size > 0 ? [{ name, skillFile, words }] : []
  })
  const frequency = new Map<string, number>()
  for (const word of descriptions.flatMap(one => [...one.words]))
    frequency.set(word, (frequency.get(word) ?? 0) + 1)

  // two sets of which one holds the other share the rarest word of the smaller one, so few pairs have to be compared
  const byWord = new Map<string, Description[]>()
  for (const one of descriptions) {
    for (const word of one.words) {
      const group = byWord.get(word)
      group ? group.push(one) : byWord.set(word, [one])
    }
  }
  return descriptions.flatMap((one) => {
    const rarest = [...one.words].reduce((a, b) => (frequency.get(b) ?? 0) < (frequency.get(a) ?? 0) ? b : a)
    const other = (byWord.get(rarest) ?? []).find(candidate => candidate !== one && isSwallowed(one.words, candidate.words))
    return other ? [similar(one, other)] : []
  })
}

function isSwallowed(words: Set<string>, by: Set<string>): boolean {
  return words.size <= by.size && words.size / by.size >= ALIKE && [...words].every(word => by.has(word))
}

function similar(one: Description, other: Description): Finding {
  const place = frontmatterPlace(other.skillFile, 'description')
  return {
    rule: 'skill/similar-description',
    severity: 'warning',
    file: one.skillFile.file,
    ...frontmatterPlace(one.skillFile, 'description'),
    message: `\`description\` cannot be told from that of \`${other.name}\`, which has all of its words. Say what this skill is for and the other is not.`,
    related: [{ file: other.skillFile.file, ...place, message: 'the other description' }],
    blocks: false,
  }
}

/** Scripts without blanks between words count by character. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+/gu) ?? []
}
