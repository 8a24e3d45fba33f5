"""`check` and `run` agree, in either direction: a statement that the machine cannot read is the same one for both, and
so is one with a wrong type, or a constant out of range.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from msxkit.decimal14 import BasicError
from msxkit.errors import ProgramError
from msxkit.interpreter.session import Session
from msxkit.language import tree
from msxkit.language.check import Finding, check
from msxkit.language.program import Program
from tests.conftest import one_in

CONFORMANCE = Path(__file__).parents[1] / "conformance"
MESSAGES = {2: "Syntax error", 24: "Missing operand"}
TYPE_MISMATCH = 13
KEYS = b"12\r3,4\r1\rx\r" * 4
#: What `check` says of a statement that the machine cannot read, or does not have.
STATIC = ("syntax", "arguments", "target")
#: These raise a syntax error by value: ERROR 2, a DATA item that is not a number, other arguments of FN, INSTR.
BY_VALUE = (tree.Error, tree.Read)


#: The numbers of the recorded programs.
NUMBERS = one_in(5, range(560))


@cache
def programs() -> list[str]:
    """Return every recorded text program."""
    found = []
    for name in ("statements", "edges", "more", "input", "borders-msx1", "borders-msx2"):
        found += [entry["program"] for entry in json.loads((CONFORMANCE / f"{name}.json").read_text("utf-8"))]
    return found


@cache
def words() -> list[str]:
    """Return the pieces of all recorded lines."""
    return [word for text in programs() for line in text.splitlines() for word in pieces(line)]


def pieces(line: str) -> list[str]:
    return re.findall(r'"[^"]*"?|[A-Z]+[$%!#]?|[0-9]+|<=|>=|<>|.', line)


def broken(number: int) -> str:
    """Return a recorded program with a piece of a line lost, doubled, put in or put in place of another."""
    chance = random.Random(number)
    lines = chance.choice(programs()).splitlines()
    place = chance.randrange(len(lines))
    head, blank, body = lines[place].partition(" ")
    parts = pieces(body)
    at = chance.randrange(len(parts) + 1)
    match chance.randrange(4):
        case 0:
            parts[at : at + 1] = []
        case 1:
            parts.insert(at, chance.choice(words()))
        case 2:
            parts[at : at + 1] = [chance.choice(words())]
        case _:
            parts[at:at] = parts[at : at + 1]
    lines[place] = head + blank + "".join(parts)
    return "\n".join(lines) + "\n"


def read(text: str) -> Program | None:
    try:
        return Program.from_ascii(text.encode("latin-1"))
    except ProgramError:
        return None


def statement_of(program: Program, line: int, offset: int) -> tree.Statement | None:
    """Return the innermost statement of a line that reaches over a stored offset, or begins after it."""
    found: tree.Statement | None = None
    for statement in program.lines[program.index[line]].statements:
        for node in tree.walk(statement):
            if isinstance(node, tree.Statement) and (found is None or node.start <= offset):
                found = node
    return found


def findings(program: Program) -> Iterator[Finding]:
    for finding in check(program, target="disk"):
        if finding.check in STATIC and finding.machine.startswith(("Syntax error", "Missing operand")):
            yield finding


def watched(session: Session) -> list[tuple[int, int]]:
    """Return a list that takes number and offset of every error that the session raises."""
    faults = session._machine.on_error
    raised: list[tuple[int, int]] = []
    handle = faults.handle

    def watch(error: BasicError, pc: int) -> int | None:
        raised.append((error.number, pc))
        return handle(error, pc)

    faults.handle = watch  # type: ignore[method-assign]
    return raised


def agree_when_run(program: Program) -> None:
    """Check that every syntax error and every certain type mismatch that stops the run is in the report."""
    session = Session(program, keys=KEYS)
    raised = watched(session)
    session.run(max_steps=2000)
    unreadable = {(finding.line, finding.machine.partition(" in ")[0]) for finding in findings(program)}
    mistyped = {finding.line for finding in check(program) if finding.check == "type-mismatch"}
    # What a name or an item of DATA is then depends on the run.
    types_change = any(
        isinstance(node, tree.DefType | tree.Read)
        for line in program.lines
        for node in nodes(line.statements)
    )
    for number, pc in raised:
        placed = session.layout.line_at(pc)
        if placed is None or number not in (*MESSAGES, TYPE_MISMATCH):
            continue
        statement = statement_of(program, placed.number, pc - placed.start)
        assert statement is not None
        told = (placed.stored.listed(), statement)
        if calls_a_function(statement):
            continue
        if number in MESSAGES:
            assert isinstance(statement, BY_VALUE) or (placed.number, MESSAGES[number]) in unreadable, told
        elif statement.fault is None and not types_change:
            by_value = any(isinstance(node, tree.Error | tree.PrintUsing) for node in tree.walk(statement))
            assert by_value or placed.number in mistyped, told


def nodes(statements: Sequence[tree.Statement]) -> list[tree.Node]:
    return [node for statement in statements for node in tree.walk(statement)]


def calls_a_function(statement: tree.Statement) -> bool:
    """Return whether it calls a function. FN and USR run code elsewhere; INSTR depends on its arguments' types."""
    return any(
        isinstance(node, tree.UserFunction | tree.MachineFunction)
        or (isinstance(node, tree.Function) and node.name == "INSTR")
        for node in tree.walk(statement)
    )


