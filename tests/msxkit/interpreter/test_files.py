"""OPEN, PRINT #, INPUT # and similar statements, and the errors of files (MSX Red Book, 6A0EH to 6E86H)."""

from __future__ import annotations

from pathlib import Path

import pytest

from msxkit.interpreter import Session
from msxkit.interpreter.files.files import HostFiles
from tests.msxkit.running import error_of, run


@pytest.mark.parametrize(("limit", "blanks"), [(1, 11), (2, 8), (3, 3), (5, 11)])
def test_text_of_print(limit: int, blanks: int) -> None:
    """Columns are not counted in a file: a comma goes by the memory at its control block, and TAB writes nothing."""
    files: dict[str, bytes] = {}
    session = run(
        f"5 MAXFILES={limit}\n"
        '10 OPEN "out.txt" FOR OUTPUT AS #1\n20 PRINT #1,"A";1;-2,"B":PRINT #1,USING "##.#";1.25\n'
        '30 PRINT #1,TAB(5);"C";SPC(2);"D":PRINT #1:CLOSE #1\n',
        files,
    )
    assert session.error is None
    assert files == {"OUT.TXT": b"A 1 -2 " + b" " * blanks + b"B\r\n 1.3\r\nC  D\r\n\r\n\x1a"}


def test_append() -> None:
    files = {"A": b"old\r\n\x1agarbage"}
    run('10 OPEN "A" FOR APPEND AS #1:PRINT #1,"new":CLOSE\n', files)
    assert files["A"] == b"old\r\nnew\r\n\x1a"


@pytest.mark.parametrize(
    ("data", "statement", "shown"),
    [
        (b"5,6\r\n", "INPUT #1,A,B:PRINT A;B", " 5  6"),
        (b"5 6\r\n", "INPUT #1,A,B:PRINT A;B", " 5  6"),
        (b"  7\r\n8", "INPUT #1,A,B:PRINT A;B", " 7  8"),
        (b"\r\n8\r\n", "INPUT #1,A,B:PRINT A;B", " 0  8"),
        (b"1E3,&HFF\r\n", "INPUT #1,A,B:PRINT A;B", " 1000  255"),
        (b'a b,"c,d" ,e\r\n', 'INPUT #1,A$,B$,C$:PRINT A$;"|";B$;"|";C$', "a b|c,d|e"),
        (b"  x y \r\nz", 'INPUT #1,A$,B$:PRINT A$;"|";B$;"|"', "x y |z|"),
        (b'say "x", y\r\nz', 'LINE INPUT #1,A$:PRINT A$;"|"', 'say "x", y|'),
        (b"\r\nz", 'LINE INPUT #1,A$:LINE INPUT #1,B$:PRINT A$;"|";B$', "|z"),
        (b"a\r\n b\r\n", 'A$=INPUT$(2,#1):INPUT #1,B$:PRINT "<";B$;">"', "< b>"),
        (b"abcdef", "A$=INPUT$(2,#1):B$=INPUT$(3,1):PRINT A$;B$;EOF(1)", "abcde 0"),
        (b"ab\x1acd", "A$=INPUT$(2,#1):PRINT A$;EOF(1)", "ab-1"),
        (b"", "PRINT EOF(1);LOF(1)", "-1  0"),
        (b"x" * 300, "PRINT LOF(1);LOC(1):A$=INPUT$(9,1):PRINT LOC(1)", " 300  0"),
        (
            b"x" * 300,
            "A$=INPUT$(200,1):A$=INPUT$(56,1):PRINT LOC(1);:A$=INPUT$(1,1):PRINT LOC(1)",
            " 256  300",
        ),
    ],
)
def test_items_of_input(data: bytes, statement: str, shown: str) -> None:
    session = run(f'10 CLEAR 400:OPEN "F" FOR INPUT AS #1\n20 {statement}\n', {"F": data})
    assert session.error is None
    assert session.screen[0] == shown


