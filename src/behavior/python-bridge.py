"""Runs the hooks of one hooks.py for vitest-skill-evals. Speaks JSON, one message a line, on the stdin and stdout that it
was started with; what hooks print goes to stderr. Needs Python 3.8 and nothing else."""
import base64
import importlib.util
import inspect
import json
import linecache
import os
import pickle
import queue
import signal
import sys
import threading
import traceback
import _thread
from dataclasses import dataclass
from pathlib import Path
from typing import List, Optional

sys.dont_write_bytecode = True  # a `__pycache__` in the skill would be a change of the skill
HOOKS = ("setup_session", "setup", "check", "teardown")
TRACEBACK_LINES = 12


@dataclass(frozen=True)
class Case:
    id: str
    prompt: str
    skill: str
    skill_should_trigger: bool
    expected_behavior: List[str]
    unexpected_behavior: List[str]
    logs_contain: List[str]
    files_exist: List[str]
    workspace: Optional[str]
    note: Optional[str]
    extended: bool

    @property
    def expect_skill(self):
        return self.skill if self.skill_should_trigger else None

    @property
    def category(self):
        return "positive" if self.skill_should_trigger else "near_miss"

    @property
    def has_behavior(self):
        return bool(self.expected_behavior or self.unexpected_behavior or self.logs_contain or self.files_exist)


class Run:
    def __init__(self, ask, data):
        self._ask = ask
        self.workspace = Path(data["workspace"])
        self.judge_model = data["judge_model"]
        self.files = data["files"]
        self.tool_names = set(data["tool_names"])
        self.result_text = data["result_text"]
        self.command_text = data["command_text"]
        self.logs = data["logs"]

    def logs_contains(self, text):
        if not self._ask("contains", str(text)):
            raise AssertionError(f"the agent neither did nor said {str(text)!r}")
        return self

    def workspace_contains(self, path):
        if not self._ask("hasFile", os.fspath(path)):
            held = ", ".join(self.files[:20]) + (" and more" if len(self.files) > 20 else "")
            raise AssertionError(f"the workspace holds no file {os.fspath(path)!r}; it holds {held or 'nothing'}")
        return self

    def expects(self, statement):
        return self._judge(statement, False)

    def expects_not(self, statement):
        return self._judge(statement, True)

    def _judge(self, statement, must_not):
        verdict = self._ask("judge", str(statement), must_not)
        if not verdict["pass"]:
            raise AssertionError(f"{'must not be' if must_not else 'expected'}: {statement}. The judge: {verdict['reason']}")
        return self

    def __getattr__(self, name):
        hint = " Expectations are graded before `check` is called." if name == "evaluate" else ""
        raise AttributeError(f"`run` has no attribute `{name}`.{hint}")


class Unanswered(BaseException):
    """The harness could not answer. No `except Exception` of a hook may turn that into something else."""


class TimeIsUp(BaseException):
    pass


class Unusable(Exception):
    """A hook returned what cannot be used."""


