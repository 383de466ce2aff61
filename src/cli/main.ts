#!/usr/bin/env node
import process from 'node:process'
import { didYouMean } from '../catalog/did-you-mean.ts'
import { commandLine } from './commands.ts'
import { keepAsWritten, refuseUnknown } from './flags.ts'
import { UsageError } from './usage-error.ts'

// `| head` has read enough: no fault, and the exit code stays what it is
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE')
    throw error
  process.exit()
})

const cli = commandLine()

try {
  const { args, options } = cli.parse(process.argv, { run: false })
  if (cli.matchedCommand) {
    refuseUnknown(cli, cli.matchedCommand)
    keepAsWritten(cli, cli.matchedCommand, process.argv.slice(3))
    await cli.runMatchedCommand()
  }
  else if (args[0] !== undefined) {
    const names = cli.commands.map(command => command.name)
    throw new UsageError(`There is no command ${JSON.stringify(args[0])}.${didYouMean(args[0], names) || ` There are ${names.join(', ')}.`}`)
  }
  else if (!options.help && !options.version) {
    cli.outputHelp()
  }
}
catch (error) {
  // what the parser itself refuses has a class that it does not export
  const usage = error instanceof UsageError || (error instanceof Error && error.name === 'CACError')
  console.error(usage ? `skill-evals: ${error.message.replace(/[.?]?$/, end => end || '.')} See skill-evals --help.` : error)
  process.exitCode = usage ? 2 : 1
}
