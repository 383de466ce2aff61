import process from 'node:process'
import fc from 'fast-check'
import { afterAll, describe, expect, vi } from 'vitest'
import { property } from '../../fixtures/harness/fuzz.ts'
import { commandLine } from './commands.ts'
import { choice, list, repeated, single } from './flags.ts'
import { isUsageError, parseArguments } from './parse-arguments.ts'

const { commands } = commandLine()
const flags = commands.flatMap(command => command.options.flatMap(option => option.rawName.match(/-[\w-]+/g) ?? []))
const word = fc.oneof(
  fc.constantFrom(...flags, ...commands.map(command => command.name), 'ls', '0012345', '', '-', '--', '1e3', '["a","b"]', '[1]', '{', 'a,b', 'a,,b', '--__proto__', '--__proto__.x', '--constructor.prototype.x=1', '--no-extended', '--no-x', '-xyz', '--root=', '--dryRun', '--toString', '-1'),
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.tuple(fc.constantFrom(...flags), fc.string({ maxLength: 5 })).map(([flag, value]) => `${flag}=${value}`),
)
const line = fc.tuple(fc.constantFrom(...commands.map(command => command.name)), fc.array(word, { maxLength: 6 })).map(([name, words]) => [name, ...words])

// `--help` answers by itself, on the console
const silenced = vi.spyOn(console, 'info').mockImplementation(() => {})
afterAll(() => silenced.mockRestore())

/** `null`: it was refused as it should be. */
function parsed(args: string[]): ReturnType<typeof commandLine> | null {
  const cli = commandLine()
  const argv = ['node', 'skill-evals', ...args]
  try {
    parseArguments(cli, argv)
    return cli
  }
  catch (error) {
    expect(isUsageError(error), String(error)).toBe(true)
    expect(String(error)).not.toMatch(/undefined|\[object/)
    return null
  }
}

describe('parseArguments', () => {
  property('understands a command line, or says what is wrong with it', fc.oneof(line, fc.array(word, { maxLength: 6 })), (args) => {
    const cli = parsed(args)
    expect(Object.keys(Object.prototype)).toEqual([])
    expect(({} as Record<string, unknown>).x).toBeUndefined()
    if (cli?.matchedCommand) {
      const known = cli.matchedCommand.options.map(option => option.name)
      expect(Object.keys(cli.options).filter(name => !['--', 'h', 'help', 'v', 'version', 'c', 't', ...known].includes(name))).toEqual([])
    }
  }, { share: 0.5 })

  const valued = commands.flatMap(command => command.options.filter(option => option.rawName.includes('<')).map(option => ({ command: command.name, args: command.args.filter(arg => arg.required).map(() => 'x'), option })))

  property('keeps the value of a flag as it was written', fc.tuple(fc.constantFrom(...valued), fc.oneof(fc.constantFrom('0012345', '1e3', '0x1F', '', 'true', 'null', '1.0', 'a b', '['), fc.string({ unit: 'binary', maxLength: 8 })), fc.boolean()), ([{ command, args, option }, value, inline]) => {
    if (value.startsWith('-') && !inline)
      return
    const flag = `--${option.name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`
    const cli = parsed([command, ...args, ...inline ? [`${flag}=${value}`] : [flag, value]])
    if (cli)
      expect(cli.options[option.name]).toBe(value)
  }, { share: 0.5 })
})

describe('values of flags', () => {
  const value = fc.oneof(fc.constantFrom<unknown>(undefined, true, '', '[]', '["a",1]', '{}', '[', 'a,b'), fc.string({ unit: 'binary' }), fc.array(fc.string(), { maxLength: 3 }), fc.json())

  property('are read, or refused in words', value, (one) => {
    for (const read of [() => list('--x', one), () => repeated(one), () => single('--x', one), () => choice('--x', one, ['text', 'json'])]) {
      try {
        const result = read()
        expect([result ?? []].flat().every(text => typeof text === 'string')).toBe(true)
      }
      catch (error) {
        expect(isUsageError(error), String(error)).toBe(true)
      }
    }
    expect(process.exitCode).toBeUndefined()
  })
})
