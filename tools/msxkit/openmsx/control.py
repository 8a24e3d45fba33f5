"""One openMSX process under control: commands and replies, log, time-outs, and an end that is certain.

Two things keep an emulator from outliving its owner. The first is a watcher: a shell that waits on a pipe whose other
end only this process holds. It kills the process group and removes the private folder when the owner is gone, for
whatever reason. PR_SET_PDEATHSIG would fire when only the thread that started the emulator ends, and would need code
between fork and exec. The second is a timer inside openMSX, which looks for the owner. Closing openMSX's standard input
does not end it: it would run on at full speed.
"""

from __future__ import annotations

import contextlib
import importlib.resources
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import time
import weakref
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NoReturn, Self

from msxkit.errors import (
    CommandError,
    EmulatorError,
    EmulatorMissingError,
    EmulatorTimeoutError,
    NoEmulatorError,
)
from msxkit.openmsx.home import PrivateHome, rom_folder
from msxkit.openmsx.protocol import ControlMessage, Log, Noise, Parser, Reply, Update, request

#: Names the openMSX program when it is not `openmsx` on the PATH.
EXECUTABLE_VARIABLE = "MSXKIT_OPENMSX"
INSTALL = "install it (Debian and Ubuntu: apt-get install openmsx cbios; others: https://openmsx.org)"
#: The oldest version that the driver knows.
OLDEST = (18, 0)
#: Seconds of host time that a command may take. Only a hung emulator takes more.
TIMEOUT = 20.0
_WATCHER = 'read -r _; kill -s KILL -- "-$1" 2>/dev/null; rm -rf -- "$2"'
#: Lines of log kept, and shown.
_KEPT, _SHOWN = 2000, 12


def find_executable(environment: Mapping[str, str]) -> Path:
    """Return the path of the openMSX program. Raise `NoEmulatorError` that says how to get one."""
    named = environment.get(EXECUTABLE_VARIABLE)
    found = shutil.which(named or "openmsx", path=environment.get("PATH"))
    if found is None:
        what = f"{EXECUTABLE_VARIABLE}={named} is not a program" if named else "openMSX is not installed"
        raise NoEmulatorError(f"{what}: {INSTALL}, or name it with {EXECUTABLE_VARIABLE}=/path/to/openmsx")
    # A name with a folder is run from that folder, even if it is the current one ("./link").
    return Path(found).absolute()


@contextlib.contextmanager
def understood() -> Iterator[None]:
    """Raise `EmulatorError` if the code within, which takes an answer of openMSX apart, cannot understand it."""
    try:
        yield
    except (ValueError, LookupError, TypeError, ArithmeticError) as error:
        raise EmulatorError(
            f"the answer of openMSX cannot be read ({error}); is this program really openMSX?"
        ) from error


