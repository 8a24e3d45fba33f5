"""`msxkit tape`: cassettes as .cas images and as recordings."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from msxkit import memory_size
from msxkit.cli import FILE
from msxkit.commands.outputs import (
    claim,
    copies_option,
    force_option,
    gathered,
    in_folder,
    is_standard_output,
    made,
    made_option,
    print_each,
    save_taken,
    tell,
    write,
)
from msxkit.commands.programs import read
from msxkit.errors import TapeError, naming
from msxkit.files import keep_apart, read_bytes
from msxkit.language.program import TOKENISED, Program
from msxkit.language.source import ENCODINGS, decode_program, lost
from msxkit.media import cassette
from msxkit.media.cassette import CassetteBlock, TapeFile, TapeFileKind
from msxkit.media.host_files import host_name, output_paths

_BSAVE = 0xFE

_TAPES = click.argument("tapes", type=FILE, nargs=-1, required=True, metavar="TAPE...")
_TAPE = click.argument("tape", type=FILE)
_BAUD = click.option("--baud", type=click.Choice(("1200", "2400")), help="Speed of a .wav; default: 1200.")
_RATE = click.option("--rate", type=int, help="Samples per second of a .wav; default: 44100.")


@click.group()
def tape() -> None:
    """Work with MSX cassettes: .cas images for emulators, .wav recordings for real machines."""


@tape.command()
@click.argument("programs", type=FILE, nargs=-1, required=True, metavar="PROGRAM...")
@made_option
@click.option("--name", help="The file's name on tape, up to six characters; default: from PROGRAM.")
@click.option(
    "--ascii", "as_text", is_flag=True, help='Write it as text, for RUN"CAS:" and MERGE, instead of CLOAD.'
)
@_BAUD
@_RATE
@click.option("--encoding", type=click.Choice(ENCODINGS), default="auto", help="Encoding of a listing.")
@force_option
def new(
    output: Path | None,
    programs: Sequence[Path],
    name: str | None,
    as_text: bool,
    baud: str | None,
    rate: int | None,
    encoding: str,
    force: bool,
) -> int:
    """Write PROGRAMs, BASIC programs or BSAVE files, to the tape of -o, a .cas or .wav."""
    out, programs = made(output, programs)
    if name is not None and len(programs) > 1:
        raise click.UsageError("--name is the name of one program; leave it out for several")
    keep_apart(out, programs)
    files = [_tape_file(program, name, as_text, encoding) for program in programs]
    ending = (".wav" if baud or rate else ".cas") if is_standard_output(out) else out.suffix.lower()
    _write(out, ending, [block for file in files for block in file.blocks()], baud, rate, force)
    for file in files:
        tell(f"{out}: {file.shown_name}, load it with {file.kind.statement}", out)
    return 0


def _tape_file(program: Path, name: str | None, as_text: bool, encoding: str) -> TapeFile:
    codes = cassette.name_codes(program.stem.upper()[: cassette.NAME_LENGTH] if name is None else name)
    data = read_bytes(program)
    if data[:1] == bytes((_BSAVE,)):
        return TapeFile(TapeFileKind.BINARY, codes, data[1:])
    with naming(program, TapeError):
        source = decode_program(data, str(program), encoding, cut_numbers=True)
        if missing := lost(source, str(program)):
            click.echo(missing, err=True)
        memory_size.require(source.size, str(program))
        return cassette.from_program(source, codes, ascii_text=as_text)


@tape.command()
@_TAPES
@click.option(
    "--json", "as_json", is_flag=True, help="Print JSON; of several tapes an object by their names."
)
def ls(tapes: tuple[Path, ...], as_json: bool) -> int:
    """List the files on TAPEs."""
    loaded = {tape: _load(tape) for tape in tapes}
    print_each(loaded, as_json, _as_json, _list)
    return int(any(file.damage for blocks in loaded.values() for file in cassette.files(blocks)))


def _list(tape: Path, blocks: Sequence[CassetteBlock]) -> None:
    for file in cassette.files(blocks):
        first = blocks[file.block]
        heard = f"  {first.second:7.1f} s  {first.baud:4.0f} baud" if first.baud else ""
        line = f"{file.shown_name:<6}  {file.kind.name.lower():<6} {len(file.data):>6}{heard}"
        click.echo(f"{line}  {file.kind.statement}")
        if file.damage:
            click.echo(f"{tape}: {_title(file)}: {file.damage}", err=True)


def _as_json(blocks: Sequence[CassetteBlock]) -> list[dict[str, object]]:
    return [
        {
            "name": file.shown_name,
            "kind": file.kind.name.lower(),
            "size": len(file.data),
            "load": file.kind.statement,
            "second": blocks[file.block].second,
            "baud": blocks[file.block].baud,
            "damage": file.damage,
        }
        for file in cassette.files(blocks)
    ]


@tape.command()
@_TAPE
@click.argument("names", nargs=-1, metavar="[NAME]...")
@copies_option
@click.option("--force", is_flag=True, help="Replace existing files.")
def get(tape: Path, names: tuple[str, ...], output: Path | None, force: bool) -> int:
    """Copy files from TAPE: those named, or all. What is left of damaged ones is recovered.

    Programs of CSAVE become tokenised files (.bas), texts .asc, and machine code .bin files for BLOAD.
    """
    files = cassette.files(_load(tape))
    chosen = [_find(files, name, tape) for name in names] or files
    paths = output_paths([Path(_file_name(file, number)) for number, file in enumerate(chosen, 1)], output)
    code = 0
    taken: dict[Path, bytes] = {}
    for file, path in zip(chosen, paths, strict=True):
        if file.damage:
            code = 1
            saved = "what could be read is saved" if file.data else "nothing could be read"
            click.echo(f"{tape}: {_title(file)}: {file.damage}; {saved}", err=True)
            if not file.data:
                continue
        taken[path] = _contents(file)
    for path in save_taken(tape, taken, force=force):
        tell(f"{path}: {len(taken[path])} bytes", path)
    return code


@tape.command()
@_TAPES
@made_option
@_BAUD
@_RATE
@click.option(
    "--force", is_flag=True, help="Convert a damaged tape as far as it can be read; replace any file."
)
def convert(
    tapes: Sequence[Path], output: Path | None, baud: str | None, rate: int | None, force: bool
) -> int:
    """Convert TAPE: .cas to .wav or back, or clean up a recording (.wav to .wav).

    Of several, -o is a folder, which gets the other form of each. With -o - the other form goes to standard output, and
    with --baud or --rate a .wav.
    """
    out, tapes = made(output, tapes, at=-1)
    if len(tapes) == 1:
        _convert(tapes[0], out, baud, rate, force)
        return 0
    outputs = in_folder(out, [f"{tape.stem}{_other(tape)}" for tape in tapes], "tapes")
    with gathered():
        for tape, path in zip(tapes, outputs, strict=True):
            _convert(tape, path, baud, rate, force)
    return 0


def _other(tape: Path) -> str:
    return ".cas" if tape.suffix.lower() == ".wav" else ".wav"


def _convert(tape: Path, out: Path, baud: str | None, rate: int | None, force: bool) -> None:
    keep_apart(out, [tape])
    blocks = _load(tape)
    damaged = [file for file in cassette.files(blocks) if file.damage]
    if damaged and not force:
        reasons = "; ".join(f"{_title(file)}: {file.damage}" for file in damaged[:3])
        raise TapeError(
            f"{tape} is damaged, nothing is written: {reasons}. Use --force to convert what there is"
        )
    ending = (".wav" if baud or rate else _other(tape)) if is_standard_output(out) else out.suffix.lower()
    _write(out, ending, blocks, baud, rate, force)
    tell(f"{out}: {len(blocks)} blocks", out)


def _load(path: Path) -> list[CassetteBlock]:
    data = read(path)
    with naming(path, TapeError):
        if data[:4] != b"RIFF" and path.suffix.lower() != ".wav":
            return cassette.parse_cas(data)
        blocks, note = cassette.parse_wav(data)
    if note:
        click.echo(f"{path}: {note}", err=True)
    return blocks


def _write(
    path: Path, suffix: str, blocks: Sequence[CassetteBlock], baud: str | None, rate: int | None, force: bool
) -> None:
    claim(path, force=force, pipes=True)
    if suffix == ".wav":
        write({path: cassette.build_wav(blocks, int(baud or 1200), 44100 if rate is None else rate)})
    elif suffix == ".cas":
        if baud is not None or rate is not None:
            click.echo("a .cas image has no speed: --baud and --rate have no effect", err=True)
        write({path: cassette.build_cas(blocks)})
    else:
        raise click.UsageError(f"{path}: the name must end in .cas or .wav, which says what to write")


def _title(file: TapeFile) -> str:
    return file.shown_name or f"block {file.block + 1}"


def _find(files: Sequence[TapeFile], name: str, tape: Path) -> TapeFile:
    # Names on tape are case-sensitive; a person's are not, unless both spellings are there.
    exact = [file for file in files if file.shown_name == name]
    same = exact or [file for file in files if file.shown_name.casefold() == name.casefold()]
    if not same:
        raise TapeError(f"{tape}: there is no {name} on the tape")
    return same[0]


def _file_name(file: TapeFile, number: int) -> str:
    suffix = {
        TapeFileKind.BASIC: ".bas",
        TapeFileKind.ASCII: ".asc",
        TapeFileKind.BINARY: ".bin",
        TapeFileKind.CUSTOM: ".dat",
    }[file.kind]
    return host_name((file.shown_name.strip() or f"file{number}") + suffix)


def _contents(file: TapeFile) -> bytes:
    if file.kind is TapeFileKind.BINARY:
        return bytes((_BSAVE,)) + file.data
    if file.kind is TapeFileKind.ASCII:
        return file.data + bytes((cassette.END_OF_TEXT,))
    if file.kind is TapeFileKind.BASIC:
        data = bytes((TOKENISED,)) + file.data
        # Whole lines with a proper end: LOAD takes nothing less.
        return Program.from_bytes(data, lenient=True).file() if file.damage else data
    return file.data
