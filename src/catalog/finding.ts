/** A place in a file. Both numbers start at 1; the column counts UTF-16 code units, as editors and stack traces do. */
export interface Position {
  line: number
  column: number
}

/** Something that is wrong with the files of a catalog, and where. Found without an agent and without tokens. */
export interface Finding extends Position {
  /** Stable name of the broken rule, such as `dataset/unknown-key`. */
  rule: string
  /** An `error` fails its test; a `warning` is reported and fails nothing. */
  severity: 'error' | 'warning'
  /** Absolute path of the file. */
  file: string
  /** The evaluation it is about, where there is one with an id. */
  id?: string
  /** What is wrong, and what to write instead. One line. */
  message: string
  /** Other places that belong to the finding, such as the first use of a doubled id. */
  related?: (Position & { file: string, message: string })[]
  /** Whether a paid run would be meaningless with it, so that the paid tests of the skill are held back. */
  blocks: boolean
}

/** Whether a finding is about a file that was not read: nobody else may read it either, to quote it, say, as it may have no end. */
export function isUnread({ rule }: Pick<Finding, 'rule'>): boolean {
  return rule.endsWith('/unreadable')
}
