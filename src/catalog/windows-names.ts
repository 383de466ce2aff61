/** Whatever comes after a dot, and with blanks before it. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³]) *(?:[.:]|$)/i

/** Whether Windows takes a file of this name for a device: what is written to `NUL.txt` is gone. */
export function isDeviceName(name: string): boolean {
  return DEVICE.test(name)
}

/** Why Windows cannot hold a file or folder of this name, or would take it for another one; `null` when it can. */
export function windowsNameProblem(name: string): string | null {
  if (isDeviceName(name))
    return 'Windows takes it for a device'
  if (/[. ]$/.test(name))
    return 'Windows drops the dot or blank at its end'
  return /[<>:"|?*\\\p{Cc}]/u.test(name) ? 'it holds a character that Windows allows in no name' : null
}

/**
 * Whether a disk may take a name for a wanted one: without regard to case on every platform, since the disk of a Mac or of Windows has none.
 * Windows drops dots and blanks at the end, what follows a colon is a stream of the same file, and `CLAUDE~1` is `.claude` too.
 */
export function mayMean(name: string, wanted: string, platform: NodeJS.Platform): boolean {
  const [plain, other] = [name.toLowerCase(), wanted.toLowerCase()]
  if (plain === other)
    return true
  if (platform !== 'win32')
    return false
  const [beginning = ''] = plain.split(':')
  const short = /^([^~.]{1,6})~\d+(?:\.[^.]{0,3})?$/.exec(beginning)?.[1]
  return beginning.replace(/[. ]+$/, '') === other || (short !== undefined && other.replace(/[^a-z0-9]/g, '').startsWith(short))
}
