import process from 'node:process'

/** Whether what is printed to the terminal may have colours. */
export function wantsColor(): boolean {
  return process.stdout.isTTY === true && !process.env.NO_COLOR
}
