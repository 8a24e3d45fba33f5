"""DATA: one list of items in program order, and the pointer that READ moves."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from operator import attrgetter

from msxkit import basic_errors
from msxkit.carrying import carries
from msxkit.decimal14 import Number, parse_number
from msxkit.interpreter.code import Lit
from msxkit.interpreter.errors import RaisedError
from msxkit.interpreter.program_text import ProgramText
from msxkit.language.data_items import DataItem, items_of_line
from msxkit.program.layout import Layout


@dataclass(frozen=True, slots=True)
class NextItem:
    """An item of DATA.

    Attributes:
        line: The number of its DATA line.
        item: The item itself.
    """

    line: int
    item: DataItem


@dataclass
class DataState:
    """Where READ is.

    Attributes:
        position: The index of the next item.
    """

    position: int = 0


class DataReader:
    """The reader of READ and RESTORE."""

    def __init__(self, state: DataState, text: ProgramText) -> None:
        self.state = state
        self._text = text
        #: The items of a program, filled on demand; which program that is.
        self._found: tuple[Layout, list[NextItem]] | None = None
        #: The line of the last item if that was none.
        self._faulty: int | None = None

    @property
    def items(self) -> list[NextItem]:
        """The items of the program that is loaded."""
        layout = self._text.layout
        if self._found is None or self._found[0] is not layout:
            self._found = (
                layout,
                [
                    NextItem(line.number, item)
                    for line in layout.lines
                    for item in items_of_line(line.stored.tokens)
                ],
            )
        return self._found[1]

    def _item(self, number: int) -> NextItem:
        items, position = self.items, self.state.position + number
        if position >= len(items):
            raise RaisedError(basic_errors.OUT_OF_DATA)
        return items[position]

    def ahead(self, number: int) -> tuple[list[bytes], str]:
        """Return the stored lines that READ looks through for an item, the one that has it last, and the item."""
        position, items, lines = self.state.position + number, self.items, self._text.layout.lines
        if position >= len(items):
            return [], ""
        found, number_of = items[position], attrgetter("number")
        first = bisect_right(lines, items[position - 1].line, key=number_of) if position else 0
        end = bisect_right(lines, found.line, key=number_of)
        return [line.stored.stored for line in lines[first:end]], found.item.raw

    @carries("READ_STRING")
    def string(self, number: int) -> str:
        """Return what READ puts into a string: the text of a quoted item, or the item as it is.

        Args:
            number: The number of the item in this READ.
        """
        found = self._item(number)
        self._faulty = None if found.item.sound else found.line
        return Lit(found.item.text)

    @carries("READ_NUMBER")
    def number(self, number: int) -> Number:
        """Return what READ puts into a number: as much of the item as is one."""
        found = self._item(number)
        value, _, end = parse_number(found.item.raw)
        self._faulty = found.line if found.item.raw[end:].strip(" ") else None
        return value

    @carries("READ_CHECK")
    def check(self) -> None:
        """Check the rest of the item after the variable has its value: it is a Syntax error in the DATA line."""
        if self._faulty is not None:
            raise RaisedError(basic_errors.SYNTAX, line=self._faulty)

    @carries("READ_DONE")
    def done(self, count: int) -> None:
        """Take the items when the last variable of a READ has its value. After an error none are taken."""
        self.check()
        self.state.position += count

    @carries("RESTORE")
    def restore(self, number: int | None) -> None:
        """Carry out RESTORE: go to the first item, or to the first one in line `number` or after it."""
        state = self.state
        state.position = 0
        if number is not None:
            items = self.items
            while state.position < len(items) and items[state.position].line < number:
                state.position += 1
