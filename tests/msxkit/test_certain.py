"""What `check` says of types, ranges and arrays comes true: the interpreter stops there, and nowhere else."""

from __future__ import annotations

import pytest

from msxkit.interpreter.session import Session
from msxkit.language.check import Finding, check
from msxkit.language.program import Program
from tests.msxkit.test_agreement import KEYS

CERTAIN = ("type-mismatch", "out-of-range", "second-dim")


def certain(text: str) -> list[Finding]:
    return [found for found in check(Program.from_ascii(text.encode())) if found.check in CERTAIN]


def errors(text: str) -> set[str]:
    """Return what a program stops with on each machine; "" when it does not."""
    found = set()
    for model in ("msx1", "msx2"):
        session = Session(text, machine=model, keys=KEYS)
        session.run(max_steps=2000)
        found.add("" if session.error is None else session.error.text)
    return found


#: A statement with a constant @ in it, and the least and the greatest that it takes (None: that depends).
RANGES = [
    *((f"A$={name}(@)", 0, 255) for name in ("CHR$", "SPACE$")),
    ("CLEAR 999:A$=STRING$(@,65)", 0, 255),
    ("A$=STRING$(1,@)", 0, 255),
    *((f'A$={name}("A",@)', 0, 255) for name in ("LEFT$", "RIGHT$")),
    ('A$=MID$("A",@)', 1, 255),
    ('A$=MID$("A",1,@)', 0, 255),
    ('A=INSTR(@,"A","A")', 1, 255),
    *((f"A$={name}(@)", -32768, 65535) for name in ("HEX$", "OCT$", "BIN$")),
    *((f"A={name}(@)", -32768, 65535) for name in ("PEEK", "INP")),
    ("A=STICK(@)", 0, 2),
    ("A=STRIG(@)", 0, 4),
    ("A=PDL(@)", 1, 12),
    ("A=CINT(@)", -32768, 32767),
    ("POKE @,0", -32768, 65535),
    ("POKE 50000,@", 0, 255),
    ("VPOKE 0,@", 0, 255),
    ("OUT @,0", -32768, 65535),
    ("OUT 168,@", 0, 255),
    ("SOUND @,0", 0, 13),
    ("SOUND 8,@", 0, 255),
    ("ON @ GOTO 20", 0, 255),
    ("ON @ GOSUB 20", 0, 255),
    ('KEY @,"A"', 1, 10),
    ("MAXFILES=@", 0, 15),
    ("LOCATE @", 0, 255),
    ("LOCATE 0,@", 0, 255),
    ("LOCATE 0,0,@", 0, 255),
    ("SCREEN 1:PUT SPRITE @,(0,0)", 0, 31),
    ("DEFUSR=@", -32768, 65535),
    ("TIME=@", -32768, 65535),
    ("PRINT TAB(@)", 0, 255),
    ("PRINT SPC(@)", 0, 255),
    ("A$=INPUT$(@)", 1, 255),
    ("A%=@", -32768, 32767),
    ("A%(1)=@", -32768, 32767),
    ("FOR I%=1 TO @:NEXT", -32768, None),
    ("A=1 AND @", -32768, 32767),
    ("A=@ OR 1", -32768, 32767),
    ("A=NOT @", -32768, 32767),
    ("A=9 MOD @", -32768, 32767),
    ("A=@\\9", -32768, 32767),
    ("DIM A(@)", 0, None),
    ("A(@)=1", 0, None),
]


@pytest.mark.parametrize(
    ("statement", "least", "most"), RANGES, ids=[statement for statement, _, _ in RANGES]
)
@pytest.mark.one_in(3)
def test_constants_at_the_border(statement: str, least: int, most: int | None) -> None:
    def program(value: object) -> str:
        return f"10 {statement.replace('@', str(value))}\n20 END\n"

    good = [least, f"({least})", least + 1] + (
        [] if most is None else [most, f"+{most}.9", (least + most) // 2]
    )
    for value in good:
        assert certain(program(value)) == [], program(value)
    for number in (least - 1, -40000, 70000, *([] if most is None else [most + 1])):
        text = program(number)
        (found,) = certain(text)
        assert {found.machine.removesuffix(" in 10")} == errors(text), text
        assert (found.check, found.severity, found.line) == ("out-of-range", "error", 10)


def test_where_errors_are_trapped_they_are_warnings() -> None:
    text = "10 ON ERROR GOTO 30\n20 A=1/0\n30 END\n"
    assert [found.severity for found in certain(text)] == ["warning"]
    assert [found.severity for found in certain(text.replace("GOTO 30", "GOTO 0"))] == ["error"]
