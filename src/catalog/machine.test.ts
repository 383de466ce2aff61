import { describe, expect } from 'vitest'
import { readMachine } from './machine.ts'
import { test } from './temp-folder.fixture.ts'

describe('readMachine', () => {
  test('reads all keys', ({ folder }) => {
    const dir = folder({ 'evals/machine.yml': 'os: [Linux, macOS]\nlabels: [self-hosted, mi300x]\nsandbox: compose.yaml\n', 'evals/compose.yaml': '' })
    expect(readMachine(dir)).toEqual({ file: `${dir}/evals/machine.yml`, os: ['Linux', 'macOS'], labels: ['self-hosted', 'mi300x'], sandbox: `${dir}/evals/compose.yaml`, findings: [] })
  })

  test('a missing and an empty file are the defaults', ({ folder }) => {
    const defaults = { os: null, labels: [], sandbox: null, findings: [] }
    expect(readMachine(folder({}))).toMatchObject(defaults)
    expect(readMachine(folder({ 'evals/machine.yml': '# nothing\n' }))).toMatchObject(defaults)
  })

  test.for([
    ['machine/retired-key 1:1', 'labels: [..]', 'runner_type: instinct\nos: [Linux]\n'],
    ['machine/retired-key 2:1', 'comment', 'os: [Linux]\nreason: it needs a GPU\n'],
    ['machine/os 1:5', 'such as `os: [Linux]`', 'os: Linux\n'],
    ['machine/os 1:5', 'at least one entry', 'os: []\n'],
    ['machine/os 1:4', 'has to be a list', 'os:\n'],
    ['machine/os 1:6', '`no` is not a platform', 'os: [no]\n'],
    ['machine/os 1:13', 'Did you mean `macOS`?', 'os: [Linux, macos]\n'],
    ['machine/os 1:6', 'is no text', 'os: [1]\n'],
    ['machine/yaml 2:1', 'stands twice', 'os: [Linux]\nos: [Windows]\n'],
    ['machine/yaml 1:11', 'Invalid YAML', 'os: [Linux\n'],
    ['machine/mapping 1:1', 'has to be a mapping', '- Linux\n'],
    ['machine/labels 1:9', 'at least one entry', 'labels: []\n'],
    ['machine/labels 1:10', 'is no text', 'labels: [1]\n'],
    ['machine/labels 1:10', 'cannot be a label', 'labels: [a b]\n'],
    ['machine/labels 1:10', 'cannot be a label', 'labels: [not]\n'],
    ['machine/unknown-key 1:1', 'Did you mean `labels`?', 'label: [gpu]\n'],
    ['machine/sandbox 1:10', 'no such file', 'sandbox: compose.yaml\n'],
    ['machine/sandbox 1:10', 'no such file', `sandbox: ${'x'.repeat(300)}.yaml\n`],
    ['machine/sandbox 1:10', 'beside machine.yml', 'sandbox: ../compose.yaml\n'],
  ] as const)('%s %s', ([place, message, text], { folder }) => {
    const { findings } = readMachine(folder({ 'evals/machine.yml': text }))
    expect(findings.map(({ rule, line, column }) => `${rule} ${line}:${column}`).slice(0, 1)).toEqual([place])
    expect(findings[0]).toMatchObject({ severity: 'error', blocks: false, message: expect.stringContaining(message) })
  })

  test('warns of machine.yaml', ({ folder }) => {
    const dir = folder({ 'evals/machine.yaml': 'os: [Linux]\n' })
    expect(readMachine(dir)).toMatchObject({ os: null, findings: [{ rule: 'machine/name', severity: 'warning', file: `${dir}/evals/machine.yaml` }] })
  })
})
