"""BASIC's variables and arrays, decoded from a copy of memory.

Layout (MSX2 Technical Handbook, chapter 2.3; The MSX Red Book, 5EA4h): a simple variable is a type byte, two
characters of name, and the value. An array is type, name, size of the rest, number of dimensions, the number of
elements of each dimension (last subscript first), then the elements with the first subscript varying fastest.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from msxkit.charset import decode

#: A number is an int when it is whole, otherwise a Decimal: exact, as the machine's own 14 digits are.
Value = int | Decimal | str
_SIGNS = {2: "%", 3: "$", 4: "!", 8: "#"}
#: Type suffix -> bytes of a value, which is also the number of the type.
TYPES = {sign: size for size, sign in _SIGNS.items()}
_NAME = re.compile(r"([A-Z])([A-Z0-9]*)([%$!#]?)\s*(?:[(\[]([0-9,\s]*)[)\]])?")
Read = Callable[[int, int], bytes]


@dataclass(frozen=True, slots=True)
class ArrayValue:
    """An array.

    Attributes:
        shape: The number of elements in each dimension (DIM A(10) has 11).
        values: The elements in memory order: the first subscript changes fastest.
    """

    shape: tuple[int, ...]
    values: tuple[Value, ...]

    def __getitem__(self, subscripts: int | tuple[int, ...]) -> Value:
        wanted = subscripts if isinstance(subscripts, tuple) else (subscripts,)
        return self.values[element(self.shape, wanted)]


def element(shape: Sequence[int], subscripts: Sequence[int]) -> int:
    """Return the number of an element in memory order. Raise `IndexError` for subscripts out of range."""
    if len(subscripts) != len(shape):
        raise IndexError(f"{len(subscripts)} subscripts for {len(shape)} dimensions")
    position, stride = 0, 1
    for subscript, length in zip(subscripts, shape, strict=True):
        if not 0 <= subscript < length:
            raise IndexError(f"subscript {subscript} is outside 0-{length - 1}")
        position += subscript * stride
        stride *= length
    return position


def number(data: bytes) -> int | Decimal:
    """Return a BASIC number as memory holds it: 2 bytes are an integer, 4 single, 8 double precision."""
    if len(data) == 2:
        return int.from_bytes(data, "little", signed=True)
    if not data[0]:
        return 0
    digits = int(data[1:].hex())
    exponent = (data[0] & 0x7F) - 64 - 2 * (len(data) - 1)
    value = Decimal((data[0] >> 7, tuple(map(int, str(digits))), exponent))
    return int(value) if value == value.to_integral_value() else value.normalize()


def double(value: int) -> bytes:
    """Return a whole number as the 8 bytes of a double. Raise `ValueError` for more than 14 digits."""
    digits = str(abs(value))
    if not value:
        return bytes(8)
    if len(digits) > 14:
        raise ValueError(f"{value} has more than 14 digits")
    return bytes(((value < 0) << 7 | 64 + len(digits),)) + bytes.fromhex(digits.ljust(14, "0"))


class VariableTable(Mapping[str, Any]):
    """All variables at one moment: `variables["A$"]`, `variables["B(3,1)"]`, `variables["B()"]` (an `ArrayValue`).

    BASIC looks at two characters of a name; a name without a suffix has the type that DEF says, double by default. A
    simple variable that the program has not set is 0 or "", as in BASIC; an array must exist. `KeyError` for what is
    not a name, `IndexError` for subscripts that the array does not have.

    Args:
        simple, arrays: Name with suffix -> value.
        types: DEFTBL, 26 bytes.
        names: The first two characters of each name that the program has, if that is known. Any other name is a
            `KeyError`.
        spelled: Returns the short name of a long one.
    """

    def __init__(
        self,
        simple: Mapping[str, Value],
        arrays: Mapping[str, ArrayValue],
        types: bytes,
        names: Collection[str] | None = None,
        spelled: Callable[[str], str] = str,
    ) -> None:
        self._simple = dict(simple)
        self._arrays = dict(arrays)
        self._types = types
        self._names = names
        self._spelled = spelled

    def of_program(self, names: Collection[str], spelled: Callable[[str], str] = str) -> VariableTable:
        """Return the same variables for a program whose names begin with these two characters, and no others.

        Args:
            spelled: Returns the short name of a long one.
        """
        return VariableTable(self._simple, self._arrays, self._types, names, spelled)

    def __getitem__(self, name: str) -> Any:
        __tracebackhide__ = True  # a failing test shows its own line
        key, subscripts = self._parse(name)
        if subscripts is None:
            if self._names is not None and key not in self._simple and key[:-1] not in self._names:
                raise KeyError(f"there is no variable {key}; the program has: {', '.join(self) or 'none'}")
            return self._simple.get(key, "" if key.endswith("$") else 0)
        array = self._arrays.get(key)
        if array is None:
            there = ", ".join(f"{known}()" for known in self._arrays) or "none"
            raise KeyError(f"there is no array {key}(); the program has: {there}")
        return array[subscripts] if subscripts else array

    def __contains__(self, name: object) -> bool:
        if not isinstance(name, str):
            return False
        try:
            key, subscripts = self._parse(name)
        except KeyError:
            return False
        return key in (self._simple if subscripts is None else self._arrays)

    def __iter__(self) -> Iterator[str]:
        """Yield the names that exist, with their suffix; arrays with `()`."""
        yield from self._simple
        yield from (f"{name}()" for name in self._arrays)

    def __len__(self) -> int:
        return len(self._simple) + len(self._arrays)

    def _parse(self, name: str) -> tuple[str, tuple[int, ...] | None]:
        __tracebackhide__ = True
        match = _NAME.fullmatch(self._spelled(name.strip()).upper())
        if match is None:
            raise KeyError(f"{name!r} is not a variable name; write it as in the program: A$, B(3,1), B()")
        sign = match[3] or _SIGNS.get(self._types[ord(match[1]) - 65], "#")
        subscripts = None
        if match[4] is not None:
            subscripts = tuple(int(part) for part in match[4].split(",") if part.strip())
        return match[1] + match[2][:1] + sign, subscripts


def variables(read: Read, vartab: int, arytab: int, strend: int, types: bytes) -> VariableTable:
    """Return the variables from VARTAB to STREND.

    Args:
        read: Returns bytes of memory: read(address, size).
        vartab, arytab, strend: The addresses of the simple variables, of the arrays, and after them.
        types: DEFTBL, 26 bytes.
    """
    return VariableTable(
        dict(_simple(read, read(vartab, max(0, arytab - vartab)))),
        dict(_arrays(read, read(arytab, max(0, strend - arytab)))),
        types,
    )


def places(area: bytes) -> Iterator[tuple[str, int, int]]:
    """Yield name, offset and size of the values from VARTAB to ARYTAB."""
    position = 0
    while position + 3 < len(area) and area[position] in _SIGNS:
        kind = area[position]
        name = area[position + 1 : position + 3]
        # DEF FN keeps its place in the text here, under a name with bit 7 set.
        if position + 3 + kind <= len(area) and not name[0] & 0x80:
            yield _name(name, kind), position + 3, kind
        position += 3 + kind


def _simple(read: Read, area: bytes) -> Iterator[tuple[str, Value]]:
    for name, offset, kind in places(area):
        yield name, _value(read, kind, area[offset : offset + kind])


def array_places(area: bytes) -> Iterator[tuple[str, tuple[int, ...], int, int]]:
    """Yield name, shape, and the offset and size of the elements of the arrays from ARYTAB to STREND."""
    position = 0
    while position + 6 <= len(area) and area[position] in _SIGNS:
        kind = area[position]
        name = area[position + 1 : position + 3]
        size = int.from_bytes(area[position + 3 : position + 5], "little")
        body = area[position + 5 : position + 5 + size]
        dimensions = body[0] if body else 0
        lengths = [int.from_bytes(body[1 + 2 * d : 3 + 2 * d], "little") for d in range(dimensions)]
        head = 1 + 2 * dimensions
        yield _name(name, kind), tuple(reversed(lengths)), position + 5 + head, len(body) - head
        position += 5 + size


def _arrays(read: Read, area: bytes) -> Iterator[tuple[str, ArrayValue]]:
    for name, shape, offset, size in array_places(area):
        kind = TYPES[name[-1]]
        places = range(offset, offset + size - kind + 1, kind)
        yield name, ArrayValue(shape, tuple(_value(read, kind, area[at : at + kind]) for at in places))


def _name(name: bytes, kind: int) -> str:
    return name.rstrip(b"\0").decode("latin-1") + _SIGNS[kind]


def _value(read: Read, kind: int, data: bytes) -> Value:
    if kind == 3:
        address = int.from_bytes(data[1:], "little")
        return decode(read(address, data[0])) if data[0] else ""
    return number(data)
