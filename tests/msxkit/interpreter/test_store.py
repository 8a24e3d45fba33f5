"""The files of a session: names of the host that no MSX has, links, and as much as a floppy holds."""

from __future__ import annotations

import os
from collections.abc import MutableMapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from msxkit.interpreter import Session
from msxkit.interpreter.files.drive import capitals, is_key, spec_of
from msxkit.interpreter.files.files import HostFiles
from tests.msxkit.running import error_of, run

FOREIGN = (
    "файл.txt",
    "€.txt",
    "日本語.bas",
    "much-too-long.bas",
    ".hidden",
    "two.dots.txt",
    "end.",
    "a b.txt",
)


def test_files_lists_what_basic_can_name(tmp_path: Path) -> None:
    for name in (*FOREIGN, "café.txt", "GAME.BAS", "ñ"):
        (tmp_path / name).write_bytes(b"x")
    with open(os.fsencode(tmp_path) + b"/\xff\xfe.bas", "wb"):  # noqa: PTH123
        pass
    session = run("10 FILES\n", HostFiles(tmp_path))
    assert session.error is None
    shown = session.screen.text()
    assert shown.splitlines()[:2] == ["GAME    .BAS CAFé    .TXT ñ"[:40], "Ok"]


def test_a_name_goes_to_the_host_and_back(tmp_path: Path) -> None:
    # é is code 82H, Σ E4H: Unicode would raise both to something else.
    session = run(
        '10 OPEN "caf"+CHR$(&H82)+"."+CHR$(&HE4) FOR OUTPUT AS #1:PRINT #1,"A":CLOSE\n'
        '20 OPEN "CAF"+CHR$(&H82)+"."+CHR$(&HE4) FOR INPUT AS #1:INPUT #1,A$:PRINT A$\n',
        HostFiles(tmp_path),
    )
    assert session.screen.text().startswith("A\n")
    assert [path.name for path in tmp_path.iterdir()] == ["CAFé.Σ"]


def test_a_decomposed_name_is_found(tmp_path: Path) -> None:
    (tmp_path / "cafe\u0301.txt").write_bytes(b"A\r\n\x1a")  # as macOS writes it
    session = run(
        '10 OPEN "CAF"+CHR$(&H82)+".TXT" FOR INPUT AS #1:INPUT #1,A$:PRINT A$\n', HostFiles(tmp_path)
    )
    assert session.screen.text().startswith("A\n")


@given(st.text(st.characters(max_codepoint=255), max_size=14))
def test_any_string_names_a_file_or_is_a_bad_name(name: str) -> None:
    codes = "+".join(f"CHR$({ord(character)})" for character in name) or '""'
    session = Session(f'10 A$={codes}\n20 OPEN A$ FOR OUTPUT AS #1:CLOSE\n30 FILES:NAME A$ AS "X":KILL "X"\n')
    assert session.run(max_steps=1000).at in ("end", "error")


def test_unusable_name(tmp_path: Path) -> None:
    (tmp_path / "much-too-long.bas").write_bytes(b"10 END\n")
    session = run('10 LOAD "MUCH.BAS"\n', HostFiles(tmp_path))
    assert error_of(session) == 53
    assert session.error is not None
    assert "much-too-long.bas cannot be named here" in session.error.note
    (tmp_path / "game.bas").write_bytes(b"10 END\n")
    session = run('10 LOAD "GAME"\n', HostFiles(tmp_path))
    assert session.error is not None
    assert session.error.note == "there is no GAME, but GAME.BAS"