@pytest.mark.parametrize(
    ("listing", "number"),
    [
        ('10 OPEN "NONE" FOR INPUT AS #1\n', 53),
        ('10 OPEN "NONE" FOR APPEND AS #1\n', 53),
        ('10 OPEN "" FOR INPUT AS #1\n', 56),
        ('10 OPEN "A/B" FOR OUTPUT AS #1\n', 56),
        (
            '10 OPEN "NINELONGS.X" FOR OUTPUT AS #2\n',
            56,
        ),  # the name first, then the record, the number, the disk
        ('10 OPEN "A/B" AS #2 LEN=257\n', 5),
        ('10 OPEN "A/B" FOR INPUT AS #2\n', 52),
        ('10 OPEN "G" FOR OUTPUT AS #1:OPEN "A/B" FOR INPUT AS #1\n', 54),
        ('10 OPEN " F" FOR INPUT AS #1\n', 56),
        ('10 OPEN "F*" FOR INPUT AS #1\n', 56),
        ('10 OPEN "A:" FOR OUTPUT AS #1\n', 56),
        ('10 OPEN "MEM:X" FOR OUTPUT AS #1\n', 70),
        ('10 OPEN "F" AS #1 LEN=4:GET #1,2\n', 55),
        ('10 OPEN "F" AS #1:A=EOF(1)\n', 61),
        ('10 OPEN "F" FOR APPEND AS #1:A=EOF(1)\n', 61),
        ('10 OPEN "F" FOR APPEND AS #1:A$=INPUT$(1,#1)\n', 55),
        ('10 KILL "A:"\n', 56),
        ('10 FILES ""\n', 56),
        ('10 NAME "NONE" AS "NINELONGS.X"\n', 53),
        ('10 NAME "F" AS "NINELONGS.X"\n', 56),
        ('10 COPY "NONE" TO "A/B"\n', 56),
        ('10 COPY "F" TO "F"\n', 5),
        ('10 COPY "F" TO "A:"\n', 5),
        ('10 BLOAD "F"\n', 61),
        ("10 ON ERROR GOTO 20:MAXFILES=2:ERROR 9\n20 END\n", 9),  # MAXFILES clears ON ERROR
        ('10 OPEN "NINELONGS.X" FOR OUTPUT AS #1\n', 56),
        ('10 OPEN "XYZ:F" FOR OUTPUT AS #1\n', 56),
        ('10 OPEN "F" FOR OUTPUT AS #0\n', 52),
        ('10 OPEN "F" FOR OUTPUT AS #2\n', 52),
        ('10 OPEN "F" FOR OUTPUT AS #1:OPEN "G" FOR OUTPUT AS #1\n', 54),
        ('10 OPEN "F" FOR SIDEWAYS AS #1\n', 2),
        ('10 OPEN "F" FOR OUTPUT #1\n', 2),
        ('10 OPEN "F" AS #1 LEN=0\n', 5),
        ('10 OPEN "F" AS #1:FIELD #1,200 AS A$,57 AS B$\n', 50),
        ('10 OPEN "F" AS #1:GET #1,0\n', 63),
        ('10 OPEN "F" FOR INPUT AS #1:GET #1,1\n', 61),
        ("10 FIELD #1,5 AS A$\n", 59),
        ('10 OPEN "F" AS #1:FIELD #1,5 AS A\n', 13),
        ("10 PRINT #1,5\n", 59),
        ("10 PRINT #2,5\n", 52),
        ("10 CLOSE #1:CLOSE #2\n", 52),
        ("10 MAXFILES=0:CLOSE 1\n", 52),
        ("10 MAXFILES=2:CLOSE #2\n", None),
        ('10 OPEN "F" FOR INPUT AS #1:PRINT #1,5\n', 52),
        ('10 OPEN "G" FOR OUTPUT AS #1:INPUT #1,A\n', 52),
        ('10 OPEN "G" FOR OUTPUT AS #1:A$=INPUT$(1,#1)\n', 55),
        ('10 OPEN "F" FOR INPUT AS #1:A$=INPUT$(9,#1)\n', 55),
        ('10 OPEN "F" FOR INPUT AS #1:INPUT #1,A,B\n', 55),
        ('10 OPEN "F" FOR INPUT AS #1:LINE INPUT #1,A$,B$\n', 2),
        ("10 MAXFILES=16\n", 5),
        ('10 OPEN "CRT:" FOR INPUT AS #1\n', 61),
    ],
)
def test_errors(listing: str, number: int | None) -> None:
    assert error_of(run(listing, {"F": b"5\r\n"})) == number


def test_long_names_are_cut() -> None:
    files: dict[str, bytes] = {}
    run('10 OPEN "a:averylongname" FOR OUTPUT AS #1:CLOSE:OPEN "long.name" FOR OUTPUT AS #1:CLOSE\n', files)
    assert list(files) == ["AVERYLON", "LONG.NAM"]


