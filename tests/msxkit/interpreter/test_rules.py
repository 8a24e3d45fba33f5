"""Rules of docs/notes/interpreter.md that genuine machines showed (tests/corpus), each with its smallest program."""

from __future__ import annotations

import pytest

from tests.msxkit.running import HANDLER, rows_above_ok, run


def shown(program: str, machine: str = "msx2", keys: str = "") -> list[str]:
    return rows_above_ok(run(program, machine=machine, keys=keys).screen.rows())


@pytest.mark.parametrize(
    ("program", "rows"),
    [
        ("20 DATA 12abc\n30 READ A:PRINT A\n", ["E 2  20  12"]),
        ("20 DATA 1.5.2\n30 READ A:PRINT A\n", ["E 2  20  1.5"]),
        ('20 DATA "x"\n30 A=5:READ A:PRINT A\n', ["E 2  20  0"]),
        ("20 DATA 1,x\n30 READ A,B:PRINT A;B\n40 READ A$,B$:PRINT A$;B$\n", ["E 2  20  1  0", "1x"]),
        ("20 DATA 7\n30 READ A,B:PRINT A\n40 READ B:PRINT B\n", ["E 4  30  7", " 7"]),
    ],
)
def test_read(program: str, rows: list[str]) -> None:
    assert shown(HANDLER + program) == rows


@pytest.mark.parametrize(
    ("program", "rows"),
    [
        ("20 ERROR 7\n30 PRINT ERR;ERL\n", ["E 7  20  0  20"]),
        ('20 PRINT VAL("&X")\n', ["E 2  20"]),
        ("20 PRINT 95919.5^-9.59258E09\n", ["E 6  20"]),
        ("20 PRINT EXP(-1000)\n", [" 0"]),
        ("20 PRINT TAN(-6.42813E13)\n", ["E 6  20"]),
        ("20 VDP(8)=1\n", ["E 5  20"]),
        ("20 VDP(25)=0\n", ["E 5  20"]),
        ("20 PRINT VDP(25)\n", ["E 5  20"]),
        ("20 DRAW 5\n", ["E 5  20"]),
        ("20 SWAP A,B$\n", ["E 13  20"]),
        ("20 SWAP A,B\n", ["E 5  20"]),
        ("20 RESUME\n", ["RESUME without error in 20"]),
        ("20 RESUME NEXT\n", ["RESUME without error in 20"]),
    ],
)
def test_errors(program: str, rows: list[str]) -> None:
    assert shown(HANDLER + program) == rows


@pytest.mark.parametrize(
    ("program", "rows"),
    [
        ("10 LOCATE 3,2,1:A=VPEEK(83):LOCATE 0,0:B=VPEEK(83):PRINT A;B\n", [" 255  32"]),
        ("10 PRINT VDP(8);PEEK(&HF3E7)\n", [" 159  159"]),
        ('10 LOCATE 0,0,1:PRINT "AB";:A=VPEEK(2):PRINT A;VPEEK(2)\n', ["AB 255  32"]),
        ("10 LOCATE 0,0,1:LOCATE 0,2,0:PRINT VPEEK(80)\n", ["", "", " 32"]),
        ('10 LOCATE 0,0,1:PRINT CHR$(27);"x5";:PRINT VPEEK(0)\n', [" 32"]),
        ('10 PRINT "AB":LOCATE 0,0,1:CLS:LOCATE 0,1,0\n', ["A"]),
        ("10 FOR I=3 TO 1 STEP 0:N=N+1:IF N<9 THEN NEXT\n20 PRINT I;N\n", [" 3  9"]),
        ("10 FOR I=3 TO 3 STEP 0:N=N+1:IF N<9 THEN NEXT\n20 PRINT I;N\n", [" 3  1"]),
        ("10 FOR I%=3 TO 1 STEP .5:N=N+1:IF N<9 THEN NEXT I%\n20 PRINT I%;N\n", [" 3  9"]),
        ('10 PRINT "AB";:CLS:PRINT POS(0)\n', [" 2"]),
        ('10 PRINT "AB";:SCREEN 0:PRINT POS(0)\n', [" 2"]),
        ('10 PRINT "AB";:WIDTH 39:PRINT POS(0)\n', ["  0"]),
        ('10 PRINT "AB";CHR$(12);:PRINT POS(0)\n', [" 0"]),
    ],
)
def test_text_screen(program: str, rows: list[str]) -> None:
    assert shown(program) == rows


def test_texts_of_function_keys_can_be_read_and_written_in_memory() -> None:
    """FNKSTR, F87Fh: 16 bytes for each key (MSX2 Technical Handbook, appendix 5)."""
    rows = shown(
        '10 A=&HF87F:PRINT CHR$(PEEK(A));PEEK(A+6);PEEK(A+16):T$="LONGER THAN A KEY"\n'
        "20 FOR I=1 TO LEN(T$):POKE A+I-1,ASC(MID$(T$,I,1)):NEXT:POKE A+I-1,0:POKE A+34,66:POKE A+33,0\n"
        "30 KEY LIST:KEY ON:LOCATE 0,15:FOR I=920 TO 938:PRINT CHR$(VPEEK(I));:NEXT\n"
    )
    assert rows[:4] == ["c 0  97", "LONGER THAN A KE", "Y to", "g Bo"]
    assert rows[15].split() == ["LONGER", "Y", "g"]


