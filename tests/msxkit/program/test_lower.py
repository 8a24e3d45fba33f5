"""The program model: its blocks hang together, and every emitter can rely on what it says."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from msxkit.basic_type import DEFAULT_TYPES
from msxkit.errors import ProgramError
from msxkit.language.program import Program
from msxkit.language.scanner import CrunchError
from msxkit.program import model
from msxkit.program.layout import Layout
from msxkit.program.lower import lower_line
from msxkit.program.operation import Operation
from tests.msxkit.language.conftest import LISTINGS, RUN, Recorded
from tests.msxkit.language.test_scanner import lines


def lowered(text: str | bytes) -> tuple[Layout, list[model.LineModel]]:
    source = text if isinstance(text, bytes) else text.encode("latin-1")
    layout = Layout(Program.from_ascii(source))
    return layout, [lower_line(layout, line, DEFAULT_TYPES) for line in layout.lines]


def targets(block: model.Block) -> Iterator[model.Target]:
    match block.end:
        case model.Go(target):
            yield target
        case model.Branch(_, then, otherwise):
            yield then
            yield otherwise
    for instruction in block.instructions:
        match instruction:
            case model.Choose(_, found, back):
                yield from found
                if back is not None:
                    yield back
            case model.LeaveIfNone(_, _, _, other) if not isinstance(other, Operation):
                yield other


def check(layout: Layout, found: list[model.LineModel]) -> None:
    offsets = [block.offset for line in found for block in line.blocks]
    assert len(offsets) == len(set(offsets))
    places = {*offsets, layout.end}
    for placed, line in zip(layout.lines, found, strict=True):
        assert placed.start in {block.offset for block in line.blocks}
        for block in line.blocks:
            assert placed.start <= block.offset <= placed.end
            assert block.following in places
            assert block.statement in places
            for target in targets(block):
                assert isinstance(target, model.NoLine) or target in places, (placed.stored.listed(), block)


@pytest.mark.parametrize("name", ["battle", "shotdark"])
def test_the_listings_hang_together(name: str) -> None:
    check(*lowered((LISTINGS / f"{name}.bas").read_bytes()))


@pytest.mark.parametrize("entry", RUN, ids=lambda entry: entry.name)
def test_recorded_programs_hang_together(entry: Recorded) -> None:
    check(*lowered(entry.program))


@given(lines)
def test_any_line_hangs_together(text: bytes) -> None:
    try:
        found = lowered(b"10 " + text.replace(b"\r", b"").replace(b"\n", b"").replace(b"\x1a", b"") + b"\n")
    except (CrunchError, ProgramError):
        return
    check(*found)


#: Pieces of lines, to be put together in any order.
PIECES = [
    ":",
    " ",
    "ELSE",
    "IF 1 THEN",
    "IF 0 THEN",
    "IF 1 GOTO",
    "IF 1/0 THEN",
    "IF",
    "THEN",
    "'x",
    "REM y",
    "DATA 1",
    "PRINT 1",
    "A=A+1",
    "FOR I=1 TO 2",
    "NEXT",
    "GOSUB 10",
    "GOTO 10",
    "10",
    "RETURN",
    "ERROR 5",
    "RESUME NEXT",
    ")",
    '"s',
    "ON A GOTO 10,10",
    "ON A GOSUB 10",
    "A(1)=INPUT",
    "TRON",
    "A$=INKEY$",
    "DEF FNA(X)=X",
    "STOP",
    "=",
    ",",
]


@pytest.mark.parametrize("between", ["", " "])
@given(data=st.data())
def test_any_order_of_statements_hangs_together(between: str, data: st.DataObject) -> None:
    pieces = data.draw(st.lists(st.sampled_from(PIECES), min_size=1, max_size=7))
    try:
        found = lowered(f"10 :{between.join(pieces)}\n20 END\n")
    except (CrunchError, ProgramError):
        return
    check(*found)
