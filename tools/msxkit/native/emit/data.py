"""The items of DATA as a compiled program keeps them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msxkit.decimal14 import BasicError, val
from msxkit.language.scanner import Kind
from msxkit.native.analysis.interval import Interval
from msxkit.program.layout import Line


def items(line: Line) -> Iterator[tuple[int, str]]:
    """Yield line number and text of each item in a line; leading blanks are removed, quotes stay."""
    tokens = line.stored.tokens
    for index, token in enumerate(tokens):
        begins = not index or (tokens[index - 1].kind is Kind.PUNCTUATION and tokens[index - 1].text == ":")
        if begins and token.kind is Kind.KEYWORD and token.text == "DATA":
            raw = tokens[index + 1] if index + 1 < len(tokens) else None
            text = raw.text if raw is not None and raw.kind is Kind.TEXT else ""
            for item in split(text):
                yield line.number, item


def split(text: str) -> Iterator[str]:
    """Yield the items between commas; a comma inside quotes does not count."""
    position, size = 0, len(text)
    while True:
        while position < size and text[position] == " ":
            position += 1
        start = position
        if position < size and text[position] == '"':
            close = text.find('"', position + 1)
            position = size if close < 0 else close + 1
        comma = text.find(",", position)
        yield text[start : size if comma < 0 else comma]
        if comma < 0:
            return
        position = comma + 1


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
