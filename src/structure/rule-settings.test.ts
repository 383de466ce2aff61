import type { Finding } from '../catalog/finding.ts'
import { describe, expect, it } from 'vitest'
import { applyRuleSettings } from './rule-settings.ts'
import { ruleIds } from './rules.ts'

const finding = (rule: string, severity: Finding['severity'] = 'error', blocks = false): Finding => ({ rule, severity, file: '/x', line: 1, column: 1, message: 'm', blocks })
const told = (findings: Finding[]): string[] => findings.map(({ rule, severity }) => `${rule} ${severity}`)

describe('applyRuleSettings', () => {
  it('leaves out, turns down and turns up by id', () => {
    const findings = [finding('skill/body-length'), finding('link/missing'), finding('link/mention', 'warning'), finding('skill/name')]
    expect(told(applyRuleSettings(findings, { 'skill/body-length': 'off', 'link/missing': 'warning', 'link/mention': 'error' }))).toEqual(['link/missing warning', 'link/mention error', 'skill/name error'])
    expect(findings[1]?.severity).toBe('error')
    expect(applyRuleSettings(findings, {})).toEqual(findings)
  })

  it('leaves a finding that blocks as it is', () => {
    expect(told(applyRuleSettings([finding('dataset/docblock', 'error', true), finding('dataset/docblock', 'warning')], { 'dataset/docblock': 'off' }))).toEqual(['dataset/docblock error'])
  })

  it.each([
    [{ 'skill/body-lenght': 'off' }, '`rules` names `skill/body-lenght`, which is no rule. Did you mean `skill/body-length`?'],
    [{ toString: 'off' }, '`rules` names `toString`, which is no rule.'],
    [{ 'skill/name': 'warn' }, '`rules` sets `skill/name` to "warn"; write off, warning or error.'],
    [{ 'dataset/json': 'off' }, '`rules` sets `dataset/json` to off, but with such a finding a paid run would be meaningless.'],
  ])('refuses %j', (rules, message) => {
    expect(() => applyRuleSettings([], rules as Record<string, 'off'>)).toThrow(message)
  })

  it('knows each rule once', () => {
    expect(new Set(ruleIds).size).toBe(ruleIds.length)
  })
})
