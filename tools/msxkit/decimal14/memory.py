"""Numbers as the machine's memory and random-access fields hold them."""

from __future__ import annotations

from decimal import Decimal
from typing import Self

from msxkit.decimal14.values import KIND_SINGLE, LIMIT, WIDE, Number, csng, rounded


def encode_integer(value: int) -> bytes:
    """Return the two bytes of a 16-bit integer, low byte first."""
    return (value & 0xFFFF).to_bytes(2, "little")


def decode_integer(data: bytes) -> int:
    """Return the integer (-32768..32767) that two bytes hold."""
    return int.from_bytes(data, "little", signed=True)


class StoredReal(Decimal):
    """The value of bytes that BASIC itself would store in another way.

    Attributes:
        data: The bytes, 4 or 8.
    """

    data: bytes

    def __new__(cls, data: bytes) -> Self:
        made = super().__new__(cls, decode_real(data))
        made.data = data
        return made

    def parts(self) -> tuple[bytes, ...]:
        """Return what it is made of: the bytes."""
        return (self.data,)

    @classmethod
    def of_parts(cls, *parts: bytes) -> Self:
        """Return the value of the bytes."""
        return cls(*parts)


def stored_real(data: bytes) -> Number:
    """Return the value of 4 or 8 bytes; `encode_real` returns the same bytes again."""
    value = decode_real(data)
    return value if encode_real(value, len(data)) == data else StoredReal(data)


def encode_real(value: Number, size: int) -> bytes:
    """Return the single (size 4) or double (size 8) that holds `value`: sign and exponent byte, then packed digits.

    A single is rounded to 6 digits; zero is all zero bytes.
    """
    if isinstance(value, StoredReal) and len(value.data) == size:
        return value.data
    if size == KIND_SINGLE:
        value = csng(value)
    if not value:
        return bytes(size)
    minus, figures, exponent = Decimal(value).as_tuple()
    digits = "".join(map(str, figures))
    head = 64 + len(digits) + int(exponent) | (0x80 if minus else 0)
    return bytes([head]) + bytes.fromhex(digits.rstrip("0").ljust(2 * (size - 1), "0"))


def decode_real(data: bytes) -> Number:
    """Return the value of a single (4 bytes) or double (8 bytes).

    Bytes that BASIC itself never stores are taken as they are: nibbles A-F count 10-15, up to the largest number.
    """
    if not data[0] & 0x7F:
        return 0
    digits = 0
    for byte in data[1:]:
        digits = digits * 100 + (byte >> 4) * 10 + (byte & 15)
    if data[0] & 0x80:
        digits = -digits
    value = Decimal(digits).scaleb((data[0] & 0x7F) - 64 - 2 * (len(data) - 1), WIDE)
    if value == value.to_integral_value() and -LIMIT < value < LIMIT:
        return int(value)
    largest = Decimal(10 ** (2 * (len(data) - 1)) - 1).scaleb(63 - 2 * (len(data) - 1), WIDE)
    return rounded(min(max(value, -largest), largest))
