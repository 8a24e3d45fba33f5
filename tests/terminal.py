"""A command in a pseudo-terminal, as a person uses it: what it shows, what is typed, how it ends."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from typing import Self

import pyte
import pytest

fcntl = pytest.importorskip("fcntl", reason="a system without pseudo-terminals; use Linux or macOS")
pty = pytest.importorskip("pty", reason="a system without pseudo-terminals; use Linux or macOS")
termios = pytest.importorskip("termios", reason="a system without pseudo-terminals; use Linux or macOS")

#: Seconds after which what does not come will never come.
PATIENCE = 30.0


def command(package: str, *arguments: str) -> list[str]:
    """The command line of `battleship` or `msxkit`, run from the source tree."""
    return [sys.executable, "-c", f"import sys; from {package}.cli import main; sys.exit(main())", *arguments]


def _own_terminal() -> None:
    """Make standard input the terminal of the session; who ignores that one hangs up (`nohup`) leaves that behind."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


class Terminal:
    """A command in a terminal of its own; use it in a `with` block, which ends it.

    Attributes:
        environment: Changes to the environment of the tests; None removes a variable.
    """

    def __init__(
        self,
        argv: Sequence[str],
        columns: int = 80,
        rows: int = 24,
        environment: Mapping[str, str | None] | None = None,
    ) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.attributes = termios.tcgetattr(slave)
        changes = {"TERM": "xterm-256color", "NO_COLOR": None, **(environment or {})}
        own = {name: value for name, value in os.environ.items() if name not in ("LINES", "COLUMNS")}
        own |= {name: value for name, value in changes.items() if value is not None}
        for name, value in changes.items():
            if value is None:
                own.pop(name, None)
        self.process = subprocess.Popen(
            argv,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=own,
            start_new_session=True,
            # The terminal whose Ctrl-C and end are signals to the command.
            preexec_fn=_own_terminal,
        )
        # The slave stays open here, so that what a command left of its settings can be looked at when it has ended.
        self._slave = slave
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        #: Everything that came, as bytes.
        self.output = b""
        self._waited = 0

    @property
    def display(self) -> list[str]:
        """The rows that are on the screen now."""
        self.read()
        return list(self._screen.display)

    def settings_are_restored(self) -> bool:
        """Return whether the terminal's settings are those of the beginning, and the main screen is shown."""
        self.read()
        on, off = self.output.rfind(b"\x1b[?1049h"), self.output.rfind(b"\x1b[?1049l")
        return bool(termios.tcgetattr(self._slave) == self.attributes) and off >= on

    def type(self, text: str) -> None:
        """Type characters, escape sequences as they are."""
        os.write(self.master, text.encode())

    def resize(self, columns: int, rows: int) -> None:
        """Make the window another size."""
        self._screen.resize(rows, columns)
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.process.send_signal(signal.SIGWINCH)

    def read(self, seconds: float = 0.0) -> bool:
        """Read what has been written, after waiting for it for at most so long. Return whether anything came."""
        came = False
        while select.select([self.master], [], [], 0 if came else seconds)[0]:
            try:
                data = os.read(self.master, 65536)
            except OSError:  # the other side is closed
                return came
            came = True
            self.output += data
            self._stream.feed(data)
        return came

    def until(self, text: str, seconds: float = PATIENCE) -> None:
        """Wait until the text is on the screen."""
        end = time.monotonic() + seconds
        while not any(text in row for row in self._screen.display):
            assert time.monotonic() < end, f"{text!r} did not come:\n" + "\n".join(self._screen.display)
            self.read(0.1)

    def wait_for(self, text: str, seconds: float = PATIENCE) -> None:
        """Wait until the text has been written, wherever; what came before it is not looked at again."""
        wanted = text.encode()
        end = time.monotonic() + seconds
        while (found := self.output.find(wanted, self._waited)) < 0:
            assert time.monotonic() < end, f"{text!r} did not come: {self.output[self._waited :]!r}"
            self.read(0.2)
        self._waited = found + len(wanted)

    def settled(self, seconds: float = 0.3) -> list[str]:
        """Wait until the screen stays as it is for so long. Return its rows."""
        end = time.monotonic() + PATIENCE
        before = None
        while (rows := self.display) != before:
            assert time.monotonic() < end, "the screen changes on and on:\n" + "\n".join(rows)
            before = rows
            time.sleep(seconds)
        return rows

    def ends(self, typed: str = "") -> int:
        """Type, and wait for the end of the command: its exit code, negative for a signal."""
        self.type(typed)
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < end:
            self.read(0.05)
        code = self.process.wait(0.1)
        self.read()
        return code

    def hang_up(self, seconds: float = PATIENCE) -> int:
        """Close the window and wait for the end of the command. Return its exit code, negative for a signal."""
        for handle in (self._slave, self.master):
            os.close(handle)
        self.master = self._slave = -1
        return self.process.wait(seconds)

    def close(self) -> None:
        """End the command if it still runs."""
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        self.process.wait()
        for handle in (self.master, self._slave):
            with contextlib.suppress(OSError):
                os.close(handle)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()
