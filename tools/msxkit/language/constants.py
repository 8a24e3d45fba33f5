"""Numbers as the program text holds them: how the machine packs a constant and how LIST prints it.

Exact integers only: a constant is mantissa x 10^exponent. Sources: The MSX Red Book, 3299h (text to number)
and 3425h (number to text); the recordings in tests/conformance decide where the book is loose.
"""

from __future__ import annotations

import re
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from msxkit.language.tokens import BYTE, DIGIT_0, DIGIT_9, DOUBLE, HEXADECIMAL, OCTAL, SINGLE, WORD


class ConstantForm(Enum):
    """How a constant is stored."""

    INTEGER = "integer"
    HEXADECIMAL = "hexadecimal"
    OCTAL = "octal"
    BINARY = "binary"
    SINGLE = "single"
    DOUBLE = "double"


class Constant(NamedTuple):
    """A constant of the program text, never negative: mantissa x 10^exponent.

    The mantissa of a hexadecimal, octal or binary constant is its unsigned 16-bit value, 0-65535; a single
    has at most 6 digits, a double at most 14, without trailing zeros.
    """

    form: ConstantForm
    mantissa: int
    exponent: int = 0

    @property
    def type(self) -> str:
        """The type suffix of the value: "%", "!" or "#"."""
        if self.form is ConstantForm.SINGLE:
            return "!"
        return "#" if self.form is ConstantForm.DOUBLE else "%"

    @property
    def integer(self) -> int:
        """The value of an integer constant as the machine uses it, -32768 to 32767: &HFFFF is -1."""
        return self.mantissa - 65536 if self.mantissa > 32767 else self.mantissa


class ConstantOverflowError(ValueError):
    """A constant outside the range of its type: the machine says Overflow when it stores the line."""


#: Digits with blanks between, a point, then an exponent or a type suffix. ELSE and EQV are not exponents.
NUMBER = (
    r"(?:[0-9](?:[ \t]*[0-9])*(?:[ \t]*\.(?:[ \t]*[0-9])*)?|\.(?:[ \t]*[0-9])*)"
    r"(?:[ \t]*(?:E(?![ \t]*[LQ])|D)(?:[ \t]*[-+])?(?:[ \t]*[0-9])*|[ \t]*[!#%])?"
)
_PARTS = re.compile(rb"([0-9]*)(?:(\.)([0-9]*))?(?:([ED])([-+]?[0-9]*)|([!#%]))?")


@lru_cache(maxsize=8192)
def pack_number(text: bytes) -> bytes:
    """Return the stored bytes of a decimal constant.

    Raise `ConstantOverflowError`.

    Args:
        text: Upper case, as the pattern `NUMBER` matches.
    """
    if text.isdigit() and len(text) < 6:
        value = int(text)
        if value < 10:
            return bytes((DIGIT_0 + value,))
        if value < 256:
            return bytes((BYTE, value))
        if value < 32768:
            return bytes((WORD, value & 255, value >> 8))
    parts = _PARTS.fullmatch(text.translate(None, b" \t"))
    assert parts is not None
    whole, point, fraction, letter, power, suffix = parts.groups()
    digits = (whole + (fraction or b"")).lstrip(b"0")
    exponent = len(digits) - len(fraction or b"")
    if suffix == b"%":
        value = int(whole or b"0")
        if value > 32767:
            raise ConstantOverflowError(text.decode("latin-1"))
        return pack_number(b"%d" % value)
    if not point and not letter and not suffix and int(whole) < 32768:
        return pack_number(b"%d" % int(whole))
    double = suffix == b"#" or letter == b"D" or (len(digits) > 6 and suffix != b"!")
    digits, exponent = _rounded(digits, exponent, 14)
    if not double:
        digits, exponent = _rounded(digits, exponent, 6)
    if letter:
        exponent += int(power) if power.strip(b"+-") else 0
    size, prefix = (7, DOUBLE) if double else (3, SINGLE)
    if not digits.strip(b"0") or exponent < -63:
        return bytes((prefix,)) + bytes(size + 1)
    if exponent > 63:
        raise ConstantOverflowError(text.decode("latin-1"))
    return bytes((prefix, exponent + 64)) + bytes.fromhex(digits.ljust(2 * size, b"0").decode("ascii"))


