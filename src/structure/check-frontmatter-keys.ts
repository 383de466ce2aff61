import type { Finding } from '../catalog/finding.ts'
import type { Frontmatter } from '../catalog/skill-file.ts'
import { didYouMean } from '../catalog/did-you-mean.ts'

/** What the Agent Skills standard knows. */
const STANDARD = ['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools']
/** What Claude Code reads besides. */
const CLAUDE_CODE = ['agent', 'argument-hint', 'arguments', 'context', 'disable-model-invocation', 'effort', 'hooks', 'model', 'paths', 'shell', 'user-invocable', 'when_to_use']

/** Warns of keys that the Agent Skills standard does not have. An agent passes over them, so a misspelt one does nothing. */
export function checkFrontmatterKeys(file: string, frontmatter: Frontmatter): Finding[] {
  return [...frontmatter.entries].filter(([key]) => !STANDARD.includes(key)).map(([key, { key: place }]) => ({
    rule: 'skill/unknown-key',
    severity: 'warning',
    file,
    ...place,
    message: `\`${key}\` is no key of the Agent Skills standard${CLAUDE_CODE.includes(key) ? ', but one of Claude Code. Other agents pass over it.' : `, and agents pass over it.${didYouMean(key, STANDARD) || ' Put what is yours under `metadata`.'}`}`,
    blocks: false,
  }))
}
