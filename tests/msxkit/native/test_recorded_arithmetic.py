"""All expressions whose results a genuine machine printed, compiled: every digit."""

from __future__ import annotations

import pytest

from msxkit.language.program import Program
from msxkit.native.compiler import compile_program

from .listings import programs
from .msx import Msx

#: Expressions of one program.
_TOGETHER = 200
_LINES = 20


@pytest.mark.slow
def test_every_recorded_result() -> None:
    entries = [(str(expression), str(result)) for expression, result in programs("arithmetic")]
    assert len(entries) == 2318
    wrong = []
    for start in range(0, len(entries), _TOGETHER):
        some = entries[start : start + _TOGETHER]
        lines = [f"{10 + index} PRINT {expression}" for index, (expression, _) in enumerate(some)]
        for number in range(_LINES - 1, len(some), _LINES):
            lines[number] += ":A$=INPUT$(1):CLS"
        msx = Msx(compile_program(Program.from_file("\n".join(lines).encode())))
        found: list[str] = []
        while msx.run(seconds=200) == "key":
            found += [row + " " for row in msx.screen.rows()]
            msx.keys.append(32)
        found += [row + " " for row in msx.screen.rows()[:-2]]
        wrong += [(entry, row) for entry, row in zip(some, found, strict=True) if entry[1] != row]
    assert not wrong
