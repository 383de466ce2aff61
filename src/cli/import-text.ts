import type { FileChecklist } from '../dataset/dialects/checklist.ts'
import type { Fate } from '../dataset/dialects/row.ts'
import type { Paint } from '../report/paint.ts'
import type { ImportPlan } from './import-plan.ts'
import { dialectLabels } from '../dataset/dialects/row.ts'
import { fill, widthOf } from '../report/columns.ts'
import { count } from '../report/figures.ts'
import { oneLine } from '../report/plain-text.ts'
import { shownPath } from './shown-path.ts'

/** What an import came to, for a reader. */
export interface ImportReport extends ImportPlan {
  /** Absolute. */
  root: string
  /** Files that were named or looked at, and are of no dialect that is known. */
  unread: { file: string, reason: string }[]
  dryRun: boolean
}

const marks: Record<Fate, string> = { carried: '✓', kept: '=', ungraded: '!', refused: '×' }

/** The checklist, and what was written. */
export function importText({ root, files, unread, datasets, dryRun }: ImportReport, paint: Paint): string {
  const shown = (file: string): string => oneLine(shownPath(root, file))
  const colored: Record<Fate, (text: string) => string> = { carried: paint.green, kept: paint.dim, ungraded: paint.yellow, refused: paint.red }
  const lines = files.flatMap(file => [...checklistLines(file, shown(file.file), fate => colored[fate](marks[fate])), ''])
  if (unread.length > 0)
    lines.push(...unread.map(({ file, reason }) => ` ${colored.refused(marks.refused)} ${shown(file)}: ${oneLine(reason)}`), '')
  for (const { file, evaluations, copies } of datasets)
    lines.push(`${dryRun ? 'Would write' : 'Wrote'} ${shown(file)}: ${count(evaluations, 'evaluation')}${copies.length > 0 ? `, and ${count(copies.length, 'file')} for their workspaces` : ''}.`)
  if (datasets.length > 0)
    lines.push('')
  lines.push(`${marks.carried} carried  ${marks.kept} kept under \`imported\`, where nothing reads it but \`skill-evals export\`  ${marks.ungraded} kept, and not done here  ${marks.refused} refused`)
  if (datasets.length > 0 && !dryRun)
    lines.push('', 'Next: npx skill-evals structural')
  return `${lines.join('\n')}\n`
}

function checklistLines({ dialect, skills, refused, fields }: FileChecklist, name: string, mark: (fate: Fate) => string): string[] {
  const read = skills.reduce((sum, { evaluations }) => sum + evaluations, 0)
  const to = skills.length === 0 ? '' : ` → ${skills.map(one => skills.length === 1 ? one.skill : `${one.skill} (${one.evaluations})`).join(', ')}`
  const labels = fields.map(line => line.count > 1 ? `${oneLine(line.field)} ×${line.count}` : oneLine(line.field))
  const width = Math.min(28, Math.max(0, ...labels.map(widthOf)))
  return [
    `${name}: ${dialectLabels[dialect]}; ${count(read, 'evaluation')} read${refused.length > 0 ? `, ${refused.length} refused` : ''}${to}`,
    ...fields.map(({ fate, how }, i) => ` ${mark(fate)} ${fill(labels[i] ?? '', width)}  ${oneLine(how)}`),
    ...refused.map(({ at, reason }) => ` ${mark('refused')} ${name}:${at.line}:${at.column}: ${oneLine(reason)}`),
  ]
}

/** The same as one JSON document, with paths from the root. */
export function importJson({ root, files, unread, datasets, dryRun }: ImportReport): string {
  const document = {
    root,
    dry_run: dryRun,
    files: files.map(({ file, dialect, skills, refused, fields }) => ({
      file: shownPath(root, file),
      dialect,
      skills,
      refused: refused.map(({ at, reason }) => ({ ...at, reason })),
      fields: fields.map(({ at, ...line }) => ({ ...line, ...at })),
    })),
    unread: unread.map(({ file, reason }) => ({ file: shownPath(root, file), reason })),
    written: datasets.map(({ skill, file, evaluations, copies }) => ({ skill: skill.name, file: shownPath(root, file), evaluations, copied: copies.map(({ from, to }) => ({ from: shownPath(root, from), to: shownPath(root, to) })) })),
  }
  return `${JSON.stringify(document, null, 2)}\n`
}
