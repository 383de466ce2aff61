#!/usr/bin/env node
import process from 'node:process'
import { cac } from 'cac'
import { version } from '../vitest/version.ts'

const cli = cac('skill-evals')
cli.usage('[command]\n\nEvals run in Vitest: vitest --project evals')
cli.help()
cli.version(version)
try {
  const { args, options } = cli.parse()
  if (args.length > 0) {
    console.error(`skill-evals: unknown command ${JSON.stringify(args[0])}. See skill-evals --help.`)
    process.exitCode = 2
  }
  else if (!options.help && !options.version) {
    cli.outputHelp()
  }
}
catch (error) {
  console.error(`skill-evals: ${error instanceof Error ? error.message : String(error)}. See skill-evals --help.`)
  process.exitCode = 2
}
