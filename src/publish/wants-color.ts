import process from 'node:process'

/** Whether what is printed to the terminal may have colours: as for Vitest, `NO_COLOR` goes before `FORCE_COLOR`, and that before the terminal. */
export function wantsColor(): boolean {
  const { NO_COLOR, FORCE_COLOR } = process.env
  if (NO_COLOR)
    return false
  return FORCE_COLOR ? FORCE_COLOR !== '0' && FORCE_COLOR !== 'false' : process.stdout.isTTY === true
}
