/** A file's name for a text. It may hold line breaks and control characters, and so forge lines or change the reader's terminal. */
export function pathText(path: string): string {
  return /[\p{Cc}\u2028\u2029]/u.test(path) ? JSON.stringify(path) : path
}
