"""The items of DATA, and what READ can make of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msxkit.decimal14 import BasicError, val
from msxkit.language.data_items import items_of_line
from msxkit.native.analysis.interval import Interval
from msxkit.program.layout import MemoryLine


def numbers(texts: Iterable[str]) -> Interval | None:
    """Return the limits of what READ can make of items as numbers; None if one is beyond the range of numbers."""
    found = Interval(0, 0)
    for text in texts:
        try:
            number = val(text)
        except BasicError:
            return None
        value = float(number)
        whole = value.is_integer() and abs(value) < _WHOLE
        found = found.joined(Interval(int(value) if whole else value, int(value) if whole else value, whole))
    return found


#: Up to here floats hold whole numbers exactly.
_WHOLE = 2.0**53


class DataTable:
    """The DATA of a program.

    Attributes:
        items: Line number and text of each item.
        labels: The labels that READ, RESTORE or CLEAR names.
    """

    def __init__(self, lines: Iterable[MemoryLine]) -> None:
        self.items = [(line.number, item.raw) for line in lines for item in items_of_line(line.stored.tokens)]
        self.labels: set[str] = set()

    @property
    def size(self) -> int:
        """The characters of all DATA: a program writes at most as many bytes from there."""
        return sum(len(text) + 1 for _, text in self.items)

    def limits(self) -> Interval | None:
        """Return the limits of what READ can give as a number; None: not known."""
        return numbers(text for _, text in self.items)

    def label(self, line: int | None) -> str:
        """Return the label of the first item of DATA in a line or behind it."""
        following = [number for number, _ in self.items if number >= (line or 0)]
        label = "data_start" if line is None else f"data_{following[0]}" if following else "data_end"
        self.labels.add(label)
        return label

    def source(self) -> Iterator[tuple[list[str], str, list[str]]]:
        """Yield the items: a label if it is the first of its line, the label of the line, its lines."""
        labelled = None
        for number, text in self.items:
            codes = "".join(f"{code}," for code in text.encode("latin-1"))
            label = [] if number == labelled else [f"data_{number}:"]
            yield label, f"data_{number}", [f"        dw {number}", f"        db {len(text)},{codes}0"]
            labelled = number
