"""A program on any medium: every command that takes one takes it from a disk, a tape, a cartridge or a pipe."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from msxkit.cli import main
from msxkit.errors import MsxError
from msxkit.language.program import Program
from msxkit.media.programs import find_program

LISTING = '10 OPEN"DATA.TXT"FOR INPUT AS#1\n20 LINE INPUT#1,A$:PRINT A$\n30 CLOSE\n'
_STARTER = '10 RUN"GAME.BAS"\n'
Make = Callable[..., Path]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Return a function that makes a disk of texts and returns its path."""

    def disk(**files: str) -> Path:
        paths = []
        for name, text in files.items():
            path = tmp_path / name.replace("_", ".")
            path.write_bytes(text.replace("\n", "\r\n").encode("ascii"))
            paths.append(str(path))
        assert main(["disk", "new", "-o", str(tmp_path / "game.dsk"), *paths, "--force"]) == 0
        for made in paths:
            Path(made).unlink()
        return tmp_path / "game.dsk"

    return disk


def _shown(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    capsys.readouterr()
    assert main([str(argument) for argument in arguments]) == 0, capsys.readouterr().err
    return capsys.readouterr().out


def test_autostart_of_disk(make: Make, capsys: pytest.CaptureFixture[str]) -> None:
    disk = make(AUTOEXEC_BAS=_STARTER, GAME_BAS=LISTING, DATA_TXT="HELLO\n", OTHER_BAS="10 END\n")
    before = disk.read_bytes()
    assert _shown(capsys, "run", disk).splitlines()[0] == "HELLO"
    assert _shown(capsys, "list", disk) == LISTING.replace("10 OPEN", "10 OPEN")
    assert _shown(capsys, "list", disk, "--file", "other") == "10 END\n"
    assert "nothing found" in _shown(capsys, "check", disk)
    assert "A$" in _shown(capsys, "xref", disk)
    assert "HELLO" in _shown(capsys, "basic", disk, "--run", "--type", "\\r")
    assert disk.read_bytes() == before


def test_a_disk_that_starts_nothing_asks_which_program(
    make: Make, capsys: pytest.CaptureFixture[str]
) -> None:
    disk = make(A_BAS="10 PRINT 1\n", B_BAS="10 PRINT 2\n")
    assert main(["run", str(disk)]) == 2
    assert "choose a program with --file NAME: A.BAS, B.BAS" in capsys.readouterr().err
    assert _shown(capsys, "run", disk, "--file", "B.BAS").split()[0] == "2"
    assert main(["run", str(disk), "--file", "C.BAS"]) == 2
    assert "there is no C.BAS on this disk; it has A.BAS, B.BAS" in capsys.readouterr().err


@pytest.mark.parametrize("ending", ["cas", "wav"])
def test_a_tape_and_its_recording(ending: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    listing, tape = tmp_path / "game.bas", tmp_path / f"game.{ending}"
    listing.write_text("10 PRINT 6*7\n")
    assert main(["tape", "new", "-o", str(tape), str(listing)]) == 0
    assert _shown(capsys, "run", tape).split()[0] == "42"
    assert _shown(capsys, "list", tape) == "10 PRINT 6*7\n"


def test_a_loader_finds_what_comes_next_on_its_tape() -> None:
    from msxkit.interpreter import Session
    from msxkit.interpreter.files.drive import Kept
    from msxkit.media import cassette

    loader = Program.from_ascii(b'10 BLOAD"CAS:"\n20 RUN"CAS:"\n')
    game = Program.from_ascii(b"10 PRINT PEEK(&HC000)\n")
    code = bytes.fromhex("00C0 00C0 00C0 2A")
    tape = [
        cassette.from_program(loader, b"LOAD"),
        cassette.TapeFile(cassette.TapeFileKind.BINARY, b"CODE", code),
        cassette.from_program(game, b"GAME", ascii_text=True),
    ]
    image = cassette.build_cas(block for file in tape for block in file.blocks())
    found = find_program(image, "x.cas")
    session = Session(found.program, files=Kept(found.files, found.order))
    session.run()
    assert " 42" in session.screen.text()


def test_tape_read_by_program() -> None:
    from msxkit.interpreter import Session
    from msxkit.interpreter.files.drive import Kept
    from msxkit.media import cassette

    program = Program.from_ascii(
        b'10 CLOAD?\n20 OPEN"CAS:"FOR INPUT AS#1:INPUT#1,A$,B:PRINT A$;B\n30 CLOAD?\n'
    )
    scores = cassette.TapeFile(cassette.TapeFileKind.ASCII, b"SCORES", b"TOP,42\r\n\x1a")
    other = cassette.from_program(Program.from_ascii(b"10 END\n"), b"OTHER")
    tape = [*(cassette.from_program(program, name) for name in (b"A", b"B")), scores, other]
    found = find_program(cassette.build_cas(block for file in tape for block in file.blocks()), "x.cas")
    session = Session(found.program, files=Kept(found.files, found.order))
    session.run()
    assert session.screen.text().split("\n")[:2] == ["TOP 42", "Verify error in 30"]


def test_a_cartridge_of_a_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    listing, rom = tmp_path / "game.bas", tmp_path / "game.rom"
    listing.write_text("10 PRINT 6*7\n")
    assert main(["cartridge", "-o", str(rom), str(listing)]) == 0
    assert _shown(capsys, "run", rom).split()[0] == "42"
    native = tmp_path / "native.rom"
    assert main(["compile", str(listing), "-o", str(native)]) == 0
    assert main(["run", str(native)]) == 2
    assert "not a cartridge of a BASIC program" in capsys.readouterr().err
    assert main(["compile", str(rom), "-o", str(native)]) == 0


def test_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for command, expected in (("run", " 42"), ("list", "10 PRINT 6*7"), ("check", "nothing found")):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"10 PRINT 6*7\n")))
        assert expected in _shown(capsys, command, "-")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"PK\3\4" + bytes(99), "a ZIP archive; unpack it"),
        (b"\x89PNG\r\n" + bytes(99), "a picture"),
        (b"\xfe\0\xc0\0\xc1\0\xc0" + bytes(99), "machine code"),
        (bytes(range(256)) * 400, "it begins with 00 01 02 03"),
        (b"RIFF" + bytes(9999), "x"),
    ],
)
def test_none_of_these(data: bytes, message: str) -> None:
    with pytest.raises(MsxError, match=message) as told:
        find_program(data, "x")
    assert len(str(told.value)) < 200


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ([], "DATA.TXT lies beside the program: try --files {folder}"),
        (["--files", "{folder}/empty"], "there is no DATA.TXT in {folder}/empty"),
        (["--disk", "{folder}/x.dsk"], "there is no DATA.TXT on {folder}/x.dsk"),
    ],
)
def test_file_not_found_in_medium(
    options: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "p.bas").write_text('10 OPEN"data.txt" FOR INPUT AS#1\n')
    (tmp_path / "data.txt").write_text("HELLO")
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "data.doc").write_text("another file")
    assert main(["disk", "new", "-o", str(tmp_path / "x.dsk")]) == 0
    given = [option.format(folder=tmp_path) for option in options]
    assert main(["run", str(tmp_path / "p.bas"), *given]) == 1
    out = capsys.readouterr().out
    assert "File not found in 10" in out
    assert f"-- {told.format(folder=tmp_path)}" in out
    assert "DOC" not in out


