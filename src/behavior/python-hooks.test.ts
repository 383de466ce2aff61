import type { HookHost, HookRun } from './hooks.ts'
import type { PythonHooksOptions } from './python-caller.ts'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { describe, expect, vi } from 'vitest'
import { readProcFolder } from '../agent/process-table.ts'
import { test as base } from '../catalog/temp-folder.fixture.ts'
import { failure, hookEvaluationOf } from './hooks.fixture.ts'
import { HookCheckFailure, HookError } from './hooks.ts'
import { pythonHooks } from './python-hooks.ts'

const evaluation = hookEvaluationOf({ expectedBehavior: ['e'], logsContain: ['l'], workspace: 'evals/files' })

function run(workspace: string, more: Partial<HookRun> = {}): HookRun {
  return {
    workspace,
    files: ['out/report.csv'],
    toolCalls: [{ name: 'Bash', input: { command: 'ls "a b"' }, result: null }, { name: 'Write', input: { file_path: 'x' }, result: null }],
    resultText: 'Done.',
    transcript: [{ type: 'message', text: 'I say "ü"\nso.' }, { type: 'tool_call', id: 'a', name: 'Bash', input: { command: 'ls "a b"' } }],
    contains: text => text === 'seen',
    hasFile: (file) => {
      if (file.startsWith('/'))
        throw new TypeError('it is absolute')
      return file === 'report.csv'
    },
    judge: async (statement, { mustNot = false } = {}) => ({ pass: statement === (mustNot ? 'false' : 'true'), reason: `because ${mustNot}` }),
    ...more,
  }
}

interface Started { host: HookHost, file: string, dir: string, w: (name: string) => string, living: () => number[] }

const test = base.extend<{ hooks: (text: string, options?: Partial<PythonHooksOptions>, files?: Record<string, string>) => Started }>({
  hooks: async ({ folder }, use) => {
    const started: Started[] = []
    await use((text, options, files = {}) => {
      const dir = folder({ 'hooks.py': text, ...files })
      const probe = randomUUID()
      const file = `${dir}/hooks.py`
      const host = pythonHooks({ file, timeoutMs: 30_000, env: { ...process.env, SKILL_PROBE: probe }, ...options })
      const w = (name: string): string => {
        const workspace = `${dir}/${name}`
        mkdirSync(workspace, { recursive: true })
        return workspace
      }
      const living = (): number[] => readProcFolder(probe, null).filter(row => row.marked).map(row => row.pid)
      started.push({ host, file, dir, w, living })
      return { host, file, dir, w, living }
    })
    for (const { host, living } of started) {
      await host.close()
      expect(living()).toEqual([])
    }
  },
})

