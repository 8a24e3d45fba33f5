"""The fields of a format of PRINT USING. Source: the MSX manuals' description; tests/conformance."""

from __future__ import annotations

import re
from collections.abc import Iterator

NUMERIC_FIELD = re.compile(
    r"(?P<plus>\+?)"
    r"(?:(?P<fill>\*\*\$|\*\*|\$\$)(?P<more>[#,]*)|(?P<whole>#[#,]*)|(?=\.#))"
    r"(?P<point>\.#*)?(?P<power>\^\^\^\^)?(?P<sign>[+-]?)"
)
TEXT_FIELD = re.compile(r"!|&|\\ *\\")


def next_field(pattern: str, start: int) -> re.Match[str] | None:
    """Return the first field from a place on; its `re` is `NUMERIC_FIELD` or `TEXT_FIELD`."""
    for place in range(start, len(pattern)):
        field = NUMERIC_FIELD.match(pattern, place) or TEXT_FIELD.match(pattern, place)
        if field:
            return field
    return None


def fields(pattern: str) -> Iterator[re.Match[str]]:
    """Yield the fields of a format."""
    field = next_field(pattern, 0)
    while field is not None:
        yield field
        field = next_field(pattern, field.end())
