"""Writes that a debugger wants to know of: a run stops behind the block that wrote what is watched.

Compiled code reports each assignment to a watched variable or array itself, equal values too. What other statements
write (CLEAR, POKE, machine code, records) is found by looking before and after them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any, cast

from msxkit.basic_type import BasicType
from msxkit.carrying import Trait
from msxkit.interpreter.code import python_array, python_variable
from msxkit.interpreter.errors import Jump
from msxkit.interpreter.values.arrays import Key
from msxkit.interpreter.values.variables import Variables
from msxkit.program.operations import Op, with_trait
from msxkit.program.values import ArrayName, VariableName
from msxkit.timing.stack import LOOPS

#: What compiled code calls for an assignment to a watched name: it returns the new value.
WROTE = "WROTE"
#: Operations that write variables without an assignment.
_WRITERS = frozenset(operation.name for operation in with_trait(Trait.WRITES))


@dataclass(frozen=True, slots=True)
class WatchedName:
    """A variable, an array or an element that is watched.

    Attributes:
        letters: The first two characters of its name.
        type: Its type; None: the type that its first letter stands for at the moment of the write.
        is_array: Whether it is an array or an element.
        key: The subscript or subscripts of an element; None for the whole array.
    """

    letters: str
    type: BasicType | None
    is_array: bool = False
    key: Key | None = None

    @property
    def subscripts(self) -> tuple[int, ...]:
        """The subscripts of an element; none for the whole array."""
        key = () if self.key is None else self.key if isinstance(self.key, tuple) else (self.key,)
        return tuple(map(int, key))

    @property
    def pythons(self) -> dict[str, BasicType]:
        """The names that it can have in compiled code."""
        types = tuple(BasicType) if self.type is None else (self.type,)
        if self.is_array:
            return {python_array(ArrayName(self.letters, basic)): basic for basic in types}
        return {python_variable(VariableName(self.letters, basic)): basic for basic in types}


@dataclass(frozen=True, slots=True)
class WatchedPlace:
    """A place that any statement can change, such as a cell of the screen."""

    look: Callable[[], object]


Watched = WatchedName | WatchedPlace


@dataclass(frozen=True, slots=True)
class Write:
    """A write to something that is watched.

    Attributes:
        watched: Which of those that are watched, from 0.
        offset: The offset of the block that wrote.
        key: The element of a whole array.
    """

    watched: int
    offset: int
    old: object
    new: object
    key: Key | None = None


@dataclass
class Watching:
    """What is watched in one machine.

    Attributes:
        watched: What is watched.
        names: Names in compiled code whose assignments report themselves.
        written: What was written since this was emptied.
    """

    variables: Variables
    types: Callable[[], tuple[BasicType, ...]]
    watched: tuple[Watched, ...] = ()
    names: frozenset[str] = frozenset()
    written: list[Write] = field(default_factory=list)
    _pythons: tuple[Mapping[str, BasicType], ...] = ()
    _offset: int = 0

    def watch(self, watched: Iterable[Watched]) -> None:
        """Watch these from now on, and nothing else."""
        self.watched = tuple(watched)
        self.written.clear()
        self._pythons = tuple(each.pythons if isinstance(each, WatchedName) else {} for each in self.watched)
        self.names = frozenset(python for pythons in self._pythons for python in pythons)
        self.variables.names[WROTE] = self.wrote

    def wrote(self, python: str, key: Key | None, old: object, new: object) -> object:
        """Note an assignment, and return the new value."""
        for number, pythons in enumerate(self._pythons):
            if python in pythons:
                each = self.watched[number]
                assert isinstance(each, WatchedName)
                if each.key in (None, key) and pythons[python] is self._type_of(each):
                    self._note(number, old, new, key if each.key is None else None)
        return new

    def _type_of(self, each: WatchedName) -> BasicType:
        return each.type if each.type is not None else self.types()[ord(each.letters[0]) - 65]

    def _note(self, number: int, old: object, new: object, key: Key | None = None) -> None:
        self.written.append(Write(number, self._offset, old, new, key))

    # Around a block

    def around(self, offset: int, code: Callable[[], int]) -> Callable[[], int]:
        """Return the function of a block, which stops the run behind the block if it wrote something."""
        asked = set(cast(FunctionType, code).__code__.co_names)
        places = {
            number: each.look for number, each in enumerate(self.watched) if isinstance(each, WatchedPlace)
        }
        names = [number for number, each in enumerate(self.watched) if isinstance(each, WatchedName)]
        compared = names if asked & _WRITERS else []
        if Op.STEP_INNERMOST.name in asked and names:
            code = self._stepping(code)
        elif not (places or compared or WROTE in asked):
            return code

        def watched() -> int:
            self._offset = offset
            before = {number: look() for number, look in places.items()}
            before.update((number, self.value(number)) for number in compared)
            try:
                following = code()
            finally:
                noted = {write.watched for write in self.written}
                for number, old in before.items():
                    new = places[number]() if number in places else self.value(number)
                    if number not in noted:
                        self._differs(number, old, new)
            if self.written:
                raise Jump(following)
            return following

        return watched

    def _stepping(self, code: Callable[[], int]) -> Callable[[], int]:
        """Return the function of a NEXT without a variable, which reports what it writes."""
        loops, values = self.variables.names[LOOPS], self.variables.names

        def stepping() -> int:
            python = str(loops[-1][0]) if loops else ""
            old = values.get(python)
            following = code()
            if python in self.names:
                self.wrote(python, None, old, values[python])
            return following

        return stepping

    def _differs(self, number: int, old: object, new: object) -> None:
        if isinstance(old, dict) and isinstance(new, dict):
            for key in dict.fromkeys((*old, *new)):
                if old.get(key) != new.get(key):
                    self._note(number, old.get(key), new.get(key), key)
        elif old != new:
            self._note(number, old, new)

    def value(self, number: int) -> object:
        """Return the value now: of a whole array a dictionary of its elements; None where there is none."""
        each = self.watched[number]
        if isinstance(each, WatchedPlace):
            return each.look()
        basic = self._type_of(each)
        python = next(python for python, other in self._pythons[number].items() if other is basic)
        found = self.variables.value(python)
        if not isinstance(found, Mapping):
            return None if each.is_array else found
        elements: dict[Any, Any] = dict(found)
        return elements if each.key is None else elements.get(each.key)
