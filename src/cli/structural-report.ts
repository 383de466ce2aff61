import type { Finding } from '../catalog/finding.ts'
import type { OverlapEstimate } from '../structure/overlap.ts'
import { count } from '../report/figures.ts'

/** What `skill-evals structural` has found, before it is printed in one form or another. */
export interface StructuralReport {
  /** Folder that shown paths start from; absolute, with forward slashes. */
  root: string
  /** Root of the repository, or `root` where there is none. */
  repository: string
  /** Errors first, then by place. */
  findings: Finding[]
  skills: number
  datasets: number
  evaluations: number
  /** Links to the web; `null` when nobody was asked. */
  external: { asked: number, excluded: number } | null
  /** Of each project that wants one and has something to choose between. */
  overlap: OverlapEstimate[]
}

/** How many findings of each severity there are. */
export function countsOf({ findings }: StructuralReport): { errors: number, warnings: number } {
  const errors = findings.filter(finding => finding.severity === 'error').length
  return { errors, warnings: findings.length - errors }
}

/** `2 errors and 1 warning in 12 skills, …`. */
export function summaryOf(report: StructuralReport): string {
  const { errors, warnings } = countsOf(report)
  const found = errors + warnings === 0 ? 'No findings' : [[errors, 'error'] as const, [warnings, 'warning'] as const].filter(([n]) => n > 0).map(([n, word]) => count(n, word)).join(' and ')
  const { external } = report
  const web = external === null ? [] : [`${count(external.asked, 'URL')} asked${external.excluded > 0 ? `, ${external.excluded} excluded` : ''}`]
  return `${found} in ${[count(report.skills, 'skill'), count(report.datasets, 'dataset'), count(report.evaluations, 'evaluation'), ...web].join(', ')}.`
}

/** A path as it is shown: from the folder, `.` for the folder itself. */
export function pathFrom(folder: string, file: string): string {
  if (file === folder)
    return '.'
  return file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : file
}
