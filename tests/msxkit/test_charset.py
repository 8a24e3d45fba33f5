"""The character table: one character per code, both ways."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from msxkit import charset
from msxkit.errors import CharsetError


def test_table_is_one_to_one() -> None:
    assert len(charset.UNICODE) == 256
    assert len(set(charset.UNICODE)) == 256
    assert charset.UNICODE[0x20:0x7F] == "".join(map(chr, range(0x20, 0x7F)))


@pytest.mark.parametrize(
    ("code", "character"), [(1, "☺"), (0x80, "Ç"), (0x9C, "£"), (0xE3, "π"), (0xDB, "█"), (0x16, "│")]
)
def test_known_characters(code: int, character: str) -> None:
    assert charset.UNICODE[code] == character


@given(st.binary())
def test_decoding_never_fails_and_encodes_back(text: bytes) -> None:
    # A lone header byte stays a control character; everything else is exact.
    assert charset.encode(charset.decode(text)) == text


def test_graphic_characters_take_two_bytes() -> None:
    assert charset.encode("♥") == b"\x01\x43"
    assert charset.decode(b"\x01\x43") == "♥"


def test_error_names_line_and_column() -> None:
    with pytest.raises(CharsetError, match=r"line 2, column 3: the MSX has no character '€' \(U\+20AC\)"):
        charset.encode("ab\ncd€")
