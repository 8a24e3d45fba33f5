"""Rules of docs/interpreter.md that genuine machines showed (tests/corpus), each with its smallest program."""

from __future__ import annotations

import pytest

from msxkit.interpreter import Session

#: Writes what went wrong and goes on.
HANDLER = '10 ON ERROR GOTO 900\n890 END\n900 PRINT "E";ERR;ERL;:RESUME NEXT\n'


def shown(program: str, machine: str = "msx2") -> list[str]:
    session = Session(program, machine=machine)
    session.run(max_steps=10_000)
    rows = session.screen.rows()
    return rows[: rows.index("Ok")] if "Ok" in rows else rows


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
