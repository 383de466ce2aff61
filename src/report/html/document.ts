import type { PageData, PageReport } from './page-data.ts'
import type { SlimEvaluation } from './slim.ts'
import { createHash } from 'node:crypto'
import { jsonForElement } from './script-text.ts'
import { slim } from './slim.ts'

/** What the browser runs and what it draws with, as built. */
export interface PageAssets {
  script: string
  style: string
}

/** How the page finds the data of run records. */
export interface PageAccess {
  /** Folder beside the page, or `null` when the data is in the page. */
  folder: string | null
  /**
   * With it the page marks the scripts it adds. It hangs on the whole content, so that no content can know it.
   * Beside a hash in the policy a nonce is needed, since pages on disk can neither load modules nor check the hash of a file.
   */
  nonce: string
}

/** What stands in the page as JSON of one agent. */
export type WrittenData = Omit<PageData, 'evaluations'> & { evaluations: SlimEvaluation[] }

/** What stands in the page as JSON. */
export interface WrittenReport {
  reports: WrittenData[]
  agents: PageReport['agents']
}

/** The page up to where embedded run records may follow. */
export function documentStart({ reports, agents }: PageReport, folder: string | null, assets: PageAssets): string {
  const written: WrittenReport = { reports: reports.map(data => ({ ...data, evaluations: data.evaluations.map(slim) })), agents }
  const report = jsonForElement(written)
  const nonce = createHash('sha256').update(report).update(assets.script).digest('base64url')
  const access: PageAccess = { folder, nonce }
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy(assets, folder === null ? null : nonce)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="referrer" content="no-referrer">',
    '<title>Skill evals</title>',
    '<link rel="icon" href="data:,">',
    `<style>${assets.style}</style>`,
    '</head>',
    '<body>',
    '<div id="page"><noscript>This report needs JavaScript. The same figures are in report.json, and were printed at the end of the run.</noscript></div>',
    `<script type="application/json" id="access">${jsonForElement(access)}</script>`,
    `<script type="application/json" id="report">${report}</script>`,
    `<script>${assets.script}</script>`,
    '',
  ].join('\n')
}

/** A run record in the page. */
export function embeddedRun(id: string, run: unknown): string {
  return `<script type="application/json" id="${id}">${jsonForElement(run)}</script>\n`
}

/** The end of the page. */
export const documentEnd = '</body>\n</html>\n'

/**
 * Nothing may be loaded or run but what stands in the file as built, and the data files that it asks for. Trusted types: the browser
 * itself refuses text that is to become markup.
 */
function policy({ script, style }: PageAssets, nonce: string | null): string {
  return [
    'default-src \'none\'',
    `script-src ${hash(script)}${nonce === null ? '' : ` 'nonce-${nonce}'`}`,
    `style-src ${hash(style)}`,
    'img-src data:',
    'base-uri \'none\'',
    'form-action \'none\'',
    'require-trusted-types-for \'script\'',
    'trusted-types skill-evals',
  ].join('; ')
}

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
