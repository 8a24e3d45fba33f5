"""The four operations of the runtime on a bare Z80, against `msxkit.decimal14`, the model of the machine."""

from __future__ import annotations

from decimal import Decimal
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from msxkit import decimal14 as d14
from tests.conftest import examples

from .numbers import Calculator, same

OPERATIONS = {"num_add": d14.add, "num_sub": d14.sub, "num_mul": d14.mul, "num_div": d14.div}

#: Products and quotients by constants: the operation, the digit of the constant, more in the exponent of the result.
CONSTANTS = {
    "num_mul_one": ("num_mul", 1, 0),
    "num_mul_two": ("num_mul", 2, 0),
    "num_mul_half": ("num_mul", 5, 1),
    "num_div_one": ("num_div", 1, 0),
    "num_div_two": ("num_div", 5, -1),
    "num_div_half": ("num_div", 2, 0),
}

integers = st.one_of(
    st.integers(-32768, 32767), st.integers(-20, 20), st.sampled_from((-32768, 32767, 0, 1, -1, 255, 256))
)
digits = st.one_of(
    st.integers(1, 10**14 - 1), st.integers(1, 999), st.sampled_from((10**13, 10**14 - 1, 5 * 10**13))
)


@st.composite
def reals(draw: st.DrawFn) -> Decimal:
    """Any number of the machine; mostly of a size that operations meet."""
    mantissa = draw(digits)
    exponent = draw(st.one_of(st.integers(-18, 4), st.integers(-80, 70)))
    value = d14.CTX.plus(Decimal(0))
    try:
        value = d14.CTX.plus(Decimal(mantissa).scaleb(exponent))
    except ArithmeticError:
        value = Decimal(mantissa)
    return -value if draw(st.booleans()) else value


numbers = st.one_of(integers, reals())


@pytest.fixture(scope="module")
def calculator() -> Calculator:
    return Calculator(
        *OPERATIONS,
        "num_mul_ones",
        "num_mul_ones_there",
        "num_mul_nines",
        "num_mul_nines_there",
        "num_mul_fives",
        "num_mul_fives_there",
        *CONSTANTS,
        "num_compare",
        "num_neg",
        "num_abs",
        "num_sgn",
        "num_integer",
        "num_address",
        "int_quotient",
        "int_modulo",
    )


@pytest.mark.parametrize("operation", OPERATIONS)
@settings(max_examples=examples(400), deadline=None)
@given(a=numbers, b=numbers)
def test_operations(calculator: Calculator, operation: str, a: d14.Number, b: d14.Number) -> None:
    assert same(lambda: OPERATIONS[operation](a, b), lambda: calculator.binary(operation, a, b))


@settings(max_examples=100, deadline=None)
@given(a=numbers, exponent=st.integers(-64, 62), minus=st.booleans())
def test_powers_of_ten(calculator: Calculator, a: d14.Number, exponent: int, minus: bool) -> None:
    b = Decimal(-1 if minus else 1).scaleb(exponent)
    assert same(lambda: d14.mul(a, b), lambda: calculator.binary("num_mul", a, b))


@pytest.mark.parametrize("name", CONSTANTS)
@settings(max_examples=examples(100), deadline=None)
@given(a=numbers, exponent=st.one_of(st.integers(-2, 3), st.integers(-62, 60)))
def test_constants_of_one_digit(calculator: Calculator, name: str, a: d14.Number, exponent: int) -> None:
    operation, digit, more = CONSTANTS[name]
    b = Decimal(digit).scaleb(exponent)
    whole = int(b) if 0 <= exponent < 4 else b
    added = more + (exponent if operation == "num_mul" else -exponent)
    expected = OPERATIONS[operation]
    assert same(lambda: expected(a, whole), lambda: calculator.by_constant(name, a, whole, added))


@settings(max_examples=examples(200), deadline=None)
@given(a=numbers, places=st.integers(1, 13), exponent=st.one_of(st.integers(-2, 3), st.integers(-64, 62)))
def test_two_ones_and_nines(calculator: Calculator, a: d14.Number, places: int, exponent: int) -> None:
    ones = Decimal(10**places + 1).scaleb(exponent - places)
    found = [("ones_there", ones, exponent)]
    if not places % 2:
        found.append(("ones", ones, exponent))
    if places < 3:
        nines = Decimal(10**places - 1).scaleb(exponent - places + 1)
        found += [("nines_there", nines, exponent + 1), ("nines", nines, exponent + 1)]
    for name, b, more in found:
        routine = f"num_mul_{name}"
        assert same(lambda: d14.mul(a, b), lambda: calculator.by_constant(routine, a, b, more, places)), name  # noqa: B023


