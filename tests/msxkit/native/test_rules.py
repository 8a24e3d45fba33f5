"""Rules that genuine machines showed (tests/corpus), each with its smallest program, compiled, on the bare Z80.

tests/msxkit/interpreter/test_rules.py has them for the interpreter.
"""

from __future__ import annotations

import pytest

from msxkit.language.program import Program
from msxkit.native.compiler import compile_program
from tests.msxkit.running import HANDLER, rows_above_ok

from .msx import Msx


def shown(program: str, version: int = 1) -> list[str]:
    """Return the rows above Ok.

    Args:
        version: 0 MSX1, 1 MSX2.
    """
    msx = Msx(compile_program(Program.from_ascii(program.encode("latin-1"))), version)
    msx.run(seconds=5)
    return rows_above_ok(msx.screen.rows(), last=True)


@pytest.mark.parametrize(
    ("program", "rows"),
    [
        ("20 DATA 12abc\n30 READ A:PRINT A\n", ["E 2  20  12"]),
        ("20 DATA 1.5.2\n30 READ A:PRINT A\n", ["E 2  20  1.5"]),
        ("20 DATA 1,x\n30 READ A,B:PRINT A;B\n40 READ A$,B$:PRINT A$;B$\n", ["E 2  20  1  0", "1x"]),
        ("20 DATA 7\n30 READ A,B:PRINT A\n40 READ B:PRINT B\n", ["E 4  30  7", " 7"]),
        ("20 READ A\n", ["E 4  20"]),
    ],
)
def test_read(program: str, rows: list[str]) -> None:
    assert shown(HANDLER + program) == rows


def test_err_is_0_after_resume() -> None:
    assert shown(HANDLER + "20 PRINT LOG(0)\n30 PRINT ERR;ERL\n") == ["E 5  20  0  20"]


@pytest.mark.parametrize("form", ["RESUME", "RESUME NEXT", "RESUME 40"])
def test_resume_outside_of_a_handler_has_no_handler(form: str) -> None:
    assert shown(HANDLER + f"20 {form}\n40 PRINT 1\n") == ["RESUME without error in 20"]


def test_the_types_of_swap_matter_before_its_variables() -> None:
    assert shown(HANDLER + "20 SWAP A,B$\n30 SWAP A,B\n") == ["E 13  20 E 5  30"]


@pytest.mark.parametrize(
    "wrong", ["NEXT K", "ERROR 77", "GOTO 9999", "X=LOG(0)", "ON 256 GOTO 40", "IF 1/0 THEN 50", "A(99)=1"]
)
def test_an_error_leaves_the_loops(wrong: str) -> None:
    rows = shown(HANDLER + f"20 FOR I=1 TO 2:{wrong}:NEXT\n40 PRINT I;ERL:END\n50 PRINT 50\n")
    assert "".join(rows).count("E") == 2
    assert rows[-1].endswith(" 3  20")


def test_return_without_gosub_drops_the_loops() -> None:
    assert shown(HANDLER + "20 FOR I=1 TO 2:RETURN:NEXT:PRINT I\n") == ["E 3  20 E 1  20  1"]


@pytest.mark.parametrize(
    ("loop", "numbers"),
    [
        ("I%=3 TO 1 STEP .5", " 3  3  3  3"),
        ("I=3 TO 1 STEP 0", " 3  3  3  3"),
        ("I%=1 TO 3 STEP Z", " 1  1  1  1"),
        ("I=1.5 TO 3 STEP Z", " 1.5  1.5  1.5  1.5"),
        ("I=3 TO 3 STEP 0", " 3"),
        ("I=3.5 TO 3.5 STEP Z", " 3.5"),
    ],
)
def test_a_step_of_0_ends_at_the_limit_alone(loop: str, numbers: str) -> None:
    name = loop.partition("=")[0]
    assert shown(f"10 FOR {loop}:PRINT {name};:S=S+1:IF S<4 THEN NEXT\n") == [numbers]


def test_a_drive_that_no_machine_has() -> None:
    program = HANDLER + '20 OPEN "X:Y" FOR INPUT AS #1\n'
    assert [shown(program, version) for version in (0, 1)] == [["E 56  20"], ["E 62  20"]]


@pytest.mark.parametrize(
    ("field", "value", "printed"),
    [
        ("##.#", "99999999999999", "%99999999999999.0"),
        ("##.#", "1E14", "% 1E+14"),
        ("############.############", "5", "E 5  20"),
        ("+###########.############", "5", "          +5.000000000000"),
        ("####,.##^^^^", "35/36", " 9722.22E-04"),
        ("+##.#^^^^", "0", " +0.0E+00"),
        ("#^^^^", "75E-24", "0E-21"),
        ("#.", "-.1", "%-0."),
        ("#.##", "-.5", "-.50"),
    ],
)
def test_using(field: str, value: str, printed: str) -> None:
    assert shown(HANDLER + f'20 PRINT USING "{field}";{value}\n') == [printed]


