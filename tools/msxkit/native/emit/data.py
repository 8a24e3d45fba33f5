"""What READ can make of the items of DATA."""

from __future__ import annotations

from collections.abc import Iterable

from msxkit.decimal14 import BasicError, val
from msxkit.native.analysis.interval import Interval


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
