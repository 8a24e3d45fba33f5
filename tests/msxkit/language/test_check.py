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
def test_every_check_finds_its_case_and_can_be_switched_off(name: str) -> None:
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


def test_tight_programs_are_not_blamed_for_their_operators() -> None:
    assert "keyword-in-name" not in names("10 IFAANDBTHENC=DORE\n20 IFA=1ORB=2THENX=YANDZ")


def test_handlers_and_returns_are_ways_to_a_line() -> None:
    text = "10 ON INTERVAL=5 GOSUB 100:ON ERROR GOTO 200:GOSUB 300\n20 GOTO 20\n100 RETURN 400\n"
    assert "unreachable" not in names(text + "200 RESUME NEXT\n300 RETURN\n400 END\n")


def test_a_loop_opened_in_a_subroutine_may_be_closed_outside() -> None:
    assert "next-without-for" not in names("10 GOSUB 100:NEXT\n20 END\n100 FOR I=1 TO 2:RETURN")


def test_unknown_paths_silence_read_past_data() -> None:
    assert "read-past-data" not in names("10 IF A THEN END\n20 READ A")
    assert "read-past-data" not in names('10 READ A$,B$\n20 DATA A"B,"q,r"')


@pytest.mark.parametrize(
    ("text", "flagged"),
    [
        ("10 SET PAGE 0,1", ["msx1"]),
        ("10 SCREEN 5", ["msx1"]),
        ("10 SCREEN 8", ["msx1"]),
        ("10 SCREEN 12", ["msx1", "msx2", "disk"]),
        ("10 COPY(1,2)-(3,4) TO(5,6)", ["msx1"]),
        ("10 COPY SCREEN 0", ["msx1"]),
        ('10 COPY"A"TO"B"', ["msx1", "msx2"]),
        ("10 PRINT LOF(1)", ["msx1", "msx2"]),
        ("10 WIDTH 80", ["msx1"]),
        ("10 CALL MEMINI(1000)", ["msx1"]),
        ("10 _FORMAT", ["msx1", "msx2"]),
        ("10 CALL NOBODY", ["msx1", "msx2", "disk"]),
        ("10 WIDTH 40:WIDTH W", []),
        ("10 CALL MUSIC", ["msx1", "msx2", "disk"]),
        ('10 PRINT USING "@";A$', ["msx1", "msx2", "disk"]),
        ('10 PRINT USING "@&";A$', []),
        ("10 CMD X", ["msx1", "msx2", "disk"]),
        ("10 SET SCROLL 1,1", ["msx1", "msx2", "disk"]),
        ("10 VDP(26)=2:VDP(27)=1:VDP(28)=1", ["msx1", "msx2", "disk"]),
        ("10 PRINT VDP(28)", ["msx1", "msx2", "disk"]),
        ("10 PRINT VDP(24):VDP(47)=0", ["msx1"]),
        ("10 PRINT VDP(8):VDP(7)=0", []),
        ('10 PLAY #2,"C"', ["msx1", "msx2", "disk"]),
        ("10 COLOR", ["msx1"]),
        ("10 COLOR 1", []),
        ("10 PSET(1,1),2,XOR", ["msx1"]),
        ("10 SCREEN ,,,,,1", ["msx1"]),
        ("10 COLOR=(1,2,3,4):SET TIME A$:GET DATE A$", ["msx1"]),
        ("10 PUT SPRITE 0,(1,2)", []),
        ('10 OPEN"GRP:"FOR OUTPUT AS#1', []),
    ],
)
def test_targets(text: str, flagged: list[str]) -> None:
    assert [target for target in ("msx1", "msx2", "disk") if "target" in names(text, target)] == flagged


@pytest.mark.parametrize(
    "text", ["SCREEN 12", "SET SCROLL 1,1", "PRINT VDP(26):VDP(28)=1", "FILES", "SET PAGE 1"]
)
def test_abilities_of_an_msx2plus(text: str) -> None:
    assert "target" not in names(f"10 {text}", "msx2plus")


@pytest.mark.parametrize(
    "text", ["KEY 1", "SOUND 1", "A=LEFT$(A$)", "WAIT 1", "SWAP A", "A=POINT(1)", "A=INSTR(1,A$)"]
)
def test_too_few_arguments(text: str) -> None:
    assert names(f"10 {text}") == ["arguments"]


