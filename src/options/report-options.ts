import type { Overrides } from './environment-overrides.ts'
import type { ReportOptions } from './options.ts'
import type { ResolvedOptions } from './resolved-options.ts'

/**
 * Which forms of the report are written.
 * @param options what the config says
 * @param from the environment, which goes first
 * @throws {Error} naming what is no setting, and what is allowed.
 */
export function reportOptions(options: ReportOptions, from: Overrides): ResolvedOptions['report'] {
  const html = from.text('REPORT_HTML')
  if (html !== undefined && !['true', 'false', 'embed'].includes(html))
    throw new Error(`SKILL_EVALS_REPORT_HTML is ${JSON.stringify(html)}; write true, false or embed.`)
  const wanted = html === undefined ? options.html ?? false : html === 'embed' ? { embed: true } : html === 'true'
  const isSetting = typeof wanted === 'boolean' || (typeof wanted === 'object' && wanted !== null && Object.entries(wanted).every(([name, value]) => name === 'embed' && typeof value === 'boolean'))
  if (!isSetting)
    throw new Error(`report.html is ${JSON.stringify(wanted)}; write true, false or { embed: true }.`)
  return { html: wanted === false ? null : { embed: wanted !== true && wanted.embed === true }, compare: from.text('REPORT_COMPARE') ?? options.compare ?? null }
}