def test_the_directory() -> None:
    """A new file takes the first entry that is free, a renamed one keeps its own; FILES ends in its row."""
    files = {"A": b"a", "B": b"b" * 1025, "C": b""}
    session = run(
        '10 PRINT DSKF(0);:FILES:PRINT"|":KILL"A":NAME"B"AS"Z":BSAVE"N",&HC000,&HC001:FILES:PRINT DSKF(0)\n',
        files,
    )
    assert [row.rstrip() for row in session.screen.rows()[:3]] == [
        " 710",
        "A            B            C            |",
        "",
    ]
    assert session.screen.rows()[3].rstrip() == "N            Z            C"
    assert files["N"] == bytes.fromhex("fe 00c0 01c0 00c0 00ff")  # what RAM holds when it is switched on


def test_a_copy_meets_itself_in_the_directory() -> None:
    for names, number in (('"*.*" TO "B"', 5), ('"A:" TO "?.BAS"', 5), ('"*.*" TO "b"', None)):
        files = {"HELLO.TXT": b"hello"}
        assert error_of(run(f"10 COPY {names}\n", files)) == number
        assert sorted(files.values()) == [b"hello", b"hello"]


def test_an_open_file_has_its_length_when_it_is_closed() -> None:
    files = {"OLD": b"old"}
    session = run(
        '10 MAXFILES=3:CLEAR 400:OPEN "OLD" FOR OUTPUT AS #1:PRINT #1,"NEW":PRINT LOF(1);LOC(1)\n'
        '20 PRINT #1,STRING$(252,"X"):PRINT LOF(1);LOC(1):OPEN "OLD" FOR INPUT AS #2:PRINT EOF(2);LOF(2)\n'
        '30 OPEN "R" AS #3 LEN=32:PUT #3,4:PRINT LOF(3);LOC(3):ERROR 9\n',
        files,
    )
    session.close()
    assert session.screen.rows()[:4] == [" 0  0", " 256  256", "-1  0", " 128  4"]
    assert files == {"OLD": b"", "R": b""}


def test_a_record_holds_what_went_through_its_buffer() -> None:
    files = {"T": b"text\r\n\x1a"}
    run(
        '10 OPEN "T" FOR INPUT AS #1:LINE INPUT #1,A$:CLOSE:OPEN "R" AS #1 LEN=7:PUT #1,1:CLOSE\n'
        '20 OPEN "U" FOR OUTPUT AS #1:PRINT #1,"U":CLOSE:OPEN "R" AS #1 LEN=7:PUT #1,2:CLOSE\n',
        files,
    )
    assert files["R"] == b"text\r\n\x1a" + b"U\r\n\x1a\r\n\x1a"


def test_append_begins_at_the_end() -> None:
    session = run(
        '10 OPEN "F" FOR APPEND AS #1:PRINT LOF(1):PRINT #1,STRING$(200,"X"):PRINT LOF(1)\n', {"F": b"12\x1a"}
    )
    assert session.screen.rows()[:2] == [" 3", " 3"]


def test_a_large_file_that_was_only_read_is_left_alone() -> None:
    files = {"L": bytes(800 * 1024)}
    session = run('10 OPEN "L" AS #1 LEN=8:GET #1,9000:PRINT LOC(1):CLOSE\n', files)
    assert session.error is None


def test_a_listing_that_is_none_fails_in_direct_mode() -> None:
    """RESUME NEXT leads to the end of direct mode; so does SAVE with A."""
    session = run(
        '10 ON ERROR GOTO 20:MERGE "F":PRINT 1\n20 PRINT ERR;ERL:RESUME NEXT\n', {"F": b"hello\r\n"}
    )
    assert session.screen.rows()[:2] == [" 57  65535", "Ok"]
    session = run('10 SAVE "P":PRINT 1;:SAVE "P",A:PRINT 2\n')
    assert session.screen.rows()[:2] == [" 1", "Ok"]