describe('hooks that work', () => {
  test('get Python\'s own objects, and hand back placeholders as text', async ({ hooks }) => {
    const { host, w } = hooks(`
from pathlib import Path, PurePosixPath
import dataclasses

def setup_session(cache_dir):
    assert isinstance(cache_dir, Path)
    return {"cache": cache_dir, "count": 3}

def setup(workspace, case, ctx):
    assert isinstance(workspace, Path) and isinstance(ctx["cache"], Path) and ctx["count"] + 1 == 4
    assert (case.id, case.prompt, case.skill, case.skill_should_trigger) == ("one", "Do {what}.", "demo", True)
    assert (case.expected_behavior, case.unexpected_behavior, case.logs_contain, case.files_exist) == (["e"], [], ["l"], [])
    assert (case.workspace, case.note, case.extended) == ("evals/files", None, False)
    assert (case.expect_skill, case.category, case.has_behavior) == ("demo", "positive", True)
    assert dataclasses.asdict(case)["id"] == "one"
    ctx["added"] = "in place"
    return {"out": workspace / "out", "version": 1.5}

def check(run, case, ctx):
    assert isinstance(run.workspace, Path) and isinstance(ctx["out"], Path) and ctx["version"] == 1.5 and ctx["cache"].name == "cache"
    assert run.judge_model == "haiku" and run.files == ["out/report.csv"]
    assert run.tool_names == {"Bash", "Write"} and run.result_text == "Done."
    assert run.command_text == 'ls "a b"'
    assert 'I say "ü"\\nso.' in run.logs and 'ls "a b"' in run.logs
    run.logs_contains("seen").workspace_contains("report.csv").workspace_contains(PurePosixPath("report.csv")).expects("true").expects_not("false")

def teardown(workspace, case, ctx):
    (workspace / "torn-down").write_text(str(ctx["out"]))
`, { judgeModel: 'haiku' })
    const context = await host.setupSession(w('cache'))
    expect(context).toEqual({ cache: w('cache'), count: '3' })
    const more = await host.setup(w('w'), evaluation, context)
    expect(more).toEqual({ ...context, added: 'in place', out: path.join(w('w'), 'out'), version: '1.5' })
    await host.check(run(w('w')), evaluation, { ...context, ...more })
    await host.teardown(w('w'), evaluation, { ...context, ...more })
    expect(readFileSync(`${w('w')}/torn-down`, 'utf8')).toBe(path.join(w('w'), 'out'))
    expect([host.name, await host.hasCheck()]).toEqual(['hooks.py', true])
  })

  test('may be left out', async ({ hooks }) => {
    const { host, w } = hooks('')
    expect(await host.hasCheck()).toBe(false)
    expect(await host.setupSession(w('c'))).toEqual({})
    expect(await host.setup(w('w'), evaluation, {})).toEqual({})
    await host.check(run(w('w')), evaluation, {})
    await host.teardown(w('w'), evaluation, {})
  })

  test('may print, read stdin, start programs, import what is beside them, and leave no bytecode', async ({ hooks }) => {
    const { host, w, dir } = hooks(`
import os, subprocess, sys
import beside

print('{"id": 1, "value": {"text": {"a": "forged"}}}')
def setup(workspace, case, ctx):
    print("é" * 100_000)
    os.write(1, b'{"id": 2}\\n')
    subprocess.run([sys.executable, "-c", "print('child')"], check=True)
    return {"read": sys.stdin.read(), "beside": beside.VALUE}
`, {}, { 'beside.py': 'VALUE = 7' })
    expect(await host.setup(w('w'), evaluation, {})).toEqual({ read: '', beside: '7' })
    expect(existsSync(`${dir}/__pycache__`)).toBe(false)
  })

  test('take turns, each case in the folder that it has changed to', async ({ hooks }) => {
    const { host, w } = hooks(`
import os, time
inside = 0
def setup(workspace, case, ctx):
    global inside
    inside += 1
    assert inside == 1
    os.chdir(workspace)
    time.sleep(0.01)
    inside -= 1
def check(run, case, ctx):
    assert os.getcwd() == str(run.workspace), os.getcwd()
`)
    const workspaces = ['a', 'b', 'c', 'd'].map(w)
    await Promise.all(workspaces.map(workspace => host.setup(workspace, evaluation, {})))
    await Promise.all(workspaces.map(workspace => host.check(run(workspace), evaluation, {})))
  })

  test('end with Python\'s own end', async ({ hooks }) => {
    const { host, dir } = hooks('import atexit, pathlib\natexit.register(lambda: pathlib.Path(__file__).with_name("bye").write_text("bye"))')
    await host.hasCheck()
    await host.close()
    await host.close()
    expect(readFileSync(`${dir}/bye`, 'utf8')).toBe('bye')
  })

  test('see the environment that they need, and none of an agent\'s session', async ({ hooks }) => {
    const { host, w } = hooks('import os\ndef setup(w, c, x):\n    return {n: os.environ.get(n, "-") for n in ["HOME", "PYTHONPATH", "DOCKER_HOST", "MINE", "OTHER", "CLAUDECODE"]}', {
      env: { PATH: process.env.PATH, HOME: '/h', PYTHONPATH: '/p', DOCKER_HOST: 'd', MINE: 'm', OTHER: 'o', CLAUDECODE: '1' },
      passEnv: ['MINE'],
    })
    expect(await host.setup(w('w'), evaluation, {})).toEqual({ HOME: '/h', PYTHONPATH: '/p', DOCKER_HOST: 'd', MINE: 'm', OTHER: '-', CLAUDECODE: '-' })
  })
})

