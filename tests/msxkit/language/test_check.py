from __future__ import annotations

import pytest

from msxkit.basic_errors import TEXTS
from msxkit.language.check import CHECKS, check
from msxkit.language.program import Program
from msxkit.language.source import decode_program
from tests.corpus import cases
from tests.msxkit.language.conftest import LISTINGS, RUN, Recorded
from tests.msxkit.rules import RULES

_LONG = "\n".join(f"{number} REM {'x' * 200}" for number in range(10, 150))
#: Each check on a small program: what it must find, and a sound neighbour in which it must find nothing.
CASES = {
    "load": ("10 A=1\nPRINT", "10 A=1\n20 PRINT"),
    "label-twice": ("{a} print 1\n{a} goto {a}", "{a} print 1\n{b} goto {b}"),
    "calls-itself": ("end\nfunc .f\n.f()\nret", "end\nfunc .f\nret"),
    "misspelt": ("score = 1\nscroe += 1\nprint score", "score = 1\nscore += 1\nprint score"),
    "left-open": ("print 1\n###", "print 1\n###\n###"),
    "characters": ("10 'Ó", "10 'é"),
    "line-twice": ("10 A=1\n20 B=1\n10 A=2", "10 A=1\n20 B=1"),
    "line-order": ("20 A=1\n10 B=1", "10 B=1\n20 A=1"),
    "subscript": ("10 DIM A(5):A(6)=1", "10 DIM A(5):A(5)=1"),
    "macro": ('10 PLAY "H"', '10 PLAY "A"'),
    "return-without-gosub": ("10 GOTO 20\n20 RETURN", "10 GOSUB 20\n20 RETURN"),
    "digit-letter": ("10 FOR I=1 TO lO:NEXT", "10 LO=5:FOR I=1 TO lO:NEXT"),
    "missing-dollar": ("10 PRINT CHR(65)", "10 DIM CHR(9):PRINT CHR(5)"),
    "never-set": ("10 PRINT A", "10 INPUT A:PRINT A"),
    "syntax": ("10 FOR I=1", "10 FOR I=1 TO 2"),
    "arguments": ("10 POKE 1", "10 POKE 1,2"),
    "type-mismatch": ('10 A%="x"', '10 DEFSTR A:A="x"'),
    "out-of-range": ("10 PRINT CHR$(300)", "10 PRINT CHR$(255.9)"),
    "second-dim": ("10 DIM A(5)\n20 DIM A(6)", "10 DIM A(5)\n20 DIM A%(6)"),
    "screen-mode": ("10 LINE(0,0)-(9,9)", "10 SCREEN M:LINE(0,0)-(9,9)"),
    "no-open": ('10 PRINT #1,"A"', '10 OPEN F$ FOR OUTPUT AS #1:PRINT #1,"A"'),
    "no-dim": ("10 ERASE A", "10 DIM A(5):ERASE A"),
    "no-def-fn": ("10 PRINT FNB(1)", "10 DEF FNB(X)=X:PRINT FNB(1)"),
    "empty-then": ("10 IF A=1 THEN", "10 IF A=1 THEN PRINT"),
    "lone-else": (
        "10 IF A=1 THEN PRINT\n20 ELSEIF A=2 THEN BEEP",
        "10 IF A=1 THEN PRINT ELSE IF A=2 THEN BEEP",
    ),
    "open-string": ('10 PRINT "HI:GOTO 10', '10 PRINT "NAME: JOHN'),
    "missing-line": ("10 GOTO 30", "10 GOTO 10"),
    "unreachable": ("10 GOTO 10\n20 PRINT", "10 IF A THEN 10\n20 PRINT"),
    "next-without-for": ("10 FOR I=1 TO 2:NEXT J", "10 FOR I=1 TO 2:NEXT I"),
    "variable-collision": ("10 LEVEL=1:LEFTY=2", "10 LEVEL=1:LIVES=2"),
    "keyword-in-name": ("10 IF SCORE>5 THEN A=1 OR B", "10 IF SCOPE>5 THEN A=1 OR B"),
    "line-too-long": ("10 " + "?" * 100, "10 " + "?:" * 40),
    "read-past-data": (
        "10 FOR I=1 TO 3:READ A:NEXT\n20 DATA 1,2",
        "10 FOR I=1 TO 3:READ A:NEXT\n20 DATA 1,2,3",
    ),
    "target": ('10 FILES"A"', "10 PRINT"),
    "memory": (_LONG, "10 PRINT"),
}


