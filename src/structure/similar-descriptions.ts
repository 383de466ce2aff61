import type { Finding } from '../catalog/finding.ts'
import type { SkillFile } from '../catalog/skill-file.ts'
import { groupBy } from '../catalog/group-by.ts'
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
  // two sets of which one holds the other share the rarest word of the smaller one, so few pairs have to be compared
  const byWord = groupBy(descriptions.flatMap(one => [...one.words].map(word => ({ word, one }))), ({ word }) => word)
  const having = (word: string): { one: Description }[] => byWord.get(word) ?? []
  return descriptions.flatMap((one) => {
    const rarest = [...one.words].reduce((a, b) => having(b).length < having(a).length ? b : a)
    const other = having(rarest).find(candidate => candidate.one !== one && isSwallowed(one.words, candidate.one.words))?.one
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