def test_links_lead_nowhere_outside(tmp_path: Path) -> None:
    inside, outside = tmp_path / "in", tmp_path / "out"
    inside.mkdir()
    outside.mkdir()
    secret = outside / "SECRET.TXT"
    secret.write_bytes(b"secret")
    (inside / "A.TXT").symlink_to(secret)
    (inside / "B.TXT").symlink_to("../out/SECRET.TXT")
    (inside / "C.TXT").symlink_to("C.TXT")
    (inside / "D.TXT").symlink_to("../out/NEW.TXT")  # leads to what is not there yet
    (inside / "E.TXT").symlink_to("/dev/zero")
    (inside / "OWN.TXT").write_bytes(b"own\r\n\x1a")
    (inside / "OK.TXT").symlink_to("OWN.TXT")
    os.mkfifo(inside / "F.TXT")
    (inside / "G.TXT").mkdir()
    session = run("10 FILES\n", HostFiles(inside))
    assert session.screen.text().splitlines()[0] == "OK      .TXT OWN     .TXT"
    for name in "ABCDEFG":
        for listing, number in (
            (f'10 OPEN "{name}.TXT" FOR INPUT AS #1\n', 53),
            (f'10 OPEN "{name}.TXT" FOR OUTPUT AS #1:PRINT #1,"MINE":CLOSE\n', 69),
            (f'10 SAVE "{name}.TXT"\n', 69),
            (f'10 COPY "OWN.TXT" TO "{name}.TXT"\n', 69),
            (f'10 KILL "{name}.TXT"\n', 53),
            (f'10 NAME "{name}.TXT" AS "X"\n', 53),
            (f'10 NAME "OWN.TXT" AS "{name}.TXT"\n', 69),
        ):
            session = run(listing, HostFiles(inside))
            assert error_of(session) == number, listing
    assert secret.read_bytes() == b"secret"
    assert [path.name for path in outside.iterdir()] == ["SECRET.TXT"]
    assert (inside / "OWN.TXT").read_bytes() == b"own\r\n\x1a"
    assert (
        error_of(run('10 OPEN "OK.TXT" FOR APPEND AS #1:PRINT #1,"too":CLOSE\n', HostFiles(inside))) is None
    )
    assert (inside / "OWN.TXT").read_bytes() == b"own\r\ntoo\r\n\x1a"


def test_the_folder_itself_may_be_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    assert error_of(run('10 SAVE "A"\n', HostFiles(tmp_path / "link"))) is None
    assert (tmp_path / "real" / "A").exists()


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "HUGE.TXT").open("wb") as file:
        file.truncate(1 << 40)
    session = run('10 OPEN "HUGE.TXT" FOR INPUT AS #1\n', HostFiles(tmp_path))
    assert error_of(session) == 69
    assert session.error is not None
    assert "larger than the 8 MB" in session.error.note


@pytest.mark.parametrize("host", [True, False])
@pytest.mark.slow
def test_a_session_writes_no_more_than_a_floppy_holds(host: bool, tmp_path: Path) -> None:
    def files(name: str) -> MutableMapping[str, bytes]:
        (tmp_path / name).mkdir()
        return HostFiles(tmp_path / name) if host else {}

    many = files("many")
    session = Session("10 N=N+1:OPEN MID$(STR$(N),2) FOR OUTPUT AS #1:CLOSE:GOTO 10\n", files=many)
    session.run(max_steps=20_000)
    assert error_of(session) == 67
    assert len(many) == 112
    large = files("large")
    session = Session(
        "10 CLEAR 2000\n20 N=N+1:OPEN MID$(STR$(N),2) FOR OUTPUT AS #1\n"
        '30 FOR I=1 TO 500:PRINT #1,STRING$(250,"x"):NEXT:CLOSE:GOTO 20\n',
        files=large,
    )
    session.run(max_steps=50_000)
    assert error_of(session) == 66
    assert 600_000 < sum(len(data) for data in large.values()) <= 713 * 1024


def test_failed_store_stays_open(tmp_path: Path) -> None:
    session = Session.at_prompt(Session("10 END\n").program, files=HostFiles(tmp_path))

    def enter(line: bytes) -> str | None:
        session.enter(line)
        session.run()
        return None if session.error is None else session.error.text

    assert enter(b'OPEN"A"FOR OUTPUT AS #1:PRINT#1,"KEPT"') is None
    (tmp_path / "A").mkdir()
    assert enter(b"CLOSE") == "Disk I/O error"
    assert enter(b"RUN") == "Disk I/O error"
    (tmp_path / "A").rmdir()
    assert enter(b"CLOSE") is None
    assert (tmp_path / "A").read_bytes() == b"KEPT\r\n\x1a"


def test_rename_that_fails_keeps_the_file(tmp_path: Path) -> None:
    (tmp_path / "OLD").write_bytes(b"old")
    (tmp_path / "NEW").mkdir()
    assert error_of(run('10 NAME "OLD" AS "NEW"\n', HostFiles(tmp_path))) == 69
    assert (tmp_path / "OLD").read_bytes() == b"old"


def test_capitals_are_those_of_the_msx() -> None:
    assert capitals("az\x82\xb5\xdf\xe4\xff") == "AZ\x82\xb5\xdf\xe4\xff"
    assert spec_of("abc.x\xff").name == "ABC.X\xff"
    assert is_key("ABC.X\xff")
    assert not is_key("abc")
    assert not is_key("ФАЙЛ")
