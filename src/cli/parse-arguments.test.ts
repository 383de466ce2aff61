import { expect, it } from 'vitest'
import { commandLine } from './commands.ts'
import { isUsageError, parseArguments } from './parse-arguments.ts'

it.each(['--__proto__.polluted=1', '--constructor.prototype.polluted', '--__proto__', '--root.x', '--root.x=1'])('refuses %s, of which the parser would make a property of all objects, or nothing', (flag) => {
  let refused: unknown
  try {
    parseArguments(commandLine(), ['node', 'skill-evals', 'list', flag])
  }
  catch (error) {
    refused = error
  }
  expect(isUsageError(refused)).toBe(true)
  expect('polluted' in {}).toBe(false)
})

it('takes dots in values, and behind `--`', () => {
  const cli = commandLine()
  expect(parseArguments(cli, ['node', 'skill-evals', 'structural', '--root=a.b', '--docs', 'x.md'])).toBe('command')
  expect(cli.options).toMatchObject({ root: 'a.b', docs: 'x.md' })
})