/** A hooks.py whose `hook` does another thing for each case: `0`, `1` and so on. Each body is one line. */
function cases(hook: string, parameters: string, bodies: readonly (readonly [string, string])[]): string {
  const functions = bodies.map(([body], index) => `def case${index}(${parameters}):\n    ${body}\n`)
  return `import os\n${functions.join('')}def ${hook}(${parameters}):\n    return globals()["case" + case.id](${parameters})\n`
}

describe('a check', () => {
  test('fails an expectation by an assertion', async ({ hooks }) => {
    const bodies = [
      ['assert 1 + 1 == 3', '`assert 1 + 1 == 3` does not hold'],
      ['assert False, "no rows"', 'no rows'],
      ['raise AssertionError("mine")', 'mine'],
      ['run.logs_contains("seen").logs_contains("gone")', 'the agent neither did nor said \'gone\''],
      ['run.workspace_contains("none.csv")', 'the workspace holds no file \'none.csv\'; it holds out/report.csv'],
      ['run.expects("it is blue")', 'expected: it is blue. The judge: because false'],
      ['run.expects_not("true")', 'must not be: true. The judge: because true'],
    ] as const
    const { host, w, file } = hooks(cases('check', 'run, case, ctx', bodies))
    for (const [id, [body, message]] of bodies.entries()) {
      const error = await failure(host.check(run(w('w')), { ...evaluation, id: String(id) }, {}))
      expect(error, body).toBeInstanceOf(HookCheckFailure)
      expect(error, body).toMatchObject({ message: expect.stringContaining(`${message} (${file}:`), diff: null })
    }
  })

  test('that fails otherwise is an error of the hook', async ({ hooks }) => {
    const bodies = [
      ['run.nothing', ':3: `check` raised AttributeError: `run` has no attribute `nothing`.'],
      ['run.evaluate()', 'Expectations are graded before `check` is called.'],
      ['run.workspace_contains("/etc/passwd")', '`check` raised ValueError: it is absolute'],
      ['return False', ': `check` cannot be used: `check` returned False, which fails nothing. Use `assert`.'],
      ['yield', ': `check` cannot be used: `check` is a generator, so it did nothing. Hooks are plain functions.'],
    ] as const
    const { host, w, file } = hooks(cases('check', 'run, case, ctx', bodies))
    for (const [id, [body, message]] of bodies.entries()) {
      const error = await failure(host.check(run(w('w')), { ...evaluation, id: String(id) }, {}))
      expect(error, body).toMatchObject({ name: 'HookError', stage: 'check', message: expect.stringContaining(message) })
      expect(error.message.startsWith(file), body).toBe(true)
    }
  })

  test('cannot be asynchronous', async ({ hooks }) => {
    const { host, w } = hooks('async def check(run, case, ctx):\n    assert False\n')
    expect(await failure(host.check(run(w('w')), evaluation, {}))).toMatchObject({ name: 'HookError', message: expect.stringContaining('is asynchronous, so it did nothing') })
  })

  test('ends with the judge\'s own error, whatever it makes of that', async ({ hooks }) => {
    const judgeError = new Error('The judge gave no valid answer.')
    const judge = async (): Promise<never> => {
      throw judgeError
    }
    const { host, w } = hooks(`def check(run, case, ctx):
    if case.id == "plainly":
        run.expects("x")
    try:
        run.expects("x")
    except Exception:
        pass
    except:
        assert False
`)
    for (const id of ['plainly', 'caught'])
      expect(await failure(host.check(run(w('w'), { judge }), { ...evaluation, id }, {})), id).toBe(judgeError)
  })
})

