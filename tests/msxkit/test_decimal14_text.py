"""Numbers as text and as bytes: round trips, and input of any kind."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from msxkit import decimal14 as d14
from msxkit.decimal14 import KIND_DOUBLE, KIND_INTEGER, KIND_SINGLE, Number
from tests.msxkit.test_decimal14 import half_up, reals


@given(reals(-63, 62))
def test_printed_numbers_read_back(x: Number) -> None:
    printed = d14.format_number(x)
    assert d14.val(printed) == x
    assert len(printed) <= 20
    # Python reads it, too.
    assert Fraction(Decimal(printed.strip())) == Fraction(x)


@given(reals(-63, 62))
def test_printing_against_scientific_notation(x: Number) -> None:
    digits, power = f"{abs(Decimal(x)):.13E}".split("E")
    digits = digits.replace(".", "").rstrip("0")
    places = int(power)
    if -2 <= places <= 13:
        expected = f"{abs(Decimal(x)):f}"
        expected = expected.rstrip("0").rstrip(".") if "." in expected else expected
        expected = expected.removeprefix("0")
    else:
        expected = digits[0] + ("." + digits[1:] if digits[1:] else "") + f"E{places:+03d}"
    assert d14.format_number(x) == ("-" if x < 0 else " ") + expected


@given(st.integers(0, 10**25), st.integers(0, 30))
def test_long_numbers_round_at_the_fifteenth_digit(digits: int, places: int) -> None:
    text = str(digits).rjust(places + 1, "0")
    text = f"{text[:-places]}.{text[-places:]}" if places else text
    assert Fraction(d14.val(text)) == half_up(Fraction(digits, 10**places))


@given(
    st.text(alphabet=st.characters(max_codepoint=0x2FF), max_size=30)
    | st.text(alphabet="0123456789+-.EDed&HOB!#% ")
)
def test_any_text_gives_a_number_or_overflow(text: str) -> None:
    try:
        value, kind, behind = d14.parse_number(text)
    except (d14.BasicOverflowError, d14.RadixError):
        return
    assert kind in (KIND_INTEGER, KIND_SINGLE, KIND_DOUBLE)
    assert 0 <= behind <= len(text)
    assert d14.val(d14.format_number(value)) == value
    if kind == KIND_INTEGER:
        assert -32768 <= value <= 32768


# Memory

# The examples of the Technical Handbook's appendix 2 and of the facts sheet, B.1.
ENCODED: list[tuple[str, str]] = [
    ("12345.6", "45123456"),
    (".5", "40500000"),
    (".5", "4050000000000000"),
    ("32768", "45327680"),
    ("-17.390462709313", "C217390462709313"),
    ("0", "00000000"),
    ("1E-64", "0110000000000000"),
    ("9.9999999999999E62", "7F99999999999999"),
]


@pytest.mark.parametrize(("text", "data"), ENCODED)
def test_published_encodings(text: str, data: str) -> None:
    encoded = bytes.fromhex(data)
    assert d14.encode_real(d14.val(text), len(encoded)) == encoded
    assert d14.decode_real(encoded) == d14.val(text)


@given(reals(-63, 62))
def test_reals_in_memory(x: Number) -> None:
    assert d14.decode_real(d14.encode_real(x, 8)) == x
    assert d14.decode_real(d14.encode_real(x, 4)) == d14.csng(x)


@given(st.binary(min_size=4, max_size=4) | st.binary(min_size=8, max_size=8))
def test_any_bytes_are_a_number(data: bytes) -> None:
    try:
        value = d14.decode_real(data)
    except d14.BasicOverflowError:
        return
    d14.format_number(value)