@pytest.mark.parametrize(
    ("text", "machine", "column"),
    [
        ("LOCATE 1,2,3,4", "Syntax error", 13),
        ("COLOR 1,2,3,4", "Syntax error", 12),
        ("CLEAR 1,2,3", "Syntax error", 10),
        ("POKE 1,2,3", "Syntax error", 9),
        ("A=ABS(1,2)", "Syntax error", 8),
        ("A=LEFT$(A$,1,2)", "Syntax error", 13),
        ("A=INSTR(A$,B$,1)", "Syntax error", 3),
    ],
)
def test_too_many_arguments(text: str, machine: str, column: int) -> None:
    (finding,) = check(Program.from_ascii(f"10 {text}".encode()), off=("never-set",))
    assert (finding.check, finding.machine) == ("arguments", f"{machine} in 10")
    assert finding.column == column + 3


@pytest.mark.parametrize(
    ("text", "machine"),
    [
        ("WIDTH", "Missing operand"),
        ("PLAY", "Missing operand"),
        ("DEFINT Z-A", "Syntax error"),
        ("KEY(1)", "Syntax error"),
    ],
)
def test_refused_by_the_machine(text: str, machine: str) -> None:
    (finding,) = check(Program.from_ascii(f"10 {text}".encode()), off=("never-set",))
    assert (finding.check, finding.machine) == ("syntax", f"{machine} in 10")


def test_every_fault_of_a_line_is_found() -> None:
    findings = check(Program.from_ascii('10 PRINT "\xe9"+:A=1:IF A PRINT:POKE A'.encode("latin-1")))
    assert [(finding.check, finding.column) for finding in findings] == [
        ("syntax", 14),
        ("syntax", 24),
        ("arguments", 36),
    ]


def test_text_behind_a_jump() -> None:
    assert names("10 GOTO 10,20:GOSUB 10 IS HERE") == []


def test_instr_in_a_program_with_string_letters() -> None:
    assert names("10 DEFSTR A:B=INSTR(A,A)", off=("never-set",)) == []
    assert names("10 B=INSTR(A,A)", off=("never-set",)) == ["arguments"]


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


@pytest.mark.parametrize(
    "word", ["WHILE A<5", "WEND", "SUB X", "END IF", "ENDIF", "SELECT CASE A", "EXIT FOR"]
)
def test_statements_of_other_basics(word: str) -> None:
    (finding,) = (
        each for each in check(Program.from_ascii(f"10 {word}\n".encode())) if each.severity == "error"
    )
    assert finding.message.startswith(f"MSX BASIC has no {' '.join(word.split()[: 1 + (word == 'END IF')])};")


