"""Numbers into and out of routines of the runtime."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

from msxkit import decimal14 as d14

from .processor import FAC, BasicStopError, Processor

_OPERAND, _FIRST = 0xB800, 0xB810


def encoded(value: d14.Number) -> bytes:
    """Return a number as the runtime keeps it: an `int` within 16 bits as an integer, all else as a real."""
    if isinstance(value, int) and -32768 <= value <= 32767:
        return b"\0" + (value & 0xFFFF).to_bytes(2, "little") + bytes(5)
    return d14.encode_real(value, 8)


def decoded(data: bytes) -> d14.Number:
    """Return the value of a number in memory."""
    return d14.decode_real(data) if data[0] else int.from_bytes(data[1:3], "little", signed=True)


class Calculator(Processor):
    """Calls routines that take and give numbers."""

    def put(self, value: d14.Number) -> None:
        """The number in HL, or in FAC with carry set."""
        data = encoded(value)
        self.cpu.f = 0
        if data[0]:
            self.write(FAC, data)
            self.cpu.f = 1
        else:
            self.cpu.hl = int.from_bytes(data[1:3], "little")

    def result(self) -> d14.Number:
        if self.cpu.f & 1:
            data = self.read(FAC, 8)
            assert data[0] & 0x7F, "a real zero"
            assert data[1] & 0xF0, "not normalised"
            return d14.decode_real(data)
        return self.cpu.hl - (self.cpu.hl >> 15 << 16)

    def unary(self, name: str, a: d14.Number) -> d14.Number:
        self.put(a)
        self.call(name)
        return self.result()

    def binary(self, name: str, a: d14.Number, b: d14.Number) -> d14.Number:
        self.write(_OPERAND, encoded(b))
        self.put(a)
        self.cpu.de = _OPERAND
        self.call(name)
        return self.result()

    def by_constant(self, name: str, a: d14.Number, b: d14.Number, more: int, places: int = 0) -> d14.Number:
        """Multiply or divide by a constant; `more`: what this adds to the exponent; `places`: how far a sum shifts."""
        self.write(_OPERAND, encoded(b))
        self.write(_FIRST, encoded(a))
        self.put(a)
        if name.endswith("_there"):
            self.cpu.hl = _FIRST
        self.cpu.de, self.cpu.bc = _OPERAND, places << 8 | more & 0xFF
        self.call(name)
        return self.result()

    def compare(self, a: d14.Number, b: d14.Number) -> int:
        self.write(_OPERAND, encoded(b))
        self.put(a)
        self.cpu.de = _OPERAND
        self.call("num_compare")
        return 0 if self.cpu.f & 0x40 else -1 if self.cpu.f & 1 else 1

    def words(self, name: str, a: int, b: int) -> d14.Number:
        self.cpu.hl, self.cpu.bc = a & 0xFFFF, b & 0xFFFF
        self.call(name)
        return self.result()


def same(expected: Callable[[], d14.Number], actual: Callable[[], d14.Number]) -> bool:
    """Return whether both give the same number or the same error."""
    return _outcome(expected) == _outcome(actual)


def _outcome(run: Callable[[], d14.Number]) -> Decimal | str:
    try:
        return Decimal(run())
    except d14.BasicError as error:
        return f"error {error.number}"
    except BasicStopError as stop:
        return f"error {stop.args[0]}"
