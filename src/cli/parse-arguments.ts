import type { CAC } from 'cac'
import { didYouMean } from '../catalog/did-you-mean.ts'
import { keepAsWritten, refuseUnknown } from './flags.ts'
import { UsageError } from './usage-error.ts'

/**
 * Parses a command line, and refuses what is not to be understood.
 * @param cli its options hold the flags then
 * @param argv as `process.argv`
 * @returns whether there is a command to be run, the parser has said all there is to say (help, version), or nothing was asked for.
 * @throws {Error} for which {@link isUsageError} holds
 */
export function parseArguments(cli: CAC, argv: string[]): 'command' | 'answered' | 'nothing' {
  refuseNested(argv.slice(2))
  const { args, options } = cli.parse(argv, { run: false })
  if (cli.matchedCommand) {
    refuseUnknown(cli, cli.matchedCommand)
    keepAsWritten(cli, cli.matchedCommand, argv.slice(3))
    return 'command'
  }
  if (args[0] !== undefined) {
    const names = cli.commands.map(command => command.name)
    throw new UsageError(`There is no command ${JSON.stringify(args[0])}.${didYouMean(args[0], names) || ` There are ${names.join(', ')}.`}`)
  }
  return options.help || options.version ? 'answered' : 'nothing'
}

/** Whether an error says what is wrong with the command line. */
export function isUsageError(error: unknown): error is Error {
  // what the parser itself refuses has a class that it does not export
  return error instanceof UsageError || (error instanceof Error && error.name === 'CACError')
}

/** The parser makes objects in objects of `--a.b`, and of `--__proto__.b` a property of all objects there are. No flag of ours is such. */
function refuseNested(args: string[]): void {
  const end = args.indexOf('--')
  for (const arg of args.slice(0, end < 0 ? undefined : end)) {
    const [flag = ''] = arg.split('=')
    if (flag.startsWith('-') && /\.|__proto__/.test(flag))
      throw new UsageError(`There is no flag ${JSON.stringify(flag)}.`)
  }
}
