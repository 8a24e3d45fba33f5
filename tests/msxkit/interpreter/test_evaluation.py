"""Asking for a value changes nothing."""

from __future__ import annotations

from contextlib import suppress
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from msxkit.errors import MsxError
from msxkit.interpreter.session import Session
from tests.conftest import examples

PROGRAM = """\
10 A=5:B$="XY":DIM Q(3):Q(2)=7:DEF FNZ(X)=X*A
20 FOR I=1 TO 3:PRINT RND(1):NEXT
30 K$=INPUT$(1):PRINT K$;FRE(0);FRE("")
40 ON ERROR GOTO 60
50 X=1/0
60 PRINT ERR;ERL;INKEY$:K$=INPUT$(1):RESUME 70
70 READ A,B$:PRINT A;B$;VARPTR(A)
80 DATA 12,"AB"
"""

EXPRESSIONS = [
    "A*2",
    'B$+"!"',
    "Q(2)+Q(9)",
    "FNZ(3)",
    "RND(1)",
    "RND(-TIME)",
    "ZZ(4)",
    "NOPE$",
    "1/0",
    "INKEY$",
    "INPUT$(1)",
    "A=",
    "MID$(B$,2)",
    "FRE(0)",
    "VARPTR(A)",
    "FNQ(1)",
    "Q(99)",
    'A$+"x"+STRING$(250,65)',
    "USR(1)",
    "PEEK(&HF41C)",
    "VPEEK(0)",
    "ERR",
    'A+"x"',
    "",
    ":",
    "1:END",
    "'",
    '"',
    "STRIG(0)",
    "PLAY(0)",
]


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("A*2", 10),
        ('B$+"!"', "XY!"),
        ("Q(2)+Q(1)", 7),
        ("FNZ(3)", 15),
        ("ZZ(4)", 0),
        ("NOPE$", ""),
        ("1.5+A", Decimal("6.5")),
        ('"A"<B$', -1),
        ("A MOD 3", 2),
        ("CHR$(65)", "A"),
        ("I", 4),
    ],
)
def test_values(expression: str, value: object) -> None:
    session = Session(PROGRAM)
    session.step()
    assert session.memory.evaluate(expression) == value


@pytest.mark.parametrize(
    ("expression", "said"),
    [
        ("1/0", "1/0: Division by zero"),
        ("Q(99)", "Q(99): Subscript out of range"),
        ("INPUT$(1)", "waits for a key"),
        *((wrong, "not an expression") for wrong in ("A=", "", ":", "1:END", "'", "PRINT", "1;2", "TAB(1)")),
    ],
)
def test_expression_without_value(expression: str, said: str) -> None:
    session = Session(PROGRAM)
    session.step()
    with pytest.raises(MsxError, match=None) as raised:
        session.memory.evaluate(expression)
    assert said in str(raised.value)


@settings(max_examples=examples(40), deadline=None)
@given(st.lists(st.tuples(st.integers(0, 40), st.sampled_from(EXPRESSIONS)), max_size=12))
def test_asking_changes_nothing(asked: list[tuple[int, str]]) -> None:
    """A run that is asked between its statements shows what one shows that is left alone."""
    quiet = Session(PROGRAM, keys="ab")
    quiet.run()
    session = Session(PROGRAM, keys="ab")
    for statements, expression in asked:
        session.run(max_steps=statements)
        with suppress(MsxError):
            session.memory.evaluate(expression)
        variables = session.variables
        assert session.variables == variables
    session.run()
    assert session.screen == quiet.screen
    assert session.variables == quiet.variables
