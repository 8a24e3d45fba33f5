"""The variables and arrays of a program, which are the namespace of its compiled code."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from msxkit import basic_errors
from msxkit.basic_type import HEADER_BYTES, STRING, BasicType
from msxkit.carrying import carries
from msxkit.decimal14 import Number
from msxkit.interpreter.code import LineNeeds, Lit
from msxkit.interpreter.errors import RaisedError
from msxkit.interpreter.values.arrays import Array, Key, dimension

#: Python names of functions: no variable is called FN.
FUNCTION = "vFN"


class Unset(int):
    """The 0 of a numeric variable that nothing was assigned to: it does not exist yet."""


class UnsetString(Lit):
    """The "" of a string variable that nothing was assigned to."""


def unset(basic: BasicType) -> Unset | UnsetString:
    """Return the value of a variable that does not exist yet."""
    return UnsetString("") if basic is STRING else Unset(0)


def made(value: Any) -> Any:
    """Return the value of a variable that exists from now on."""
    if type(value) is Unset:
        return 0
    return "" if type(value) is UnsetString else value


class Namespace:
    """The globals of compiled code: variables `v<NAME><type>`, which are state, and what it calls, which is none."""

    __slots__ = ("names",)

    def __init__(self, values: dict[str, Any] | None = None) -> None:
        #: The same dictionary for ever.
        self.names: dict[str, Any] = values or {}

    def values(self) -> dict[str, Any]:
        """Return the variables."""
        return {name: value for name, value in self.names.items() if name[0] == "v"}

    def parts(self) -> tuple[Any, ...]:
        """Return its parts: the variables."""
        return (self.values(),)

    @classmethod
    def of_parts(cls, *parts: Any) -> Self:
        """Return a namespace with these variables only."""
        return cls(*parts)

    def take_over(self, parts: tuple[Any, ...]) -> None:
        """Take other variables; what the code calls stays."""
        for name in self.values():
            del self.names[name]
        self.names.update(*parts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Namespace) and self.values() == other.values()

    __hash__ = None  # type: ignore[assignment]


@dataclass
class VariableState:
    """The variables and arrays of the program.

    Attributes:
        types: Python name -> type of each simple variable.
        space: Python name -> value of each simple variable.
        arrays: Python name `a<NAME><type>` -> array.
        order, array_order: Python names in the order in which the program created them.
    """

    types: dict[str, BasicType] = field(default_factory=dict)
    space: Namespace = field(default_factory=Namespace)
    arrays: dict[str, Array] = field(default_factory=dict)
    order: list[str] = field(default_factory=list)
    array_order: list[str] = field(default_factory=list)

    @property
    def globals(self) -> dict[str, Any]:
        """The globals of compiled code, among which the variables are."""
        return self.space.names

    def has(self, name: str, type_: BasicType) -> bool:
        """Return whether a simple variable exists, by its BASIC name."""
        python = f"v{name}{type_.letter}"
        return python in self.types and self.exists(python)

    def tops(self, name: str, type_: BasicType) -> tuple[int, ...] | None:
        """Return the highest subscripts of an array by its BASIC name, None if it does not exist."""
        array = self.arrays.get(f"a{name}{type_.letter}")
        return array.tops if array is not None else None

    def exists(self, python: str) -> bool:
        """Return whether a simple variable was assigned to."""
        return type(self.space.names[python]) not in (Unset, UnsetString)

    def make(self, python: str) -> None:
        """Make a simple variable exist from now on."""
        self.space.names[python] = made(self.space.names[python])

    def simple_bytes(self) -> int:
        """Return the memory of the simple variables."""
        return sum(HEADER_BYTES + basic.size for python, basic in self.types.items() if self.exists(python))

    def live_strings(self) -> int:
        """Return the bytes of string space in use."""
        names, total = self.space.names, 0
        for python, basic in self.types.items():
            if basic is STRING and type(names[python]) is str:
                total += len(names[python])
        for array in self.arrays.values():
            if array.type is STRING:
                total += sum(len(text) for text in array.values() if type(text) is str)
        return total

    def array_bytes(self) -> int:
        """Return the memory of the arrays."""
        return sum(array.bytes_for(array.tops) for array in self.arrays.values() if array.tops is not None)


class Variables:
    """The variables of one machine.

    Attributes:
        reserve: Called with the bytes that a new array takes.
    """

    def __init__(self, state: VariableState, reserve: Callable[[int], None]) -> None:
        self.state = state
        self.names = state.space.names
        self._reserve = reserve
        self.dim = dimension

    def adopt(self) -> None:
        """Make the arrays of a state that was put back, and no others, known to compiled code."""
        names = self.names
        for python in [python for python, value in names.items() if type(value) is Array]:
            del names[python]
        for python, array in self.state.arrays.items():
            names[python] = array
            array.reserve = self._reserve

    def declare(self, unit: LineNeeds) -> None:
        """Make the names that a compiled line uses."""
        names = self.names
        for python, basic in unit.variables.items():
            if python not in names:
                self.state.types[python] = basic
                names[python] = unset(basic)
        for python, (name, basic) in unit.arrays.items():
            if python not in names:
                names[python] = self.state.arrays[python] = Array(name, basic, self._reserve)

    def reset(self) -> None:
        """Forget all variables, as RUN and CLEAR do."""
        for python in [python for python in self.state.types if python.startswith(FUNCTION)]:
            del self.state.types[python], self.names[python]
        for python, basic in self.state.types.items():
            self.names[python] = unset(basic)
        for array in self.state.arrays.values():
            array.erase()
        self.state.order.clear()
        self.state.array_order.clear()

    def strings(self) -> Iterator[str]:
        """Yield the strings that lie in the string space."""
        return (text for _, _, text in self.places_of_strings() if type(text) is str)

    def places_of_strings(self) -> Iterator[tuple[dict[Any, Any], Any, str]]:
        """Yield every string of a variable or element: the dictionary that it is in, its key there, and itself."""
        names = self.names
        for python, basic in self.state.types.items():
            if basic is STRING:
                yield names, python, names[python]
        for array in self.state.arrays.values():
            if array.type is STRING:
                for key, text in array.items():
                    yield array, key, text  # type: ignore[misc]

    @carries("MADE")
    def made(self, value: Any) -> Any:
        """Return the value of a variable that exists from now on."""
        return made(value)

    def define(self, key: str, basic: BasicType) -> None:
        """Take the memory of a variable of its type for the function of a DEF FN."""
        self.state.types[FUNCTION + key] = basic
        self.names[FUNCTION + key] = "" if basic is STRING else 0

    def value(self, python: str) -> object | None:
        """Return the value of a simple variable, or an array, by its Python name; None if it does not exist."""
        value = self.names.get(python)
        if type(value) in (Unset, UnsetString) or (isinstance(value, Array) and value.tops is None):
            return None
        return value

    @carries("ERASE")
    def erase(self, array: Array) -> None:
        """Erase arrays (ERASE)."""
        if array.tops is None:
            raise RaisedError(basic_errors.ILLEGAL_CALL)
        array.erase()

    @carries("MUST_EXIST")
    def must_exist(self, python: str) -> None:
        """Require that the second variable of SWAP has a value; it has one afterwards (MSX Red Book, 643EH)."""
        if not self.state.exists(python):
            self.state.make(python)
            raise RaisedError(basic_errors.ILLEGAL_CALL)

    # Addresses

    def settle(self) -> None:
        """Keep what exists now in this order, because the program looks at addresses."""
        self.state.order, self.state.array_order = self._existing(), self._existing_arrays()

    def _existing(self) -> list[str]:
        return list(filter(self.state.exists, dict.fromkeys([*self.state.order, *self.state.types])))

    def _existing_arrays(self) -> list[str]:
        arrays = self.state.arrays
        known = dict.fromkeys([*self.state.array_order, *arrays])
        return [python for python in known if arrays[python].tops is not None]

    def offsets(self) -> dict[str, int]:
        """Return simple variable -> offset of its record in the area of variables; a new one comes after the others."""
        found: dict[str, int] = {}
        place = 0
        for python in self._existing():
            found[python] = place
            place += HEADER_BYTES + self.state.types[python].size
        return found

    def array_offsets(self) -> list[tuple[Array, int]]:
        """Return each array that exists, with the offset of its record in the area of variables."""
        found: list[tuple[Array, int]] = []
        place = self.state.simple_bytes()
        for python in self._existing_arrays():
            array = self.state.arrays[python]
            found.append((array, place))
            place += array.bytes_for(array.tops or ())
        return found

    def address(self, base: int, place: str | Array, key: Key | None, made: Sequence[str]) -> int:
        """Return VARPTR: the address of the value when the area of variables begins at `base`.

        Args:
            made: Python names that the statement assigns to, so that they exist already.
        """
        self.settle()
        types, exists = self.state.types, self.state.exists
        coming = [other for other in made if other in types and not exists(other)]
        if isinstance(place, Array):
            assert key is not None
            if key not in place:
                key = place.place(key)
                self.settle()
            start = next(start for other, start in self.array_offsets() if other is place)
            start += sum(HEADER_BYTES + types[other].size for other in coming)
            return base + start + place.header_bytes() + place.offset(key) * place.type.size
        offsets = self.offsets()
        if place not in offsets and place not in coming:
            raise RaisedError(basic_errors.ILLEGAL_CALL)
        return base + offsets.get(place, self.state.simple_bytes()) + HEADER_BYTES

    def values(self) -> dict[str, Number | str | dict[Any, Any]]:
        """Return all that exist, by name with type suffix; arrays as `A#()`."""
        found: dict[str, Number | str | dict[Any, Any]] = {}
        for python, basic in self.state.types.items():
            value = self.names[python]
            if self.state.exists(python) and not python.startswith(FUNCTION):
                found[python[1:-1] + basic.suffix] = str(value) if isinstance(value, str) else value
        for array in self.state.arrays.values():
            if array.tops is not None:
                found[array.name + array.type.suffix + "()"] = dict(array)
        return found
