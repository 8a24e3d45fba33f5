"""Statements on the program itself in a cartridge: LIST, SAVE, MERGE and the like; code that is never reached."""

from __future__ import annotations

import pytest

from msxkit.backends.beside import catalog_of
from msxkit.interpreter import Session
from msxkit.language.program import Program
from msxkit.native.compiler import Cartridge, Options, compile_program
from tests.conftest import one_in

from .bdos import Bdos
from .msx import Msx
from .test_stored_files import SAVES, compiled, contents

_TEXT = b"10 PRINT 1\r\n20 GOTO 10\r\n\x1a"
_FILES = {
    "TEXT.BAS": _TEXT,
    "TOKENS.BAS": Program.from_ascii(_TEXT).file(),
    "NOTES.TXT": b"\r\nHello\r\n",
    "BROKEN.BAS": b"\xff\1\2",
}

#: What a program does with its text, whatever its files are.
_TEXT_STATEMENTS = [
    "LIST",
    'PRINT "A";:LIST 20-',
    "LIST 10",
    "LIST -20",
    "LIST 11",
    "LIST .",
    "SCREEN 1:LIST",
    "SCREEN 2:LIST",
    "LLIST",
    "LLIST 20-",
    "RENUM",
    "RENUM 100,20,5",
    "RENUM 100,10,0",
    "RENUM 65000,10,1000",
    "DELETE 10",
    "DELETE 10-20",
    "DELETE 10-40",
    "DELETE",
    "DELETE 5-8",
    "AUTO 10,0",
    "NEW",
    "CONT",
    "TRON:PRINT 1:TROFF",
]


def same(
    listing: str, save: str, files: dict[str, bytes] | None = None
) -> tuple[list[str], dict[str, bytes]]:
    """Return the rows and the files that both emitters leave, after comparing them."""
    there = dict(files or {})
    session = Session(listing, machine="msx2", files=there)
    session.start_clean()
    session.run(20_000)
    disk, sram = None if save else Bdos(), bytearray(0x2000)
    for name, data in (files or {}).items():
        assert disk is not None
        disk.add(name, data)
    msx = Msx(compiled(listing, save), 1, disk=disk, sram=sram if save else None)
    msx.run(seconds=30)
    rows = [row.rstrip() for row in session.screen.rows()]
    assert [row.rstrip() for row in msx.screen.rows()] == rows
    assert contents(disk, sram) == there
    assert msx.printed == session.files.printed
    return rows, there


@pytest.mark.parametrize("statement", one_in(4, _TEXT_STATEMENTS))
@pytest.mark.one_in(3)
def test_list_and_edit_as_the_interpreter(statement: str) -> None:
    for handler in ("", "ON ERROR GOTO 30:"):
        same(
            f'10 A$="X":{handler}{statement}\n20 PRINT "BEHIND",A$:REM \x01A{"x" * 90}\n'
            "25 END:GOTO 99\n30 PRINT ERR;ERL:RESUME NEXT\n",
            "",
        )


@pytest.mark.parametrize("save", SAVES)
@pytest.mark.parametrize("name", ['"GAME"', '"game.bas"', 'A$+"1"', '"*"', '""', '"X:A"'])
@pytest.mark.slow
def test_save_writes_the_program(name: str, save: str) -> None:
    for form in ("", ",A"):
        listing = f'10 A$="G":CLEAR 500:SAVE {name}{form}\n20 PRINT "BEHIND":A=1.5E3:GOTO 40\n40 REM\n'
        rows, files = same(listing, save)
        if name == '"GAME"':
            program = Program.from_ascii(listing.encode())
            assert files == {"GAME": program.listed() if form else program.file()}
            assert ("BEHIND" in rows) is not bool(form)


def test_saved_program_loads() -> None:
    listing = '10 SAVE"ME":CSAVE"TAPE":SAVE"TEXT",A\n'
    _, files = same(listing, "sram")
    assert {Program.from_file(data).memory() for data in files.values()} == {
        Program.from_ascii(listing.encode()).memory()
    }
    assert set(files) == {"ME", "TAPE", "TEXT"}


