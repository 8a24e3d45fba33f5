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

# What the programs num-hex, h-val-edge and err-overflow show of VAL; then what the manuals say of the types.
VALUES: list[tuple[str, Number, int, int]] = [
    ("&HFF", 255, KIND_INTEGER, 4),
    ("&hffff", -1, KIND_INTEGER, 6),
    ("&H8000", -32768, KIND_INTEGER, 6),
    ("&O17", 15, KIND_INTEGER, 4),
    ("&B1011", 11, KIND_INTEGER, 6),
    ("12AB", 12, KIND_INTEGER, 2),
    ("  3.5E2X", 350, KIND_SINGLE, 7),
    ("", 0, KIND_INTEGER, 0),
    ("-7", -7, KIND_INTEGER, 2),
    ("1E5", 100000, KIND_SINGLE, 3),
    ("1 2 3", 123, KIND_INTEGER, 5),
    (".5.5", Decimal("0.5"), KIND_SINGLE, 2),
    ("1D2", 100, KIND_DOUBLE, 3),
    ("32767", 32767, KIND_INTEGER, 5),
    ("32768", 32768, KIND_SINGLE, 5),
    ("1234567", 1234567, KIND_DOUBLE, 7),
    ("1234567!", 1234570, KIND_SINGLE, 8),
    ("3#", 3, KIND_DOUBLE, 2),
    ("3.7%", 3, KIND_INTEGER, 4),
    ("1E-70", 0, KIND_SINGLE, 5),
    ("X", 0, KIND_INTEGER, 0),
]


@pytest.mark.parametrize(("text", "value", "kind", "behind"), VALUES)
def test_values_of_text(text: str, value: Number, kind: int, behind: int) -> None:
    assert d14.parse_number(text) == (value, kind, behind)
    assert d14.parse_number("??" + text, 2) == (value, kind, behind + 2)
    assert d14.val(text) == value


@pytest.mark.parametrize("text", ["&", "&X", "&77"])
def test_no_radix(text: str) -> None:
    with pytest.raises(d14.RadixError):
        d14.val(text)


@pytest.mark.parametrize("text", ["1E63", "1D99999999999", "&H10000", "40000%", "&B11111111111111111"])
def test_too_large_for_the_machine(text: str) -> None:
    with pytest.raises(d14.BasicOverflowError):
        d14.val(text)


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


def test_very_long_texts() -> None:
    assert d14.val("0" * 10000 + "7") == 7
    assert d14.val("." + "0" * 10000 + "7") == 0
    assert d14.val("." + "3" * 10000) == d14.div(1, 3)
    with pytest.raises(d14.BasicOverflowError):
        d14.val("7" * 10000)


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


@given(st.integers(-32768, 32767))
def test_integers_in_memory(value: int) -> None:
    encoded = d14.encode_integer(value)
    assert (encoded[0] + 256 * encoded[1] - value) % 65536 == 0
    assert d14.decode_integer(encoded) == value


@given(st.binary(min_size=4, max_size=4) | st.binary(min_size=8, max_size=8))
def test_any_bytes_are_a_number(data: bytes) -> None:
    try:
        value = d14.decode_real(data)
    except d14.BasicOverflowError:
        return
    d14.format_number(value)