def names(text: str, target: str = "msx1", off: tuple[str, ...] = ()) -> list[str]:
    dialect = "classic" if text[:1].isdigit() else "modern"
    program = decode_program(text.encode(), "x", lenient=True, dialect=dialect)
    return [finding.check for finding in check(program, target=target, off=off)]


def test_a_number_of_two_parts_is_named() -> None:
    (found,) = check(Program.from_ascii(b"10 PRINT\n20 20 PRINT 2\n"))
    assert (found.row, found.column, found.width, found.instead) == (2, 1, 5, "20")
    assert "line 2020" in found.message


@pytest.mark.parametrize("name", CHECKS)
def test_every_check(name: str) -> None:
    faulty, sound = CASES[name]
    assert name in names(faulty)
    assert name not in names(faulty, off=(name,))
    assert name not in names(sound)


@pytest.mark.parametrize("listing", ["battle", "shotdark"])
@pytest.mark.parametrize("target", ["msx1", "msx2", "disk", "msx2plus"])
def test_the_published_listings_are_clean(listing: str, target: str) -> None:
    text = (LISTINGS / f"{listing}.bas").read_bytes()
    assert check(Program.from_ascii(text), target=target) == []


#: What the machine says as it stops -> the check that foretells it.
FORETOLD = {
    "Undefined line number in": "missing-line",
    "NEXT without FOR in": "next-without-for",
    "Out of DATA in": "read-past-data",
    "Syntax error in": "syntax",
    "Missing operand in": "syntax",
    "Type mismatch in": "type-mismatch",
    "Illegal function call in": "out-of-range",
    "Overflow in": "out-of-range",
    "Division by zero in": "out-of-range",
    "Redimensioned array in": "second-dim",
    "Subscript out of range in": "subscript",
    "RETURN without GOSUB in": "return-without-gosub",
    "Undefined user function in": "no-def-fn",
}
#: Runs that stop for a reason that depends on the values or on the order of events.
AT_RUN_TIME = {
    "statements/flow-next-mismatch",
    "statements/data-type-mismatch",
    "statements/err-overflow",
    "edges/h-for-limits",
    "edges/h-0-power-neg",
    "edges/h-neg-frac-power",
    "edges/h-mul-ovf-int",
    "edges/h-asc-chr",
    "edges/h-erase-missing",
    # They trap what is foretold.
    "statements/err-on-error",
    "edges/h-on-error-resume",
}


@pytest.mark.parametrize("entry", RUN, ids=lambda entry: entry.name)
def test_agrees_with_what_the_machine_did(entry: Recorded) -> None:
    stops = {row: FORETOLD[start] for row in entry.screen for start in FORETOLD if row.startswith(start)}
    foretold = [finding for finding in check(Program.from_ascii(entry.program)) if finding.machine]
    if entry.name not in AT_RUN_TIME:
        assert {finding.machine: finding.check for finding in foretold} == stops


def test_a_finding_shows_the_place() -> None:
    (finding,) = check(Program.from_ascii(b"10 A=1\n20 PRINT A;(2\n"))
    assert (finding.row, finding.column, finding.line) == (2, 14, 20)
    assert finding.machine == "Syntax error in 20"
    assert "')'" in finding.message


def test_a_hidden_keyword_is_named_in_the_syntax_error() -> None:
    (finding,) = check(Program.from_ascii(b"10 SCORE=5\n"))
    assert "SCORE holds the keyword OR" in finding.message


def test_every_fault_of_a_line_is_found() -> None:
    findings = check(Program.from_ascii('10 PRINT "\xe9"+:A=1:IF A PRINT:POKE A'.encode("latin-1")))
    assert [(finding.check, finding.column) for finding in findings] == [
        ("syntax", 14),
        ("syntax", 24),
        ("arguments", 36),
    ]


