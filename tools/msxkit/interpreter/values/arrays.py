"""Arrays: dictionaries from subscripts to elements, so that a wrong subscript is a missing key."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any, Self, TypeAlias

from msxkit import basic_errors
from msxkit.basic_type import INTEGER, STRING, BasicType
from msxkit.decimal14 import Number, decode_integer, encode_integer, encode_real, stored_real, to_int16
from msxkit.interpreter.code import Lit
from msxkit.interpreter.errors import RaisedError

Value: TypeAlias = Number | str
Key: TypeAlias = Number | tuple[Number, ...]

#: The highest subscript of an array that no DIM declared.
DEFAULT_TOP = 10


class Array(dict[Key, Value]):
    """An array of one type. Keys: the subscript, or a tuple of them.

    Attributes:
        tops: Highest subscript of each dimension; None until DIM or the first use.
        reserve: Called with the bytes that a new array takes; raises when memory is out. (It is not part of the
            array's state.)
    """

    __slots__ = ("name", "reserve", "tops", "type")
    __hash__ = None

    def __init__(self, name: str, basic: BasicType, reserve: Callable[[int], None]) -> None:
        super().__init__()
        self.name = name
        self.type = basic
        self.tops: tuple[int, ...] | None = None
        self.reserve = reserve

    def parts(self) -> tuple[Any, ...]:
        """Return what it is made of: name, type, highest subscripts, elements."""
        return self.name, self.type, self.tops, dict(self)

    @classmethod
    def of_parts(cls, *parts: Any) -> Self:
        """Return the array again; it can reserve no memory before `reserve` is set."""
        name, basic, tops, elements = parts
        array = cls(name, basic, _unreserved)
        array.tops = tops
        array.update(elements)
        return array

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Array) and self.parts() == other.parts()

    def create(self, tops: tuple[int, ...]) -> None:
        """Make the elements: subscripts 0 to `tops`."""
        count = 1
        for top in tops:
            count *= top + 1
        if count * self.type.size > 0xFFFF:
            # The machine's multiplication of the counts overflows (MSX Red Book, 314AH).
            raise RaisedError(basic_errors.SUBSCRIPT)
        self.reserve(self.bytes_for(tops))
        self.tops = tops
        initial: Value = Lit("") if self.type is STRING else 0
        if len(tops) == 1:
            self.update(dict.fromkeys(range(tops[0] + 1), initial))
        else:
            self.update(dict.fromkeys(product(*(range(top + 1) for top in tops)), initial))

    def bytes_for(self, tops: tuple[int, ...]) -> int:
        """Return the memory of an array of these dimensions, with its header."""
        count = self.type.size
        for top in tops:
            count *= top + 1
        return count + 6 + 2 * len(tops)

    def header_bytes(self) -> int:
        """Return the number of bytes in memory before the first element."""
        return 6 + 2 * len(self.tops or ())

    def erase(self) -> None:
        """Undeclare the array, as ERASE and CLEAR do."""
        self.clear()
        self.tops = None

    def place(self, key: Key) -> Key:
        """Return the key of an element that is not found as it stands: fractions cut, the array made if need be."""
        subscripts = tuple(_subscript(part) for part in (key if isinstance(key, tuple) else (key,)))
        if self.tops is None:
            self.create((DEFAULT_TOP,) * len(subscripts))
        assert self.tops is not None
        if len(subscripts) != len(self.tops) or any(
            part > top for part, top in zip(subscripts, self.tops, strict=True)
        ):
            raise RaisedError(basic_errors.SUBSCRIPT)
        return subscripts[0] if len(subscripts) == 1 else subscripts

    def __missing__(self, key: Key) -> Value:
        return self[self.place(key)]

    # The elements of an array of numbers as memory has them

    def data_bytes(self) -> int:
        """Return how many bytes the elements take."""
        return len(self) * self.type.size

    def stored_bytes(self) -> bytes:
        """Return the elements of an array of numbers, as they lie in memory."""
        numbers: list[Any] = [self[self.key(index)] for index in range(len(self))]
        if self.type == INTEGER:
            return b"".join(map(encode_integer, numbers))
        return b"".join(encode_real(number, self.type.size) for number in numbers)

    def store_bytes(self, data: bytes) -> None:
        """Put bytes into the memory of the first elements of an array of numbers; the rest stays."""
        size = self.type.size
        count = -(-len(data) // size)
        if len(data) % size:
            last: Any = self[self.key(count - 1)]
            old = encode_integer(last) if self.type == INTEGER else encode_real(last, size)
            data += old[len(data) % size :]
        decode = decode_integer if self.type == INTEGER else stored_real
        for index in range(count):
            self[self.key(index)] = decode(data[index * size : index * size + size])

    # Places

    def offset(self, key: Key) -> int:
        """Return the position of the element in memory: the first subscript varies fastest."""
        subscripts = key if isinstance(key, tuple) else (key,)
        assert self.tops is not None
        number, stride = 0, 1
        for part, top in zip(subscripts, self.tops, strict=True):
            number += int(part) * stride
            stride *= top + 1
        return number

    def key(self, number: int) -> Key:
        """Return the key of the element that is this number in memory; the reverse of `offset`."""
        assert self.tops is not None
        subscripts = []
        for top in self.tops:
            number, part = divmod(number, top + 1)
            subscripts.append(part)
        return subscripts[0] if len(subscripts) == 1 else tuple(subscripts)


def _unreserved(_size: int) -> None:
    raise RuntimeError("an array of a copied state belongs to no machine")


def _subscript(x: Number) -> int:
    number = to_int16(x)
    if number < 0:
        raise RaisedError(basic_errors.ILLEGAL_CALL)
    return number


def dimension(array: Array, key: Key) -> None:
    """Carry out DIM."""
    tops = tuple(_subscript(part) for part in (key if isinstance(key, tuple) else (key,)))
    if array.tops is not None:
        raise RaisedError(basic_errors.REDIMENSIONED)
    array.create(tops)