@settings(max_examples=examples(200), deadline=None)
@given(a=numbers, zeros=st.integers(0, 11), exponent=st.one_of(st.integers(-2, 3), st.integers(-62, 61)))
def test_one_and_a_half(calculator: Calculator, a: d14.Number, zeros: int, exponent: int) -> None:
    sums = (Decimal(10 ** (zeros + 1) + 5).scaleb(exponent - zeros - 1), exponent, zeros)
    less = (Decimal(95).scaleb(exponent - 1), exponent + 1, 0x81)
    for b, more, places in (sums, less):
        for name in ("num_mul_fives", "num_mul_fives_there"):
            assert same(lambda: d14.mul(a, b), lambda: calculator.by_constant(name, a, b, more, places)), b  # noqa: B023


@settings(max_examples=examples(600), deadline=None)
@given(
    divisor=st.one_of(st.integers(1, 10**14 - 1), st.integers(1, 10**6)),
    quotient=st.one_of(st.integers(1, 10**14 - 1), st.integers(1, 10**7)),
    more=st.integers(-2, 2),
)
def test_quotients_near_a_multiple_of_the_divisor(
    calculator: Calculator, divisor: int, quotient: int, more: int
) -> None:
    # The rest is as good as a multiple of the divisor, or 0 behind an even or an odd number of digits.
    a, b = d14.CTX.plus(Decimal(divisor * quotient + more)), d14.CTX.plus(Decimal(divisor))
    assert same(lambda: d14.div(a, b), lambda: calculator.binary("num_div", a, b))
    half = d14.CTX.plus(Decimal(2 * quotient + 1) * b / 2)
    assert same(lambda: d14.div(half, b), lambda: calculator.binary("num_div", half, b))


def test_a_quotient_of_few_digits_takes_less_time(calculator: Calculator) -> None:
    states = {}
    for dividend in (7, 7, 6):  # the first one makes the multiples of the divisor
        calculator.binary("num_div", Decimal(dividend), Decimal(3))
        states[dividend] = calculator.states
    assert states[6] < states[7] / 2


#: Pairs of `test_many_operands`, and how many are tried at a time.
PAIRS, CHUNK = 24_000, 3_000


def _operand(random: Random) -> Decimal:
    """Return a real with many or few digits, among them such as carry far."""
    size = random.choice((14, 14, 14, 14, 13, 8, 6, 3, 1))
    figures = random.choice(("0123456789", "0123456789", "09", "0459", "1", "9"))
    text = random.choice("123456789") + "".join(random.choices(figures, k=size - 1))
    value = Decimal(text).scaleb(random.choice((-size, 1 - size, 0, random.randint(-20, 8))))
    return -value if random.random() < 0.3 else value


def _pair(random: Random) -> tuple[Decimal, Decimal]:
    """Return two operands; sometimes a whole one, or two that are nearly equal."""
    a, b = _operand(random), _operand(random)
    kind = random.random()
    if kind < 0.1:
        b = Decimal(random.choice((1, -1)) * random.randint(1, 32767))
    elif kind < 0.2:
        b = d14.CTX.plus(a * (1 + Decimal(random.randint(-9, 9)).scaleb(-random.randint(1, 13))))
    return a, b


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, PAIRS, CHUNK))
def test_many_operands(calculator: Calculator, first: int) -> None:
    random = Random(first)
    for _ in range(CHUNK):
        a, b = _pair(random)
        for operation, model in OPERATIONS.items():
            assert same(lambda: model(a, b), lambda: calculator.binary(operation, a, b)), (operation, a, b)  # noqa: B023
        assert calculator.compare(a, b) == d14.compare(a, b), (a, b)


@settings(max_examples=examples(200), deadline=None)
@given(a=numbers, b=numbers)
def test_compare(calculator: Calculator, a: d14.Number, b: d14.Number) -> None:
    assert calculator.compare(a, b) == d14.compare(a, b)
    assert calculator.compare(a, a) == 0


@settings(max_examples=examples(200), deadline=None)
@given(a=numbers)
def test_conversions(calculator: Calculator, a: d14.Number) -> None:
    assert same(lambda: d14.to_int16(a), lambda: calculator.unary("num_integer", a))
    assert same(
        lambda: (d14.to_address(a) + 32768) % 65536 - 32768, lambda: calculator.unary("num_address", a)
    )
    assert same(lambda: d14.neg(a), lambda: calculator.unary("num_neg", a))
    assert same(lambda: d14.absolute(a), lambda: calculator.unary("num_abs", a))
    assert same(lambda: d14.sign(a), lambda: calculator.unary("num_sgn", a))


@settings(max_examples=examples(200), deadline=None)
@given(a=integers, b=integers)
def test_whole_division(calculator: Calculator, a: int, b: int) -> None:
    assert same(lambda: d14.int_divide(a, b), lambda: calculator.words("int_quotient", a, b))
    assert same(lambda: d14.modulo(a, b), lambda: calculator.words("int_modulo", a, b))