def test_maxfiles_takes_memory_and_clears() -> None:
    session = run(
        '10 A=5:LPRINT FRE(0):MAXFILES=3:LPRINT FRE(0);A\n20 OPEN "A" FOR OUTPUT AS #3:PRINT #3,1:CLOSE\n'
    )
    assert session.error is None
    before, left, variable = session.files.printed.split()
    # A buffer each, and the variable with its eleven bytes is gone (MSX Red Book, 7E4BH).
    assert int(before) - int(left) == 2 * 267 - 11
    assert variable == b"0"


def test_devices() -> None:
    session = run(
        '10 OPEN "CRT:" FOR OUTPUT AS #1:PRINT #1,"SCREEN";5:CLOSE\n'
        '20 OPEN "LPT:" FOR OUTPUT AS #1:PRINT #1,"PAPER":CLOSE:LPRINT "MORE";LPOS(0)\n'
        '30 OPEN "GRP:" FOR OUTPUT AS #1:PRINT #1,"X"\n'
    )
    assert session.screen[0] == "SCREEN 5"
    assert session.files.printed == b"PAPER\r\nMORE 4 \r\n"
    assert session.error is not None
    assert (session.error.number, session.error.line) == (5, 30)


def test_end_closes_and_an_error_does_not() -> None:
    files: dict[str, bytes] = {}
    run('10 OPEN "A" FOR OUTPUT AS #1:PRINT #1,5\n', files)
    run('10 OPEN "B" FOR OUTPUT AS #1:PRINT #1,5:ERROR 1\n', files)
    assert files == {"A": b" 5 \r\n\x1a", "B": b""}


def test_a_snapshot_keeps_open_files() -> None:
    session = Session('10 OPEN "A" FOR OUTPUT AS #1:PRINT #1,"X";:K$=INPUT$(1):PRINT #1,K$:CLOSE\n', files={})
    assert session.step().at == "key"
    files: dict[str, bytes] = {}
    other = Session(
        '10 OPEN "A" FOR OUTPUT AS #1:PRINT #1,"X";:K$=INPUT$(1):PRINT #1,K$:CLOSE\n', files=files
    )
    other.restore(session.snapshot())
    other.keys.press("y")
    assert other.run().at == "end"
    assert files == {"A": b"Xy\r\n\x1a"}


def test_host_files(tmp_path: Path) -> None:
    (tmp_path / "mixed.Txt").write_bytes(b"5\r\n")
    (tmp_path / "a much longer name.txt").write_bytes(b"")
    files = HostFiles(tmp_path)
    session = Session(
        '10 OPEN "MIXED.TXT" FOR INPUT AS #1:INPUT #1,A:CLOSE\n'
        '20 OPEN "mixed.txt" FOR OUTPUT AS #1:PRINT #1,A+1:CLOSE:FILES:KILL "MIXED.TXT":FILES\n',
        files=files,
    )
    session.run()
    assert session.screen[0] == "MIXED   .TXT"
    assert session.error is not None
    assert session.error.number == 53  # nothing is left that has an 8.3 name
    assert [path.name for path in tmp_path.iterdir()] == ["a much longer name.txt"]


def test_nothing_outside_the_folder_can_be_named(tmp_path: Path) -> None:
    folder = tmp_path / "disk"
    folder.mkdir()
    for name in ("../X", "..", "/X", "C:\\\\X"):
        session = Session(f'10 OPEN "{name}" FOR OUTPUT AS #1:PRINT #1,5:CLOSE\n', files=HostFiles(folder))
        session.run()
        assert error_of(session) == 56
    assert [path.name for path in tmp_path.iterdir()] == ["disk"]


def test_random_access() -> None:
    files: dict[str, bytes] = {}
    session = run(
        '10 OPEN "R" AS #1 LEN=12:FIELD #1,2 AS I$,8 AS D$,2 AS N$(1)\n'
        "20 FOR I=1 TO 3:LSET I$=MKI$(I):LSET D$=MKD$(I/4):RSET N$(1)=CHR$(64+I):PUT #1:NEXT\n"
        '30 PUT #1,5:GET #1,2:PRINT CVI(I$);CVD(D$);"[";N$(1);"]";LOC(1);LOF(1)\n'
        '40 I$="":GET #1,3:PRINT LEN(I$);CVD(D$):CLOSE\n',
        files,
    )
    assert session.error is None
    assert list(session.screen)[:2] == [" 2  .5 [ B] 2  60", " 0  .75"]  # I$ was assigned to: a field no more
    quarter = bytes.fromhex("4025000000000000")  # .25 in BCD, exponent 40H (msx-facts, B.1)
    assert files["R"][:12] == b"\1\0" + quarter + b" A"
    # Nobody wrote the fourth record: it is what the drive's buffer held.
    assert files["R"][36:48] == b"\x00\xff" * 6
    session = run(
        '10 A$="ABCDE":LSET A$="X":PRINT A$;"|":RSET A$="YZ":PRINT A$;"|":LSET A$="123456":PRINT A$\n'
    )
    assert list(session.screen)[:3] == ["X    |", "   YZ|", "12345"]


