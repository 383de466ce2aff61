import type { SkillEvalsOptions } from './options.ts'
import type { ResolvedOptions } from './resolved-options.ts'
import { checkRuleSettings } from '../structure/rule-settings.ts'

/**
 * The options of the structure tier with every default filled in.
 * @param options what the config says, the environment's lists on top
 * @param rules `rule=setting` from the environment, which takes the place of the config's `rules`
 * @throws {Error} naming the option and what is allowed.
 */
export function structureOptions(options: SkillEvalsOptions, rules: string[] | undefined): Pick<ResolvedOptions, 'skillFiles' | 'skillSections' | 'docs' | 'rules' | 'overlap'> {
  const skillFiles = [options.skillFiles ?? []].flat()
  const outside = skillFiles.find(file => file.trim() === '' || /^[/\\]|^[a-z]:|(?:^|[/\\])\.\.(?:[/\\]|$)/i.test(file))
  if (outside !== undefined)
    throw new Error(`skillFiles holds ${JSON.stringify(outside)}; write paths from the skill's folder, such as "skill-card.md".`)
  const skillSections = [options.skillSections ?? []].flat()
  if (skillSections.length > 0 && !skillFiles.some(file => /\.(?:md|markdown)$/i.test(file)))
    throw new Error('skillSections asks for sections, but no file in skillFiles is markdown. Name the file, such as skillFiles: \'skill-card.md\'.')
  const settings: Record<string, string> = rules ? fromText(rules) : options.rules ?? {}
  checkRuleSettings(settings)
  return { skillFiles: skillFiles.map(file => file.replaceAll('\\', '/')), skillSections, docs: [options.docs ?? []].flat(), rules: settings, overlap: overlapOption(options.overlap ?? true) }
}

function overlapOption(overlap: NonNullable<SkillEvalsOptions['overlap']>): ResolvedOptions['overlap'] {
  if (typeof overlap === 'boolean')
    return overlap ? { floor: null } : null
  const { floor = null } = overlap
  if (floor !== null && !(floor >= 0 && floor <= 1))
    throw new Error(`overlap.floor is ${floor}; write a ratio from 0 to 1, such as 0.8.`)
  return { floor }
}

function fromText(rules: string[]): Record<string, string> {
  return Object.fromEntries(rules.map((rule) => {
    const [id = '', setting] = rule.split('=').map(part => part.trim())
    if (setting === undefined)
      throw new Error(`SKILL_EVALS_RULES holds ${JSON.stringify(rule)}; write a rule and its setting, such as link/mention=off.`)
    return [id, setting]
  }))
}
