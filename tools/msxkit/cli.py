"""The `msxkit` command. Commands are imported only when they are called, so that each starts quickly.

`LazyGroup` and `run` serve every console command of the distribution. The exit code is 0 when all went well, 1 when a
check failed, 2 for wrong usage or bad input, 3 when a limit was reached. An error of the family is a message on
standard error, never a traceback.
"""

from __future__ import annotations

import codecs
import contextlib
import errno
import importlib.util
import io
import math
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, TextIO, TypeVar

import click

from msxkit import __version__
from msxkit.errors import MsxError, StoppedError, printable

Command = TypeVar("Command", bound=Callable[..., Any])
#: What options and arguments name: a file or folder, a file, a folder, a folder that is there.
FILE = click.Path(path_type=Path)
ONE_FILE = click.Path(dir_okay=False, path_type=Path)
FOLDER = click.Path(file_okay=False, path_type=Path)
OLD_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


def together(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Return a decorator that adds options to a command, in the order in which its help shows them."""

    def add(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return add


class FiniteRange(click.FloatRange):
    """A number in a range. "nan", which no comparison holds for, and "inf" are refused."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number: float = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value} is not a finite number", param, ctx)
        return number


class _ReaderGoneError(Exception):
    """The reader of standard output has gone (`| head`). The command ends without a message.

    Attributes:
        code: The exit code.
    """

    code = 0


@contextmanager
def _reader_may_go() -> Iterator[None]:
    """End quietly when the reader of standard output goes: click and rich would exit with 1."""
    try:
        yield
    except BrokenPipeError as error:
        raise _ReaderGoneError from error
    except SystemExit as left:
        if isinstance(left.__context__, BrokenPipeError):
            raise _ReaderGoneError from left
        raise


@contextmanager
def verdict(code: int) -> Iterator[None]:
    """Print in this context what has this exit code. It is the same where a reader stops reading (`| head -1`)."""
    try:
        with _reader_may_go():
            yield
    except _ReaderGoneError as gone:
        gone.code = code
        raise


#: Signals that ask a process to end: the terminal was closed, a user or program ends it, a limit was reached.
_ENDING = ("SIGHUP", "SIGTERM", "SIGQUIT", "SIGXCPU", "SIGUSR1", "SIGUSR2", "SIGALRM")


#: What writing into a file that is open can fail with.
_OF_WRITING = (errno.ENOSPC, errno.EIO, errno.EFBIG, errno.EDQUOT, errno.EBADF, errno.EINVAL)


class Ended(SystemExit):
    """A signal that asks the process to end. Raised as an exception, it leaves files whole, the terminal as it was, and
    no process running that this one has started.

    Attributes:
        status: The exit code: 128 plus the number of the signal, as shells count.

    Args:
        number: The number of the signal.
    """

    def __init__(self, number: int) -> None:
        self.status = 128 + number
        super().__init__(self.status)