def test_wildcards() -> None:
    files = {"DMY1.BIN": b"1", "DMY2.BAS": b"2", "DMY3": b"3", "X.BAS": b"4"}
    session = run('10 KILL "DMY?.B*":NAME "D*.*" AS "HOG*.T?":FILES\n20 KILL "D*.*"\n', files)
    assert files == {"HOG3.T": b"3", "X.BAS": b"4"}
    assert error_of(session) == 53
    assert error_of(run('10 NAME "X.BAS" AS "HOG3.T"\n', files)) == 65
    assert error_of(run('10 OPEN "X.BAS" FOR INPUT AS #1:KILL "*.*"\n', files)) == 64


@pytest.mark.parametrize(
    "statement",
    [
        *('LOAD"CAS:"', 'RUN"CAS:"', 'MERGE"CAS:"', 'BLOAD"CAS:",R', "CLOAD", "CLOAD?"),
        'OPEN"CAS:"FOR INPUT AS#1',
    ],
)
def test_a_tape_that_does_not_run_has_no_next_file(statement: str) -> None:
    session = run(f"10 {statement}\n", {"G": b"10 END\r\n"})
    assert error_of(session) == 19
    assert session.error is not None
    assert "give the name of the file" in session.error.note


@pytest.mark.parametrize("word", ["CMD", "IPL"])
def test_words_for_extensions_say_what_they_are(word: str) -> None:
    session = run(f"10 {word}\n", {})
    assert error_of(session) == 5
    assert session.error is not None
    assert session.error.note == f"{word} does nothing unless machine code takes it over"


@pytest.mark.parametrize(
    "statement", ['LOAD"G"', 'RUN"G.BAS"', 'MERGE"G"', 'BLOAD"G"', 'OPEN"G" FOR INPUT AS #1']
)
def test_a_machine_without_a_drive_looks_on_its_cassette(statement: str) -> None:
    """It would wait for the file until somebody presses STOP, and then stop with Device I/O error."""
    for name, machine in ((statement, "msx1"), (statement.replace('"', '"CAS:', 1), "msx2")):
        session = Session(f"10 {name}\n", machine=machine)
        session.run(max_steps=100)
        assert error_of(session) == 19
        assert session.error is not None
        assert "the cassette has no G" in session.error.note
    with_drive = Session(f"10 {statement}\n", machine="msx2")
    with_drive.run(max_steps=100)
    assert error_of(with_drive) == 53


def test_a_cassette_is_written_and_read() -> None:
    listing = (
        '10 OPEN"D" FOR OUTPUT AS #1:PRINT #1,5:CLOSE:OPEN"CAS:D" FOR INPUT AS #1:INPUT #1,A:CLOSE\n'
        '20 BSAVE"M",&HC000,&HC001:BLOAD"CAS:M":SAVE"P":PRINT A:OPEN"A:D" FOR INPUT AS #1\n'
    )
    files: dict[str, bytes] = {}
    session = Session(listing, files=files, machine="msx1")
    session.run(max_steps=100)
    assert sorted(files) == ["D", "M", "P"]
    assert session.screen.rows()[:2] == [" 5", "Bad file name in 20"]


def test_a_name_may_have_the_blanks_that_files_shows() -> None:
    """The listing of FILES, with LOAD or OPEN written before a name of it."""
    files: dict[str, bytes] = {}
    session = run(
        '10 OPEN"GAME    .BIN"FOR OUTPUT AS#1:PRINT#1,7:CLOSE:OPEN"GAME.BIN "FOR INPUT AS#1:INPUT#1,A\n'
        '20 CLOSE:FILES"G*  .B*":NAME"GAME .BIN"AS"G   ":FILES" G"\n',
        files,
    )
    assert (error_of(session), files) == (56, {"G": b" 7 \r\n\x1a"})