def test_file_nowhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "p.bas").write_text('10 OPEN"data.txt" FOR INPUT AS#1\n')
    assert main(["run", str(tmp_path / "p.bas")]) == 1
    assert "-- there is no DATA.TXT; --files DIR names" in capsys.readouterr().out


def test_a_text_in_utf_16_is_a_listing() -> None:
    found = find_program('10 PRINT"é"\r\n'.encode("utf-16"), "x")
    assert found.program.listed().startswith(b'10 PRINT"\x82"')


def test_missing_characters_are_told_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    listing = tmp_path / "x.bas"
    listing.write_text('10 PRINT"é":REM €€€€€\n', encoding="utf-8")
    assert main(["run", str(listing)]) == 0
    told = capsys.readouterr()
    assert told.out.splitlines()[0] == "é"
    assert "x.bas:1:17: the MSX has no character '€'" in told.err
    assert "2 more such characters" in told.err
    assert main(["check", str(listing), "--format", "json"]) == 0
    findings = json.loads(capsys.readouterr().out)["findings"]
    columns = [finding["column"] for finding in findings if finding["check"] == "characters"]
    assert columns == [17, 18, 19, 20, 21]
    assert main(["run", str(listing), "--encoding", "cp437"]) == 0
    assert capsys.readouterr().out.splitlines()[0].startswith("├")


@pytest.mark.parametrize("command", ["list", "format --minify", "renumber"])
def test_no_listing_is_written_without_its_characters(
    command: str, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    text = '10 A$="ア":B$="イ"\n'.encode()
    (tmp_path / "x.bas").write_bytes(text)
    assert main([*command.split(), str(tmp_path / "x.bas")]) == 2
    told = capsysbinary.readouterr()
    assert told.out == b""
    assert b"use --encoding japan, which has all of them" in told.err
    assert main([*command.split(), str(tmp_path / "x.bas"), "--encoding", "japan"]) == 0
    assert capsysbinary.readouterr().out == text