def test_key_list_is_as_wide_as_its_memory() -> None:
    rows = shown("10 WIDTH 12:KEY LIST\n")
    assert [row.strip() for row in rows[:4]] == ["color", "", "auto", ""]


@pytest.mark.parametrize(("machine", "error"), [("msx1", 56), ("msx2", 62)])
def test_a_drive_that_is_not_there(machine: str, error: int) -> None:
    assert shown(HANDLER + '20 OPEN "X:Y" FOR INPUT AS#1\n', machine) == [f"E {error}  20"]


@pytest.mark.parametrize(
    ("field", "value", "printed"),
    [
        ("##.#", "99999999999999", "%99999999999999.0"),
        ("##.#", "1E14", "% 1E+14"),
        ("##.#-", "-3E14", "%-3E+14"),
        ("###########.############", "5", "          5.000000000000"),
        ("############.############", "5", "E 5  20"),
        ("####,.##^^^^", "35/36", " 9722.22E-04"),
        ("+##.#^^^^", "0", " +0.0E+00"),
        ("**$##^^^^", "0", "***$0E+00"),
        ("#.##", "-.5", "-.50"),
        ("#.", "-.1", "%-0."),
    ],
)
def test_using(field: str, value: str, printed: str) -> None:
    assert shown(HANDLER + f'20 PRINT USING "{field}";{value}\n') == [printed]


@pytest.mark.parametrize(
    ("variables", "keys", "last"),
    [
        ("A,B$", "12abc\r\r", " 12 |"),
        ("B$,A", '"x"y\r\r', " 0 x|"),
        ("A,B$", "7\r\r", " 7 |"),
        ("A,B$", "7\rx\r", " 7 x|"),
        ("A", "1x\r2x\r\r", " 2 |"),
    ],
)
def test_input(variables: str, keys: str, last: str) -> None:
    assert shown(f'10 INPUT {variables}\n20 PRINT A;B$;"|"\n', keys=keys)[-1] == last


@pytest.mark.parametrize(
    ("program", "rows"),
    [
        # A function takes the memory of a variable, and its call that of its parameters.
        ("10 A=FRE(0):DEF FNA(X)=X:B=FNA(1):PRINT A-FRE(0)\n", [" 33"]),
        ("10 DEF FNA(X)=X:B=FNA(1):A=0:A=FRE(0):B=FNA(1):DEF FNA(Y)=Y:PRINT A-FRE(0)\n", [" 0"]),
        # A variable is made before its value is computed, though that fails.
        ("20 A=FRE(0):B%=1/0:PRINT A-FRE(0)\n", ["E 11  20  5"]),
        ('20 A=FRE(0):A$=STRING$(150,"x")+"":PRINT A-FRE(0)\n', ["E 14  20  6"]),
        # An array leaves room to the stack: what is left here is too little.
        ("20 DIM A%((FRE(0)-20)/2-10):PRINT 1\n", ["E 7  20  1"]),
        ("20 DIM A%((FRE(0)-300)/2-10):PRINT 1\n", [" 1"]),
    ],
)
def test_memory(program: str, rows: list[str]) -> None:
    assert shown(HANDLER + program) == rows


def test_clear_with_an_address_leaves_the_same_on_both_machines() -> None:
    program = "10 CLEAR 227,&HD2B3:PRINT FRE(0)\n"
    assert shown(program, "msx1") == shown(program, "msx2")


WAIT = "FOR I=1 TO 60:NEXT"


@pytest.mark.parametrize(
    ("statements", "rows"),
    [
        # INTERVAL ON with an event that waits: one more statement, then the routine.
        (f"INTERVAL ON:INTERVAL STOP:{WAIT}:PRINT N;:INTERVAL ON:PRINT N;:PRINT N", [" 0  0  1"]),
        # Any switch of a trap is followed by one statement, which may be another switch.
        (f"INTERVAL ON:INTERVAL STOP:{WAIT}:INTERVAL ON:INTERVAL OFF:A=1:PRINT N", [" 0"]),
        # STOP of what is off remembers nothing; OFF forgets.
        (f"INTERVAL STOP:{WAIT}:INTERVAL ON:A=1:INTERVAL OFF:PRINT N", [" 0"]),
        (f"INTERVAL ON:INTERVAL STOP:{WAIT}:INTERVAL OFF:INTERVAL ON:A=1:INTERVAL OFF:PRINT N", [" 0"]),
    ],
)
def test_traps(statements: str, rows: list[str]) -> None:
    assert shown(f"10 ON INTERVAL=5 GOSUB 90\n20 {statements}\n30 END\n90 N=N+1:RETURN\n") == rows
