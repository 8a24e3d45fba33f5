"""Products and quotients of a number and a constant whose digits allow a short way."""

from __future__ import annotations

import re
from decimal import Decimal

from msxkit.native.asm.z80 import BC, DE, HL, ld
from msxkit.native.emit.part import EmitterPart
from msxkit.program.values import NumberConstant, Value

#: Digits of a constant that is the sum of two powers of ten.
_ONES = re.compile("10*1")
#: Digits of a constant that is a power of ten less another.
_NINES = ("9", "99")
#: Digits of a constant that is a power of ten and half of another.
_FIVES = re.compile("10*5")
#: Products and quotients that are a sum or a half of the number, or neither, with another exponent: the digits of the
#: constant; what has to be done; its exponent for 1.
_PRODUCTS = {"1": ("one", 0), "2": ("two", 0), "5": ("half", 1)}
_QUOTIENTS = {"1": ("one", 0), "2": ("half", 0), "5": ("two", -1)}
#: Ways with a routine for the same exponent.
_PLAIN = {"mul_two": "num_twice", "mul_half": "num_half", "div_half": "num_half"}


def _parts(value: Value) -> tuple[str, int] | None:
    """Return the digits of a positive constant and the exponent of the first one; None for any other value."""
    if not isinstance(value, NumberConstant) or value.number <= 0:
        return None
    number = Decimal(value.number).normalize()
    return "".join(map(str, number.as_tuple().digits)), number.adjusted()


class Constants(EmitterPart):
    """Short ways by the digits of a constant."""

    def product(self, left: Value, right: Value) -> bool:
        """Compute a product of a number that is not known to be an integer. Return False if there is no short way."""
        if isinstance(left, NumberConstant):
            left, right = right, left
        parts = _parts(right)
        if parts is None or not isinstance(right, NumberConstant) or self.operands.fits(left):
            return False
        digits, exponent = parts
        if digits in _PRODUCTS:
            way, more = _PRODUCTS[digits]
            self._scaled(left, right, f"mul_{way}", exponent + more)
            return True
        if _ONES.fullmatch(digits):
            routine, places = "num_mul_ones", len(digits) - 1
        elif digits in _NINES:
            routine, places, exponent = "num_mul_nines", len(digits), exponent + 1
        elif _FIVES.fullmatch(digits):
            routine, places = "num_mul_fives", len(digits) - 2
        elif digits == "95":
            routine, places, exponent = "num_mul_fives", 0x81, exponent + 1
        else:
            return False
        first = self.operands.number(left)
        if first is not None:
            self.writer.put(ld(HL, first))
            routine += "_there"
        elif routine == "num_mul_ones" and places % 2:
            return False
        else:
            self.load.hybrid(left)
        self._put(right, places << 8 | exponent & 0xFF, routine)
        return True

    def quotient(self, left: Value, right: Value) -> bool:
        """Compute a quotient of a number that is not known to be an integer, likewise."""
        parts = _parts(right)
        if parts is None or not isinstance(right, NumberConstant) or self.operands.fits(left):
            return False
        digits, exponent = parts
        if digits not in _QUOTIENTS:
            return False
        way, more = _QUOTIENTS[digits]
        self._scaled(left, right, f"div_{way}", more - exponent)
        return True

    def _scaled(self, number: Value, constant: NumberConstant, way: str, exponent: int) -> None:
        self.load.hybrid(number)
        if not exponent and way in _PLAIN:
            self.writer.call(_PLAIN[way])
        else:
            self._put(constant, exponent & 0xFF, f"num_{way}")

    def _put(self, constant: NumberConstant, parameter: int, routine: str) -> None:
        self.writer.put(ld(DE, self.storage.number_constant(constant.number)), ld(BC, parameter))
        self.writer.call(routine)
