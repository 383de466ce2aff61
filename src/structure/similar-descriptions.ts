import type { Finding } from '../catalog/finding.ts'
import type { SkillFile } from '../catalog/skill-file.ts'
import { frontmatterPlace } from './frontmatter-place.ts'
import { likePairs } from './likeness.ts'
import { termsOf } from './terms.ts'

/** Share of words in common from which one description says nothing of its own. */
const ALIKE = 0.8

/**
 * Warns of a description that cannot be told from another one: no word of it is missing there, and little is added there. An agent
 * that is shown both has nothing to choose by. One word of its own on either side is enough, since that may be the subject.
 */
export function checkSimilarDescriptions(skills: { name: string, skillFile: SkillFile }[]): Finding[] {
  const pairs = likePairs(skills.map(({ name, skillFile }) => ({ name, skillFile, terms: new Set(termsOf(skillFile.description ?? '').keys()) })), ALIKE)
  const swallowed = pairs.flatMap(({ one, other, ofOne, ofOther }) => [
    ...ofOne.length === 0 ? [{ one, by: other }] : [],
    ...ofOther.length === 0 ? [{ one: other, by: one }] : [],
  ])
  return skills.flatMap(({ skillFile }) => {
    const found = swallowed.find(({ one }) => one.skillFile === skillFile)
    return found ? [similar(skillFile, found.by)] : []
  })
}

function similar(skillFile: SkillFile, other: { name: string, skillFile: SkillFile }): Finding {
  const place = frontmatterPlace(other.skillFile, 'description')
  return {
    rule: 'skill/similar-description',
    severity: 'warning',
    file: skillFile.file,
    ...frontmatterPlace(skillFile, 'description'),
    message: `\`description\` cannot be told from that of \`${other.name}\`, which has all of its words. Say what this skill is for and the other is not.`,
    related: [{ file: other.skillFile.file, ...place, message: 'the other description' }],
    blocks: false,
  }
}
