import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readMachine } from './machine.ts'
import { test } from './temp-folder.fixture.ts'

const ajv = new Ajv2020({ strict: true, strictTypes: false })
const schema = JSON.parse(readFileSync(new URL('../../schema/machine.schema.json', import.meta.url), 'utf8'))

it('is a valid schema', () => {
  expect(ajv.validateSchema(schema), ajv.errorsText()).toBe(true)
})

describe('machine.schema.json and the reader agree', () => {
  const valid = ajv.compile(schema)

  test.for([
    ['', true],
    ['# nothing\n', true],
    ['os: [Linux]\n', true],
    ['os: [Linux, Windows, macOS]\nlabels: [self-hosted, "8", gpu.mi300x]\nsandbox: compose.yaml\n', true],
    ['os: [Linux, Linux]\n', true],
    ['sandbox: " compose.yaml"\n', true],
    ['- Linux\n', false],
    ['Linux\n', false],
    ['os: Linux\n', false],
    ['os: []\n', false],
    ['os:\n', false],
    ['os: [linux]\n', false],
    ['os: [1]\n', false],
    ['os: [""]\n', false],
    ['os: {Linux: true}\n', false],
    ['labels: []\n', false],
    ['labels: gpu\n', false],
    ['labels: [a b]\n', false],
    ['labels: [" gpu"]\n', false],
    ['labels: ["a*"]\n', false],
    ['labels: ["!a"]\n', false],
    ['labels: ["a|b"]\n', false],
    ['labels: [not]\n', false],
    ['labels: [And]\n', false],
    ['labels: [android, notes, nor]\n', true],
    ['labels: [8]\n', false],
    ['labels: [true]\n', false],
    ['labels: [""]\n', false],
    ['sandbox:\n', false],
    ['sandbox: ""\n', false],
    ['sandbox: "  "\n', false],
    ['sandbox: ../compose.yaml\n', false],
    ['sandbox: a\\b\n', false],
    ['sandbox: "a\\0b"\n', false],
    ['sandbox: [compose.yaml]\n', false],
    ['label: [gpu]\n', false],
    ['runner_type: x\n', false],
    ['reason: x\n', false],
  ] as const)('%j', ([text, good], { folder }) => {
    // the schema cannot look for the compose file, so it is there under both of its names
    const dir = folder({ 'evals/machine.yml': text, 'evals/compose.yaml': '', 'evals/ compose.yaml': '' })
    expect(valid(parse(text)), ajv.errorsText(valid.errors)).toBe(good)
    expect(readMachine(dir).findings.length === 0).toBe(good)
  })
})