#: Programs of a line or two: what `check` says of the machine, and whether it is an error.
UNPREPARED = [
    ("10 PSET(1,1)", "Illegal function call", True),
    ("10 SCREEN 1:PAINT(1,1)", "Illegal function call", True),
    ("10 CIRCLE(9,9),5:SCREEN 2", "Illegal function call", True),
    ("10 SCREEN 2:SET PAGE 0,1", "Illegal function call", True),
    ("10 SCREEN 0:PUT SPRITE 0,(1,1)", "Illegal function call", True),
    ("10 PUT SPRITE 0,(1,1)", "Illegal function call", False),
    ('10 ON ERROR GOTO 20:DRAW "R5"\n20 END', "Illegal function call", False),
    ("10 END\n20 LINE-(9,9)", "Illegal function call", False),
    ("10 GOSUB 30:LINE-(9,9)\n20 END\n30 SCREEN 2:RETURN", "", False),
    ("10 DEFUSR=&HC000:A=USR(0):LINE-(9,9)", "", False),
    ("10 COLOR 16", "Illegal function call", True),
    ("10 SCREEN 6:COLOR ,,16:COLOR 1,16", "Illegal function call", True),
    ("10 SCREEN 8:COLOR 255,255,255", "", False),
    ("10 SCREEN 5:PSET(1,1),16", "Illegal function call", True),
    ("10 INPUT #1,A", "File not OPEN", True),
    ("10 PRINT EOF(1)", "File not OPEN", True),
    ("10 PRINT #2,5", "Bad file number", True),
    ("10 MAXFILES=2:PRINT #2,5", "File not OPEN", True),
    ('10 OPEN "A" FOR OUTPUT AS #1:PRINT #1,A$:CLOSE', "", False),
    ("10 DEF FNA(X)=X:PRINT FNA$(1)", "Undefined user function", True),
    ("10 DEFINT F:DEF FNA(X)=X:PRINT FNA%(1)", "", False),
    ("10 DEF FNLIVE(X)=X:PRINT FNLIMA(1)", "", False),
    ('10 PRINT USING "###";"A"', "Type mismatch", True),
    ('10 PRINT USING "&##";"A";1;2', "Type mismatch", True),
    ('10 PRINT USING "A";1', "", False),
    ("10 RESTORE X", "Undefined line number", True),
    ("0 DATA 1\n10 RESTORE X", "Syntax error", True),
    ("10 ON 1 GOTO 10,X", "Syntax error", False),
    ("10 ON 2 GOTO 10,X", "Syntax error", True),
    ("10 ON A GOSUB X", "Syntax error", True),
    ("10 END\n20 PRINT(", "Missing operand", True),
    ("10 SET BEEP ,5", "Illegal function call", True),
    ("10 SET BEEP 1,4", "", False),
    ("10 SET TITLE 5", "Type mismatch", True),
    ('10 OPEN "A" FOR INPUT AS #1:PRINT #1,5', "Bad file number", True),
    ('10 OPEN "A" AS #1:PRINT #1,5', "Bad file mode", True),
    ("10 OPEN A$ AS #1:PRINT #1,5", "", False),
    ('10 OPEN "GRP:" AS #1:PRINT #1,5', "", False),
    ('10 OPEN "A" FOR OUTPUT AS #1:A$=INPUT$(1,#1)', "Input past end", True),
    ('10 OPEN "A" FOR APPEND AS #1:PRINT EOF(1)', "Bad file mode", True),
    ('10 OPEN "A" FOR INPUT AS #1:GET #1', "Bad file mode", True),
    ("10 CLOSE #5", "Bad file number", True),
    ("10 SCREEN 8:DIM C(1):COPY(0,0)-(3,0) TO C", "", False),
    ("10 SCREEN M:DIM C(0):COPY(0,0)-(3,0) TO C", "", False),
    ("10 SCREEN 8:DIM C(N):COPY(0,0)-(3,0) TO C", "", False),
    ("10 SCREEN 5:DIM C(2):ERASE C:COPY C TO (1,1)", "", False),
    ("10 DIM A(2):COPY A TO B", "Type mismatch", True),
    ("10 DIM A(2):COPY A TO B$", "", False),
    ("10 COPY(0,0)-(3,0) TO (9,9)", "Illegal function call", True),
    ("10 GOTO 99", "Undefined line number", True),
    ("10 IF A THEN 99", "Undefined line number", True),
    ("10 ON A GOTO 99", "Undefined line number", False),
    ("10 ON 2 GOTO 99,10", "Undefined line number", False),
    ("10 ON 1 GOSUB 99", "Undefined line number", True),
    ("10 END\n20 GOTO 99", "Undefined line number", False),
    ("10 A=1 ELSE 99", "Undefined line number", False),
    ("10 ON ERROR GOTO 99", "Undefined line number", True),
    ("10 ON ERROR GOTO 20:GOTO 99\n20 END", "Undefined line number", False),
    ('10 MERGE "A":GOTO 99', "Undefined line number", False),
    ("10 ON 2 GOSUB 10,,10", "Syntax error", True),
    ("10 RESUME NEXT", "RESUME without error", True),
    ("10 ON ERROR GOTO 20\n20 RESUME NEXT", "", False),
    ("10 NEXT", "NEXT without FOR", True),
    ("10 READ A", "Out of DATA", True),
    ('10 LOCATE "A" 5', "Type mismatch", True),
    ("10 A=LEFT$(5", "Syntax error", True),
    ("10 SCREEN 0,4:COLOR=(16,1)", "Illegal function call", True),
    ("10 DIM R(9):SCREEN 5:COPY R(0) TO (0,0)", "Syntax error", True),
]


@pytest.mark.parametrize(("text", "machine", "stops"), UNPREPARED, ids=[row[0] for row in UNPREPARED])
def test_what_nothing_has_prepared(text: str, machine: str, stops: bool) -> None:
    found = [finding for finding in check(Program.from_ascii(text.encode())) if finding.machine]
    assert {finding.machine.partition(" in ")[0] for finding in found} == ({machine} if machine else set())
    assert any(finding.severity == "error" for finding in found) == stops


@pytest.mark.parametrize(
    ("text", "flagged"),
    [
        ('PRINT "HI:GOTO 10', True),
        ('PRINT "HI:PRINT "YOU"', True),
        ('IF A$="Y:B=1:GOTO 10', True),
        ('PRINT "HI:GOTO 10"', False),
        ('PRINT "TIME: 12', False),
        ('PRINT "1:GAME 2:END', False),
        ('PRINT "A:', False),
    ],
)
def test_strings_with_statements_in_them(text: str, flagged: bool) -> None:
    assert ("open-string" in names(f"10 {text}")) == flagged


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
    for number in (106, 168, 183, 190, 289, 292, 310, 315, 321, 322, 381, 387, 409, 412, 439, 451, 459, 473)
)


@pytest.mark.parametrize(("name", "text", "target", "error"), STOPPED, ids=[name for name, *_ in STOPPED])
def test_what_stopped_a_machine(name: str, text: str, target: str, error: str) -> None:
    found = {finding.machine for finding in check(Program.from_file(text.encode("latin-1")), target=target)}
    assert (error in found) == (name not in BY_VALUE)
