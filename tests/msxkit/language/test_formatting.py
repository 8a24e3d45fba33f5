"""`msxkit format`: one style for both dialects, in place; and programs in fewer bytes that do the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from msxkit.cli import main
from msxkit.errors import MsxError
from msxkit.interpreter import Session
from msxkit.language.minifying import minify
from msxkit.language.modern.formatting import formatted
from msxkit.language.program import Program
from msxkit.language.source import decode_program
from tests.conftest import ROOT, one_in
from tests.dignified import Case, cases
from tests.msxkit.test_agreement import KEYS, programs

#: Rows of a modern source, and how they are written.
ROWS = {
    'PRINT"a";B : goto{x}': 'print "a"; B: goto {x}',
    "for i=-1 to n-1 step-1": "for i = -1 to n - 1 step -1",
    "if a<=b and(c<>1)then d+=1:e++": "if a <= b and (c <> 1) then d += 1: e++",
    "line(0,0)-(9,9),15,bf": "line(0, 0)-(9, 9), 15, bf",
    "locate,5:print#1,a$;": "locate, 5: print#1, a$;",
    "data  one , TWO": "data  one , TWO",
    "REM  As it stands": "REM  As it stands",
    "a=1   ## aligned": "a = 1   ## aligned",
    "a(1 )=.f( 2,3)*2": "a(1) = .f(2, 3) * 2",
    "Score=TIME": "Score = time",
    "defint a - c,x-z": "defint a-c, x-z",
    "def fn a(b)=b-1": "def fn a(b) = b - 1",
}
WRITTEN = """\
func .f(a)
  for i = 1 to 3
    if a then _
      print 1 _
    else _
      print 2
    endif
  next
ret a

###
  Kept  as it is.
###
main{
  exit
}
#debug print  1
on a gosub {b}, {c}
end
{b}
return
{c}
  print 1
return
"""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("row", ROWS)
def test_row(row: str) -> None:
    assert formatted(row) == ROWS[row] + "\n"


def test_indentation() -> None:
    bare = re.sub(r"^ +(?=[^ K])", "", WRITTEN, flags=re.MULTILINE)
    assert formatted(bare) == formatted(bare.replace("next", "    next")) == WRITTEN


def test_subroutines_and_rows_of_toggles_are_indented() -> None:
    text = "gosub {a}\nend\n{a}\nif x then _\nlives--:beep\n#t print\nreturn\n{b}\nprint 3\n"
    assert formatted(text) == (
        "gosub {a}\nend\n{a}\n  if x then _\n    lives--: beep\n  #t print\nreturn\n{b}\nprint 3\n"
    )


@pytest.mark.parametrize("case", cases(), ids=lambda case: case["name"])
def test_same_program(case: Case) -> None:
    text = case["source"]
    try:
        before = decode_program(text.encode(), "a.dmx")
    except MsxError:
        return
    assert decode_program(formatted(text).encode(), "a.dmx").memory() == before.memory()
    assert formatted(formatted(text)) == formatted(text)


def _run(program: Program) -> tuple[int | None, list[str]]:
    """Return the error that ends a program, else what it shows: an error names a line."""
    session = Session(program, keys=KEYS, clock=iter(range(1000)))
    session.run(max_steps=20_000)
    return (
        (session.error.number, [])
        if session.error
        else (None, [re.sub(r"in \d+", "", row) for row in session.screen])
    )


@pytest.mark.parametrize("number", one_in(5, range(560)))
def test_minified_does_the_same(number: int) -> None:
    if number >= len(programs()) or re.search(r"\bLIST\b", programs()[number]):
        return
    program = Program.from_ascii(programs()[number].encode("latin-1"), lenient=True)
    smaller = minify(program)
    assert smaller.size <= program.size
    assert _run(smaller) == _run(program)


@pytest.mark.parametrize(
    ("listing", "smaller"),
    [
        ("10 A = 1\n20 PRINT A ' shown\n30 GOTO 20", "10 A=1\n20 PRINTA:GOTO20"),
        ("10 REM start\n20 PRINT 1\n30 GOTO 10", "10 PRINT1:GOTO10"),
        ("10 IF A THEN 20\n15 PRINT 1\n20 END", "10 IFATHEN20\n15 PRINT1\n20 END"),
        ('10 PRINT "A\n20 DATA "x, y\n30 PRINT T OR Y', '10 PRINT"A":DATA "x, y\n30 PRINTT ORY'),
        (
            "10 ON ERROR GOTO 30\n20 PRINT 1/0\n25 END\n30 PRINT ERL",
            "10 ONERRORGOTO30\n20 PRINT1/0\n25 END\n30 PRINTERL",
        ),
        ("10 PRINT A B\n20 IF A THEN REM no", "10 PRINTA B:IFATHENREM"),
    ],
)
def test_minified(listing: str, smaller: str) -> None:
    made = minify(Program.from_ascii(listing.encode()))
    assert made.listed().decode().replace("\r\n", "\n") == smaller + "\n\x1a"


def test_in_place() -> None:
    Path("a.dmx").write_bytes('print"é"\r\n'.encode())
    Path("b.bas").write_bytes(b'20 print "\x81"\r\n\r\n10 print 1\r\nno line\r\n\x1a')
    assert main(["format", "--check", "a.dmx", "b.bas"]) == 1
    assert main(["format", "a.dmx", "b.bas"]) == 0
    assert Path("a.dmx").read_bytes() == 'print "é"\r\n'.encode()
    assert Path("b.bas").read_bytes() == b'20 PRINT "\x81"\r\n\r\n10 PRINT 1\r\nno line\r\n\x1a'
    assert main(["format", "--check", "a.dmx", "b.bas"]) == 0


def test_diff(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.dmx").write_text("a=1\n")
    assert main(["format", "--diff", "a.dmx"]) == 1
    assert "-a=1\n+a = 1\n" in capsys.readouterr().out
    assert Path("a.dmx").read_text() == "a=1\n"


def test_minify_command(capfd: pytest.CaptureFixture[str]) -> None:
    Path("a.dmx").write_text("{a}\nprint 1\ngoto {a}\n")
    assert main(["format", "--minify", "a.dmx"]) == 0
    assert capfd.readouterr().out == "10 PRINT1:GOTO10\n"
    assert main(["format", "--minify", "--check", "a.dmx"]) == 2


def test_unreadable_source_stays(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.dmx").write_text("a=1\n")
    Path("b.dmx").write_text("goto  {nowhere}\n")
    assert main(["format", "a.dmx", "b.dmx"]) == 2
    assert "b.dmx:1:8: Label does not exist: nowhere" in capsys.readouterr().err
    assert (Path("a.dmx").read_text(), Path("b.dmx").read_text()) == ("a=1\n", "goto  {nowhere}\n")


def test_original_game_shrinks() -> None:
    program = decode_program((ROOT / "basic/battle.bas").read_bytes(), "battle.bas")
    assert minify(program).size < program.size * 0.95
