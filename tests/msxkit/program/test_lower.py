"""The program model: its blocks hang together, and every emitter can rely on what it says."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from msxkit.basic_type import DEFAULT_TYPES, INTEGER, SINGLE, STRING
from msxkit.errors import ProgramError
from msxkit.interpreter.binding import operations
from msxkit.interpreter.session import Session
from msxkit.language import tree
from msxkit.language.program import Program
from msxkit.language.scanner import CrunchError
from msxkit.program import model, values
from msxkit.program.layout import Layout
from msxkit.program.lower import lower_line
from msxkit.program.lower.expressions import _LOWER
from msxkit.program.lower.line import _STATEMENTS
from msxkit.program.operation import Operation
from msxkit.program.operations import OF_STATEMENT, OPERATIONS, Op
from tests.msxkit.language.conftest import LISTINGS, RUN, Recorded
from tests.msxkit.language.test_scanner import lines


def lowered(text: str | bytes) -> tuple[Layout, list[model.LineModel]]:
    source = text if isinstance(text, bytes) else text.encode("latin-1")
    layout = Layout(Program.from_ascii(source))
    return layout, [lower_line(layout, line, DEFAULT_TYPES) for line in layout.lines]


def only_block(text: str) -> model.Block:
    (line,) = lowered(f"10 {text}\n")[1]
    (block,) = line.blocks
    return block


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


def test_every_operation_is_bound() -> None:
    session = Session("10 END\n")
    bound = operations(session._machine)
    assert set(bound) == set(OPERATIONS)


def test_every_form_of_statement_and_expression_is_lowered() -> None:
    apart = {tree.If, tree.Else}  # a line puts these together itself
    assert set(forms(tree.Statement)) - apart == set(_STATEMENTS)
    assert set(forms(tree.Expression)) == set(_LOWER)


def forms(kind: type[tree.Node]) -> Iterator[type[tree.Node]]:
    for form in kind.__subclasses__():
        yield form
        yield from forms(form)


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


def test_types_are_known() -> None:
    block = only_block("A%=1")
    assert block.instructions == (
        model.SetVariable(
            values.VariableName("A", INTEGER), values.NumberConstant(INTEGER, 1, number=1, offset=7)
        ),
    )
    (keep,) = only_block("A!=B#").instructions
    assert isinstance(keep, model.SetVariable)
    assert isinstance(keep.value, values.Convert)
    assert keep.value.type is SINGLE


def test_a_faulty_statement_does_what_stands_before_the_fault() -> None:
    block = only_block("LOCATE 1,2,3,4")
    assert block.end == model.Fail(2)
    assert [i.operation for i in block.instructions if isinstance(i, model.Do)] == [OF_STATEMENT[tree.Locate]]
    block = only_block("FOR I=1")
    assert block.end == model.Fail(2)
    assert isinstance(block.instructions[-1], model.SetVariable)
    block = only_block('PRINT "A";1+')
    assert block.end == model.Fail(24)
    assert [i.operation for i in block.instructions if isinstance(i, model.Do)] == [Op.PRINT_STRING]


def test_a_wait_begins_its_block() -> None:
    """What is printed before INPUT$ is not printed again when the wait is over."""
    (line,) = lowered('10 PRINT "A";INPUT$(1)\n')[1]
    first, second = line.blocks
    assert not first.waits
    assert second.waits
    assert not second.first
    assert first.statement == second.statement == line.start


def test_lines_that_are_not_there() -> None:
    (line,) = lowered("10 IF A THEN 20 ELSE GOTO 30\n")[1]
    assert {target for block in line.blocks for target in targets(block)} >= {
        model.NoLine(20),
        model.NoLine(30),
    }


def test_values_say_what_is_known_of_them() -> None:
    block = only_block('A=LEN("AB")+1')
    (store,) = block.instructions
    assert isinstance(store, model.SetVariable)
    assert store.value.bound == 256
    block = only_block("A$=B$+CHR$(65)")
    (store,) = block.instructions
    assert isinstance(store, model.SetVariable)
    assert store.value.type is STRING
    assert store.value.is_fresh