@contextmanager
def _ends_in_order() -> Iterator[None]:
    """Turn signals that end the process into `Ended`. Those that it was told to ignore (`nohup`) stay ignored."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(number: int, _frame: FrameType | None) -> None:
        for other in handled:  # what is left to do takes a moment, and must not be broken off
            signal.signal(other, signal.SIG_IGN)
        raise Ended(number)

    numbers = [getattr(signal, name) for name in _ENDING if hasattr(signal, name)]
    handled = {number: signal.getsignal(number) for number in numbers}
    handled = {number: before for number, before in handled.items() if before == signal.SIG_DFL}
    for number in handled:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number, before in handled.items():
            signal.signal(number, before)


@contextmanager
def _any_character() -> Iterator[None]:
    """Let standard output take characters that its encoding lacks: write `?` for each, and one warning at the end.

    Bytes of a file name that are not UTF-8 are written as they are.
    """
    stream, missing = sys.stdout, set[str]()
    if not isinstance(stream, io.TextIOWrapper) or stream.errors != "strict":
        yield
        return

    def replace(error: UnicodeError) -> tuple[str | bytes, int]:
        if not isinstance(error, UnicodeEncodeError):
            raise error
        text = error.object[error.start : error.end]
        with contextlib.suppress(UnicodeEncodeError):
            return text.encode("ascii", "surrogateescape"), error.end
        missing.update(text)
        return "?" * len(text), error.end

    codecs.register_error("msxkit", replace)
    stream.reconfigure(errors="msxkit")
    try:
        yield
    finally:
        with contextlib.suppress(OSError, ValueError):
            stream.reconfigure(errors="strict")
        if missing:
            shown = " ".join(sorted(missing)[:5]) + (" ..." if len(missing) > 5 else "")
            with contextlib.suppress(OSError):
                click.echo(
                    f"standard output is {stream.encoding}, which cannot show {shown} and writes ? instead; "
                    "set PYTHONIOENCODING=utf-8",
                    err=True,
                )


#: Stand for the name of a JSON file in the table of old spellings, and of one that is not there yet.
_FILE, _NEW_FILE = "FILE", "NEW"


def _is_meant(wanted: str, value: str) -> bool:
    """Return whether an argument is the value that an old spelling has."""
    if wanted in (_FILE, _NEW_FILE):
        return value.endswith(".json") and (wanted == _FILE or not Path(value).exists())
    return value == wanted


class LazyGroup(click.Group):
    """A click group that imports a command when it is first used.

    Args:
        lazy: Name -> one line of help, so that `--help` imports nothing. The command is in the module of that name in
            the `commands` of the package that the group is called after, or else of msxkit.
        renamed: Command and old spelling of an option -> the new one, for one release. An old spelling may end with a
            value: the word itself, `FILE` for the name of a JSON file, or `NEW` for one that is not there.
    """

    def __init__(
        self,
        name: str,
        lazy: Mapping[str, str],
        help: str,
        renamed: Mapping[tuple[str, str], str] | None = None,
    ) -> None:
        settings = {"help_option_names": ["-h", "--help"], "show_default": True}
        super().__init__(name=name, help=help, context_settings=settings)
        self._lazy = dict(lazy)
        self._renamed = dict(renamed or {})

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        with _reader_may_go():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        with _reader_may_go():
            return super().invoke(ctx)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            name, command, rest = super().resolve_command(ctx, args)
            return name, command, [*self._spelt_anew(name or "", rest)]
        except click.UsageError as error:
            from difflib import get_close_matches

            near = get_close_matches(args[0].casefold(), self._lazy, n=1)
            if near:
                ctx.fail(f"{error.message.rstrip('.')}; did you mean {near[0]}?")
            raise

    def _spelt_anew(self, name: str, words: Sequence[str]) -> Iterator[str]:
        """Yield the arguments of a command with the old spellings of options replaced, each with a warning."""
        if words and any(command == f"{name} {words[0]}" for command, _ in self._renamed):
            name = f"{name} {words[0]}"
        old = [(spelt.split(), new) for (command, spelt), new in self._renamed.items() if command == name]
        left = list(words)
        while left:
            if left[0] == "--":
                yield from left
                return
            option, equals, value = left.pop(0).partition("=")
            value = value if equals else "".join(left[:1])
            for (spelt, *wanted), new in old:
                if spelt == option and (not wanted or _is_meant(wanted[0], value)):
                    click.echo(f"warning: {spelt} of {self.name} {name} is now {new}; write that", err=True)
                    if wanted and not equals:
                        del left[0]
                    *others, last = (value if each == _FILE else each for each in new.split())
                    yield from (*others, last + equals + value if equals and not wanted else last)
                    break
            else:
                yield option + equals + (value if equals else "")

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self._lazy)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self._lazy:
            return None
        rooms = (f"{room}.commands.{cmd_name}" for room in (self.name, "msxkit"))
        module = importlib.import_module(next(filter(importlib.util.find_spec, rooms)))
        found = (each for each in vars(module).values() if isinstance(each, click.Command))
        return next(command for command in found if command.name == cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(self._lazy.items()))


#: Name -> a line of help. The command is in the module of that name.
COMMANDS = {
    "new": "Make a folder with a game that runs, a test and msx.toml.",
    "build": "Make what msx.toml says: disk, tape, cartridges.",
    "start": "Build the project, and play it in openMSX or here.",
    "watch": "Check, build and test the project at each save.",
    "tokenise": "Turn a listing into the file that SAVE writes.",
    "run": "Run a program on the interpreter and show its screen.",
    "play": "Run a program in the terminal, live, with graphics and joystick.",
    "basic": "Use MSX BASIC at its prompt, in the terminal.",
    "list": "Show a program, tokenised or ASCII, as text.",
    "check": "Find syntax errors and likely mistakes in a listing.",
    "xref": "Show where lines, variables and routines are used.",
    "format": "Give listings one style, in place; or minify a program.",
    "renumber": "Write a listing with new line numbers.",
    "modernise": "Write a program with labels instead of line numbers.",
    "dap": "Run the debugger for editors.",
    "lsp": "Run the language server for editors.",
    "disk": "Disk images: new, ls, get, put, rm, check.",
    "tape": "Cassettes as .cas or .wav: new, ls, get, convert.",
    "cartridge": "Make a ROM that starts a program.",
    "compile": "Compile a program to a cartridge for every MSX, without BASIC.",
    "media": "Put a program on disk, tape and cartridge, all at once.",
    "openmsx": "Check what works in openMSX here, and run a program in it.",
    "record": "Play a program on the emulator and write a recording.",
    "replay": "Play recordings again on the emulator and compare.",
    "man": "Write man pages of all commands.",
}

#: Spellings of 0.1, which are still taken.
RENAMED = {
    ("check", "--off"): "--ignore",
    ("check", "--target"): "--machine",
    ("check", "--format"): "--output-format",
    ("check", "--json"): "--output-format json",
    ("xref", "--format json"): "--json",
    ("disk put", "--replace"): "--force",
    ("openmsx run", "--seconds"): "--max-emulated-seconds",
}

GROUP = LazyGroup(
    "msxkit", COMMANDS, "MSX BASIC programs: tokenise, list, check, run, put on media, emulate.", RENAMED
)


def run(group: click.Group, argv: Sequence[str] | None, version: str, family: type[Exception]) -> int:
    """Run a command line and return its exit code.

    Args:
        argv: The arguments; None for those of the process.
        version: What `--version` prints.
        family: The errors that become messages, not tracebacks.
    """
    if all(parameter.name != "version" for parameter in group.params):  # a second call in one process
        click.version_option(version, prog_name=group.name)(group)
    _open_standard_streams()
    try:
        with _any_character():
            return _run(group, argv, family)
    finally:
        for stream in (sys.stdout, sys.stderr):
            _let_go(stream)


def _run(group: click.Group, argv: Sequence[str] | None, family: type[Exception]) -> int:
    code = 0
    try:
        with _ends_in_order():
            result = group.main(args=argv, prog_name=group.name, standalone_mode=False)
            code = result if isinstance(result, int) else 0
            sys.stdout.flush()
        return code
    except Ended as ended:
        return _fail(ended.status)
    except click.ClickException as error:
        return _fail(2, error.show)
    except click.exceptions.Abort:
        return _fail(130, lambda: click.echo("interrupted", err=True))
    except (family, MsxError) as error:
        message = printable(f"{group.name}: {error}")
        return _fail(1 if isinstance(error, StoppedError) else 2, lambda: click.echo(message, err=True))
    except _ReaderGoneError as gone:
        return gone.code
    except BrokenPipeError:
        return code
    except MemoryError:
        message = (
            f"{group.name}: there is not enough memory for this; use smaller files, or allow more memory"
        )
        return _fail(2, lambda: click.echo(message, err=True))
    except OSError as error:
        # Files have errors of their own family; what is left is standard output, such as a full disk, and what the
        # system does not give: a temporary folder, one more process.
        place = "standard output" if error.filename is None and error.errno in _OF_WRITING else error.filename
        message = printable(": ".join(filter(None, (group.name, place, error.strerror or str(error)))))
        return _fail(2, lambda: click.echo(message, err=True))


def ask(question: str, *, at_end: bool = False) -> bool:
    """Ask the person at the terminal, and return whether the answer is yes.

    Args:
        at_end: The answer when the input ends (CTRL-D).
    """
    click.echo(f"{question} [y/N] ", nl=False)
    answer = sys.stdin.buffer.readline()
    return answer.strip().lower() in (b"y", b"yes") if answer else at_end


def _open_standard_streams() -> None:
    """Open the streams that the caller has closed (`<&-`, `>&-`): they read as empty, and what is written to standard
    output is an error.
    """
    for descriptor, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            # The lowest free descriptor is that of the closed stream: no other file can take it from now on.
            opened = os.open(os.devnull, os.O_RDONLY if name == "stdout" else os.O_RDWR)
            setattr(sys, name, os.fdopen(opened, "w" if descriptor else "r", encoding="utf-8", closefd=False))


def _fail(code: int, tell: Callable[[], object] = lambda: None) -> int:
    """Print what is wrong, if it can still be read, and return the exit code."""
    with contextlib.suppress(OSError):
        tell()
    return code


def _let_go(stream: TextIO) -> None:
    """Write what is left in a stream. If that fails, because the reader has gone or the disk is full, throw it away:
    at the end of Python it would fail again, and the exit code would be 120.
    """
    try:
        stream.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def main(argv: Sequence[str] | None = None) -> int:
    """Run the `msxkit` command and return its exit code. This is its entry point."""
    return run(GROUP, argv, __version__, MsxError)