class Emulator:
    """A running openMSX.

    Use it in a `with` block, or call `close`; it is closed at the end of the process at the latest.

    Attributes:
        timeout: Seconds of host time that a command may take.

    Args:
        arguments: Its command line after `-control stdio`.
        window: Whether a person sees and hears it. Otherwise it has the dummy drivers, and needs no display.
    """

    def __init__(
        self,
        arguments: Sequence[str] = (),
        *,
        environment: Mapping[str, str] | None = None,
        window: bool = False,
        timeout: float = TIMEOUT,
    ) -> None:
        if sys.platform == "win32":
            raise NoEmulatorError("driving openMSX needs Linux, macOS or WSL: use one of these")
        environment = dict(os.environ if environment is None else environment)
        self.executable = find_executable(environment)
        self.timeout = timeout
        self.log: deque[Log] = deque(maxlen=_KEPT)
        self._rom_folder = rom_folder(environment)
        self._parser = Parser()
        self._messages: deque[ControlMessage] = deque()
        self._tail = bytearray()
        self._closed = False
        self.home = PrivateHome(environment, keep_settings=window)
        try:
            self._start(arguments, window)
        except BaseException:
            self.home.remove()
            raise
        self._finalizer = weakref.finalize(
            self, _end, os.getpid(), self.process, self._watcher, self._leash, self.home
        )
        try:
            self._greet()
        except BaseException:
            self.close()
            raise

    def _start(self, arguments: Sequence[str], window: bool) -> None:
        environment = dict(self.home.environment)
        if not window:
            environment |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
        self._errors = self.home.path / "stderr"
        try:
            # Standard error goes to a file, so it need not be drained.
            with self._errors.open("wb") as errors:
                self.process = subprocess.Popen(
                    [str(self.executable), "-control", "stdio", *arguments],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=errors,
                    bufsize=0,
                    env=environment,
                    process_group=0,
                )
        except OSError as error:
            raise NoEmulatorError(
                f"{self.executable} cannot be started: {error.strerror}; {INSTALL}"
            ) from error
        reading, self._leash = os.pipe()
        try:
            self._watcher = subprocess.Popen(
                ["/bin/sh", "-c", _WATCHER, "sh", str(self.process.pid), str(self.home.path)],
                stdin=reading,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except BaseException:
            os.close(self._leash)
            _kill(self.process)
            raise
        finally:
            os.close(reading)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        os.set_blocking(self.process.stdin.fileno(), False)
        os.set_blocking(self.process.stdout.fileno(), False)

    def _greet(self) -> None:
        answer = self.command("openmsx_info version")
        match = re.search(r"openMSX (\d+)[._](\d+)", answer)
        if match is None:
            raise EmulatorError(f"{self.executable} calls itself {answer.strip()!r}, not openMSX")
        self.version = answer.strip()
        if (int(match[1]), int(match[2])) < OLDEST:
            raise EmulatorError(
                f"{self.version} is too old: version {OLDEST[0]}.{OLDEST[1]} or newer is needed"
            )
        self.command("set save_settings_on_exit off; openmsx_update enable status")
        self.command(importlib.resources.files("msxkit.openmsx").joinpath("prelude.tcl").read_text("ascii"))
        if Path(f"/proc/{os.getpid()}").exists():
            self.command(f"::msxkit::watch {os.getpid()}")

    def command(self, tcl: str, timeout: float | None = None) -> str:
        """Run a Tcl command and return its result without the newline that openMSX may add.

        Raise `CommandError` when openMSX says no, `EmulatorTimeoutError` after `timeout` seconds of silence,
        `EmulatorError` when it has died.
        """
        # Stale updates would be taken for the answer to what comes now.
        self._messages.clear()
        self._write(request(tcl), self.timeout if timeout is None else timeout)
        reply = self._wait(_is_reply, timeout, f"no reply to {_short(tcl)}")
        assert isinstance(reply, Reply)
        text = reply.text.removesuffix("\n")
        if not reply.ok:
            raise CommandError(f"openMSX refused {_short(tcl)}: {text.strip()}")
        return text

    def wait_stopped(self, timeout: float) -> None:
        """Wait until the emulation stops at a breakpoint. Raise `EmulatorTimeoutError` after `timeout` seconds of host
        time, or earlier when openMSX no longer answers, which it does while it emulates, too.
        """

        def has_stopped(message: ControlMessage) -> bool:
            return isinstance(message, Update) and message.name == "cpu" and message.value == "suspended"

        limit = time.monotonic() + timeout
        while self._come(has_stopped, min(self.timeout, limit - time.monotonic())) is None:
            if time.monotonic() >= limit:
                self._fail(EmulatorTimeoutError, f"the emulation did not stop within {timeout:g} s")
            # What has come is kept: it may be the stop that is awaited.
            self._write(request("expr 1"), self.timeout)
            answer = self._come(lambda message: _is_reply(message) or has_stopped(message), self.timeout)
            if answer is None:
                self._fail(EmulatorTimeoutError, f"openMSX has not answered for {self.timeout:g} s")
            if not isinstance(answer, Reply):
                self._wait(_is_reply, None, "no reply to 'expr 1'")
                return

    def wait_closed(self) -> int:
        """Wait until openMSX ends, as when a person closes its window, and return its exit code."""
        while self.process.poll() is None:
            self._read(0.2)
            self._messages.clear()
        return self.process.returncode

    def _wait(
        self, wanted: Callable[[ControlMessage], bool], timeout: float | None, complaint: str
    ) -> ControlMessage:
        message = self._come(wanted, self.timeout if timeout is None else timeout)
        if message is None:
            self._fail(EmulatorTimeoutError, complaint)
        return message

    def _come(self, wanted: Callable[[ControlMessage], bool], timeout: float) -> ControlMessage | None:
        """Return the first wanted message, or None if it does not come within `timeout` seconds."""
        limit = time.monotonic() + timeout
        while True:
            while self._messages:
                message = self._messages.popleft()
                if wanted(message):
                    return message
            left = limit - time.monotonic()
            if left <= 0:
                return None
            if not self._read(left) and self._messages == deque() and self._ended():
                self._fail(EmulatorError, "openMSX has ended")

    def _ended(self) -> bool:
        return self._eof or self.process.poll() is not None

    _eof = False

    def _read(self, wait: float) -> bool:
        """Read what has come, after waiting at most `wait` seconds for it. Return False if nothing came."""
        if self._closed:
            raise EmulatorError("the emulator is closed")
        assert self.process.stdout is not None
        ready, _, _ = select.select([self.process.stdout], [], [], wait)
        if not ready:
            return False
        data = os.read(self.process.stdout.fileno(), 1 << 16)
        if not data:
            self._eof = True
            return False
        self._tail = (self._tail + data)[-2000:]
        try:
            messages = self._parser.feed(data)
        except ValueError as error:
            self._fail(EmulatorError, f"what comes from openMSX is not its protocol: {error}")
        for message in messages:
            if isinstance(message, Noise):
                message = Log("noise", message.text)
            if isinstance(message, Log):
                self.log.append(message)
                continue
            self._messages.append(message)
        return True

    def _write(self, data: bytes, timeout: float) -> None:
        if self._closed:
            raise EmulatorError("the emulator is closed")
        assert self.process.stdin is not None
        limit = time.monotonic() + timeout
        view = memoryview(data)
        while view:
            try:
                view = view[os.write(self.process.stdin.fileno(), view) :]
            except BlockingIOError:
                # A full pipe: openMSX may itself be waiting for us to read.
                self._read(0.01)
                if time.monotonic() > limit:
                    self._fail(EmulatorTimeoutError, "openMSX does not take commands")
            except (OSError, ValueError):
                self._read_rest()
                self._fail(EmulatorError, "openMSX has ended")

    def _read_rest(self) -> None:
        with contextlib.suppress(EmulatorError, OSError, ValueError):
            while self._read(0.2):
                pass

    def _fail(self, kind: type[EmulatorError], what: str) -> NoReturn:
        words = self.last_words()
        self.close()
        status = self.process.returncode
        if kind is EmulatorError and status:
            what += f" with status {status}" if status > 0 else f" by signal {signal.Signals(-status).name}"
        if "Couldn't find ROM" in words:
            raise EmulatorMissingError(
                f"{_fatal(words)}\n"
                f"  Put the ROM file into {self._rom_folder} (any name: openMSX knows its SHA-1), or choose another "
                "machine; `msxkit openmsx doctor` says which work"
            )
        if "machines/" in words and "not found" in words:
            raise EmulatorMissingError(
                f"{_fatal(words)}\n  `msxkit openmsx doctor --all` lists the machines that openMSX has"
            )
        raise kind(f"{what}{': its last output:' if words else ' without a word'}\n{words}".rstrip())

    def last_words(self) -> str:
        """Return the last lines that openMSX wrote: standard error, then log lines and unfinished output."""
        errors = b""
        with contextlib.suppress(OSError):
            errors = self._errors.read_bytes()[-4000:]
        # Without sound hardware ALSA complains at every start; it means nothing.
        text = [line for line in errors.decode("utf-8", "replace").splitlines() if "ALSA lib" not in line]
        log = list(self.log)[-_SHOWN:]
        text += [f"{line.level}: {line.text}" for line in log if "sequencer" not in line.text]
        rest = self._parser.rest().strip()
        if rest:
            text.append(rest[-500:])
        return "\n".join(f"  {line}" for line in text[-_SHOWN:] if line.strip())

    @property
    def closed(self) -> bool:
        """Whether the process has been ended."""
        return self._closed

    def close(self) -> None:
        """End openMSX and remove its folder. There is nothing to save, so it is killed."""
        self._closed = True
        self._finalizer()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def _end(
    owner: int,
    process: subprocess.Popen[bytes],
    watcher: subprocess.Popen[bytes],
    leash: int,
    home: PrivateHome,
) -> None:
    """End the process and its watcher, and remove the folder. Runs once, at the end of Python at the latest."""
    if os.getpid() != owner:
        return  # a forked child that ends: the emulator is its parent's
    # End the watcher first: it must not kill a process number that is free again.
    watcher.kill()
    watcher.wait()
    os.close(leash)
    _kill(process)
    home.remove()


def _kill(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()


def _fatal(words: str) -> str:
    for line in words.splitlines():
        if "Fatal error" in line:
            return line.strip().removeprefix("Fatal error:").strip()
    return words.strip()


def _is_reply(message: ControlMessage) -> bool:
    return isinstance(message, Reply)


def _short(tcl: str) -> str:
    line = tcl.strip().splitlines()[0] if tcl.strip() else ""
    return repr(line if len(line) <= 80 else line[:77] + "...")
