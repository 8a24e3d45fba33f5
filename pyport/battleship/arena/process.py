"""A bot as a process: it starts in its folder, gets and sends lines, and has limited time for each answer.

All faults of the bot are `ProtocolError`s. The prompt `>` may stand anywhere, with or without a line end,
several at a time or never; blank lines and CR LF do not count.
"""

from __future__ import annotations

import contextlib
import os
import re
import select
import signal
import subprocess
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from weakref import WeakSet

from battleship.arena.confine import Limits, descendants, prepare
from battleship.arena.faults import ProtocolError, Reason
from battleship.errors import BotError
from battleship.notation.skynet import KILL
from msxkit.errors import quoted

#: Bytes of one line, and bytes between two messages, beyond which output is noise.
LINE_BYTES = 1000
MESSAGE_BYTES = 64 * 1024
#: Seconds that a bot which prompts is given to prompt before the next message goes out unasked.
PROMPT_WAIT = 0.5
#: Seconds for a line that is said to be late, and for the silence after a fault.
LATE_WAIT = 1.0
SILENCE = 0.05
#: Seconds between two looks into the folders of all bots.
WATCH = 0.1

_PROMPT = ">"


class BotProcess:
    """One running bot. `close` (or the end of a `with` block) leaves no process running."""

    def __init__(
        self,
        command: Sequence[str],
        folder: Path,
        stderr: Path,
        limits: Limits,
        environment: Mapping[str, str],
    ) -> None:
        """Start it. Raise `BotError` when that fails.

        Args:
            command: Program and arguments.
            folder: Working directory, the only place where the bot may write.
            stderr: File that standard error is appended to.
        """
        self._stderr = stderr
        self._folder = folder
        self._limits = limits
        self._excess = ""  # what it was killed for
        try:
            with stderr.open("ab") as errors, prepare(folder, limits) as confine:
                self._start_of_errors = errors.tell()
                self._process = subprocess.Popen(
                    command,
                    cwd=folder,
                    env=dict(environment),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=errors,
                    bufsize=0,
                    start_new_session=True,
                    preexec_fn=confine,
                )
        except (OSError, subprocess.SubprocessError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise BotError(f"{' '.join(command)}: cannot be started: {reason}") from error
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._input = self._process.stdin.fileno()
        self._output = self._process.stdout.fileno()
        os.set_blocking(self._input, False)
        os.set_blocking(self._output, False)
        self._partial = b""
        self._tokens: deque[str] = deque()  # lines and prompts, in order
        self._received = 0  # bytes since the last message
        self._ended = False  # nothing more will come from it
        self._gone = False  # killed, the pipes closed
        self._paced = True  # it has prompted in time so far
        _WATCHED.add(self)

    def __enter__(self) -> BotProcess:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def ask(self, message: str, timeout: float, stale: Callable[[str], bool]) -> str:
        """Send a message and return the first line of the answer, without blanks around it.

        Args:
            timeout: Seconds from the sending.
            stale: Lines that are passed over; if nothing else comes within `LATE_WAIT` such a line is the answer after
                all.
        """
        limit = time.monotonic() + timeout
        self._send(message, limit)
        passed = None
        while True:
            until = limit if passed is None else min(limit, time.monotonic() + LATE_WAIT)
            line = self._next_line(until)
            if line is None and passed is not None:
                line = passed
            elif line is None:
                raise ProtocolError(Reason.TIMEOUT, self._silence(message, timeout))
            elif stale(line):
                passed = passed or line
                continue
            self._settle(limit)
            return line

    def tell(self, message: str, timeout: float) -> None:
        """Send a message that wants no answer; lines that come all the same wait for the next `ask`."""
        limit = time.monotonic() + timeout
        self._send(message, limit)
        self._settle(limit)
        if self._ended:
            raise self._crash(f"when {message} was sent")

    def prompted(self, timeout: float) -> bool:
        """Return whether a prompt comes within so many seconds."""
        limit = time.monotonic() + timeout
        while _PROMPT not in self._tokens:
            if not self._receive(limit):
                return False
        self._tokens.remove(_PROMPT)
        return True

    def unasked(self, silence: float) -> list[str]:
        """Return the lines that the bot has written unasked, up to the first silence of so many seconds."""
        while self._receive(time.monotonic() + silence):
            pass
        lines = [token for token in self._tokens if token != _PROMPT]
        self._tokens.clear()
        return lines

    def recover(self, late: bool) -> bool:
        """Recover after a fault and the message E: throw away what has been said. Return False when the bot is to be
        replaced.

        Args:
            late: The fault was a timeout; then the bot must give a sign of life within `LATE_WAIT`.
        """
        if self._ended:
            return False
        alive = self._paced or not late
        wait = SILENCE if alive else LATE_WAIT
        with contextlib.suppress(ProtocolError):
            while self._receive(time.monotonic() + wait):
                alive, wait = True, SILENCE
        self._tokens.clear()
        self._partial = b""
        return alive and not self._ended

    def quit(self, timeout: float) -> str:
        """Ask the bot to quit and wait. Return what was wrong with the way it went, or nothing; it is gone
        in any case.
        """
        wrong = ""
        if self._process.poll() is None:
            limit = time.monotonic() + timeout
            with contextlib.suppress(ProtocolError):
                self._send(KILL, limit)
            if not self.ended(limit - time.monotonic()):
                wrong = f"did not quit within {timeout:g} seconds after K and was killed"
        if self._excess:
            wrong = f"was ended: it had written {self._excess}"
        if not wrong and any(self._in_group(process) for process in descendants(os.getpid())):
            wrong = "quit but left other processes running, which were killed"
        self.kill()
        return wrong

    def end_input(self) -> None:
        """Close the bot's standard input; nothing can be sent to it any more."""
        assert self._process.stdin is not None
        self._process.stdin.close()

    def ended(self, timeout: float) -> bool:
        """Return whether the bot quits by itself within so many seconds."""
        limit = time.monotonic() + timeout
        while self._process.poll() is None and (left := limit - time.monotonic()) > 0:
            _watch()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(min(left, WATCH))
        return self._process.returncode is not None

    def kill(self) -> None:
        """End the bot and all processes below it and in its group."""
        if self._gone:
            return
        self._gone = self._ended = True
        self._end_processes()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            pipe.close()

    def _end_processes(self) -> None:
        family = descendants(self._process.pid)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        if self._process.poll() is None:
            self._process.kill()
        kill_all(family)
        self._process.wait()

    def _in_group(self, process: int) -> bool:
        try:
            return os.getpgid(process) == self._process.pid and process != self._process.pid
        except ProcessLookupError:
            return False

    def _send(self, message: str, limit: float) -> None:
        if self._gone:
            raise ProtocolError(Reason.CRASH, f"was no longer running when {message} was sent")
        self._received = 0
        data = f"{message}\n".encode()
        while data:
            if not self._wait(self._input, select.POLLOUT, limit):
                raise ProtocolError(Reason.TIMEOUT, f"did not read its input when {message} was sent")
            try:
                data = data[os.write(self._input, data) :]
            except BlockingIOError:
                continue
            except OSError as error:
                raise self._crash(f"when {message} was sent") from error

    def _settle(self, limit: float) -> None:
        """Wait for the prompt, as the document's bots give it after each message.

        A bot that keeps it in its output buffer, such as the document's in C, makes this wait once only.
        """
        if not self._paced:
            return
        self._paced = self.prompted(min(limit - time.monotonic(), PROMPT_WAIT))

    def _next_line(self, until: float) -> str | None:
        """Return the next line, or None when the time is over. Raise `ProtocolError` when the bot has gone."""
        while True:
            while self._tokens:
                token = self._tokens.popleft()
                if token != _PROMPT:
                    return token
            if not self._receive(until):
                if self._ended:
                    raise self._crash("before it answered")
                return None

    def _receive(self, until: float) -> bool:
        """Read what the bot has written. Return False if nothing came by `until`, or its output has ended."""
        if self._ended or not self._wait(self._output, select.POLLIN, until):
            return False
        try:
            data = os.read(self._output, MESSAGE_BYTES)
        except BlockingIOError:
            return True
        if not data:
            self._ended = True
            return False
        self._received += len(data)
        *pieces, self._partial = re.split(rb"(\n|>)", self._partial + data)
        for piece in pieces:
            text = piece.decode("ascii", "backslashreplace").strip()
            if text:
                self._tokens.append(text)
        longest = max(len(piece) for piece in (*pieces, self._partial))
        if longest > LINE_BYTES or self._received > MESSAGE_BYTES:
            self.kill()
            raise ProtocolError(
                Reason.NOISE,
                f"wrote a line of more than {LINE_BYTES} bytes"
                if longest > LINE_BYTES
                else f"wrote more than {MESSAGE_BYTES} bytes at a time",
            )
        return True

    def _wait(self, handle: int, readiness: int, until: float) -> bool:
        poll = select.poll()
        poll.register(handle, readiness)
        while True:
            _watch()
            if self._excess:
                self.kill()
                raise ProtocolError(Reason.CRASH, f"was ended: it had written {self._excess}")
            left = until - time.monotonic()
            if poll.poll(max(0.0, min(left, WATCH)) * 1000):
                return True
            if left <= WATCH:
                return False

    def look(self) -> None:
        """Kill the bot when its folder is beyond the limits; the next wait for it reports that."""
        if not self._gone and not self._excess:
            self._excess = self._limits.excess(self._folder)
            if self._excess:
                self._end_processes()

    def _silence(self, message: str, timeout: float) -> str:
        partial = self._partial.decode("ascii", "backslashreplace").strip()
        if partial:
            return f"answered {message} with {quoted(partial)} but no end of line within {timeout:g} seconds"
        return f"did not answer {message} within {timeout:g} seconds"

    def _crash(self, when: str) -> ProtocolError:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(SILENCE * 4)
        code = self._process.returncode
        if code is None:
            what = "closed its input or output"
        elif code < 0:
            what = f"was ended by {signal.Signals(-code).name}"
        else:
            what = f"ended with exit code {code}"
        self.kill()
        last = self.last_error()
        return ProtocolError(Reason.CRASH, f"{what} {when}" + (f"; standard error: {last}" if last else ""))

    def last_error(self) -> str:
        """Return the last line that this process wrote to standard error, shortened."""
        with contextlib.suppress(OSError), self._stderr.open("rb") as file:
            end = file.seek(0, os.SEEK_END)
            file.seek(max(self._start_of_errors, end - 2000))
            lines = file.read().decode("utf-8", "replace").split("\n")
            written = [line.strip() for line in lines if line.strip()]
            return quoted(written[-1]) if written else ""
        return ""


#: The bots that run: their folders are checked while any of them has its turn.
_WATCHED: WeakSet[BotProcess] = WeakSet()
_looked = 0.0


def _watch() -> None:
    global _looked
    now = time.monotonic()
    if now - _looked >= WATCH:
        _looked = now
        for bot in list(_WATCHED):
            bot.look()


def kill_all(processes: Sequence[int]) -> None:
    """Kill these processes and reap those that are children of this one."""
    for process in processes:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(process, signal.SIGKILL)
    for process in processes:
        with contextlib.suppress(ChildProcessError):
            os.waitpid(process, 0)
