import type { Finding } from '../catalog/finding.ts'
import { didYouMean } from '../catalog/did-you-mean.ts'
import { isBlockingRule, ruleIds } from './rules.ts'

/** What becomes of the findings of a rule. */
export type RuleSetting = 'off' | 'warning' | 'error'

/** Settings by the id of the rule; a rule that is not named stays as it is. */
export type RuleSettings = Record<string, RuleSetting>

const SETTINGS: readonly string[] = ['off', 'warning', 'error'] satisfies RuleSetting[]

/**
 * Refuses settings that cannot be meant.
 * @throws {Error} naming the rule: an id that no rule has, another word than `off`, `warning` and `error`, or a rule that cannot be
 * turned down, since a paid run would be meaningless without it.
 */
export function checkRuleSettings(rules: Record<string, string>): asserts rules is RuleSettings {
  for (const [rule, setting] of Object.entries(rules)) {
    if (!ruleIds.includes(rule))
      throw new Error(`\`rules\` names \`${rule}\`, which is no rule.${didYouMean(rule, ruleIds) || ' docs/reference/findings.md lists them.'}`)
    if (!SETTINGS.includes(setting))
      throw new Error(`\`rules\` sets \`${rule}\` to ${JSON.stringify(setting)}; write off, warning or error.`)
    if (setting !== 'error' && isBlockingRule(rule))
      throw new Error(`\`rules\` sets \`${rule}\` to ${setting}, but with such a finding a paid run would be meaningless. Correct the files, or leave the skill out of \`skills\`.`)
  }
}

/**
 * Leaves findings out or changes their severity, by the id of their rule. One that blocks the paid tests of its skill stays as it is.
 * @throws {Error} as {@link checkRuleSettings}
 */
export function applyRuleSettings(findings: Finding[], rules: Record<string, RuleSetting>): Finding[] {
  checkRuleSettings(rules)
  const settings = new Map(Object.entries(rules))
  if (settings.size === 0)
    return findings
  return findings.flatMap((finding) => {
    const setting = settings.get(finding.rule)
    if (setting === undefined || finding.blocks)
      return [finding]
    return setting === 'off' ? [] : [{ ...finding, severity: setting }]
  })
}