def _interpreted(listing: str) -> list[str]:
    session = Session(listing, machine="msx2", files=dict(_FILES))
    session.start_clean()
    session.run(2_000)
    return [row.rstrip() for row in session.screen.rows()]


@pytest.mark.slow
@pytest.mark.parametrize("name", [*_FILES, "NONE", "", "*.*", "Q:X"])
@pytest.mark.parametrize("statement", ['MERGE"{}"', 'LOAD"{}"', 'A$="{}":MERGE A$+""', 'CLOAD"{}"'])
def test_load_and_merge_need_a_program(statement: str, name: str) -> None:
    """Whether the file lies on the disk or beside the listing."""
    for handler in ("", "ON ERROR GOTO 30:"):
        listing = (
            f'10 PRINT "A";:A$=A$+"":{handler}{statement.format(name)}\n20 PRINT "BEHIND":END\n'
            "30 PRINT ERR;ERL:RESUME NEXT\n"
        )
        if name == "BROKEN.BAS" and "MERGE" not in statement:
            # What tokens a file on a disk has nobody looks at.
            rows = _interpreted(listing)
        else:
            rows, _ = same(listing, "", dict(_FILES))
        made = compile_program(Program.from_ascii(listing.encode()), catalog_of(_FILES, "here"))
        msx = Msx(made, 1, disk=Bdos())
        msx.run(seconds=30)
        if statement[0] != "A":
            assert [row.rstrip() for row in msx.screen.rows()] == rows


def _made(listing: str) -> Cartridge:
    return compile_program(Program.from_ascii(listing.encode()), catalog_of({}, "here"), Options())


@pytest.mark.parametrize(
    ("end", "more"),
    [
        ("END", ""),
        ("STOP", ""),
        ("GOTO 10", ""),
        ("RUN", ""),
        ("GOSUB 30:GOTO 10", "30 RETURN"),
        ("END", "30 ON ERROR GOTO 30:PRINT ERR:RESUME"),
        ("GOTO 30", "30 IF A THEN 10 ELSE END"),
    ],
)
def test_unreachable_code(end: str, more: str) -> None:
    listing = f"10 PRINT 1\n20 {end}\n"
    behind = '9998 SAVE"GAME":RUN"NONE"\n9999 BLOAD"NONE",R:A=USR(0):DEFFNA(X)=USR("X"):DEFUSR=1:END\n'
    if more:
        listing += more + "\n"
    made = _made(listing + behind) if "RESUME" not in more else _made(f"{listing}40 END\n{behind}")
    assert made.used - _made(listing).used <= 12
    assert not made.remarks


@pytest.mark.parametrize(
    "way",
    [
        "ON ERROR GOTO 100:ERROR 5",
        "GOSUB 50:PRINT 2:GOTO 100",
        "ON A+1 GOSUB 50:GOTO 100",
        "ON A GOTO 50:GOTO 100",
        "ON ERROR GOTO 60:ERROR 5:GOTO 100",
        "ON STRIG GOSUB 100:STRIG(0) ON:GOTO 60000",
        "TRON:TROFF:GOTO 100",
        "FOR I=1 TO 3:NEXT:GOTO 100",
        "FOR I=1 TO 0:PRINT 1:NEXT:GOTO 100",
        "INPUT A:GOTO 100",
        "RESTORE 100:IF A THEN 50 ELSE 100",
        "GOSUB 70",
    ],
)
def test_reachable_code(way: str) -> None:
    listing = f"10 {way}\n20 GOTO 20\n50 RETURN\n60 RESUME NEXT\n70 RETURN 100\n"
    with pytest.raises(Exception, match='line 100, column 5: RUN "NONE"'):
        _made(listing + '100 RUN"NONE"\n')
