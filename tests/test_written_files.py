"""Every option that writes a file reports errors, loses no other file and leaves nothing over."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import click
import pytest

from battleship.cli import GROUP as BATTLESHIP
from msxkit.cli import GROUP as MSXKIT
from msxkit.cli import LazyGroup
from msxkit.cli import main as msxkit
from tests.conftest import one_in
from tests.output_options import LISTING, NOTES, OWN, PLAY, WRITERS, command, furnish

#: Two draw diagrams, which takes seconds.
TRIED = [pytest.param(name, marks=pytest.mark.slow) if name.endswith("--plot") else name for name in WRITERS]
#: They read the file, change a medium in place, make a folder, or need an emulator (tests of their own).
OTHERS = {
    *(f"msxkit {name} listings" for name in ("check", "xref")),
    *(f"msxkit {name} folder" for name in ("build", "start", "watch")),
    "msxkit new game",
    *(f"msxkit {name} program" for name in ("play", "basic", "media")),
    *(
        f"msxkit {name} programs"
        for name in ("cartridge", "compile", "format", "list", "modernise", "record", "renumber")
    ),
    *(f"msxkit {name} programs" for name in ("run", "tokenise")),
    *(f"{name} man -o" for name in ("msxkit", "battleship")),
    *(f"msxkit run {name}" for name in ("--keys", "--times", "--files", "--input")),
    "msxkit play --files",
    "msxkit compile --files",
    *(f"msxkit {name} {option}" for name in ("run", "play", "basic") for option in ("--disk", "--clock")),
    *(f"msxkit disk {name} image" for name in ("get", "put", "rm")),
    *(f"msxkit disk {name} images" for name in ("check", "ls")),
    "msxkit tape convert tapes",
    "msxkit tape get tape",
    "msxkit tape ls tapes",
    "msxkit tape new programs",
    "msxkit basic --files",
    "msxkit modernise --names",
    "msxkit media -o",
    "msxkit openmsx run file",
    "msxkit openmsx run --cart",
    *(f"msxkit record {name}" for name in ("--cart", "--keys", "-o")),
    *(f"msxkit replay {name}" for name in ("recordings", "--cart", "--program", "--pictures")),
    *(f"msxkit {name} {option}" for name in ("record", "replay") for option in ("--files", "--disk")),
    "battleship hint board",
    "battleship verify recordings",
    "battleship replay game",
    "battleship record --cart",
    "battleship record -o",
    "battleship referee --record",
    "battleship referee --folder",
    *(f"battleship batch {name}" for name in ("fleet1", "fleet2", "shots1", "shots2")),
    *(f"battleship batch {name}" for name in ("--optional1", "--optional2")),
}


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    furnish()


def _run(writer: str, out: str, *more: str) -> int:
    main, words = command(writer, out)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.StringIO("quit\n"))
        return main([*words, *more])


def _paths(group: LazyGroup | click.Group, name: str) -> Iterator[str]:
    for word in group.list_commands(context := click.Context(group)):
        command = group.get_command(context, word)
        if isinstance(command, click.Group):
            yield from _paths(command, f"{name} {word}")
        else:
            assert command is not None
            for parameter in command.params:
                if isinstance(parameter.type, click.Path):
                    yield f"{name} {word} {parameter.opts[0]}"


def test_every_option_that_names_a_file_is_tried_here() -> None:
    found = {*_paths(MSXKIT, "msxkit"), *_paths(BATTLESHIP, "battleship")}
    assert found - OTHERS == WRITERS.keys()


def _tree() -> dict[str, bytes | None]:
    return {str(path): path.read_bytes() if path.is_file() else None for path in Path().rglob("*")}


@pytest.mark.parametrize("writer", TRIED)
@pytest.mark.one_in(3)
def test_error_of_a_place(writer: str, capsys: pytest.CaptureFixture[str]) -> None:
    end = WRITERS[writer][1]
    Path("folder" + end).mkdir()
    Path("circle" + end).symlink_to("other-circle" + end)
    Path("other-circle" + end).symlink_to("circle" + end)
    Path("nowhere" + end).symlink_to("there/is/none" + end)
    before = _tree()
    makes_folders = writer.endswith((" get -o", "referee -o"))
    for place, reason in (
        ("folder", "irectory"),
        ("circle", "levels of symbolic links"),
        ("nowhere", "No such file"),
        ("missing/out", "No such file"),
        ("p.bas/out", "Not a directory"),
        ("x" * 300, "File name too long"),
        ("/dev/full", "No space left"),
    ):
        if makes_folders and place in ("missing/out", *(("folder", "nowhere") if "get" in writer else ())):
            continue
        if end and place == "/dev/full":
            Path("full" + end).symlink_to(place)
            place = "full"
            before = _tree()
        assert _run(writer, place + end) == 2, (place, capsys.readouterr().err)
        shown = capsys.readouterr().err
        assert place.split("/out")[0] in shown, (place, shown)
        assert reason in shown or "director" in shown, (place, shown)
        assert _tree() == before, place


@pytest.mark.parametrize("writer", TRIED)
@pytest.mark.parametrize("there", [LISTING, NOTES], ids=["listing", "bytes"])
@pytest.mark.one_in(2)
def test_only_its_own_is_replaced(writer: str, there: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    out = Path("mine" + (WRITERS[writer][1] or ".bas"))
    out.write_bytes(there)
    before = _tree()
    assert _run(writer, str(out)) == 2
    assert f"{out} already exists" in capsys.readouterr().err
    assert _tree() == before
    assert _run(writer, str(out), "--force") == 0, capsys.readouterr().err
    made = out.read_bytes()
    assert made != there
    assert _run(writer, str(out)) == (2 if writer == PLAY else 0), (
        "what it wrote is replaced, a game of yours is not"
    )
    assert _run(writer, "new" + WRITERS[writer][1]) == 0


@pytest.mark.parametrize("writer", OWN)
def test_sources_are_not_replaced(writer: str, capsys: pytest.CaptureFixture[str]) -> None:
    out, link = Path("mine" + WRITERS[writer][1]), Path("link" + WRITERS[writer][1])
    out.write_bytes(OWN[writer])
    link.symlink_to(out)
    Path("hard").hardlink_to(out)
    before = _tree()
    for place in (out, link):
        capsys.readouterr()
        assert _run(writer, str(place)) == 2
        shown = capsys.readouterr()
        assert f"{place} already exists" in shown.err
        assert "--force" in shown.err
        assert not shown.out, "it is said at the start"
        assert _tree() == before
    assert _run(writer, str(link), "--force") == 0
    assert link.is_symlink()
    assert _tree()["hard"] == before["hard"] != _tree()[str(out)]


@pytest.mark.parametrize("writer", one_in(4, (writer for writer in WRITERS if writer != PLAY)))
@pytest.mark.one_in(4)
def test_it_is_written_when_nobody_reads_the_rest(writer: str) -> None:
    """`| head -0`: the file is written even when a reader stops reading."""
    _, words = command(writer, f"mine{WRITERS[writer][1]}")
    reader, pipe = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [Path(sys.executable).with_name(writer.split()[0]), *words], stdout=pipe, stderr=subprocess.PIPE
    )
    os.close(pipe)
    assert (done.returncode, b"Traceback" in done.stderr) == (0, False), done.stderr
    assert Path(f"mine{WRITERS[writer][1]}").stat().st_size


@pytest.mark.parametrize(
    ("words", "options"),
    [
        ("run p.bas", ("-o", "--printer", "--timing", "--states", "--psg")),
        ("compile p.bas -o c.rom", ("--listing", "--symbols")),
        ("compile p.bas", ("-o", "--listing")),
    ],
)
def test_two_options_do_not_write_one_file(
    words: str, options: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    Path("link").symlink_to("same")
    before = _tree()
    for first, second in pairwise(options):
        assert msxkit([*words.split(), first, "same", second, "./link"]) == 2
        assert f"{first} and {second} name the same file" in capsys.readouterr().err
    assert _tree() == before
