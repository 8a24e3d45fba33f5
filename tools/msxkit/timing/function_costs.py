"""What the functions of the math-pack cost: the sums, products and quotients of their steps.

Figures (T-states) fitted to the recordings in tests/timing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from msxkit import decimal14
from msxkit.decimal14 import Number
from msxkit.decimal14.math_pack import MathPack
from msxkit.timing import math_pack

#: What a function takes besides its steps.
_BESIDE = {"SIN": 1500, "COS": 2400, "TAN": 6000, "ATN": 2600, "LOG": 5000, "EXP": 31_500, "SQR": 2700}
_OF_ZERO = {"SIN": 5000, "COS": 4100, "TAN": 12_000, "ATN": -10_500, "EXP": 30_000, "SQR": -800}
#: A fractional power, besides its steps.
_POWER = 25_000


@lru_cache(maxsize=4096)
def weighed(name: str, x: Number) -> tuple[Number, int]:
    """Return a function's value and cost. Raise the errors of BASIC."""
    weighing = Weighing()
    function: Callable[[Number], Number] = getattr(weighing.pack, name.lower())
    value = function(x)
    return value, weighing.cost + (_BESIDE[name] if x else _OF_ZERO[name])


def power(x: Number, y: Number) -> int:
    """Return the cost of x ^ y: products for a whole power, else EXP(y * LOG(x))."""
    if x and y and (y != int(y) or not -32768 < y < 32768):
        return _fractional_power(x, y)
    return math_pack.power(x, y)


@lru_cache(maxsize=4096)
def _fractional_power(x: Number, y: Number) -> int:
    weighing = Weighing()
    weighing.pack.power(x, y)
    return _POWER + weighing.cost


class Weighing:
    """A walk through the steps of a function.

    Attributes:
        cost: The cost of the steps so far.
    """

    def __init__(self) -> None:
        self.cost = 0
        self.pack = MathPack(self._add, self._subtract, self._multiply, self._divide)

    def _add(self, x: Number, y: Number) -> Number:
        self.cost += math_pack.add(x, y)
        return decimal14.add(x, y)

    def _subtract(self, x: Number, y: Number) -> Number:
        self.cost += math_pack.add(x, -y)
        return decimal14.sub(x, y)

    def _multiply(self, x: Number, y: Number) -> Number:
        self.cost += math_pack.multiply(x, y)
        return decimal14.mul(x, y)

    def _divide(self, x: Number, y: Number) -> Number:
        self.cost += math_pack.divide(x, y)
        return decimal14.div(x, y)
