import type { Finding } from '../catalog/finding.ts'
import type { SkillFile } from '../catalog/skill-file.ts'
import type { LikePair, Termed } from './likeness.ts'
import { frontmatterPlace } from './frontmatter-place.ts'
import { compareLikeness, eachLikePair } from './likeness.ts'
import { termsOf } from './terms.ts'

/** Share of words in common from which one description says nothing of its own. */
const ALIKE = 0.8

interface Described extends Termed {
  skillFile: SkillFile
}

/**
 * Warns of a description that cannot be told from another one: no word of it is missing there, and little is added there. An agent
 * that is shown both has nothing to choose by. One word of its own on either side is enough, since that may be the subject.
 */
export function checkSimilarDescriptions(skills: { name: string, skillFile: SkillFile }[]): Finding[] {
  const described = skills.map(({ name, skillFile }) => ({ name, skillFile, terms: new Set(termsOf(skillFile.description ?? '').keys()) }))
  const nearest = new Map<Described, { by: Described, pair: LikePair<Described> }>()
  eachLikePair(described, ALIKE, (pair) => {
    for (const [text, by] of [[pair.one, pair.other], [pair.other, pair.one]] as const) {
      const known = nearest.get(text)
      if (pair.shared === text.terms.size && (known === undefined || compareLikeness(pair, known.pair) < 0))
        nearest.set(text, { by, pair })
    }
  })
  return described.flatMap((text) => {
    const found = nearest.get(text)
    return found ? [similar(text.skillFile, found.by)] : []
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