describe('a hook that fails', () => {
  test('shows the line, the traceback and what it printed', async ({ hooks }) => {
    const { host, w, file, dir } = hooks(`import beside
def setup(workspace, case, ctx):
    print("before the fall")
    beside.fall()
`, {}, { 'beside.py': 'def fall():\n    return {}["gone"]\n' })
    const error = await failure(host.setup(w('w'), evaluation, {}))
    expect(error).toMatchObject({ name: 'HookError', stage: 'setup' })
    expect(error.message).toBe([
      `${file}:4: \`setup\` raised KeyError: 'gone'`,
      'Traceback, the last lines:',
      `    File "${file}", line 4, in setup`,
      '      beside.fall()',
      `    File "${dir}/beside.py", line 2, in fall`,
      ...error.message.includes('~~^') ? ['      return {}["gone"]', '             ~~^^^^^^^^'] : ['      return {}["gone"]'],
      '  KeyError: \'gone\'',
      'It printed:',
      '  before the fall',
    ].join('\n'))
  })

  test('does not keep the next case from running', async ({ hooks }) => {
    const bodies = [
      ['assert False', '`setup` raised AssertionError: `assert False` does not hold'],
      ['raise SystemExit(3)', '`setup` called sys.exit(3). Raise an exception instead.'],
      ['raise KeyboardInterrupt()', '`setup` raised KeyboardInterrupt'],
      ['import no_such_module_here', 'No module named \'no_such_module_here\'. Install it for this Python, or name another one in SKILL_EVALS_PYTHON.'],
      ['return 3', '`setup` returned int. Return a dict of placeholders, or nothing.'],
      ['return {3: 4}', 'a placeholder whose name is int'],
      ['os._exit(5)', '`setup` ended its Python process, which ended with exit code 5.'],
      ['os.kill(os.getpid(), 9)', '`setup` ended its Python process, which was ended by SIGKILL.'],
      ['os.close(2); os.close(1); raise ValueError("x")', '`setup` raised ValueError: x'],
      ['return {"ok": case.id}', ''],
    ] as const
    const { host, w } = hooks(cases('setup', 'workspace, case, ctx', bodies))
    const calls = await Promise.allSettled(bodies.map((_, id) => host.setup(w(String(id)), { ...evaluation, id: String(id) }, {})))
    const last = calls.pop()
    for (const [id, call] of calls.entries())
      expect(call, bodies[id]?.[0]).toMatchObject({ status: 'rejected', reason: { name: 'HookError', stage: 'setup', message: expect.stringContaining(bodies[id]?.[1] ?? '') } })
    expect(last).toMatchObject({ status: 'fulfilled', value: { ok: '9' } })
  })

  test('in a thread that it started is told at the end of the file', async ({ hooks }) => {
    const { host, w } = hooks('import threading\ndef f():\n    raise ValueError("left")\ndef setup(w, c, x):\n    t = threading.Thread(target=f)\n    t.start()\n    t.join()\n')
    await host.setup(w('w'), evaluation, {})
    const [late, ...others] = await host.close()
    expect(late?.message).toContain('hooks.py:3: a thread that a hook had started raised ValueError: left')
    expect(others).toEqual([])
  })
})

