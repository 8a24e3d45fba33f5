"""The variables and arrays of a program, which lie in the namespace of its compiled code."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msxkit.decimal14 import Number
from msxkit.interpreter import errors
from msxkit.interpreter.arrays import SIZES, Array, Key, dimension
from msxkit.interpreter.code import STRING, TYPE_SUFFIXES, Lit, Unit
from msxkit.interpreter.errors import RaisedError

#: Bytes of a simple variable beside its value: type and name.
HEADER_BYTES = 3


class Unset(int):
    """The 0 of a numeric variable that nothing was assigned to: it does not exist yet."""


class UnsetString(Lit):
    """The "" of a string variable that nothing was assigned to."""


def unset(kind: str) -> Unset | UnsetString:
    """The value of a variable that does not exist yet."""
    return UnsetString("") if kind == STRING else Unset(0)


class Variables:
    """Variables `v<NAME><type>` and arrays `a<NAME><type>` in `names`.

    kinds: Python name -> type of each simple variable. reserve: called with the bytes that a new array takes. order,
    array_order: Python names in the order in which the program found them to exist.
    """

    def __init__(self, names: dict[str, Any], reserve: Callable[[int], None]) -> None:
        self._names = names
        self._reserve = reserve
        self.kinds: dict[str, str] = {}
        self.arrays: dict[str, Array] = {}
        self.array_bytes = 0
        self.order: list[str] = []
        self.array_order: list[str] = []
        self.dim = dimension

    def declare(self, unit: Unit) -> None:
        """Makes the names that a compiled line uses."""
        names = self._names
        names.update(unit.constants)
        for python, kind in unit.variables.items():
            if python not in names:
                self.kinds[python] = kind
                names[python] = unset(kind)
        for python, (name, kind) in unit.arrays.items():
            if python not in names:
                names[python] = self.arrays[python] = Array(name, kind, self._reserve)

    def reset(self) -> None:
        """RUN, CLEAR: none exists any more."""
        for python, kind in self.kinds.items():
            self._names[python] = unset(kind)
        for array in self.arrays.values():
            array.erase()
        self.array_bytes = 0

    def exists(self, python: str) -> bool:
        """Whether a simple variable was assigned to."""
        return type(self._names[python]) not in (Unset, UnsetString)

    def simple_bytes(self) -> int:
        """Memory of the simple variables."""
        return sum(HEADER_BYTES + SIZES[kind] for python, kind in self.kinds.items() if self.exists(python))

    def strings(self) -> Iterator[str]:
        """The strings that lie in the string space."""
        names = self._names
        for python, kind in self.kinds.items():
            if kind == STRING and type(names[python]) is str:
                yield names[python]
        for array in self.arrays.values():
            if array.kind == STRING:
                yield from (text for text in array.values() if type(text) is str)

    def live_strings(self) -> int:
        """Bytes of string space in use."""
        return sum(map(len, self.strings()))

    def erase(self, array: Array) -> None:
        """ERASE."""
        if array.tops is None:
            raise RaisedError(errors.ILLEGAL_CALL)
        self.array_bytes -= array.bytes_for(array.tops)
        array.erase()

    def must_exist(self, value: object) -> None:
        """The second variable of SWAP must have a value."""
        if type(value) in (Unset, UnsetString):
            raise RaisedError(errors.ILLEGAL_CALL)

    def settle(self) -> None:
        """The program looks at addresses: what exists now stays in this order."""
        self.order, self.array_order = self._existing(), self._existing_arrays()

    def _existing(self) -> list[str]:
        return list(filter(self.exists, dict.fromkeys([*self.order, *self.kinds])))

    def _existing_arrays(self) -> list[str]:
        arrays = self.arrays
        known = dict.fromkeys([*self.array_order, *arrays])
        return [python for python in known if arrays[python].tops is not None]

    def offsets(self) -> dict[str, int]:
        """Simple variable -> offset of its record in the area of variables; a new one comes behind the others."""
        found: dict[str, int] = {}
        place = 0
        for python in self._existing():
            found[python] = place
            place += HEADER_BYTES + SIZES[self.kinds[python]]
        return found

    def array_offsets(self) -> list[tuple[Array, int]]:
        """Each array that exists, with the offset of its record in the area of variables."""
        found: list[tuple[Array, int]] = []
        place = self.simple_bytes()
        for python in self._existing_arrays():
            array = self.arrays[python]
            found.append((array, place))
            place += array.bytes_for(array.tops or ())
        return found

    def address(self, base: int, place: str | Array, key: Key | None, made: Sequence[str]) -> int:
        """VARPTR: the address of the value when the area of variables begins at `base`.

        made: Python names that the statement assigns to, so that they exist already.
        """
        self.settle()
        coming = [other for other in made if other in self.kinds and not self.exists(other)]
        if isinstance(place, Array):
            assert key is not None
            if key not in place:
                key = place.place(key)
                self.settle()
            start = next(start for other, start in self.array_offsets() if other is place)
            start += sum(HEADER_BYTES + SIZES[self.kinds[other]] for other in coming)
            return base + start + place.header_bytes() + place.offset(key) * SIZES[place.kind]
        offsets = self.offsets()
        if place not in offsets and place not in coming:
            self.must_exist(self._names[place])
        return base + offsets.get(place, self.simple_bytes()) + HEADER_BYTES

    def values(self) -> dict[str, Number | str | dict[Any, Any]]:
        """All that exist, by name with type suffix; arrays as `A#()`."""
        found: dict[str, Number | str | dict[Any, Any]] = {}
        for python, kind in self.kinds.items():
            value = self._names[python]
            if self.exists(python):
                found[python[1:-1] + TYPE_SUFFIXES[kind]] = str(value) if isinstance(value, str) else value
        for array in self.arrays.values():
            if array.tops is not None:
                found[array.name + TYPE_SUFFIXES[array.kind] + "()"] = dict(array)
        return found

    # Keeping

    def state(self) -> dict[str, Any]:
        """Everything as plain data."""
        return {
            "kinds": dict(self.kinds),
            "values": {python: self._names[python] for python in self.kinds},
            "arrays": {
                python: (array.name, array.kind, array.tops, dict(array))
                for python, array in self.arrays.items()
            },
            "array_bytes": self.array_bytes,
            "order": (list(self.order), list(self.array_order)),
        }

    def restore(self, state: dict[str, Any]) -> None:
        """Back to what `state` gave."""
        self.reset()
        self.kinds.update(state["kinds"])
        self._names.update(state["values"])
        for python, (name, kind, tops, elements) in state["arrays"].items():
            array = self.arrays.get(python) or Array(name, kind, self._reserve)
            self._names[python] = self.arrays[python] = array
            array.tops = tops
            array.update(elements)
        self.array_bytes = state["array_bytes"]
        self.order, self.array_order = map(list, state["order"])
