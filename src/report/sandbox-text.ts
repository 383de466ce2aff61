/** What agents of a run were in. `reason`: why in nothing; of Docker, the image. */
export interface ReportedSandbox {
  by: 'bwrap' | 'docker' | 'none'
  reason: string | null
  /** Evaluations for which an agent was run so. */
  cases: number
}

/** What agents could do to the machine, in a sentence for each way in which they were run. */
export function sandboxInWords(sandboxes: readonly ReportedSandbox[]): string[] {
  return sandboxes.map(({ by, reason, cases }) => {
    const of = sandboxes.length > 1 ? ` (${cases} ${cases === 1 ? 'evaluation' : 'evaluations'})` : ''
    if (by === 'docker')
      return `a container of ${reason ?? 'an image'}${of}: agents could write in their workspace and private home alone`
    return by === 'bwrap'
      ? `bubblewrap${of}: agents could write in their workspace, private home and temporary folder alone`
      : `none${of}: agents could do all that you can${reason === null ? '' : `; ${reason}`}`
  })
}
