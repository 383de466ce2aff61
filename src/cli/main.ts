#!/usr/bin/env node
import type { GradeOptions } from './grade.ts'
import process from 'node:process'
import { cac } from 'cac'
import { version } from '../vitest/version.ts'

const cli = cac('skill-evals')
cli.usage('<command> [options]\n\nEvals run in Vitest: vitest --project evals')

cli.command('grade <dir> [...files]', 'Grade kept runs again by today\'s datasets, with no agent')
  .option('--root <path>', 'Folder of the Vitest config', { default: '.' })
  .option('-c, --config <path>', 'Path of the Vitest config')
  .option('--project <name>', 'Name of the Vitest project', { default: 'evals' })
  .option('-t, --testNamePattern <pattern>', 'An evaluation\'s id, or a regular expression')
  .action(async (dir: string, files: string[], options: GradeOptions) => (await import('./grade.ts')).grade(dir, files, options))

cli.help()
cli.version(version)

try {
  const { args, options } = cli.parse(process.argv, { run: false })
  if (cli.matchedCommand)
    await cli.runMatchedCommand()
  else if (args.length > 0)
    refuse(`unknown command ${JSON.stringify(args[0])}`)
  else if (!options.help && !options.version)
    cli.outputHelp()
}
catch (error) {
  refuse(error instanceof Error ? error.message : String(error))
}

function refuse(message: string): void {
  console.error(`skill-evals: ${message.replace(/\.$/, '')}. See skill-evals --help.`)
  process.exitCode = 2
}