describe('a hook that hangs', () => {
  const limit = { timeoutMs: 2000 }

  test('is interrupted, told where, and everything else goes on in the same process', async ({ hooks }) => {
    const { host, w, file } = hooks(`import time, threading
lock = threading.Lock()  # cannot be given to another process
def setup_session(cache_dir):
    return {"lock": lock}
def setup(workspace, case, ctx):
    assert ctx["lock"] is lock
def teardown(workspace, case, ctx):
    if workspace.name == "bad":
        time.sleep(10**6)
    assert ctx["lock"] is lock
`, limit)
    await host.setupSession(w('c'))
    await Promise.all(['bad', 'good'].map(name => host.setup(w(name), evaluation, {})))
    const [bad, good] = await Promise.allSettled(['bad', 'good'].map(name => host.teardown(w(name), evaluation, {})))
    expect(bad).toMatchObject({ status: 'rejected', reason: { name: 'HookError', stage: 'teardown', message: `${file}:9: \`teardown\` took longer than 2 s (\`timeout.hook\`) and was stopped.` } })
    expect(good).toMatchObject({ status: 'fulfilled' })
    await host.setup(w('next'), evaluation, {})
  })

  test('and swallows the interruption is a failure all the same', async ({ hooks }) => {
    const { host, w } = hooks('import time\ndef setup(w, c, x):\n    try:\n        time.sleep(10**6)\n    except BaseException:\n        return {}\n', limit)
    expect((await failure(host.setup(w('w'), evaluation, {}))).message).toContain('took longer than 2 s')
  })

  test('and cannot be interrupted loses its process; the others keep their values', async ({ hooks }) => {
    const { host, w } = hooks(`import signal, time, subprocess
def setup_session(cache_dir):
    return {"cache": cache_dir}
def setup(workspace, case, ctx):
    return {"own": workspace / "own"}
def check(run, case, ctx):
    if run.workspace.name == "bad":
        subprocess.Popen(["sleep", "1000"], start_new_session=True)
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        print("now", flush=True)
        time.sleep(10**6)
    assert ctx["cache"].name == "c" and ctx["own"].name == "own"
def teardown(workspace, case, ctx):
    assert ctx["own"].name == "own"
`, limit)
    await host.setupSession(w('c'))
    for (const name of ['bad', 'good'])
      await host.setup(w(name), evaluation, {})
    const [bad, good] = await Promise.allSettled(['bad', 'good'].map(name => host.check(run(w(name)), evaluation, {})))
    expect(bad).toMatchObject({ reason: { name: 'HookError', message: expect.stringMatching(/`check` took longer than 2 s \(`timeout.hook`\) and could not be interrupted, so its Python process was ended\.\nIt printed:\n {2}now/) } })
    expect(good).toMatchObject({ status: 'fulfilled' })
    for (const name of ['bad', 'good'])
      await host.teardown(w(name), evaluation, {})
    expect(await host.setup(w('next'), evaluation, {})).toMatchObject({ cache: w('c') })
  })

  test('is given up when the run ends', async ({ hooks }) => {
    const { host, w } = hooks('import pathlib, time\ndef setup(w, c, x):\n    (w / "started").touch()\n    time.sleep(10**6)\n')
    const [one, two] = [failure(host.setup(w('a'), evaluation, {})), failure(host.setup(w('b'), evaluation, {}))]
    await vi.waitUntil(() => existsSync(`${w('a')}/started`), 20_000)
    expect(await host.close()).toEqual([])
    expect((await one).message).toContain('`setup` was given up, since the run has ended.')
    expect((await two).message).toContain('the run has ended.')
  })

  test('while it is loaded fails all cases, once', async ({ hooks }) => {
    const { host, w } = hooks('import time\ntime.sleep(10**6)\n', limit)
    const error = await failure(host.hasCheck())
    expect(error).toMatchObject({ stage: 'load', message: expect.stringContaining('hooks.py:2: the file took longer than 2 s') })
    expect(await failure(host.setup(w('w'), evaluation, {}))).toBe(error)
  })
})

test('values that cannot leave a process that has died fail the cases that need them, by name of the reason', async ({ hooks }) => {
  const { host, w } = hooks(`import os, threading
def setup_session(cache_dir):
    return {"lock": threading.Lock(), "where": cache_dir}
def setup(workspace, case, ctx):
    if workspace.name == "bad":
        os._exit(5)
def check(run, case, ctx):
    pass
def teardown(workspace, case, ctx):
    (workspace / "torn-down").write_text(str(ctx["where"]))
`)
  await host.setupSession(w('c'))
  await host.setup(w('good'), evaluation, {})
  await failure(host.setup(w('bad'), evaluation, {}))
  for (const call of [host.check(run(w('good')), evaluation, {}), host.setup(w('next'), evaluation, {})])
    expect((await failure(call)).message).toMatch(/hooks\.py: `(?:check|setup)` was not called: .*ended with exit code 5, and what `setup(?:_session)?` had returned cannot be given to a new one: .*lock/)
  // teardown is tried with what there is
  await host.teardown(w('good'), evaluation, { where: 'as text' })
  expect(readFileSync(`${w('good')}/torn-down`, 'utf8')).toBe('as text')
})

