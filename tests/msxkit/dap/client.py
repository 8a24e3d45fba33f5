"""A client of the debugger for the tests: it starts `msxkit dap` as a process and talks to it."""

from __future__ import annotations

import atexit
import functools
import json
import queue
import socket
import subprocess
import sys
import threading
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from msxkit.backends.interpreter import InterpreterTarget
from msxkit.dap.debugger import Debugger
from msxkit.language.program import Program

COMMAND = (
    sys.executable,
    "-c",
    "import sys; from msxkit.cli import main; sys.exit(main(['dap', *sys.argv[1:]]))",
)
#: Seconds in which a message has to come; long, because a machine with much else to do compiles slowly.
PATIENCE = 120


@functools.cache
def _shared() -> int:
    """Return the port of a debugger that lives as long as the tests, and takes one client after another."""
    process = subprocess.Popen((*COMMAND, "--tcp", "127.0.0.1:0"), stderr=subprocess.PIPE)
    assert process.stderr is not None
    atexit.register(process.kill)
    port = int(process.stderr.readline().rsplit(b":", 1)[1])
    threading.Thread(target=process.stderr.read, daemon=True).start()
    return port


def debugger_of(program: Program) -> Debugger:
    """Return a debugger at the start of a program, without a process."""
    target = InterpreterTarget("msx2")
    target.start(program)
    return Debugger(target)


class RefusedError(Exception):
    """The debugger refused a request.

    Attributes:
        shown: Whether the editor should show a window about it.
    """

    shown = False


class Client:
    """One session.

    Attributes:
        program: A listing, which is written to a file.
        own: With a debugger of its own, `process`.
    """

    def __init__(self, folder: Path, program: str = "", name: str = "game.bas", *, own: bool = False) -> None:
        self.path = folder / name
        if program:
            self.path.write_text(program, "utf-8")
        self._in: IO[bytes]
        self._out: IO[bytes]
        self._own: subprocess.Popen[bytes] | None = None
        self._connection: socket.socket | None = None
        if own:
            pipe = subprocess.PIPE
            self._own = subprocess.Popen(COMMAND, stdin=pipe, stdout=pipe, stderr=pipe)
            assert self._own.stdin is not None
            assert self._own.stdout is not None
            self._in, self._out = self._own.stdin, self._own.stdout
        else:
            self._connection = socket.create_connection(("127.0.0.1", _shared()), 30)
            self._connection.settimeout(None)
            self._in, self._out = self._connection.makefile("wb"), self._connection.makefile("rb")
        self._seq = 0
        self._messages: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self.events: list[dict[str, Any]] = []
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._in.close()
        if self._connection is not None:
            self._connection.shutdown(socket.SHUT_WR)
            self._listener.join(10)
            self._out.close()
            self._connection.close()
            return
        try:
            self.process.wait(10)
        finally:
            self.process.kill()
            self._out.close()
            assert self.process.stderr is not None
            self.process.stderr.close()

    @property
    def process(self) -> subprocess.Popen[bytes]:
        """The debugger of this session alone."""
        assert self._own is not None
        return self._own

    def _listen(self) -> None:
        while row := self._out.readline():
            length = int(row.split(b":")[1])
            self._out.readline()
            self._messages.put(json.loads(self._out.read(length)))
        self._messages.put(None)

    def send(self, command: str, **arguments: Any) -> int:
        """Send a request without waiting."""
        self._seq += 1
        message = {"seq": self._seq, "type": "request", "command": command, "arguments": arguments}
        self.send_raw(json.dumps(message).encode())
        return self._seq

    def send_raw(self, data: bytes) -> None:
        """Send what need not be a request."""
        self._in.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        self._in.flush()

    def ask(self, command: str, **arguments: Any) -> Any:
        """Send a request and return the answer. Raise `RefusedError`."""
        sent = self.send(command, **arguments)
        while True:
            message = self._messages.get(timeout=PATIENCE)
            assert message is not None, f"the debugger ended before it answered {command}"
            if message["type"] == "event":
                self.events.append(message)
            elif message["request_seq"] == sent:
                if not message["success"]:
                    error = RefusedError(message["message"])
                    error.shown = message.get("body", {}).get("error", {}).get("showUser", False)
                    raise error
                return message.get("body")

    def event(self, name: str) -> Any:
        """Return the next event of this name, which may have come already."""
        while True:
            for place, message in enumerate(self.events):
                if message["event"] == name:
                    del self.events[place]
                    return message.get("body")
            found = self._messages.get(timeout=PATIENCE)
            assert found is not None, f"the debugger ended before the event {name}"
            if found["type"] == "event":
                self.events.append(found)

    def start(
        self, lines: list[dict[str, Any]] | None = None, filters: list[str] | None = None, **launch: Any
    ) -> Any:
        """Launch, set breakpoints, and let the program run."""
        self.ask("initialize", adapterID="msxbasic")
        self.ask("launch", program=str(self.path), **launch)
        self.event("initialized")
        found = None
        if lines is not None:
            found = self.ask("setBreakpoints", source={"path": str(self.path)}, breakpoints=lines)[
                "breakpoints"
            ]
        if filters is not None:
            self.ask("setExceptionBreakpoints", filters=filters)
        self.ask("configurationDone")
        return found

    def stopped(self) -> dict[str, Any]:
        """Wait for the next stop, and return it with the top frame."""
        body: dict[str, Any] = self.event("stopped")
        return {**body, **{f"at_{key}": value for key, value in self.frames()[0].items()}}

    def run_to(self, *rows: int, **launch: Any) -> dict[str, Any]:
        """Launch and run to a breakpoint in one of these rows, or to the first statement."""
        self.start([{"line": row} for row in rows] or None, stopOnEntry=not rows, **launch)
        return self.stopped()

    def frames(self) -> list[dict[str, Any]]:
        """Return the stack."""
        found: list[dict[str, Any]] = self.ask("stackTrace", threadId=1)["stackFrames"]
        return found

    def go(self, command: str) -> dict[str, Any]:
        """Continue in some way to the next stop."""
        self.ask(command, threadId=1)
        return self.stopped()

    def value(self, expression: str) -> str:
        """Return the value of an expression."""
        return str(self.ask("evaluate", expression=expression)["result"])

    def scope(self, name: str) -> dict[str, dict[str, Any]]:
        """Return the rows of a scope, by name."""
        for scope in self.ask("scopes", frameId=0)["scopes"]:
            if scope["name"] == name:
                return self.rows(scope["variablesReference"])
        raise AssertionError(name)

    def rows(self, reference: int) -> dict[str, dict[str, Any]]:
        """Return the rows of a reference, by name."""
        return {row["name"]: row for row in self.ask("variables", variablesReference=reference)["variables"]}
