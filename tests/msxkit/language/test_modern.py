"""Sources with labels, long names, functions, defines and includes become the program that their author means."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from msxkit.errors import FileError
from msxkit.language.check import check
from msxkit.language.modern import Source
from msxkit.language.modern.words import ModernError
from msxkit.language.program import Program
from msxkit.language.source import decode_program
from tests.dignified import Case, cases, found, lines, wanted


@pytest.mark.parametrize("case", cases(), ids=lambda case: case["name"])
def test_recorded_conversion(case: Case) -> None:
    assert found(case) == wanted(case)


#: Examples of the manual of Basic Dignified, with its own results, and what it says in words.
MANUAL = {
    "defines": (
        'define [ifa][if a$ = ],[enter][chr$(13)]\ndefine [pause][if inkey$<>[" "] goto {@}]\n'
        '[ifa]"1" then print "one"\n[?](10,10)"ten by ten"\n[pause]([enter])\n',
        '10 IF A$="1" THEN PRINT "one"\n20 LOCATE 10,10:? "ten by ten"\n30 IF INKEY$<>CHR$(13)GOTO 30\n',
    ),
    "names": (
        'declare food:fd, drink:dk\nif food$ = "cake" and drink = 3 then end\nresult$ = "belly full"\n~sleep = 10\n'
        "print result$\n",
        '10 IF FD$="cake" AND DK=3 THEN END\n20 ZZ$="belly full"\n30 SLEEP=10\n40 PRINT ZZ$\n',
    ),
    "lines": (
        'if a$ = "" then _\n  for f = 1 to 10:\n    [?](1,1) f:\n  next\n  :[?](1,3) "All "\n     "done."\n'
        "  :end\nendif\n",
        '10 IF A$="" THEN FOR F=1 TO 10:LOCATE 1,1:? F:NEXT:LOCATE 1,3:? "All done.":END\n',
    ),
    "operators": (
        "var1++ :var2--\nvar3 += 20 :var4 -= 10\n",
        "10 ZZ=ZZ+1:ZY=ZY-1\n20 ZX=ZX+20:ZW=ZW-10\n",
    ),
}
#: What goes beyond Basic Dignified, or what it does not do as an author expects.
BEYOND = {
    "right side": ("x *= y + 1\nx -= y - 1\nx += y - 1", "10 X=X*(Y+1)\n20 X=X-(Y-1)\n30 X=X+Y-1"),
    "hidden keyword": ("score = 1 or border", "10 ZZ=1 OR ZY"),
    "call in call": (
        "x = .f(.f(1))\nend\nfunc .f(p)\nret p*2",
        "10 P=1:GOSUB 30:P=(P*2):GOSUB 30:X=P*2\n20 END\n30 RETURN",
    ),
    "call in condition": (
        "if .f(1) > 2 then .f()\nend\nfunc .f(p)\nret p*2",
        "10 P=1:GOSUB 30:IF (P*2)>2 THEN GOSUB 30\n20 END\n30 RETURN",
    ),
    "two values": (
        "print .f(1);.f(2)\nend\nfunc .f(p)\nret p",
        "10 P=1:GOSUB 30:ZZ=P:P=2:GOSUB 30:PRINT ZZ;P\n20 END\n30 RETURN",
    ),
    "swap": ("a,b = .f(a,b)\nend\nfunc .f(a,b)\nret b,a", "10 GOSUB 30:ZZ=A:A=B:B=ZZ\n20 END\n30 RETURN"),
    "~ once": ("print sleep\n~sleep = 1", "10 PRINT SLEEP\n20 SLEEP=1"),
    "loops of one name": (
        "l{\nif a then exit\n}\nl{ b++ }\nc++ ## x",
        "10 IF A THEN GOTO 30\n20 GOTO 10\n30 B=B+1\n40 GOTO 30\n50 C=C+1",
    ),
    "define in a default": (
        'define [n][5],[s][print "[x]";[[n]];[[n]]]\n[s]\n[s](a[1])',
        '10 PRINT "[x]";5;5\n20 PRINT "[x]";A[1];A[1]',
    ),
    "two calls in a call": (
        "r = .a(.b(1),.b(2))\nend\nfunc .a(x,y)\nret x+y\nfunc .b(z)\nret z*2",
        "10 Z=1:GOSUB 40:ZZ=Z*2:Z=2:GOSUB 40:X=ZZ:Y=(Z*2):GOSUB 30:R=X+Y\n20 END\n30 RETURN\n40 RETURN",
    ),
    "call in ret": (
        "r = .a(1)\nend\nfunc .a(x)\nprint x:\nret .b(x)+1\nfunc .b(z)\nret z*2",
        "10 X=1:GOSUB 30:R=(Z*2)+1\n20 END\n30 PRINT X:Z=X:GOSUB 40:RETURN\n40 RETURN",
    ),
    "array and call in assignments": (
        "t(1),t(2) = .f(1)\nt(i) += .f(2)\nend\nfunc .f(a,b=.g())\nret b,a\nfunc .g\nret 7",
        "10 GOSUB 50:A=1:B=7:GOSUB 40:T(1)=B:T(2)=A\n20 GOSUB 50:A=2:B=7:GOSUB 40:T(I)=T(I)+B\n30 END\n"
        "40 RETURN\n50 RETURN",
    ),
    "behind the last line": ("loop{\nif a then exit\n}", "10 IF A THEN GOTO 30\n20 GOTO 10\n30 END"),
    "loop with the name of a keyword": (
        "wait{\nif a then exit\n}\nb=1",
        "10 IF A THEN GOTO 30\n20 GOTO 10\n30 B=1",
    ),
    "row of endif": ("if a then _\nprint 1:\nendif\nprint 2", "10 IF A THEN PRINT 1\n20 PRINT 2"),
    "underscore in a short name": ("_x = 1\nprint _x; a_", "10 ZZ=1\n20 PRINT ZZ;ZY"),
    "value left out": (
        ", y = .f(1)\nend\nfunc .f(x)\nret x, x+1",
        "10 X=1:GOSUB 30:Y=X+1\n20 END\n30 RETURN",
    ),
    "remarks that end with a row": ("### a\nb ###\nc=1", "10 C=1"),
    "as it stands": ("a[x] = 1 `XX{`", "10 A[X]=1XX{"),
}


@pytest.mark.parametrize("name", MANUAL | BEYOND)
def test_classic_of_modern(name: str) -> None:
    source, classic = (MANUAL | BEYOND)[name]
    assert lines(Source(source, "game.dmx", _missing).checked()) == lines(
        Program.from_ascii(classic.encode())
    )


def test_include_has_names_of_its_own() -> None:
    files = {"lib.dmx": "total = 2\n{here}\nfunc .show(count)\nprint count\nret\n"}
    source = 'total = 1\n{here} goto {here}\nprint 1:\ninclude "lib.dmx"\n.show(total)'
    classic = "10 ZZ=1\n20 GOTO 20\n30 PRINT 1:ZY=2\n40 PRINT ZX\n50 RETURN\n60 ZX=ZZ:GOSUB 40"
    program = Source(source, "game.dmx", lambda _, name: (name, files[name])).checked()
    assert lines(program) == lines(Program.from_ascii(classic.encode()))


def test_error_in_include_names_its_file() -> None:
    with pytest.raises(ModernError, match=r"^lib\.dmx:2:6: Label does not exist: x$"):
        Source('include "lib.dmx"', "game.dmx", lambda *_: ("lib.dmx", "cls\ngoto{x}")).checked()
    with pytest.raises(ModernError, match=r"3:8: Define does not exist: \w+ \(lib\.dmx has one, but"):
        Source(
            'include "lib.dmx"\n\nprint [wall]', "g.dmx", lambda *_: ("src/lib.dmx", "define [wall][219]")
        ).checked()


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("~ab = 1", "1:1: Short names stay: write ab without ~"),
        ("goto {1a}", "1:7: Invalid label name: 1a"),
        ("func .f(n)\nret n * .f(n - 1)", "2:9: Function calls itself in what it returns: f"),
        ("a = .up$(1)", "1:8: Functions have no type"),
    ],
)
def test_refused(source: str, message: str) -> None:
    with pytest.raises(ModernError, match=re.escape(message)):
        Source(source, "game.dmx", _missing).checked()


@pytest.mark.parametrize(
    ("source", "places"),
    [
        (
            "goto {1a}\nprint [no]; [no]\n.g(1)\nprnt 1\nloop{\n}\ngoto {no}",
            ["1:7", "2:8", "3:1", "4:1", "7:7"],
        ),
        ('include "no.dmx"\n.f(1)\ngoto {x}\nprnt 1', ["1:10", "4:1"]),
        ("func .f(1)\nret\n.f(2)\nfunc .g\nfunc .h\nret\n.g", ["1:9", "5:1"]),
        ('define [x][1\n[x] if a then _\nloop{\nprint "a\n{b', ["1:8", "3:1", "5:1"]),
        ("if a then _\nprint [x] _\n: prnt 1", ["2:8"]),
        ("print undefined\ngoto 5\nprnt 1\n}", ["3:1", "4:1"]),
    ],
)
def test_every_row_that_is_wrong_is_told_and_no_other(source: str, places: list[str]) -> None:
    program = decode_program(source.encode(), "game.dmx", lenient=True, files=_unreadable)
    assert [f"{each.row}:{each.column}" for each in check(program)] == places


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (
            "func .a\n.b()\nret\nfunc .b\n.c()\nret\nfunc .c\n.a()\nret",
            "8:1: .a calls itself",
        ),
        ("{a}\nprint 1\n{A} goto {a}", "3:1: label A stands in game.dmx:1:1 already; rename one of them"),
        (
            "func .f(n)\n.g(n)\nret\nfunc .g(m)\n.f(m)\nret",
            "5:1: .f calls itself, and parameters are variables",
        ),
        ("print 1\n #x\nprint 2", "2:2: #x opens a block that nothing closes"),
        ("declare speed:sp\nprint speed\nsp = 1", "3:1: sp is the short name of speed too"),
        ("###\nprint 1", "1:1: ### opens a block that nothing closes"),
    ],
)
def test_doubted(source: str, message: str) -> None:
    found = [
        f"{each.place}: {each.message}" for each in Source(source, "game.dmx", _missing).checked().doubts
    ]
    assert any(each.startswith(f"game.dmx:{message}") for each in found)


PIECES = """a score$ {x} {@} x{ } [ ] [n] define [n][1[]] .f( ) func ret exit if then else : _ ' ## ### '' " #t keep
#all declare zz:ab ~long data rem call _on ++ += -= 1 &h .5 ( , true include "f" ` goto def fnabc"""


@given(st.lists(st.sampled_from([*PIECES.split(), "\n"]), max_size=30).map(" ".join))
def test_any_text_is_read_or_refused(source: str) -> None:
    with suppress(ModernError):
        Source(source, "game.dmx", lambda *_: ("f", "print 1")).checked()


def _unreadable(file: Path) -> bytes:
    raise FileError(f"{file}: no such file")


def _missing(file: str, name: str) -> tuple[str, str]:
    raise AssertionError(f"{file} includes {name}")
