"""DATA taken apart: against the texts that READ gave on the machine, and against a second splitter."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from msxkit.language.data_items import DataItem, data_items


@pytest.mark.parametrize(
    ("text", "items"),
    [
        (" 1,2", [DataItem(1, "1", "1", False, True), DataItem(3, "2", "2", False, True)]),
        ("", [DataItem(0, "", "", False, True)]),
        (",", [DataItem(0, "", "", False, True), DataItem(1, "", "", False, True)]),
        ('"a,b" ,c', [DataItem(0, '"a,b" ', "a,b", True, True), DataItem(7, "c", "c", False, True)]),
        ('"a"b,c', [DataItem(0, '"a"b', "a", True, False), DataItem(5, "c", "c", False, True)]),
        ('  "open, end', [DataItem(2, '"open, end', "open, end", True, True)]),
        (' a"b,c" d ', [DataItem(1, 'a"b', 'a"b', False, True), DataItem(5, 'c" d ', 'c" d ', False, True)]),
        ("\t1", [DataItem(0, "\t1", "\t1", False, True)]),
    ],
)
def test_items(text: str, items: list[DataItem]) -> None:
    assert data_items(text) == items


def slow_items(text: str) -> list[str]:
    """Character by character: blanks before an item go, a comma ends it unless a quote at its start is open."""
    items, begun, quoted = [""], False, False
    for character in text:
        if character == "," and not quoted:
            items.append("")
            begun = False
        elif begun or character != " ":
            quoted = character == '"' if not begun else quoted and character != '"'
            begun = True
            items[-1] += character
    return items


@given(st.text(st.sampled_from('a1 ,"\t'), max_size=20))
def test_a_second_splitter_finds_the_same(text: str) -> None:
    items = data_items(text)
    assert [item.raw for item in items] == slow_items(text)
    for item in items:
        assert text[item.offset :].startswith(item.raw)
        assert item.quoted == item.raw.startswith('"')