def _rounded(digits: bytes, exponent: int, places: int) -> tuple[bytes, int]:
    """Round half up on the digit after the last place; a carry out of the first digit raises the exponent."""
    if len(digits) <= places:
        return digits, exponent
    kept = b"%d" % (int(digits[:places]) + (digits[places] >= 0x35))
    return (kept[:places], exponent + 1) if len(kept) > places else (kept, exponent)


@lru_cache(maxsize=1024)
def pack_radix(text: bytes) -> bytes:
    """Return the stored bytes of an &H or &O constant.

    Raise `ConstantOverflowError` above FFFFh.

    Args:
        text: `&`, the letter, digits, upper case.
    """
    text = text.translate(None, b" \t")
    prefix, base = (HEXADECIMAL, 16) if text[1:2] == b"H" else (OCTAL, 8)
    value = int(text[2:] or b"0", base)
    if value > 0xFFFF:
        raise ConstantOverflowError(text.decode("latin-1"))
    return bytes((prefix, value & 255, value >> 8))


def unpack(code: bytes) -> Constant:
    """Return the constant that a prefix byte and its operand stand for."""
    prefix = code[0]
    if DIGIT_0 <= prefix <= DIGIT_9:
        return Constant(ConstantForm.INTEGER, prefix - DIGIT_0)
    if prefix == BYTE:
        return Constant(ConstantForm.INTEGER, code[1])
    if prefix == WORD:
        return Constant(ConstantForm.INTEGER, code[1] | code[2] << 8)
    if prefix in (HEXADECIMAL, OCTAL):
        form = ConstantForm.HEXADECIMAL if prefix == HEXADECIMAL else ConstantForm.OCTAL
        return Constant(form, code[1] | code[2] << 8)
    form = ConstantForm.SINGLE if prefix == SINGLE else ConstantForm.DOUBLE
    # A damaged file may hold nibbles above 9: they count as what they weigh, as in the machine's digit loop.
    digits = [nibble for byte in code[2:] for nibble in (byte >> 4, byte & 15)]
    mantissa = 0
    for digit in digits:
        mantissa = mantissa * 10 + digit
    if not code[1] & 0x7F or not mantissa:
        return Constant(form, 0)
    exponent = (code[1] & 0x7F) - 64 - len(digits)
    while mantissa % 10 == 0:
        mantissa //= 10
        exponent += 1
    return Constant(form, mantissa, exponent)


@lru_cache(maxsize=8192)
def spell(constant: Constant) -> str:
    """Return the constant as LIST prints it: `1.5`, `40000!`, `1.23456789#`, `1E+20`, `&HFF`."""
    form, mantissa, exponent = constant
    if form is ConstantForm.INTEGER:
        return str(mantissa)
    if form is ConstantForm.HEXADECIMAL:
        return f"&H{mantissa:X}"
    if form is ConstantForm.OCTAL:
        return f"&O{mantissa:o}"
    if form is ConstantForm.BINARY:
        return f"&B{mantissa:b}"
    suffix = "#" if form is ConstantForm.DOUBLE else "!"
    digits = str(mantissa)
    point = len(digits) + exponent  # the value is 0.DIGITS x 10^point
    if not mantissa:
        return "0" + suffix
    if point < -1 or point > 14:
        tail = "." + digits[1:] if len(digits) > 1 else ""
        power = point - 1
        return f"{digits[0]}{tail}E{'-' if power < 0 else '+'}{abs(power):02d}"
    if point <= 0:
        text = "." + "0" * -point + digits
    elif len(digits) <= point:
        return digits.ljust(point, "0") + suffix
    else:
        text = f"{digits[:point]}.{digits[point:]}"
    return text if suffix == "!" else text + "#"
