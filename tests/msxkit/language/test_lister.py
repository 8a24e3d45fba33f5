"""The lister, against a second one that goes by the tokens, and the places of tokens in a listed line."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from msxkit.language.constants import spell
from msxkit.language.lister import list_line, listed_offset
from msxkit.language.scanner import Token, TokenKind, scan
from tests.msxkit.language.test_parser import BYTES

stored_lines = st.lists(st.sampled_from(BYTES), max_size=30).map(bytes) | st.binary(max_size=30)


def spelled(token: Token, stored: bytes) -> bytes:
    if token.kind in (TokenKind.KEYWORD, TokenKind.FUNCTION, TokenKind.OPERATOR):
        return token.text.encode("ascii")
    if token.kind is TokenKind.NUMBER and stored[token.start : token.start + 1] != b"&":
        assert token.number is not None
        return spell(token.number).encode("ascii")
    if token.kind is TokenKind.LINE:
        return str(token.line).encode("ascii")
    return stored[token.start : token.end]


@given(stored_lines)
def test_lists_what_the_tokens_say(stored: bytes) -> None:
    position, places = 0, []
    text = b"10" if stored[:1] == b"\t" else b"10 "
    for token in scan(stored):
        text += stored[position : token.start]
        places.append((token.start, len(text)))
        text += spelled(token, stored)
        position = token.end
    assert list_line(10, stored) == text + stored[position:]
    assert [(start, listed_offset(10, stored, start)) for start, _ in places] == places


def test_places_inside_of_a_text() -> None:
    stored = b'\x91 "AB":\x8f xy:\x84 1,2'
    listed = list_line(10, stored)
    for word in (b'B"', b"y"):
        assert listed[listed_offset(10, stored, stored.index(word)) :].startswith(word)
