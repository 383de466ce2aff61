/** What any program needs to find its way on the machine, and nothing that changes what an agent does. */
const SYSTEM = new Set([
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'TERM', 'LANG', 'LANGUAGE', 'TZ', 'TMPDIR', 'TMP', 'TEMP'],
  // Windows
  ...['SYSTEMROOT', 'SYSTEMDRIVE', 'WINDIR', 'COMSPEC', 'PATHEXT', 'USERPROFILE', 'USERNAME', 'USERDOMAIN', 'HOMEDRIVE', 'HOMEPATH'],
  ...['APPDATA', 'LOCALAPPDATA', 'PROGRAMDATA', 'PROGRAMFILES', 'PROGRAMFILES(X86)', 'PROGRAMW6432', 'NUMBER_OF_PROCESSORS', 'PROCESSOR_ARCHITECTURE', 'OS'],
  // The way to the model through a company's network
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'ALL_PROXY', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
])

/**
 * The part of an environment that an agent may see. An allow-list: a run that is started from inside an agent's session
 * must not inherit its variables, and the user's secrets are not the agent's business.
 */
export function allowedEnvironment(env: NodeJS.ProcessEnv, more: (name: string) => boolean): Record<string, string> {
  const allowed: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && (SYSTEM.has(name.toUpperCase()) || name.startsWith('LC_') || more(name)))
      allowed[name] = value
  }
  return allowed
}
