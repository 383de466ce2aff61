import type { Test, TestEvents } from 'jest-runner'
import type { EndedTest } from '../suite/ended-test.ts'
import type { Remark, ThreadMessage, ThreadTest } from './thread-work.ts'
import { groupBy } from '../catalog/group-by.ts'
import { wantsColor } from '../publish/wants-color.ts'
import { createPaint } from '../report/paint.ts'

type TestResult = TestEvents['test-file-success'][1]
type AssertionResult = TestEvents['test-case-result'][1]
type EndedFile = Extract<ThreadMessage, { kind: 'file-end' }>

const statuses = { passed: 'passed', failed: 'failed', skipped: 'pending' } as const

/** A test as Jest's reporters take it. */
export function assertionResult({ tier, name, state, messages, startedAt, elapsedMs, line, column }: ThreadTest): AssertionResult {
  return {
    ancestorTitles: [tier],
    title: name,
    fullName: `${tier} ${name}`,
    status: statuses[state],
    failureMessages: messages,
    failureDetails: [],
    numPassingAsserts: state === 'passed' ? 1 : 0,
    duration: state === 'skipped' ? null : Math.round(elapsedMs),
    startedAt: state === 'skipped' ? null : startedAt,
    invocations: 1,
    retryReasons: [],
    location: { line, column },
  }
}

/** A test file as Jest's reporters take it. */
export function testResult({ path, context: { config } }: Test, { tests, remarks, error }: EndedFile, start: number): TestResult {
  const count = (state: ThreadTest['state']): number => tests.filter(test => test.state === state).length
  const end = Date.now()
  const said = [...remarks, ...skippedOf(tests, path)]
  const failed = tests.filter(test => test.state === 'failed')
  const texts = [...failed.map(failureText), ...error === null ? [] : [headed('Test suite failed to run', [error])]]
  return {
    testFilePath: path,
    ...config.displayName && { displayName: config.displayName },
    testResults: tests.map(assertionResult),
    numPassingTests: count('passed'),
    numFailingTests: failed.length,
    numPendingTests: count('skipped'),
    numTodoTests: 0,
    // Jest says nothing at all of a file that was skipped, not even why
    skipped: tests.every(test => test.state === 'skipped') && said.length === 0,
    failureMessage: texts.length === 0 ? null : texts.join('\n'),
    ...error !== null && { testExecError: { message: error, stack: error } },
    ...said.length > 0 && { console: said.map(({ text, file, line, column }) => ({ type: 'warn', message: text, origin: `    at ${file}:${line}:${column}` })) },
    leaks: false,
    openHandles: [],
    perfStats: { start, end, runtime: end - start, slow: false, loadTestEnvironmentStart: 0, loadTestEnvironmentEnd: 0, setupFilesStart: 0, setupFilesEnd: 0, setupAfterEnvStart: 0, setupAfterEnvEnd: 0 },
    snapshot: { added: 0, fileDeleted: false, matched: 0, unchecked: 0, uncheckedKeys: [], unmatched: 0, updated: 0 },
  }
}

/** A test as the report takes it. `file`: as the catalog calls it. */
export function endedTest({ line, column, meta, state, error, elapsedMs }: ThreadTest, file: string): EndedTest {
  return { file, line, column, meta, state, error, elapsedMs }
}

/** Jest shows no reason for a test that was skipped, so it is said beside: once for all that have the same. */
function skippedOf(tests: readonly ThreadTest[], file: string): Remark[] {
  const held = tests.filter(test => test.meta.heldBack !== undefined)
  return [...groupBy(held, test => test.meta.heldBack?.reason ?? '')].flatMap(([reason, [first, ...more]]) => {
    if (!first)
      return []
    const what = `${first.tier} › ${first.name}${more.length === 0 ? '' : ` and ${more.length} more`}`
    return [{ text: `Skipped: ${what}: ${reason}`, file, line: first.line, column: first.column }]
  })
}

function failureText({ tier, name, messages }: ThreadTest): string {
  return headed(`${tier} › ${name}`, messages)
}

function headed(title: string, messages: string[]): string {
  const { red, bold } = createPaint(wantsColor())
  const text = messages.join('\n\n').replace(/^(?=.)/gm, '    ')
  return `${bold(red(`  ● ${title}`))}\n\n${text}\n`
}