describe('a hooks file that cannot be used', () => {
  test.for([
    ['x = 1\ndef setup(:\n    pass', 'hooks.py:2: the file raised SyntaxError: '],
    ['import sources', 'hooks.py:1: the file imports `sources`, which is part of skillscope and is not there.'],
    ['\nfrom skillscope import sources', 'hooks.py:2: the file imports `skillscope`, which is part of skillscope and is not there.'],
    ['1 / 0', 'hooks.py:1: the file raised ZeroDivisionError: division by zero'],
    ['raise SystemExit', 'hooks.py:1: the file called sys.exit().'],
    ['check = 3', '`check` is int, and has to be a function.'],
    ['import os; os._exit(4)', 'the file ended its Python process, which ended with exit code 4.'],
  ] as const)('%s', async ([text, message], { hooks }) => {
    const { host, w } = hooks(text)
    const error = await failure(host.hasCheck())
    expect(error).toBeInstanceOf(HookError)
    expect(error).toMatchObject({ stage: 'load' })
    expect(error.message).toContain(message)
    expect(await failure(host.setup(w('w'), evaluation, {}))).toBe(error)
  })

  test('without any Python', async ({ hooks, folder }) => {
    const { host, file } = hooks('', { env: { PATH: folder({}) } })
    expect((await failure(host.hasCheck())).message).toBe(`${file}: hooks in Python need Python 3.8 or later, and there is no \`${process.platform === 'win32' ? 'python' : 'python3'}\` on PATH. Install it, name one in SKILL_EVALS_PYTHON, or write hooks.ts.`)
  })

  test('with a Python that is not there', async ({ hooks }) => {
    const { host, file } = hooks('', { env: { ...process.env, SKILL_EVALS_PYTHON: '/no/python' } })
    expect((await failure(host.hasCheck())).message).toBe(`${file}: SKILL_EVALS_PYTHON is \`/no/python\`, and there is no such program.`)
  })

  test('with a Python that is none', async ({ hooks, folder }) => {
    const fake = `${folder({})}/python`
    writeFileSync(fake, '#!/bin/sh\necho "I am too old." >&2\nexit 9\n')
    chmodSync(fake, 0o755)
    const { host } = hooks('', { env: { ...process.env, SKILL_EVALS_PYTHON: fake } })
    expect((await failure(host.hasCheck())).message).toContain(`Python (${fake}) ended with exit code 9.\nIt printed:\n  I am too old.`)
  })
})

test('what hooks leave running ends with the file', async ({ hooks }) => {
  const { host, w, living } = hooks('import subprocess\ndef setup_session(cache_dir):\n    return {"pid": subprocess.Popen(["sleep", "1000"], start_new_session=True).pid}\n')
  const { pid } = await host.setupSession(w('c'))
  expect(living()).toContain(Number(pid))
  await host.close()
  expect(living()).toEqual([])
})

test.skipIf(process.platform === 'win32')('what hooks have running ends with the harness, however that ended', async ({ folder }) => {
  const file = `${folder({ 'hooks.py': 'import subprocess, time\nsubprocess.Popen(["sleep", "1000"])\nprint("started", flush=True)\ntime.sleep(1000)\n' })}/hooks.py`
  const probe = randomUUID()
  const bridge = spawn('python3', [fileURLToPath(new URL('./python-bridge.py', import.meta.url))], { detached: true, env: { PATH: process.env.PATH, SKILL_PROBE: probe } })
  bridge.stdin.write(`${JSON.stringify({ do: 'load', id: 1, file })}\n`)
  const started = await once(bridge.stderr, 'data')
  expect(String(started)).toContain('started')
  expect(readProcFolder(probe, null).filter(row => row.marked)).toHaveLength(2)
  // all that is left of a harness that was killed
  bridge.stdin.destroy()
  await once(bridge, 'exit')
  await vi.waitUntil(() => readProcFolder(probe, null).every(row => !row.marked), 10_000)
})
