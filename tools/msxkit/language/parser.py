"""The parser: a line's tokens become the statements of `tree`, whatever stands in the line.

The LALR table that lark made of the grammar is driven here. Where the grammar does not fit, the machine would stop:
the parser notes the `Fault`, takes the shortest way through the table to where the statement can end, with marked
terminals for what is not there, passes over the rest of the statement, and goes on after the next colon. So a faulty
statement is a node like any other, which holds what stands before the fault; a part that is not there is a `Missing`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import cache, lru_cache
from typing import Any, NamedTuple

from msxkit.basic_errors import MISSING_OPERAND, SYNTAX
from msxkit.language import tree
from msxkit.language.build import BUILDERS_OF_ONE, builder
from msxkit.language.grammar import Rule, table
from msxkit.language.lexer import Terminal, terminals
from msxkit.language.messages import expected_words, found_words
from msxkit.language.scanner import Token, TokenKind

_END = "$END"
_ENDS = ("COLON", "ELSE", _END)
#: Statements that say without a `Missing` what they lack.
_WHOLE = (tree.DefType, tree.Goto, tree.Gosub, tree.If)
_Build = Callable[[Any], Any]


class _Take(Enum):
    """The action of taking a terminal, with no reduction before it."""

    TAKE = "take"


_TAKE = _Take.TAKE


class _Items(list[Any]):
    """The parts of a rule that is a piece of others."""


class _Reduction(NamedTuple):
    """What the parser does when a rule is complete.

    Attributes:
        origin: The nonterminal that the rule makes.
        size: The number of its parts.
        build: The function that makes a node from a list of parts, or from the part if there is only one.
        pieces: Whether some of the parts are pieces, which are replaced by their own parts.
        grows: Whether the node is added to its first part.
        same: Whether the node is the only part itself.
        states: Whether the node is a statement, which may have a fault.
    """

    origin: str
    size: int
    build: _Build
    pieces: bool
    grows: bool
    same: bool
    states: bool


def _is_piece(name: str) -> bool:
    return name.startswith("_")


def _reduction(rule: Rule) -> _Reduction:
    origin, symbols, alias = rule
    size = len(symbols)
    pieces = any(map(_is_piece, symbols))
    name = alias or origin
    grows = same = False
    build: _Build
    if _is_piece(origin):
        grows = symbols[:1] == (origin,)
        same = pieces and size == 1
        build = _itself if same else _Items if pieces or size != 1 else _item
    elif name in BUILDERS_OF_ONE:
        assert (size, pieces) == (1, False), f"{name} is made of one part"
        build = BUILDERS_OF_ONE[name]
    elif (several := builder(name)) is not None:
        # The one piece is the list of parts.
        build = several if size != 1 or pieces else _alone(several)
    else:
        assert (size, pieces) == (1, False), f"no builder for {name}"
        same, build = True, _itself
    return _Reduction(origin, size, build, pieces, grows, same, origin == "statement")


def _itself(part: Any) -> Any:
    return part


def _item(part: Any) -> _Items:
    return _Items((part,))


def _alone(build: _Build) -> _Build:
    return lambda part: build([part])


_Action = _Reduction | _Take | None
_Settled = tuple[int, tuple[_Build, ...], _Action]


class _Automaton:
    """The table, ready to run.

    Attributes:
        actions: For each state, terminal -> state to go to, or reduction.
        settled: (state below, what was made, next terminal) -> state above, builders of what rules of one part make
            of it, and what to do then: `_TAKE`, a reduction, or None if the terminal does not fit. It fills
            as the parser meets them.
    """

    def __init__(self) -> None:
        data = table()
        self.states = list(data.states)
        # The whole line is there: its end is the last that is taken.
        self.states[data.end] = {_END: data.end}
        self.ways = data.ways
        self.end = data.end
        self.reductions = [_reduction(rule) for rule in data.rules]
        self.actions: list[dict[str, int | _Reduction]] = [
            {
                name: action if action >= 0 else self.reductions[~action]
                for name, action in state.items()
                if name[0] == "$" or name.isupper()
            }
            for state in self.states
        ]
        self.settled: dict[tuple[int, str, str], _Settled] = {}

    def first(self, state: int, type_: str) -> _Action:
        """Return what a terminal does in a state."""
        action = self.actions[state].get(type_)
        return _TAKE if isinstance(action, int) else action

    def settle(self, below: int, made: str, type_: str) -> _Settled:
        """Follow rules of one part as far as they go."""
        builds: list[_Build] = []
        origin = made
        while True:
            state = self.states[below][origin]
            action = self.first(state, type_)
            if state == self.end or not isinstance(action, _Reduction) or action.size != 1 or action.states:
                break
            # An operand without signs is an expression already.
            if not action.same and (action.origin != "expression" or made == "operand"):
                builds.append(action.build)
            origin = action.origin
        found = self.settled[below, made, type_] = state, tuple(builds), action
        return found


@cache
def _automaton() -> _Automaton:
    return _Automaton()


def parse(tokens: Sequence[Token]) -> tuple[tree.Statement, ...]:
    """Return the statements of a line. Never fails: what the machine cannot read is a statement with a fault."""
    return _Parser(terminals(tokens)).line()


def expected(tokens: Sequence[Token]) -> frozenset[str]:
    """Return the types of the terminals that can follow the beginning of a line; none where it has a fault already."""
    stream = terminals(tokens)
    parser = _Parser(stream)
    position = parser.beginning()
    return _accepted(tuple(parser.states)) if position == len(stream) else frozenset()


_NO_TOKEN = Token(TokenKind.UNKNOWN, "", 0, 0)


def _end_of(stream: Sequence[Terminal]) -> Terminal:
    end = stream[-1].end if stream else 0
    return Terminal(_END, "", _NO_TOKEN, end, end)


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

    def beginning(self) -> int:
        """Take the terminals of a line that is not complete. Return how many were taken: a fault ends a statement."""
        stream = self.stream
        position = self._feed(stream, 0) if stream else 0
        while position < len(stream):
            following = next((at for at in range(position, len(stream)) if stream[at].type in _ENDS), None)
            if following is None:
                return position
            self._mend(stream[position])
            position = self._feed(stream, following)
        return position

    def _feed(self, stream: Sequence[Terminal], position: int) -> int:
        """Take terminals from a position on. Return the position of the first that does not fit."""
        stack, values = self.states, self.values
        automaton, take = self.automaton, _TAKE
        settled, settle = automaton.settled, automaton.settle
        size = len(stream)
        terminal = stream[position]
        type_ = terminal.type
        action = automaton.first(stack[-1], type_)
        value: Any
        while True:
            if action is take:
                value, made = terminal, type_
                position += 1
                if position < size:
                    terminal = stream[position]
                    type_ = terminal[0]
                else:
                    type_ = ""
            elif action is None:
                return position
            else:
                made, count, build, pieces, grows, _, states = action
                if count == 1:
                    stack.pop()
                    value = build(values.pop())
                else:
                    parts = []
                    if count:
                        parts = values[-count:]
                        del values[-count:], stack[-count:]
                        if pieces:
                            parts = _flat(parts, grows)
                    value = parts if grows else build(parts)
                if states and self.faults:
                    value = self._faulty(value)
            key = stack[-1], made, type_
            state, builds, action = settled.get(key) or settle(*key)
            for build in builds:
                value = build(value)
            values.append(value)
            stack.append(state)

    def _faulty(self, statement: tree.Statement) -> tree.Statement:
        """Return a statement that is done, with its fault, if it has one."""
        fault, filled = self.faults[-1]
        # A remark begins at the colon of its apostrophe, where the statement before it may lack something.
        if statement.start > fault.start or isinstance(statement, tree.Remark):
            return statement
        self.faults.pop()
        if filled and not tree.is_cut(statement) and not isinstance(statement, _WHOLE):
            statement = tree.Broken(statement.start, fault.start)
        if statement.fault is None:
            statement.fault = fault
        return statement

    def _mend(self, terminal: Terminal) -> None:
        """Note the fault at a terminal and complete the statement before it."""
        accepted = _accepted(tuple(self.states))
        ends = terminal.type in _ENDS
        error = MISSING_OPERAND if ends and {"STRING", "LPAR"} <= accepted else SYNTAX
        fault = tree.Fault(
            terminal.start, terminal.end, error, found_words(terminal), expected_words(accepted)
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
        while not _fits(self.states, "COLON"):
            self._fill(self._way(), place)
            filled = True
        self.faults.append((fault, filled))

    def _fill(self, type_: str, place: int) -> None:
        filler = Terminal(type_, "", _NO_TOKEN, place, place, missing=True)
        taken = self._feed([filler], 0)
        assert taken, type_

    def _way(self) -> str:
        """Return the next terminal on the shortest way to the end of the statement."""
        stack = list(self.states)
        automaton = self.automaton
        while True:
            way = automaton.ways[stack[-1]]
            if isinstance(way, str):
                return way
            _reduce(stack, automaton.reductions[~way], automaton.states)


@lru_cache(maxsize=1024)
def _accepted(states: tuple[int, ...]) -> frozenset[str]:
    """Return the terminals that fit after a stack of states."""
    return frozenset(name for name in _automaton().actions[states[-1]] if _fits(states, name))


def _fits(states: Sequence[int], type_: str) -> bool:
    """Return whether a terminal is taken in the end; the table alone may reduce first and find out then."""
    stack = list(states)
    automaton = _automaton()
    while True:
        action = automaton.actions[stack[-1]].get(type_)
        if action is None:
            return False
        if isinstance(action, int):
            return True
        _reduce(stack, action, automaton.states)


def _reduce(stack: list[int], reduction: _Reduction, states: Sequence[Mapping[str, int]]) -> None:
    if reduction.size:
        del stack[-reduction.size :]
    stack.append(states[stack[-1]][reduction.origin])


def _flat(parts: list[Any], grows: bool) -> list[Any]:
    """Return the parts, with pieces replaced by their parts.

    Args:
        grows: The first one is to be added to.
    """
    flat: list[Any] = parts[0] if grows else []
    for part in parts[1:] if grows else parts:
        if type(part) is _Items:
            flat += part
        else:
            flat.append(part)
    return flat
