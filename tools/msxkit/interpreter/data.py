"""DATA: one list of items in program order, and the pointer that READ moves."""

from __future__ import annotations

from dataclasses import dataclass

from msxkit.decimal14 import Number, parse_number
from msxkit.interpreter import errors
from msxkit.interpreter.code import Lit
from msxkit.interpreter.errors import RaisedError
from msxkit.interpreter.lexemes import Layout


@dataclass(frozen=True, slots=True)
class Item:
    """line: its DATA line. text: as it stands, leading blanks removed."""

    line: int
    text: str


def split_items(text: str) -> list[str]:
    """Items between commas; a comma inside a quoted item does not count. Leading blanks are removed."""
    found = []
    position, size = 0, len(text)
    while True:
        while position < size and text[position] == " ":
            position += 1
        start = position
        if position < size and text[position] == '"':
            close = text.find('"', position + 1)
            position = size if close < 0 else close + 1
        comma = text.find(",", position)
        found.append(text[start : size if comma < 0 else comma])
        if comma < 0:
            return found
        position = comma + 1


class DataReader:
    """READ and RESTORE. position: index of the next item."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._items: list[Item] | None = None
        self.position = 0

    @property
    def items(self) -> list[Item]:
        if self._items is None:
            self._items = []
            for line in self._layout.lines:
                lexemes = line.lexemes()
                for index, lexeme in enumerate(lexemes):
                    begins = not index or lexemes[index - 1][:2] == ("char", ":")
                    if begins and lexeme.kind == "word" and lexeme.value == "DATA":
                        raw = lexemes[index + 1]
                        text = str(raw.value) if raw.kind == "raw" else ""
                        self._items += [Item(line.number, item) for item in split_items(text)]
        return self._items

    def _next(self) -> Item:
        items = self.items
        if self.position >= len(items):
            raise RaisedError(errors.OUT_OF_DATA)
        item = items[self.position]
        self.position += 1
        return item

    def string(self) -> str:
        """READ into a string: the text of a quoted item, or the item as it is."""
        item = self._next()
        if not item.text.startswith('"'):
            return Lit(item.text)
        text, _, rest = item.text[1:].partition('"')
        if rest.strip(" "):
            raise RaisedError(errors.SYNTAX, line=item.line)
        return Lit(text)

    def number(self) -> Number:
        """READ into a number. What is no number is a syntax error in the DATA line."""
        item = self._next()
        value, _, end = parse_number(item.text)
        if item.text[end:].strip(" "):
            raise RaisedError(errors.SYNTAX, line=item.line)
        return value

    def restore(self, number: int | None) -> None:
        """RESTORE: to the first item, or to the first one in line `number` or behind it."""
        self.position = 0
        if number is not None:
            items = self.items
            while self.position < len(items) and items[self.position].line < number:
                self.position += 1
