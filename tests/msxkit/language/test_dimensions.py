"""DIM of an array that is there: against the definition, computed by leaving each step out in turn."""

from __future__ import annotations

import time

from hypothesis import given, settings
from hypothesis import strategies as st

from msxkit.language import tree
from msxkit.language.dimensions import second_dims
from msxkit.language.dominators import dominated
from msxkit.language.flow import Flow, PlacedStatement
from msxkit.language.program import Program
from tests.conftest import examples

LINES = 9
STATEMENTS = st.sampled_from(
    (
        "DIM A(9)",
        "DIM B$(2),A(3)",
        "A(1)=2",
        "B$(1)=STR$(A(2))",
        "ERASE A",
        "CLEAR",
        "RETURN",
        "END",
        "X=1",
        "IF X THEN {}",
        "IF X THEN DIM A(2) ELSE {}",
        "GOTO {}",
        "GOSUB {}",
        "ON X GOSUB {},{}",
        "RUN",
    )
)


@st.composite
def programs(draw: st.DrawFn) -> Program:
    """Short programs full of DIM, with jumps everywhere."""
    rows = []
    for number in range(1, LINES + 1):
        parts = draw(st.lists(STATEMENTS, min_size=1, max_size=2))
        text = ":".join(part.replace("{}", str(draw(st.integers(1, LINES)))) for part in parts)
        rows.append(f"{number} {text}")
    return Program.from_ascii("\r\n".join(rows).encode())


def following(flow: Flow, step: PlacedStatement) -> list[PlacedStatement]:
    """Return what can run right after a step."""
    found = [*step.targets, *([step.next] if step.falls and step.next else [])]
    if isinstance(step.statement, tree.Return) and not step.targets:
        calls = (tree.Gosub, tree.OnGosub)
        found += [other.next for other in flow.steps if isinstance(other.statement, calls) and other.next]
    return found


def reached(
    flow: Flow, start: PlacedStatement, without: PlacedStatement | None = None
) -> set[PlacedStatement]:
    """Return what can run from a step on, on ways without another one."""
    found: set[PlacedStatement] = set()
    waiting = [start]
    while waiting:
        step = waiting.pop()
        if step is not without and step not in found:
            found.add(step)
            waiting += following(flow, step)
    return found


@settings(max_examples=examples(300))
@given(programs())
def test_dominators(program: Program) -> None:
    flow = Flow(program)
    below = dominated(flow)

    def under(step: PlacedStatement) -> set[PlacedStatement]:
        return {step}.union(*(under(other) for other in below.get(step, ())))

    everything = reached(flow, flow.first[0])
    for step in everything:
        assert under(step) == everything - reached(flow, flow.first[0], without=step), step.line.number


def own(step: PlacedStatement) -> list[tree.Element]:
    """Return the elements that a statement names, those of its branches left out."""
    if step.statement is None:
        return []
    inner = {
        id(node)
        for branch in tree.walk(step.statement)
        if isinstance(branch, tree.Branch)
        for node in tree.walk(branch)
    }
    return [
        node for node in tree.walk(step.statement) if isinstance(node, tree.Element) and id(node) not in inner
    ]


@settings(max_examples=examples(300))
@given(programs())
def test_a_dim_is_found_when_the_array_is_certainly_there(program: Program) -> None:
    flow = Flow(program)
    clearing = {step for step in flow.steps if isinstance(step.statement, tree.Erase | tree.Clear)}
    wanted = set()
    for step in reached(flow, flow.first[0]):
        if not isinstance(step.statement, tree.Dim):
            continue
        for array in own(step):
            for maker in flow.steps:
                if (
                    maker is not step
                    and any(other.name == array.name for other in own(maker))
                    and step not in reached(flow, flow.first[0], without=maker)
                    and not reached(flow, maker) & clearing
                ):
                    wanted.add((step, array.name))
    assert {(found.step, found.array.name) for found in second_dims(flow)} == wanted


def test_a_long_program_of_dims_is_looked_at_in_a_moment() -> None:
    rows = []
    for number in range(1, 5001):
        jump = number * 7919 % 5000 + 1
        rows.append(f"{number} {('DIM A(9)', 'A(3)=1', f'IF X THEN {jump}', f'GOSUB {jump}')[number % 4]}")
    flow = Flow(Program.from_ascii("\r\n".join(rows).encode()))
    begun = time.process_time()
    list(second_dims(flow))
    assert time.process_time() - begun < 2
