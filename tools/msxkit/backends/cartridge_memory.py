"""The variables of a compiled program, as they lie in memory: the compiler's symbols tell where."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msxkit.basic_type import STRING, BasicType
from msxkit.charset import decode
from msxkit.native.compiler import Cartridge
from msxkit.openmsx.variables import ArrayValue, Value, VariableTable, element, number

#: Memory: address, size.
Read = Callable[[int, int], bytes]
_BY_LETTER = {kind.letter: kind for kind in BasicType}
#: A number takes 8 bytes as a variable, whatever its type is.
_SIMPLE_SIZE = {"i": 2, "s": 8, "d": 8, "t": 3}
#: Bytes of a string's length, which every assignment writes. Moving strings in memory changes the address only.
_LENGTH = 1


def variables(cartridge: Cartridge, read: Read) -> VariableTable:
    """Return a picture of all variables; arrays that do not exist yet are left out.

    Args:
        read: Reads the memory of the machine.
    """
    return VariableTable(
        dict(_simple(cartridge, read)),
        dict(_arrays(cartridge, read)),
        bytes(kind.size for kind in cartridge.types),
    )


def cells(
    cartridge: Cartridge, read: Read, name: str, subscripts: tuple[int, ...] | None
) -> tuple[int, int] | None:
    """Return the address of a variable, an array or an element, and the bytes that a write to it changes; None if the
    program has none, or has no array of this shape at the moment.

    Args:
        name: With its suffix.
        subscripts: Of an element; none for a whole array; None for a variable.
    """
    prefix = "v" if subscripts is None else "a"
    found = next((found for found in _named(cartridge, prefix) if found[0] == name), None)
    if found is None:
        return None
    _, kind, address = found
    if subscripts is None:
        return address, _LENGTH if kind is STRING else _SIMPLE_SIZE[kind.letter]
    place = int.from_bytes(read(address, 2), "little")
    if not place:
        return None
    shape, elements, size = _array(place, read)
    if not subscripts:
        return elements, size
    try:
        index = element(shape, subscripts)
    except IndexError:
        return None
    return elements + index * kind.size, _LENGTH if kind is STRING else kind.size


def _array(place: int, read: Read) -> tuple[tuple[int, ...], int, int]:
    """Return the shape of an array, the address of its elements, and the bytes of these."""
    size, dimensions = int.from_bytes(read(place, 2), "little"), read(place + 2, 1)[0]
    counts = read(place + 3, 2 * dimensions)
    shape = tuple(int.from_bytes(counts[at : at + 2], "little") for at in range(0, len(counts), 2))
    head = 3 + len(counts)
    return shape, place + head, size - head


def _named(cartridge: Cartridge, prefix: str) -> Iterator[tuple[str, BasicType, int]]:
    """Yield the name with suffix, the type and the address of each variable of the program."""
    for label, address in cartridge.image.symbols.items():
        parts = label.split("_")
        if len(parts) == 3 and parts[0] == prefix and parts[2] in _BY_LETTER:
            kind = _BY_LETTER[parts[2]]
            yield parts[1] + kind.suffix, kind, address


def _simple(cartridge: Cartridge, read: Read) -> Iterator[tuple[str, Value]]:
    for name, kind, address in _named(cartridge, "v"):
        yield name, _value(kind, read(address, _SIMPLE_SIZE[kind.letter]), read)


def _arrays(cartridge: Cartridge, read: Read) -> Iterator[tuple[str, ArrayValue]]:
    for name, kind, address in _named(cartridge, "a"):
        place = int.from_bytes(read(address, 2), "little")
        if not place:
            continue
        shape, first, size = _array(place, read)
        data = read(first, size)
        elements = range(0, len(data) - kind.size + 1, kind.size)
        yield name, ArrayValue(shape, tuple(_value(kind, data[at : at + kind.size], read) for at in elements))


def _value(kind: BasicType, data: bytes, read: Read) -> Value:
    if kind is STRING:
        return decode(read(int.from_bytes(data[1:], "little"), data[0])) if data[0] else ""
    if len(data) > 2 and not data[0]:
        return int.from_bytes(data[1:3], "little", signed=True)
    return number(data)
