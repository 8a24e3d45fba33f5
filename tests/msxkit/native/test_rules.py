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
    "wrong", ["NEXT K", "ERROR 77", "GOTO 9999", "X=LOG(0)", "ON 256 GOTO 40", "IF 1/0 THEN 50", "A(99)=1"]
)
def test_an_error_leaves_the_loops(wrong: str) -> None:
    rows = shown(HANDLER + f"20 FOR I=1 TO 2:{wrong}:NEXT\n40 PRINT I;ERL:END\n50 PRINT 50\n")
    assert "".join(rows).count("E") == 2
    assert rows[-1].endswith(" 3  20")


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
