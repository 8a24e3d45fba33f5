"""A program on any medium: what comes next on its tape, and files that hold none."""

from __future__ import annotations

import pytest

from msxkit.errors import MsxError
from msxkit.language.program import Program
from msxkit.media.programs import find_program


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


def test_a_text_in_utf_16_is_a_listing() -> None:
    found = find_program('10 PRINT"é"\r\n'.encode("utf-16"), "x")
    assert found.program.listed().startswith(b'10 PRINT"\x82"')
