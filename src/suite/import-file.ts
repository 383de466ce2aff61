/**
 * Imports a file of the user's where no test runs: TypeScript too, and anew each time, since it may have been edited.
 * @param file absolute path
 * @throws what its own code throws, or Vite when it cannot read it
 */
export async function importFile(file: string): Promise<unknown> {
  const { runnerImport } = await import('vite')
  return (await runnerImport(file, { configFile: false, logLevel: 'silent' })).module
}