@pytest.mark.parametrize(
    ("expression", "printed"),
    [
        ('VAL("&m")', "E 2  20"),
        ('VAL("&H")', " 0"),
        ("95919.5^-9.59258E09", "E 6  20"),
        ("EXP(-1E5)", "E 6  20"),
        ("EXP(-1000)", " 0"),
        ("TAN(-6.42813E13)", "E 6  20"),
    ],
)
def test_numbers(expression: str, printed: str) -> None:
    assert shown(HANDLER + f"20 PRINT {expression}\n") == [printed]


def answered(program: str, keys: str) -> list[str]:
    """The rows once these keys were typed."""
    msx = Msx(compile_program(Program.from_ascii(program.encode("latin-1"))), 1)
    msx.run(map(ord, keys), seconds=5)
    return msx.screen.rows()


def test_input_assigns_an_item_before_it_asks_again() -> None:
    rows = answered("10 INPUT A$,B,C$:PRINT A$;B;C$\n", '1,2,"a"b\rq\r\r')
    assert rows[:5] == ['? 1,2,"a"b', "?Redo from start", "? q", "??", "q 2 a"]


def test_an_empty_line_ends_input() -> None:
    assert answered("10 B=7:INPUT A,B:PRINT A;B\n", "1\r\r")[:3] == ["? 1", "??", " 1  7"]


def test_a_cursor_that_is_on_stands_in_video_memory() -> None:
    program = "10 LOCATE 3,2,1:PRINT VPEEK(83):LOCATE 5,5:A=VPEEK(205):LOCATE ,,0:PRINT A;VPEEK(205)\n"
    assert shown(program)[2:6] == ["    255", "", "", "      255  32"]


@pytest.mark.parametrize(("switch", "code"), [("y5", 255), ("y5x5", 32)])
def test_escape_sequences_switch_the_cursor(switch: str, code: int) -> None:
    escapes = "+".join(f'CHR$(27)+"{switch[at : at + 2]}"' for at in range(0, len(switch), 2))
    assert shown(f"10 PRINT {escapes}+CHR$(11);:A=VPEEK(0):PRINT:PRINT A\n")[-1] == f" {code}"


@pytest.mark.parametrize(
    ("statement", "column"), [("CLS", 5), ("SCREEN 0", 5), ("WIDTH 39", 0), ("PRINT CHR$(12);", 0)]
)
def test_the_column_of_print(statement: str, column: int) -> None:
    assert shown(f'10 PRINT "ABCDE";:{statement}:A=POS(0):PRINT:PRINT A\n')[-1].strip() == str(column)


def test_key_list_writes_16_characters_of_each_key() -> None:
    rows = shown('10 WIDTH 10:FOR I=1 TO 10:KEY I,"A":NEXT:KEY LIST\n')
    assert [row.strip() for row in rows] == ["A", ""] * 10


def test_interval_on_calls_what_waits_one_statement_later() -> None:
    program = (
        "10 TIME=0:ON INTERVAL=2 GOSUB 90:INTERVAL ON:INTERVAL STOP\n20 IF TIME<9 THEN 20\n"
        "30 PRINT N;:INTERVAL ON:PRINT N;:INTERVAL OFF:PRINT N:END\n90 N=N+1:RETURN\n"
    )
    assert shown(program) == [" 0  0  1"]


def test_stop_of_a_trap_that_is_off_remembers_nothing_and_off_forgets() -> None:
    program = (
        "10 TIME=0:ON INTERVAL=2 GOSUB 90:{}\n20 IF TIME<9 THEN 20\n"
        "30 {}INTERVAL ON:INTERVAL OFF:PRINT N:PRINT N:END\n90 N=N+1:RETURN\n"
    )
    assert shown(program.format("INTERVAL STOP", ""))[:2] == [" 0", " 0"]
    assert shown(program.format("INTERVAL ON:INTERVAL STOP", "INTERVAL OFF:"))[:2] == [" 0", " 0"]


def test_on_error_has_no_traps() -> None:
    program = (
        "10 ON ERROR GOTO 50:TIME=0:ON INTERVAL=2 GOSUB 90:INTERVAL ON\n20 ERROR 1\n30 INTERVAL OFF:PRINT N:END\n"
        "50 IF TIME<9 THEN 50\n60 PRINT N;:RESUME NEXT\n90 N=N+1:RETURN\n"
    )
    assert shown(program) == [" 0  1"]