def agree_when_reported(program: Program) -> None:
    """Check that a run stops at every reported fault, with that error or an earlier one of an operand."""
    for finding in findings(program):
        if finding.check == "target" or finding.message.startswith("INSTR"):
            continue  # that one depends on types, which no fault of the tree tells
        assert finding.line is not None
        line = program.lines[program.index[finding.line]]
        faulty = [
            node
            for statement in line.statements
            for node in tree.walk(statement)
            if isinstance(node, tree.Statement) and node.fault is not None
        ]
        assert faulty, (line.listed(), finding)
        columns = {line.span(node.fault.start, node.fault.end).column for node in faulty if node.fault}
        if "did you mean" in finding.message:  # a statement's first word, of which the fault is behind
            columns |= {line.span(node.start, node.end).column for node in faulty}
        assert finding.column in columns, (line.listed(), finding, columns)
        for node in faulty:
            stops(program, finding.line, node)
    for finding in check(program):
        if finding.check in ("type-mismatch", "out-of-range"):
            assert finding.line is not None
            line = program.lines[program.index[finding.line]]
            wrong = [
                node
                for node in nodes(line.statements)
                if isinstance(node, tree.Statement)
                and any(line.span(part.start, part.end).column == finding.column for part in tree.walk(node))
            ]
            stops(program, finding.line, wrong[-1])  # the innermost statement around the place


def stops(program: Program, number: int, statement: tree.Statement) -> None:
    session = Session(program, keys=KEYS)
    machine = session._machine
    placed = machine.layout.by_number[number]
    machine.code.compile_at(placed.start)
    # The block that begins the statement: the last one at its start or before it, after blanks.
    machine.pc = max(
        offset
        for offset, block in machine.code.blocks.items()
        if block.first and offset <= placed.start + statement.start
    )
    raised = watched(session)
    for _ in range(12):
        session.run(max_steps=1)
        if raised:
            return
    if isinstance(statement, tree.DefFn):
        return  # what is wrong with its body shows when it is called
    raise AssertionError((program.lines[program.index[number]].listed(), statement))


@pytest.mark.parametrize("number", NUMBERS)
def test_recorded_programs(number: int) -> None:
    listed = programs()
    if number < len(listed) and (program := read(listed[number])):
        agree_when_run(program)
        agree_when_reported(program)


@given(st.integers(0, 10**9))
def test_broken_programs(number: int) -> None:
    program = read(broken(number))
    if program is not None:
        agree_when_run(program)
        agree_when_reported(program)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("LOCATE 1,2,3,4", ["Syntax error"]),
        ("COLOR 1,2,3,4", ["Syntax error"]),
        ("CLEAR 1,2,3", ["Syntax error"]),
        ("WIDTH", ["Missing operand"]),
        ("PLAY", ["Missing operand"]),
        ("GOTO 10,20", []),
        ("PRINT(:A==1:PRINT 2", ["Missing operand", "Syntax error"]),
        ("DEFINT Z-A", ["Syntax error"]),
        ("PRINT 1 ELSE :LOCATE 1;2", ["Syntax error"]),
        ("INPUT'1", ["Syntax error"]),
        ("IF'", ["Missing operand"]),
        ("IF 1'", ["Syntax error"]),
        ("LINE INPUT'", ["Syntax error"]),
    ],
)
def test_missed_by_the_checker(text: str, found: list[str]) -> None:
    program = Program.from_ascii(f"10 {text}\n".encode())
    assert [finding.machine.partition(" in ")[0] for finding in findings(program)] == found
    agree_when_run(program)
    agree_when_reported(program)
