/** What the user asked for cannot be done as it was said: told without a stack, exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}
