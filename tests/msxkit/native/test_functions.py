"""The functions of the runtime on a bare Z80, against `msxkit.decimal14` and `msxkit.rnd`."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from functools import partial
from math import gcd
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from msxkit import decimal14 as d14
from msxkit import rnd
from tests.conftest import examples

from .numbers import Calculator, same
from .processor import FAC, Processor
from .test_arithmetic import integers, numbers

_COEFFICIENT = 0xB810

FUNCTIONS: dict[str, Callable[[d14.Number], d14.Number]] = {
    "num_sqr": d14.sqr,
    "num_log": d14.log,
    "num_exp": d14.exp,
    "num_sin": d14.sin,
    "num_cos": d14.cos,
    "num_tan": d14.tan,
    "num_atn": d14.atn,
    "num_int": d14.int_,
    "num_fix": d14.fix,
    "num_single": d14.csng,
}
#: Arguments that functions meet: not too large.
arguments = st.one_of(integers, st.decimals(-200, 200, places=8), st.decimals(-2, 2, places=12), numbers)


@pytest.fixture(scope="module")
def calculator() -> Calculator:
    return Calculator(*FUNCTIONS, "num_power", "num_rnd", "rnd_reset", "square_multiples", "series_term")


@pytest.mark.parametrize("function", FUNCTIONS)
@settings(max_examples=examples(100), deadline=None)
@given(argument=arguments)
def test_functions(calculator: Calculator, function: str, argument: d14.Number) -> None:
    argument = d14.CTX.plus(argument)
    assert same(lambda: FUNCTIONS[function](argument), lambda: calculator.unary(function, argument))


@settings(max_examples=examples(50), deadline=None)
@given(
    angles=st.lists(st.one_of(arguments, st.just(0)), min_size=2, max_size=3),
    order=st.lists(st.integers(0, 17)),
)
def test_angles_that_come_again(calculator: Calculator, angles: list[d14.Number], order: list[int]) -> None:
    """SIN and COS remember an argument: another one, its negative or zero must not get that value."""
    known = [d14.CTX.plus(sign * angle) for angle in angles for sign in (1, -1)]
    for choice in order:
        name, angle = ("num_sin", "num_cos", "num_tan")[choice % 3], known[choice // 3 % len(known)]
        assert same(partial(FUNCTIONS[name], angle), partial(calculator.unary, name, angle))


_FIGURES = ("0123456789", "0123456789", "09", "0459", "19", "9")


def _fraction(random: Random) -> Decimal:
    """Return a number from .1 to 1 of 14 digits, or of fewer; among them such as carry far."""
    size, figures = random.choice((14, 14, 14, 13, 7, 2)), random.choice(_FIGURES)
    return Decimal(f".{random.choice(figures.strip('0'))}{''.join(random.choices(figures, k=size - 1))}")


def _just_above_half(random: Random, square: Decimal) -> Decimal:
    """Return a factor of 14 digits whose product with `square` has half a unit, and hardly more, behind its 14th."""
    digits = int(square.scaleb(13 - square.adjusted()))
    places = 10 ** random.choice((13, 14))
    rest = (places // 2 + random.choice((0, 1, random.randrange(10**9)))) * pow(digits, -1, places) % places
    return Decimal(rest + places * random.randrange(10**14 // places)).scaleb(-14)


@pytest.mark.parametrize("first", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in range(1, 8))])
def test_a_term_of_a_series_is_a_product_and_a_sum(calculator: Calculator, first: int) -> None:
    """The coefficient may have as many digits before the point as the product, or more."""
    random = Random(first)
    for _ in range(600):
        square = _fraction(random).scaleb(random.choice((0, 0, -1, -2, random.randint(-20, 0))))
        calculator.put(square)
        calculator.call("square_multiples")
        for _ in range(5):
            total, coefficient = _fraction(random), _fraction(random)
            if gcd(int(square.scaleb(13 - square.adjusted())), 10) == 1:
                total = random.choice((total, _just_above_half(random, square))) or total
            product = d14.mul(total, square)
            top = Decimal(product).adjusted() + random.choice((0, 0, 1, 1, 2, 3, 16))
            coefficient = coefficient.scaleb(top + (coefficient.scaleb(top + 1) < product) + 1)
            expected = d14.add(product, coefficient)
            if random.random() < 0.5 or Decimal(expected).adjusted() > coefficient.adjusted():
                coefficient = -coefficient
                expected = d14.add(product, coefficient)
            sign = random.choice((1, -1))
            calculator.write(_COEFFICIENT, d14.encode_real(sign * coefficient, 8))
            calculator.cpu.ix = _COEFFICIENT - 1
            calculator.put(sign * total)
            calculator.call("series_term")
            assert d14.decode_real(calculator.read(FAC, 8)) == sign * expected, (total, square, coefficient)


@settings(max_examples=examples(200), deadline=None)
@given(base=arguments, exponent=st.one_of(st.integers(-40, 40), arguments))
def test_power(calculator: Calculator, base: d14.Number, exponent: d14.Number) -> None:
    base, exponent = d14.CTX.plus(base), d14.CTX.plus(exponent)
    assert same(lambda: d14.power(base, exponent), lambda: calculator.binary("num_power", base, exponent))


def test_rnd_is_the_sequence_of_the_machine(calculator: Calculator) -> None:
    calculator.call("rnd_reset")
    state = rnd.INITIAL
    for _ in range(50):
        state = rnd.step(state)
        assert calculator.unary("num_rnd", 1) * rnd.SCALE == state
        assert calculator.unary("num_rnd", 0) * rnd.SCALE == state
    for time in (1, 2, 10, 123, 12345, 32767, 32768, 65535):
        state = rnd.step(rnd.seed(time))
        assert calculator.unary("num_rnd", -time) * rnd.SCALE == state
        assert calculator.unary("num_rnd", 1) * rnd.SCALE == rnd.step(state)


@pytest.fixture(scope="module")
def finder() -> Processor:
    release = "\n        part string_release\nstring_release:\n        ret\n"
    return Processor("string_find", extra=release, instead=("string_release",))


@settings(max_examples=examples(200), deadline=None)
@given(
    text=st.text("AB", max_size=20) | st.text("AB", min_size=250, max_size=255),
    pattern=st.text("AB", max_size=4),
    start=st.integers(1, 255),
)
def test_instr(finder: Processor, text: str, pattern: str, start: int) -> None:
    """INSTR, as `str.find` of Python finds it."""
    left, right, characters = 0xD000, 0xD010, 0xD100
    for descriptor, string in ((left, text), (right, pattern)):
        finder.write(descriptor, bytes((len(string), *characters.to_bytes(2, "little"))))
        finder.write(characters, string.encode())
        characters += 256
    finder.cpu.bc, finder.cpu.hl, finder.cpu.de = start, left, right
    finder.call("string_find")
    assert finder.cpu.hl == (text.find(pattern, start - 1) + 1 if start <= len(text) else 0)
