from __future__ import annotations

from decimal import ROUND_HALF_UP, Context, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from msxkit.language.constants import (
    Constant,
    ConstantForm,
    ConstantOverflowError,
    pack_number,
    spell,
    unpack,
)


def test_more_than_sixty_three_places_overflow() -> None:
    for text in (b"1E63", b"9D99", b"40000%", b"99999999999999.9E62"):
        with pytest.raises(ConstantOverflowError):
            pack_number(text)
    assert pack_number(b"1E-99") == bytes.fromhex("1d00000000")


digits = st.text("0123456789", min_size=1, max_size=18)


@given(digits, digits, st.integers(-30, 30), st.sampled_from(["E", "D", "!", "#", ""]))
def test_packing_rounds_half_up_like_decimal(whole: str, fraction: str, power: int, mark: str) -> None:
    """The second computation: the decimal module, rounding half up to 14 places, then to 6 for a single."""
    tail = f"{mark}{power:+d}" if mark in ("E", "D") and mark else mark
    text = f"{whole}.{fraction}{tail}"
    constant = unpack(pack_number(text.encode()))
    significant = (whole + fraction).lstrip("0")
    double = mark in ("#", "D") or (len(significant) > 6 and mark != "!")
    value = Decimal(f"{whole}.{fraction}")
    value = Context(prec=14, rounding=ROUND_HALF_UP).plus(value)
    if not double:
        value = Context(prec=6, rounding=ROUND_HALF_UP).plus(value)
    if mark in ("E", "D"):
        value = value.scaleb(power)
    assert constant.type == ("#" if double else "!")
    assert Decimal(constant.mantissa).scaleb(constant.exponent) == value


@pytest.mark.parametrize(
    ("constant", "text"),
    [
        # The rows of shared facts A.7 and edges.json, "h-list-prog", as the machine lists them.
        (Constant(ConstantForm.SINGLE, 123456, -6), ".123456"),
        (Constant(ConstantForm.SINGLE, 123456), "123456!"),
        (Constant(ConstantForm.DOUBLE, 1438982, -7), ".1438982#"),
        (Constant(ConstantForm.DOUBLE, 123456789, -8), "1.23456789#"),
        (Constant(ConstantForm.SINGLE, 1, -7), "1E-07"),
        (Constant(ConstantForm.SINGLE, 1, 10), "10000000000!"),
        (Constant(ConstantForm.DOUBLE, 25, -1), "2.5#"),
        (Constant(ConstantForm.SINGLE, 3), "3!"),
        (Constant(ConstantForm.HEXADECIMAL, 255), "&HFF"),
        (Constant(ConstantForm.OCTAL, 15), "&O17"),
        (Constant(ConstantForm.DOUBLE, 0), "0#"),
        (Constant(ConstantForm.SINGLE, 1, -3), "1E-03"),
        (Constant(ConstantForm.SINGLE, 1, -2), ".01"),
    ],
)
def test_spells_as_list_does(constant: Constant, text: str) -> None:
    assert spell(constant) == text


@given(st.binary(min_size=8, max_size=8))
def test_damaged_floats_are_numbers_all_the_same(operand: bytes) -> None:
    assert spell(unpack(b"\x1f" + operand))
    assert spell(unpack(b"\x1d" + operand[:4]))
