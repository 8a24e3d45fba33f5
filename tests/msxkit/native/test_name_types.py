"""What DEFINT and similar make of a name in a cartridge: what holds where the run comes from, not where it stands."""

from __future__ import annotations

from msxkit.language.program import Program
from msxkit.native.compiler import compile_program


def test_a_name_of_two_types_is_told() -> None:
    text = "10 X=X+1.5:PRINT X\n20 DEFINT X:GOTO 10\n"
    remarks = [str(remark) for remark in compile_program(Program.from_ascii(text.encode())).remarks]
    assert remarks == [
        "line 10, column 4: DEFINT and similar change what X is in this line; the cartridge takes X#"
    ]


def test_resume_next_in_then() -> None:
    """RESUME NEXT goes there: DEFINT has not been carried out."""
    text = b"10 ON ERROR GOTO 40\n20 IF 1/0 THEN DEFINT X:X=2.5 ELSE END\n30 END\n40 RESUME NEXT\n"
    (remark,) = compile_program(Program.from_ascii(text)).remarks
    assert str(remark).startswith("line 20, column 4: DEFINT and similar change what X is in this line")
