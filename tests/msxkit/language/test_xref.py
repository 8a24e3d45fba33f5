from __future__ import annotations

from msxkit.language.program import Program
from msxkit.language.xref import cross_reference

TEXT = b"""10 DEF FNA(X)=X*N:DEFUSR1=0
20 FOR COUNT=1 TO FNA(2):PRINT COUNT;N$(1):NEXT
30 ON N GOSUB 100,200:IF N THEN 20 ELSE GOTO 100
40 N$(1)="X":INPUT N:A=USR1(0):_TURBO ON
50 FOR
100 RETURN 20
"""


def test_lines_variables_and_calls() -> None:
    table = cross_reference(Program.from_ascii(TEXT))
    assert table.lines == {
        20: [("THEN", 30), ("RETURN", 100)],
        100: [("ON GOSUB", 30), ("GOTO", 30)],
        200: [("ON GOSUB", 30)],
    }
    assert (table.variables["CO"].names, table.variables["CO"].set, table.variables["CO"].used) == (
        ["COUNT"],
        [20],
        [20],
    )
    assert (table.variables["N"].set, table.variables["N"].used) == ([40], [10, 30])
    assert (table.variables["N$("].set, table.variables["N$("].used) == ([40], [20])
    assert (table.calls["FN A"].set, table.calls["FN A"].used) == ([10], [20])
    assert (table.calls["USR1"].set, table.calls["USR1"].used) == ([10], [40])
    assert table.calls["CALL TURBO ON"].used == [40]
    assert table.unread == [50]


def test_a_zero_that_means_no_line_is_none() -> None:
    table = cross_reference(Program.from_ascii(b"10 ON ERROR GOTO 0:RESUME 0:RESUME 10:ON A GOTO 0,,10\n"))
    assert table.lines == {0: [("ON GOTO", 10)], 10: [("RESUME", 10), ("ON GOTO", 10)]}
