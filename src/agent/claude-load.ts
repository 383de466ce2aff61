import { isRecord, textOf } from './json.ts'

/** What came back from a call of the skill tool. */
interface LoadResult {
  isError: boolean
  text: string
  /** `tool_use_result` of the line, where it is of this call alone. */
  details: unknown
}

/** What stands around an error in the words of the command line. */
const [open, close] = ['<tool_use_error>', '</tool_use_error>']

/** How the skill tool says that it loaded nothing, in the words of 2.0.28 to 2.1.332. */
const refusal = /^(?:Unknown skill: |Invalid skill format: |No such tool available: |InputValidationError: |Skill \S+ (?:cannot be used with |is disabled for model invocation|is not a prompt-based skill)|\S+ is an? [\w-]+ command, not a skill\.)/

/** Whether a result is an error that says so by its form, with or without `is_error`. */
export function isErrorText(text: string): boolean {
  const words = text.trim()
  return words.startsWith(open) && words.endsWith(close)
}

/**
 * Whether a call of the skill tool loaded its skill. The command line's own word on it decides, where there is one: 2.0.77 and later say
 * `success` beside the result, and a text in its place is the error. Without one, what is known as an error is one; any other text
 * is not read.
 */
export function hasLoaded({ isError, text, details }: LoadResult): boolean {
  if (isError)
    return false
  if (isRecord(details) && typeof details.success === 'boolean')
    return details.success
  return ![text, textOf(details) ?? ''].some((said) => {
    const words = said.trim()
    return words.startsWith(open) || words.startsWith('Error: ') || refusal.test(words)
  })
}
