import type { Finding } from '../catalog/finding.ts'
import type { OverlapEstimate, OverlapMiss } from './overlap.ts'

/**
 * What fails when the estimate is held to a floor: the positive evaluations that another skill is first for, of every skill that is
 * below the floor itself. Nothing while all together reach it, since a skill of three evaluations has no ratio between 0.67 and 1.
 * @param estimate of the whole room
 * @param datasets absolute paths of those with a positive evaluation
 * @param floor 0 to 1, of the positive evaluations for which their skill is first
 * @returns by absolute path of the dataset; each has a list, which may be empty
 */
export function overlapFindings(estimate: OverlapEstimate, datasets: Iterable<string>, floor: number): Map<string, Finding[]> {
  const findings = new Map<string, Finding[]>([...datasets].map(file => [file, []]))
  const { positives, first, perSkill, missed } = estimate
  if (first >= floor * positives)
    return findings
  const below = new Set(perSkill.filter(row => row.first < floor * row.positives).map(row => row.skill))
  for (const miss of missed.filter(({ skill }) => below.has(skill)))
    findings.get(miss.file)?.push(finding(miss, `${first} of ${positives} positive evaluations have their skill first, and \`overlap.floor\` asks for ${Number((floor * 100).toPrecision(12))}%`))
  return findings
}

function finding(miss: OverlapMiss, why: string): Finding {
  const { file, line, column, id } = miss
  return {
    rule: 'dataset/overlap',
    severity: 'error',
    file,
    line,
    column,
    id,
    message: `${missInWords(miss)}. This is an estimate with no agent: ${why}. Say in the description, in words that users have, what the skill is for.`,
    blocks: false,
  }
}

/** Which skill the words of a prompt speak of, and by which of them. No full stop. */
export function missInWords({ skill, rank, first, words, ownerWords }: OverlapMiss): string {
  if (first === null)
    return 'No word of the prompt is in the name or description of any skill'
  const place = rank === null ? 'shares no word with it' : `is number ${rank}${ownerWords.length > 0 ? ` (${some(ownerWords)})` : ''}`
  return `By its words the prompt speaks of ${first} (${some(words)}), and ${skill} ${place}`
}

function some(words: string[]): string {
  return words.length > 6 ? `${words.slice(0, 6).join(', ')}, …` : words.join(', ')
}