def test_text_behind_a_jump() -> None:
    assert names("10 GOTO 10,20:GOSUB 10 IS HERE") == []


@pytest.mark.parametrize(
    ("name", "owner"),
    [
        ("TURBO ON", "XBASIC"),
        ("MUSIC", "FM-PAC"),
        ("KANJI1", "Kanji BASIC"),
        ("PAUSE(100)", "turbo R"),
        ("COMINI", "RS-232C"),
    ],
)
def test_target_names_who_has_a_call(name: str, owner: str) -> None:
    (found,) = check(Program.from_ascii(f"10 CALL {name}\n".encode()))
    assert owner in found.message


#: What MSX-BASIC Kun's manual lists, of which each is a statement or stands in one.
LACKED = (
    'BLOAD"A"',
    "CLEAR",
    "CLOSE",
    "A=CINT(2)",
    "A=CSNG(2)",
    "DEFFNA(X)=X",
    'DRAW"U5"',
    "ERASE A",
    "A=ERL",
    "A=FRE(0)",
    "INPUT#1,A",
    "LINE INPUT#1,A$",
    "MAXFILES=2",
    "ON ERROR GOTO 0",
    "ON STOP GOSUB 10",
    'OPEN"A"AS#1',
    'PLAY"C"',
    "PRINT#1,A",
    'PRINT USING"#";A',
    "PRINT SPC(2)",
    "IF A THEN PRINT TAB(2)",
    "TRON",
    "WIDTH 40",
    "A=A EQV 2",
    "A=A IMP 2",
)


@pytest.mark.parametrize("lacked", LACKED)
def test_what_turbo_basic_does_not_compile(lacked: str) -> None:
    def told(text: str) -> list[str]:
        found = check(Program.from_ascii(text.encode()), extensions=("TURBO",))
        return [each.message for each in found if "XBASIC" in each.message]

    assert len(told(f"10 CALL TURBO ON\n20 {lacked}\n30 CALL TURBO OFF\n")) == 1
    assert told(f"10 CALL TURBO ON\n20 A=1:PRINT A\n30 CALL TURBO OFF\n40 {lacked}\n") == []


@pytest.mark.parametrize(
    "word", ["WHILE A<5", "WEND", "SUB X", "END IF", "ENDIF", "SELECT CASE A", "EXIT FOR"]
)
def test_statements_of_other_basics(word: str) -> None:
    (finding,) = (
        each for each in check(Program.from_ascii(f"10 {word}\n".encode())) if each.severity == "error"
    )
    assert finding.message.startswith(f"MSX BASIC has no {' '.join(word.split()[: 1 + (word == 'END IF')])};")


#: Rules, and programs of tests/corpus, in which a machine stopped.
STOPPED = [
    *(
        (" ".join(rule["lines"]), "".join(f"{line}\n" for line in rule["lines"]), "disk", rule["rows"][-1])
        for rule in RULES
        if rule["about"] == "first error" and rule["rows"] and "A=-9" not in rule["lines"][0]
    ),
    *(
        (entry["name"], entry["program"], target, row)
        for machine, target in (("msx1", "msx1"), ("msx2", "disk"))
        for entry in cases(machine, ("newcomer",))
        for row in entry["screen"]
        if entry["at"] == "error" and row.startswith(TEXTS[entry["error"]])
    ),
]
#: What depends on values, and on words that belong to the prompt: CONT, DELETE, RENUM.
BY_VALUE = frozenset(
    f"newcomer-{number}"
    for number in (106, 168, 183, 190, 289, 292, 310, 315, 321, 322, 381, 387, 409, 412, 451, 459, 473)
)


@pytest.mark.parametrize(("name", "text", "target", "error"), STOPPED, ids=[name for name, *_ in STOPPED])
def test_what_stopped_a_machine(name: str, text: str, target: str, error: str) -> None:
    found = {finding.machine for finding in check(Program.from_file(text.encode("latin-1")), target=target)}
    assert (error in found) == (name not in BY_VALUE)
