"""FOR with steps that are not integers, on a bare Z80, against `msxkit.decimal14`, the model of the machine."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from msxkit import decimal14 as d14
from tests.conftest import examples

from .numbers import Calculator, decoded, encoded, same

_STEP, _LIMIT = 0xB810, 0xB820
#: Variables: a single, and a double behind it.
_SINGLE, _DOUBLE = 0xB830, 0xB840
_SINGLES = f"""
singles_start equ {_SINGLE}
singles_end equ {_DOUBLE}
"""


@st.composite
def _few(draw: st.DrawFn) -> d14.Number:
    """Return what loops count with: few digits, a small exponent."""
    size = draw(st.sampled_from((1, 2, 3, 5, 6, 7, 14)))
    value = draw(st.integers(-(10**size) + 1, 10**size - 1))
    scaled = Decimal(value).scaleb(draw(st.integers(-size - 2, 2)))
    return int(scaled) if scaled == scaled.to_integral_value() and abs(scaled) < 32768 else scaled


@pytest.fixture(scope="module")
def calculator() -> Calculator:
    return Calculator("step_real", extra=_SINGLES)


@pytest.mark.parametrize("single", [False, True], ids=["double", "single"])
@settings(max_examples=examples(300), deadline=None)
@given(value=_few(), step=_few(), limit=_few())
def test_a_step(
    calculator: Calculator, single: bool, value: d14.Number, step: d14.Number, limit: d14.Number
) -> None:
    place = _SINGLE if single else _DOUBLE
    if single:
        value = d14.csng(value)
    expected: list[d14.Number] = []

    def counted() -> d14.Number:
        found = d14.add(value, step)
        expected.append(d14.csng(found) if single else found)
        return expected[-1]

    def here() -> d14.Number:
        for address, number in ((place, value), (_STEP, step), (_LIMIT, limit)):
            calculator.write(address, encoded(number))
        calculator.cpu.de, calculator.cpu.bc, calculator.cpu.hl = place, _STEP, _LIMIT
        calculator.call("step_real")
        return decoded(calculator.read(place, 8))

    assert same(counted, here)
    if expected:
        order = d14.compare(expected[-1], limit)
        assert bool(calculator.cpu.f & 1) is (order >= 0 if step < 0 else order <= 0)
    assert d14.compare(decoded(calculator.read(_LIMIT, 8)), limit) == 0
