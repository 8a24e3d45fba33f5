"""The parser: a line's tokens become the statements of `tree`, whatever stands in the line.

The LALR table that lark made of the grammar is driven here. Where the grammar does not fit, the machine would stop:
the parser notes the `Fault`, takes the shortest way through the table to where the statement can end, with marked
terminals for what is not there, passes over the rest of the statement, and goes on behind the next colon. So a faulty
statement is a node like any other, which holds what stands before the fault; a part that is not there is a `Missing`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from msxkit.language import tree
from msxkit.language.build import BUILDERS
from msxkit.language.grammar import Rule, table
from msxkit.language.lexer import Terminal, terminals
from msxkit.language.messages import expected_words, found_words
from msxkit.language.scanner import Kind, Token

_END = "$END"
_ENDS = ("COLON", "ELSE", _END)
_Build = Callable[[list[Any]], Any]


class _Items(list[Any]):
    """The parts of a rule that is a piece of others."""


class _Reduction(NamedTuple):
    """origin: what a rule makes; size: of how many parts; build: how, None when the one part is it.

    pieces: some of the parts are pieces, whose parts are taken instead of them. grows: it adds to its first part.
    """

    origin: str
    size: int
    build: _Build | None
    pieces: bool
    grows: bool


def _is_piece(name: str) -> bool:
    return name.startswith("_")


def _reduction(rule: Rule) -> _Reduction:
    origin, symbols, alias = rule
    pieces = any(map(_is_piece, symbols))
    name = alias or origin
    build: _Build | None
    if _is_piece(origin):
        # A piece of one piece is the same piece.
        build = None if pieces and len(symbols) == 1 else _Items
    else:
        build = BUILDERS.get(name)
        assert build or len(symbols) == 1, f"no builder for {name}"
    return _Reduction(origin, len(symbols), build, pieces, symbols[:1] == (origin,) and _is_piece(origin))


class _Automaton:
    """The table, ready to run. actions: for each state, terminal -> state to go to, or reduction.

    settled: (state below, what was made, next terminal) -> state above, and builders of what rules of one part make of
    it. It fills as the parser meets them.
    """

    def __init__(self) -> None:
        data = table()
        self.states = data.states
        self.ways = data.ways
        self.end = data.end
        self.reductions = [_reduction(rule) for rule in data.rules]
        self.actions: list[dict[str, int | _Reduction]] = [
            {
                name: action if action >= 0 else self.reductions[~action]
                for name, action in state.items()
                if name[0] == "$" or name.isupper()
            }
            for state in data.states
        ]
        self.settled: dict[tuple[int, str, str], tuple[int, tuple[_Build, ...]]] = {}

    def settle(self, below: int, made: str, type_: str) -> tuple[int, tuple[_Build, ...]]:
        """Follows rules of one part as far as they go."""
        builds: list[_Build] = []
        origin = made
        while True:
            state = self.states[below][origin]
            action = self.actions[state].get(type_)
            if state == self.end or not isinstance(action, _Reduction) or action.size != 1:
                break
            if action.build is not None and not (made == "primary" and action.origin == "expression"):
                # An operand without signs is an expression already.
                builds.append(_of_piece(action.build) if action.pieces else action.build)
            origin = action.origin
        found = self.settled[below, made, type_] = state, tuple(builds)
        return found


def _of_piece(build: _Build) -> _Build:
    """Builds of the parts of a piece."""
    return lambda parts: build(parts[0])


@cache
def _automaton() -> _Automaton:
    return _Automaton()


def parse(tokens: Sequence[Token]) -> tuple[tree.Statement, ...]:
    """The statements of a line. Never fails: what the machine cannot read is a statement with a fault."""
    return _Parser(terminals(tokens)).line()


def _end_of(stream: Sequence[Terminal]) -> Terminal:
    end = stream[-1].end if stream else 0
    return Terminal(_END, "", Token(Kind.UNKNOWN, "", end, end), end, end)


class _Parser:
    """One line on its way through the table."""

    def __init__(self, stream: list[Terminal]) -> None:
        self.automaton = _automaton()
        self.stream = stream
        self.states = [0]
        self.values: list[Any] = []
        #: Faults of statements that are not done, in the order of the text, and whether fillers stand in them.
        self.faults: list[tuple[tree.Fault, bool]] = []

    def line(self) -> tuple[tree.Statement, ...]:
        stream = self.stream
        stream.append(_end_of(stream))
        position = self._feed(stream, 0)
        while position < len(stream):
            self._mend(stream[position])
            while stream[position].type not in _ENDS:
                position += 1
            position = self._feed(stream, position)
        statements: tuple[tree.Statement, ...] = self.values[0]
        return statements

    def _feed(self, stream: Sequence[Terminal], position: int) -> int:
        """Takes terminals from a position on. The position of the first that does not fit; none of it is taken."""
        stack, values = self.states, self.values
        actions, settled = self.automaton.actions, self.automaton.settled
        end = self.automaton.end
        size = len(stream)
        while position < size:
            terminal = stream[position]
            type_ = terminal.type
            while True:
                action = actions[stack[-1]].get(type_)
                if isinstance(action, int):
                    stack.append(action)
                    values.append(terminal)
                    break
                if action is None:
                    return position
                origin, count, build, pieces, grows = action
                if build is not None:
                    if count:
                        parts = values[-count:]
                        del values[-count:], stack[-count:]
                        if pieces:
                            parts = _flat(parts, grows)
                    else:
                        parts = []
                    value = parts if grows else build(parts)
                    if origin == "statement" and self.faults:
                        value = self._faulty(value)
                    values.append(value)
                else:
                    # The one part is it.
                    stack.pop()
                below = stack[-1]
                found = settled.get((below, origin, type_))
                state, builds = found or self.automaton.settle(below, origin, type_)
                stack.append(state)
                for build in builds:
                    values[-1] = build(values[-1:])
                if state == end:
                    break
            position += 1
        return position

    def _faulty(self, statement: tree.Statement) -> tree.Statement:
        """A statement that is done, with its fault if it has one: what stands behind a fault has not."""
        fault, filled = self.faults[-1]
        if statement.start > fault.start:
            return statement
        self.faults.pop()
        if filled and not tree.is_cut(statement) and not isinstance(statement, tree.DefType):
            statement = tree.Broken(statement.start, fault.start)
        if statement.fault is None:
            statement.fault = fault
        return statement

    def _mend(self, terminal: Terminal) -> None:
        """Notes the fault at a terminal and makes the statement before it whole."""
        accepted = self._accepted()
        ends = terminal.type in _ENDS
        error = tree.MISSING_OPERAND if ends and {"STRING", "LPAR"} <= accepted else tree.SYNTAX_ERROR
        fault = tree.Fault(
            *(terminal.start, terminal.end, error, found_words(terminal), expected_words(accepted))
        )
        place = terminal.start
        if "BROKEN" in accepted:
            self._fill("BROKEN", place)
            self.faults.append((fault, False))
            return
        filled = False
        if not ends:
            # Where a value may stand, the machine reads on as if it did.
            for type_ in ("NUMBER", "VARIABLE"):
                if type_ in accepted:
                    self._fill(type_, place)
                    filled = True
                    break
        while not self._fits("COLON"):
            self._fill(self._way(), place)
            filled = True
        self.faults.append((fault, filled))

    def _fill(self, type_: str, place: int) -> None:
        filler = Terminal(type_, "", Token(Kind.UNKNOWN, "", place, place), place, place)
        filler.missing = True
        taken = self._feed([filler], 0)
        assert taken, type_

    def _way(self) -> str:
        """The next terminal on the shortest way to the end of the statement."""
        stack = list(self.states)
        automaton = self.automaton
        while True:
            way = automaton.ways[stack[-1]]
            if isinstance(way, str):
                return way
            _reduce(stack, automaton.reductions[~way], automaton.states)

    def _accepted(self) -> set[str]:
        """The terminals that fit here."""
        return {name for name in self.automaton.actions[self.states[-1]] if self._fits(name)}

    def _fits(self, type_: str) -> bool:
        """Whether a terminal is taken in the end; the table alone may reduce first and find out then."""
        stack = list(self.states)
        automaton = self.automaton
        while True:
            action = automaton.actions[stack[-1]].get(type_)
            if action is None:
                return False
            if isinstance(action, int):
                return True
            _reduce(stack, action, automaton.states)
            if stack[-1] == automaton.end:
                return True


def _reduce(stack: list[int], reduction: _Reduction, states: Sequence[Mapping[str, int]]) -> None:
    """Does with a stack of states what a reduction does."""
    if reduction.size:
        del stack[-reduction.size :]
    stack.append(states[stack[-1]][reduction.origin])


def _flat(parts: list[Any], grows: bool) -> list[Any]:
    """Parts with those of pieces in place of the pieces. grows: the first one is to be added to."""
    flat: list[Any] = parts[0] if grows else []
    for part in parts[1:] if grows else parts:
        if type(part) is _Items:
            flat += part
        else:
            flat.append(part)
    return flat
