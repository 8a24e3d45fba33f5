"""DATA: one list of items in program order, and the pointer that READ moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from msxkit import basicerrors
from msxkit.decimal14 import Number, parse_number
from msxkit.interpreter.code import Lit
from msxkit.interpreter.errors import RaisedError
from msxkit.interpreter.programtext import ProgramText
from msxkit.language.data_items import DataItem, data_items
from msxkit.language.scanner import Kind
from msxkit.program.layout import Layout, Line


@dataclass(frozen=True, slots=True)
class Item:
    """line: number of its DATA line."""

    line: int
    item: DataItem


def _items(line: Line) -> Iterator[Item]:
    """The items of the DATA statements of a line. READ looks for DATA behind colons only, not behind THEN."""
    tokens = line.stored.tokens
    for index, token in enumerate(tokens):
        if token.kind is not Kind.KEYWORD or token.text != "DATA":
            continue
        if not index or (tokens[index - 1].kind is Kind.PUNCTUATION and tokens[index - 1].text == ":"):
            raw = tokens[index + 1] if index + 1 < len(tokens) else None
            text = raw.text if raw is not None and raw.kind is Kind.TEXT else ""
            yield from (Item(line.number, item) for item in data_items(text))


@dataclass
class DataState:
    """position: index of the next item."""

    position: int = 0


class DataReader:
    """READ and RESTORE."""

    def __init__(self, state: DataState, text: ProgramText) -> None:
        self.state = state
        self._text = text
        #: The items of a program, once somebody has asked for them; which program that is.
        self._found: tuple[Layout, list[Item]] | None = None

    @property
    def items(self) -> list[Item]:
        """The items of the program that is loaded."""
        layout = self._text.layout
        if self._found is None or self._found[0] is not layout:
            self._found = (layout, [item for line in layout.lines for item in _items(line)])
        return self._found[1]

    def _next(self) -> Item:
        items, state = self.items, self.state
        if state.position >= len(items):
            raise RaisedError(basicerrors.OUT_OF_DATA)
        item = items[state.position]
        state.position += 1
        return item

    def ahead(self) -> tuple[int, int, str]:
        """The line behind which READ looks for its next item, the line that has it (the same if it is at hand), and
        the item.
        """
        position, items = self.state.position, self.items
        if position >= len(items):
            return 0, 0, ""
        found = items[position]
        return (items[position - 1].line if position else -1), found.line, found.item.raw

    def string(self) -> str:
        """READ into a string: the text of a quoted item, or the item as it is."""
        found = self._next()
        if not found.item.sound:
            raise RaisedError(basicerrors.SYNTAX, line=found.line)
        return Lit(found.item.text)

    def number(self) -> Number:
        """READ into a number. What is no number is a syntax error in the DATA line."""
        found = self._next()
        value, _, end = parse_number(found.item.raw)
        if found.item.raw[end:].strip(" "):
            raise RaisedError(basicerrors.SYNTAX, line=found.line)
        return value

    def restore(self, number: int | None) -> None:
        """RESTORE: to the first item, or to the first one in line `number` or behind it."""
        state = self.state
        state.position = 0
        if number is not None:
            items = self.items
            while state.position < len(items) and items[state.position].line < number:
                state.position += 1
