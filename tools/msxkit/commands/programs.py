"""The program that a command is given: any medium, any encoding, `-` for standard input."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stdout
from functools import wraps
from pathlib import Path
from typing import Any

import click

from msxkit.charset import characters_of
from msxkit.cli import FILE, together
from msxkit.commands.outputs import gathered, in_folder, made
from msxkit.errors import FileError
from msxkit.files import READ_LIMIT, read_bytes
from msxkit.language.program import Program
from msxkit.language.source import DIALECTS, ENCODINGS
from msxkit.media.programs import Found, find_program

#: Stands for standard input.
STANDARD_INPUT = Path("-")
#: Bytes of the largest file: a recording of a tape is long.
_LIMIT = 256 << 20
#: Characters that warnings name one by one.
_NAMED = 3

encoding_option = click.option(
    "--encoding", type=click.Choice(ENCODINGS), default="auto", help="Encoding of a listing."
)
file_option = click.option("--file", metavar="NAME", help="Program to take from a disk or tape.")


_DIALECT = "msxkit.dialect"


def _take_dialect(context: click.Context, _parameter: click.Parameter, value: str | None) -> None:
    """Keep the dialect where `find_quietly` looks for it: it is for all programs that a command reads."""
    context.meta[_DIALECT] = value or ""


_dialect_option = click.option(
    "--dialect",
    type=click.Choice(DIALECTS),
    expose_value=False,
    callback=_take_dialect,
    help="Line numbers, or labels and long names. [default: modern for .dmx, else classic]",
)


program_options = together(file_option, encoding_option, _dialect_option)


keys_options = together(
    click.option(
        "--keys",
        "keys_file",
        type=FILE,
        help="Type the MSX codes in a file, one byte each; a line end is RETURN.",
    ),
    click.option("--type", "typed", help=r"Type a text; \r is RETURN, \xHH a code, \\ a backslash."),
)


def typed_keys(file: Path | None, typed: str | None, encoding: str) -> bytes:
    """Return the MSX codes that `keys_options` say. Raise `MsxError`, and `click.UsageError` for both."""
    if file is not None and typed is not None:
        raise click.UsageError("use either --keys or --type, not both")
    if file is not None:
        return read_bytes(file).replace(b"\r\n", b"\r").replace(b"\n", b"\r")
    if typed is None:
        return b""
    from msxkit.machine.input_script import typed_codes  # other commands load no machine

    return typed_codes(typed, characters=characters_of(encoding))


def several(
    ending: str | Callable[[Mapping[str, Any]], str],
    *,
    prints: bool | Callable[[Mapping[str, Any]], bool] = False,
    alone: Sequence[str] = (),
    makes: bool = False,
) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Let a command of one `program` take several. `-o` is then a folder, which gets a file of each: all, or none.

    Args:
        ending: Of these files; may depend on the options.
        prints: Whether it may, with these options, also print one after the other, each below its name.
        alone: Options that name a file for one program.
        makes: Whether `-o` has to be there.
    """

    def decorate(command: Callable[..., int]) -> Callable[..., int]:
        @wraps(command)
        def each(programs: Sequence[Path], output: Path | None, **given: Any) -> int:
            if makes:
                output, programs = made(output, programs)
            if len(programs) == 1:
                return command(program=programs[0], output=output, **given)
            wrong = next((name for name in alone if given[name] is not None), None)
            if wrong is not None:
                raise click.UsageError(f"--{wrong.removesuffix('_file')} is for one program")
            if output is None and (prints(given) if callable(prints) else prints):
                codes = []
                for number, program in enumerate(programs):
                    if given.get("form") != "json":
                        click.echo(("\n" if number else "") + f"{program}:")
                    codes.append(command(program=program, output=None, **given))
                return max(codes)
            suffix = ending if isinstance(ending, str) else ending(given)
            outputs = in_folder(output, [f"{program.stem}{suffix}" for program in programs], "programs")
            pairs = zip(programs, outputs, strict=True)
            with redirect_stdout(io.StringIO()) as told, gathered():  # nothing is told of what is not written
                code = max([command(program=program, output=path, **given) for program, path in pairs])
            click.echo(told.getvalue(), nl=False)
            return code

        return click.argument("programs", type=FILE, nargs=-1, required=True, metavar="PROGRAM...")(each)

    return decorate


def find(path: Path, encoding: str = "auto", file: str | None = None, **how: bool) -> Found:
    """Return the program in a file, or in standard input. Raise `MsxError`.

    Warn of characters that the MSX does not have.

    Args:
        how: As `find_program` has it.
    """
    found = find_quietly(path, encoding, file, **how)
    missing = found.program.missing
    for each in missing[:_NAMED]:
        click.echo(f"{each.told(found.name)}; a placeholder stands for it", err=True)
    if len(missing) > _NAMED:
        click.echo(f"{found.name}: {len(missing) - _NAMED} more such characters; see --encoding", err=True)
    if found.program.advice:
        click.echo(f"{found.name}: {found.program.advice}", err=True)
    for doubt in found.program.doubts:
        if doubt.severity == "error":
            click.echo(f"{doubt.place}: {doubt.message}", err=True)
    return found


def find_quietly(path: Path, encoding: str = "auto", file: str | None = None, **how: bool) -> Found:
    """Return the program as `find` does, for those who tell of missing characters themselves."""
    name = "standard input" if path == STANDARD_INPUT else str(path)
    context = click.get_current_context(silent=True)
    dialect = "" if context is None else context.meta.get(_DIALECT, "")
    return find_program(read(path), name, file=file, encoding=encoding, dialect=dialect, **how)


def read_program(path: Path, encoding: str = "auto", file: str | None = None, **how: bool) -> Program:
    """Return the program alone, as `find` does."""
    return find(path, encoding, file, **how).program


def read(path: Path) -> bytes:
    """Return the bytes of a file, or of standard input. Raise `FileError`."""
    if path != STANDARD_INPUT:
        return read_bytes(path, _LIMIT)
    data = sys.stdin.buffer.read(READ_LIMIT + 1)
    if len(data) > READ_LIMIT:
        raise FileError(f"standard input has more than the {READ_LIMIT >> 20} MB that msxkit reads")
    return data
