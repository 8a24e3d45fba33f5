"""The parser: a line's tokens become the statements of `tree`, whatever stands in the line.

The LALR table that lark made of the grammar is driven here. Where the grammar does not fit, the machine would stop:
the parser notes the `Fault`, takes the shortest way through the table to where the statement can end, with marked
terminals for what is not there, passes over the rest of the statement, and goes on behind the next colon. So a faulty
statement is a node like any other, which holds what stands before the fault; a part that is not there is a `Missing`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

from msxkit.language import tree
from msxkit.language.build import BUILDERS
from msxkit.language.grammar import table
from msxkit.language.lexer import Terminal, terminals
from msxkit.language.messages import expected_words, found_words
from msxkit.language.scanner import Kind, Token

_END = "$END"
_Build = Callable[[list[Any]], Any]


class _Items(list[Any]):
    """The parts of a rule that is a piece of others."""


class _Reduction(NamedTuple):
    """origin: what a rule makes; size: of how many parts; build: how, None when the one part is it.

    pieces: some of the parts are pieces, whose parts are taken instead of them.
    """

    origin: str
    size: int
    build: _Build | None
    pieces: bool


def _is_piece(name: str) -> bool:
    return name.startswith("_")


def _item(parts: list[Any]) -> _Items:
    return _Items(parts)


@cache
def _reductions() -> list[_Reduction]:
    found = []
    for origin, symbols, alias in table().rules:
        name = alias or origin
        build: _Build | None
        if _is_piece(origin):
            build = _item
        elif name in BUILDERS:
            build = BUILDERS[name]
        else:
            assert len(symbols) == 1, f"no builder for {name}"
            build = None
        found.append(_Reduction(origin, len(symbols), build, any(map(_is_piece, symbols))))
    return found


def parse(tokens: Sequence[Token]) -> tuple[tree.Statement, ...]:
    """The statements of a line. Never fails: what the machine cannot read is a statement with a fault."""
    return _Parser(terminals(tokens)).line()


def _end_of(stream: Sequence[Terminal]) -> Terminal:
    end = stream[-1].end if stream else 0
    return Terminal(_END, "", Token(Kind.UNKNOWN, "", end, end), end, end)


class _Parser:
    """One line on its way through the table."""

    def __init__(self, stream: list[Terminal]) -> None:
        self.stream = stream
        self.states = [0]
        self.values: list[Any] = []
        #: Faults of statements that are not done, in the order of the text, and whether fillers stand in them.
        self.faults: list[tuple[tree.Fault, bool]] = []

    def line(self) -> tuple[tree.Statement, ...]:
        stream = self.stream
        stream.append(_end_of(stream))
        position = 0
        while True:
            terminal = stream[position]
            if self._feed(terminal):
                if terminal.type == _END:
                    break
                position += 1
            else:
                self._mend(terminal)
                while stream[position].type not in ("COLON", "ELSE", _END):
                    position += 1
        statements: tuple[tree.Statement, ...] = self.values[0]
        return statements

    def _feed(self, terminal: Terminal) -> bool:
        """Takes a terminal. False, and nothing of it is taken, when it does not fit."""
        stack, values = self.states, self.values
        states, reductions = table().states, _reductions()
        end = table().end
        type_ = terminal.type
        while True:
            action = states[stack[-1]].get(type_)
            if action is None:
                return False
            if action >= 0:
                if action == end:
                    return True
                stack.append(action)
                values.append(terminal)
                return True
            origin, size, build, pieces = reductions[~action]
            if build is None:
                # The one part is it.
                stack.pop()
            else:
                if size:
                    parts = values[-size:]
                    del values[-size:], stack[-size:]
                    if pieces:
                        flat: list[Any] = []
                        for part in parts:
                            if type(part) is _Items:
                                flat += part
                            else:
                                flat.append(part)
                        parts = flat
                else:
                    parts = []
                value = build(parts)
                if self.faults and origin == "statement":
                    value = self._faulty(value)
                values.append(value)
            state = states[stack[-1]][origin]
            stack.append(state)
            if state == end:
                return True

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
        ends = terminal.type in ("COLON", "ELSE", _END)
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
        taken = self._feed(filler)
        assert taken, type_

    def _way(self) -> str:
        """The next terminal on the shortest way to the end of the statement."""
        stack = list(self.states)
        ways, states, reductions = table().ways, table().states, _reductions()
        while True:
            way = ways[stack[-1]]
            if isinstance(way, str):
                return way
            origin, size, _, _ = reductions[~way]
            if size:
                del stack[-size:]
            stack.append(states[stack[-1]][origin])

    def _accepted(self) -> set[str]:
        """The terminals that fit here."""
        return {name for name in table().states[self.states[-1]] if name.isupper() and self._fits(name)}

    def _fits(self, type_: str) -> bool:
        """Whether a terminal is taken in the end; the table alone may reduce first and find out then."""
        states, reductions = table().states, _reductions()
        stack = list(self.states)
        while True:
            action = states[stack[-1]].get(type_)
            if action is None:
                return False
            if action >= 0:
                return True
            origin, size, _, _ = reductions[~action]
            if size:
                del stack[-size:]
            state = states[stack[-1]][origin]
            stack.append(state)
            if state == table().end:
                return True