class Bridge:
    def __init__(self):
        # Both private copies are not inherited by what hooks start. All others write to stderr.
        self.input, self.output = os.dup(0), os.dup(1)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(2, 1)
        sys.stdout.reconfigure(errors="backslashreplace")
        self.writing = threading.Lock()
        self.requests, self.answers = queue.SimpleQueue(), queue.SimpleQueue()
        self.current = self.interrupting = None
        self.file = self.module = None
        self.session, self.cases, self.folders = {}, {}, {}
        signal.signal(signal.SIGINT, self.on_interrupt)
        threading.excepthook = self.on_thread_fault

    def run(self):
        threading.Thread(target=self.read, daemon=True).start()
        self.send({"ready": "%d.%d.%d" % sys.version_info[:3]})
        while True:
            request = self.requests.get()
            if request["do"] == "end":
                return
            reply = {"id": request["id"]}
            try:
                self.current = request["id"]
                reply["value"] = getattr(self, "do_" + request["do"])(request)
            except BaseException as error:
                self.current = None
                reply["fault"] = self.fault(error)
            finally:
                self.current = None
            if self.interrupting == request["id"] and reply.get("fault", {}).get("kind") != "interrupted":
                reply["fault"] = {"kind": "interrupted", "type": "", "message": "", "line": None, "traceback": ""}
            for stream in (sys.stdout, sys.stderr):
                try:
                    stream.flush()
                except Exception:
                    pass  # a hook may have closed or replaced it
            try:
                os.write(2, ("\0%d\0" % request["id"]).encode())  # all that the hook printed comes before this
            except OSError:
                pass
            self.send(reply)

    # The channel

    def read(self):
        parts = []
        while True:
            chunk = os.read(self.input, 1 << 16)
            if not chunk:
                self.abandon()
            *ends, rest = chunk.split(b"\n")
            for end in ends:
                message = json.loads(b"".join([*parts, end]))
                parts = []
                if message["do"] == "answer":
                    self.answers.put(message)
                elif message["do"] == "interrupt":
                    self.interrupt(message["id"])
                else:
                    self.requests.put(message)
            parts.append(rest)

    def abandon(self):
        """The harness is gone, and with it whoever would end what the hooks have started."""
        if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
            os.killpg(os.getpid(), signal.SIGKILL)
        os._exit(1)

    def send(self, message):
        data = json.dumps(message).encode() + b"\n"
        with self.writing:
            while data:
                data = data[os.write(self.output, data):]

    def ask(self, what, text, must_not=False):
        id, self.current = self.current, None  # half a message would be the end of the channel: not interrupted
        self.send({"id": id, "ask": what, "text": text, "mustNot": must_not})
        self.current = id
        answer = self.answers.get()
        if "error" in answer:
            raise (ValueError if answer["usage"] else Unanswered)(answer["error"])
        return answer["value"]

    def interrupt(self, id):
        self.interrupting = id
        if hasattr(signal, "pthread_kill"):
            signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
        else:
            _thread.interrupt_main()

    def on_interrupt(self, _signal, _frame):
        if self.current is not None and self.interrupting == self.current:
            raise TimeIsUp()

    def on_thread_fault(self, args):
        if args.exc_type is not SystemExit:  # how a thread may end itself
            self.send({"stray": self.fault(args.exc_value if args.exc_value is not None else args.exc_type())})

    # The hooks

    def do_load(self, request):
        self.file = request["file"]
        sys.path[0] = os.path.dirname(self.file)  # was the bridge's own folder
        spec = importlib.util.spec_from_file_location("hooks", self.file)
        module = importlib.util.module_from_spec(spec)
        sys.modules["hooks"] = module
        spec.loader.exec_module(module)
        for name in HOOKS:
            if hasattr(module, name) and not callable(getattr(module, name)):
                raise Unusable(f"`{name}` is {type(getattr(module, name)).__name__}, and has to be a function")
        self.module = module
        return [name for name in HOOKS if hasattr(module, name)]

    def do_restore(self, request):
        if request["session"] is not None:
            self.session = pickle.loads(base64.b64decode(request["session"]))
        for workspace, pickled in request["cases"].items():
            self.cases[workspace] = pickle.loads(base64.b64decode(pickled))

    def do_setup_session(self, request):
        returned = self.call(None, "setup_session", Path(request["cacheDir"]))
        self.session = self.placeholders("setup_session", returned)
        return self.kept(self.session)

    def do_setup(self, request):
        workspace = request["workspace"]
        context = self.cases[workspace] = {**request["context"], **self.session}
        returned = self.call(workspace, "setup", Path(workspace), Case(**request["case"]), context)
        context.update(self.placeholders("setup", returned))
        return self.kept(self.placeholders("setup", context))

    def do_check(self, request):
        workspace = request["workspace"]
        if self.call(workspace, "check", Run(self.ask, request["run"]), Case(**request["case"]), self.context(request)) is False:
            raise Unusable("`check` returned False, which fails nothing. Use `assert`")

    def do_teardown(self, request):
        workspace = request["workspace"]
        self.call(workspace, "teardown", Path(workspace), Case(**request["case"]), self.context(request))

    def context(self, request):
        return self.cases.setdefault(request["workspace"], {**request["context"], **self.session})

    def call(self, workspace, name, *arguments):
        hook = getattr(self.module, name, None)
        if hook is None:
            return None
        # Written for cases that run one after the other, hooks may change the folder; cases that overlap must not feel it.
        before = os.getcwd()
        try:
            os.chdir(self.folders.get(workspace, before))
        except OSError:
            pass
        try:
            returned = hook(*arguments)
        finally:
            try:
                self.folders[workspace] = os.getcwd()
            except OSError:
                pass
            if workspace is not None:
                os.chdir(before)
        if inspect.isawaitable(returned) or inspect.isgenerator(returned):
            if inspect.iscoroutine(returned):
                returned.close()
            raise Unusable(f"`{name}` is {'a generator' if inspect.isgenerator(returned) else 'asynchronous'}, so it did nothing. Hooks are plain functions")
        return returned

    def placeholders(self, name, returned):
        if returned is None:
            return {}
        if not isinstance(returned, dict):
            raise Unusable(f"`{name}` returned {type(returned).__name__}. Return a dict of placeholders, or nothing")
        for key in returned:
            if not isinstance(key, str):
                raise Unusable(f"`{name}` returned a placeholder whose name is {type(key).__name__}. Names are strings")
        return returned

    def kept(self, context):
        """The placeholders as text, and as they are for another process, should this one have to be ended."""
        reply = {"text": {}, "pickle": None, "problem": None}
        for name, value in context.items():
            reply["text"][name] = str(value)
        try:
            reply["pickle"] = base64.b64encode(pickle.dumps(context)).decode()
        except Exception as error:
            reply["problem"] = str(error)
        return reply

    # Faults

    def fault(self, error):
        frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename != __file__ and not frame.filename.startswith("<frozen ")]
        own = [frame for frame in frames if frame.filename == self.file]
        line = own[-1].lineno if own else None
        if isinstance(error, SyntaxError) and error.filename == self.file:
            line = error.lineno
        message = str(error)
        if isinstance(error, AssertionError) and not message and frames:
            last = frames[-1]
            message = (linecache.getline(last.filename, last.lineno) or last.line or "").strip()
            message = f"`{message}` does not hold" if message else ""
        kind = "assertion" if isinstance(error, AssertionError) else "interrupted" if isinstance(error, TimeIsUp) else "unusable" if isinstance(error, Unusable) else "error"
        missing = error.name if isinstance(error, ModuleNotFoundError) else None
        text = [*traceback.format_list(frames), *traceback.format_exception_only(type(error), error)]
        shown = "".join(text).rstrip("\n").split("\n")[-TRACEBACK_LINES:]
        return {"kind": kind, "type": type(error).__name__, "message": message, "line": line, "missing": missing, "traceback": "\n".join(shown)}


if __name__ == "__main__":
    Bridge().run()
