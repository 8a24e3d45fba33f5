"""The `msxkit` command. Commands are imported only when they are called, so that each starts quickly.

`LazyGroup` and `run` serve every console command of the distribution: exit code 0 done, 1 a check failed,
2 usage or bad input; an error of the family is one message on standard error, never a traceback.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import click

from msxkit import __version__
from msxkit.errors import MsxError


class FiniteRange(click.FloatRange):
    """A number in a range; "nan", which compares with nothing, is not one."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number: float = super().convert(value, param, ctx)
        if number != number:
            self.fail(f"{value} is not a number", param, ctx)
        return number


class _ReaderGoneError(Exception):
    """Nobody reads standard output any more (`| head`): an end without a message."""


@contextmanager
def _reader_may_go() -> Iterator[None]:
    """click and rich end the process with 1 when the reader goes; here that is no failure."""
    try:
        yield
    except BrokenPipeError as error:
        raise _ReaderGoneError from error
    except SystemExit as left:
        if isinstance(left.__context__, BrokenPipeError):
            raise _ReaderGoneError from left
        raise


class LazyGroup(click.Group):
    """A click group whose commands are named by "module:attribute" and imported on first use.

    commands: name -> (where, one line of help). The help stands here so that `--help` imports nothing.
    """

    def __init__(self, name: str, lazy: Mapping[str, tuple[str, str]], help: str) -> None:
        super().__init__(name=name, help=help, context_settings={"help_option_names": ["-h", "--help"]})
        self._lazy = dict(lazy)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        with _reader_may_go():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        with _reader_may_go():
            return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self._lazy)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self._lazy:
            return None
        module, _, attribute = self._lazy[cmd_name][0].partition(":")
        command = getattr(importlib.import_module(module), attribute)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in self._lazy.items()])


COMMANDS: dict[str, tuple[str, str]] = {
    "tokenise": ("msxkit.commands.tokenise:tokenise", "A listing becomes the file that SAVE writes."),
    "run": ("msxkit.commands.run:run", "Run a program on the interpreter and show its screen."),
    "basic": ("msxkit.commands.basic:basic", "MSX BASIC at its prompt, in the terminal."),
    "list": ("msxkit.commands.list:list_program", "A program, tokenised or ASCII, as text."),
    "check": ("msxkit.commands.check:check", "Syntax errors and likely mistakes in a listing."),
    "xref": ("msxkit.commands.xref:xref", "Where lines, variables and routines are used."),
    "format": ("msxkit.commands.format:format_listing", "A listing renumbered and written anew."),
    "disk": ("msxkit.commands.disk:disk", "Disk images: new, ls, get, put, rm, check."),
    "tape": ("msxkit.commands.tape:tape", "Cassettes as .cas or .wav: new, ls, get, convert."),
    "cartridge": ("msxkit.commands.cartridge:cartridge", "A program becomes a ROM that starts it."),
    "media": ("msxkit.commands.media:media", "A program on disk, tape and cartridge, all at once."),
    "openmsx": (
        "msxkit.commands.openmsx:openmsx",
        "The openMSX emulator: what works here, and a program in it.",
    ),
    "record": ("msxkit.commands.record:record", "Play a program on the emulator and write a recording."),
    "replay": ("msxkit.commands.replay:replay", "Play recordings again on the emulator and compare."),
}

GROUP = LazyGroup(
    "msxkit", COMMANDS, "MSX BASIC programs: tokenise, list, check, run, put on media, emulate."
)


def run(group: click.Group, argv: Sequence[str] | None, version: str, family: type[Exception]) -> int:
    """Runs a command line and gives its exit code. `family`: errors that are messages, not tracebacks."""
    if all(parameter.name != "version" for parameter in group.params):  # a second call in one process
        click.version_option(version, prog_name=group.name)(group)
    _open_standard_streams()
    try:
        result = group.main(args=argv, prog_name=group.name, standalone_mode=False)
        sys.stdout.flush()
        return result if isinstance(result, int) else 0
    except click.ClickException as error:
        error.show()
        return 2
    except click.exceptions.Abort:
        click.echo("interrupted", err=True)
        return 130
    except (family, MsxError) as error:
        click.echo(f"{group.name}: {error}", err=True)
        return 2
    except (BrokenPipeError, _ReaderGoneError):
        _discard_output()
        return 0
    except OSError as error:
        # Files have errors of their own family; what is left is standard output, such as a full disk.
        _discard_output()
        click.echo(f"{group.name}: standard output: {error.strerror or error}", err=True)
        return 2


def _open_standard_streams() -> None:
    """A stream that the caller has closed (`<&-`, `>&-`) reads as empty and takes what is written."""
    for descriptor, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            # The lowest free descriptor is that of the closed stream: no other file can come to stand there.
            opened = os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, os.fdopen(opened, "w" if descriptor else "r", encoding="utf-8"))


def _discard_output() -> None:
    """Nothing is flushed to standard output any more: at exit that would fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main(argv: Sequence[str] | None = None) -> int:
    """Entry point of `msxkit`."""
    return run(GROUP, argv, __version__, MsxError)
