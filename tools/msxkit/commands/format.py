"""`msxkit format`: listings in one style, in place; or a program renumbered, minified, or in another form."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from difflib import unified_diff
from pathlib import Path
from typing import Any

import click

from msxkit.charset import decode, encode_replacing
from msxkit.cli import FILE, together, verdict
from msxkit.commands.outputs import claim, in_folder, lock, output_option, write
from msxkit.commands.programs import (
    STANDARD_INPUT,
    find_quietly,
    program_options,
    read,
    read_program,
    several,
)
from msxkit.errors import MsxError
from msxkit.files import keep_apart, write_atomic
from msxkit.language.modern.formatting import formatted
from msxkit.language.program import TOKENISED, Line, read_row
from msxkit.language.source import FORMS, decode_program, encode_program, require_characters
from msxkit.lsp.edits import restyled

_LINE_NUMBER = click.IntRange(0, 65529)
#: What `made` takes for new numbers, and behind all other options.
numbering_options = together(
    click.option("--start", type=_LINE_NUMBER, default=10, help="First new number."),
    click.option("--step", type=click.IntRange(1), default=10, help="Step from one number to the next."),
    click.option("--first", type=_LINE_NUMBER, default=0, help="Renumber from this line on."),
)
made_options = together(
    program_options,
    click.option(
        "--force",
        is_flag=True,
        help="Replace another listing or a file of another kind too, or PROGRAM itself.",
    ),
    click.argument("programs", type=FILE, nargs=-1, required=True, metavar="PROGRAM..."),
)
#: Endings of what holds a program without being a listing.
_MEDIA = (".cas", ".di1", ".dsk", ".rom", ".wav")


@click.command(name="format")
@output_option
@click.option("--check", is_flag=True, help="Write nothing; exit with 1 if a listing would change.")
@click.option(
    "--diff", is_flag=True, help="Write nothing, and show what would change; exit with 1 if anything."
)
@click.option(
    "--minify", is_flag=True, help="Leave out blanks and remarks, and join lines where no jump goes."
)
@click.option("--renum", is_flag=True, help="Give the lines new numbers and correct all references.")
@numbering_options
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMS),
    help="Write a classic program in this form: text for this computer, text for the MSX, or tokens.",
)
@made_options
def format_listing(
    programs: tuple[Path, ...], output: Path | None, check: bool, diff: bool, **given: Any
) -> int:
    """Give PROGRAM one style, in place or into -o: classic rows as LIST shows them, modern sources with loops and
    functions indented, keywords small, and blanks where they help. Remarks and empty rows stay.

    With --minify, --renum or --format, and where PROGRAM is not a listing but tokenised or a medium, a classic program
    is printed, or goes to -o. Of several, -o names the folder.
    """
    makes = given["minify"] or given["renum"] or given["form"] is not None
    if makes and (check or diff):
        raise click.UsageError("--check and --diff are about style; leave --minify, --renum and --format out")
    if makes or not (check or diff or all(map(_is_listing, programs))):
        return made(programs=programs, output=output, **given)
    source = click.get_current_context().get_parameter_source("output")
    if source is click.core.ParameterSource.COMMANDLINE or check or diff:
        return _styled(programs, output, check=check, diff=diff, given=given)
    for path in programs:
        lock(path)
    changed = {path: new for path in programs if (new := _style(path, given)) != read(path)}
    for path, new in changed.items():
        write_atomic(path, new)
        click.echo(f"{path}: formatted")
    return 0


@several(".bas", prints=True)
def made(
    program: Path,
    output: Path | None,
    renum: bool,
    start: int,
    step: int,
    first: int,
    form: str | None,
    minify: bool,
    file: str | None,
    encoding: str,
    force: bool,
) -> int:
    """Write a program as a classic listing, or as tokens, with what the options change."""
    form = form or "utf-8"
    if not force:
        keep_apart(output, [program], "write to another file, or use --force to replace it")
    claim(output, force=force)
    source = read_program(program, encoding, file, cut_numbers=True)
    if form == "utf-8":
        require_characters(source, str(program))
    if minify:
        from msxkit.language.minifying import minify as smaller

        source = smaller(source)
    if renum:
        from msxkit.language.renumber import renumber

        source = renumber(source, start, step, first)
    for note in source.notes:
        click.echo(f"note: {note}", err=True)
    data = encode_program(source, form)
    if output is None:
        sys.stdout.buffer.write(data)
    else:
        write({output: data})
    return 0


def _styled(
    programs: tuple[Path, ...], output: Path | None, *, check: bool, diff: bool, given: Mapping[str, Any]
) -> int:
    """Write the listings in their style elsewhere, or tell what would change, and return the exit code."""
    places = [output] * len(programs)
    if output is not None and len(programs) > 1:
        places = [*in_folder(output, [path.name for path in programs], "programs")]
    made: dict[Path, bytes] = {}
    code = 0
    for path, place in zip(programs, places, strict=True):
        old, new = read(path), _style(path, given)
        if check or diff:
            code = code or int(new != old)
            with verdict(code):
                if diff:
                    click.echo("".join(unified_diff(_rows(old), _rows(new), str(path), str(path))), nl=False)
                elif new != old:
                    click.echo(f"{path}: would be formatted")
        elif place is None:
            sys.stdout.buffer.write(new)
        else:
            if not given["force"]:
                keep_apart(place, [path], "write to another file, or use --force to replace it")
            claim(place, force=given["force"])
            made[place] = new
    write(made)
    return code


def _rows(data: bytes) -> list[str]:
    return data.decode("utf-8", "replace").splitlines(keepends=True)


def _is_listing(path: Path) -> bool:
    """Return whether a file is a listing that can be written in place."""
    is_medium = path == STANDARD_INPUT or path.suffix.lower() in _MEDIA
    return not is_medium and read(path)[:1] != bytes((TOKENISED,))


def _style(path: Path, given: Mapping[str, Any]) -> bytes:
    """Return a listing in its style, in its own encoding. Raise `MsxError` where it would become another program."""
    data, encoding = read(path), given["encoding"]
    before = find_quietly(path, encoding, None, lenient=True)
    if not before.program.is_whole:
        before = find_quietly(path, encoding)
    if encoding not in ("auto", "utf-8", "msx"):
        raise MsxError(f"{path}: cannot be written in --encoding {encoding}; use --format utf-8 and -o")
    is_text = encoding == "utf-8" or (encoding == "auto" and _is_utf_8(data))
    if before.program.modern_file:
        codec = "utf-8" if is_text else "latin-1"
        new = formatted(data.decode(codec)).encode(codec)
        new = new.replace(b"\n", b"\r\n") if b"\r\n" in data else new
    else:
        new = b"".join(_row(piece, is_text) for piece in re.split(rb"(\r\n|\r|\n)", data))
    dialect = "modern" if before.program.modern_file else "classic"
    after = decode_program(new, str(path), encoding, lenient=True, dialect=dialect)
    if not after.is_same(before.program):
        raise MsxError(f"{path}: formatted, it would be another program; it stays as it is")
    return new


def _is_utf_8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _row(row: bytes, is_text: bool) -> bytes:
    """Return a row of a classic listing as LIST shows it; as it is where it is not a line, or LIST would change it."""
    row, end, rest = row.partition(b"\x1a")
    codes, missing = encode_replacing(row.decode("utf-8")) if is_text else (row, [])
    content = read_row(1, codes)
    listed = None if missing or not isinstance(content, Line) else restyled(content)
    if listed is not None:
        row = decode(listed).encode("utf-8") if is_text else listed
    return row + end + rest
