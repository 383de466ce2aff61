#!/usr/bin/env node
import process from 'node:process'
import { manyLines } from '../report/plain-text.ts'
import { commandLine } from './commands.ts'
import { isUsageError, parseArguments } from './parse-arguments.ts'

// `| head` has read enough: no fault, and the exit code stays what it is
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE')
    throw error
  process.exit()
})

const cli = commandLine()

try {
  switch (parseArguments(cli, process.argv)) {
    case 'command':
      await cli.runMatchedCommand()
      break
    case 'nothing':
      cli.outputHelp()
  }
}
catch (error) {
  const usage = isUsageError(error)
  console.error(usage ? `skill-evals: ${manyLines(error.message).replace(/[.?]?$/, end => end || '.')} See skill-evals --help.` : error)
  process.exitCode = usage ? 2 : 1
}
