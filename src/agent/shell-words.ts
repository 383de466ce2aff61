const WRAPPER = /^(?:"[^"]*?|'[^']*?|\S*?)(?:bash|zsh|dash|sh|powershell|pwsh)(?:\.exe)?["']?\s+(?:-NoProfile\s+)?(?:-l?c|-Command)\s+(\S[\s\S]*)$/i

/** The command inside of `/bin/bash -lc '…'`, as an agent prints what it ran; a command without such a shell as it is. */
export function unwrapShell(command: string): string {
  const inner = WRAPPER.exec(command.trim())?.[1]
  return inner === undefined ? command : unquote(inner)
}

/** One word as a shell reads it: quoted in parts, in one kind or the other. */
function unquote(word: string): string {
  return word.replace(/'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])/g, (_, single: string | undefined, double: string | undefined, escaped: string | undefined) =>
    single ?? double?.replace(/\\(["$`\\])/g, '$1') ?? escaped ?? '')
}
