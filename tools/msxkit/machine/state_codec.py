"""The one way in which state is copied, restored and saved.

State is plain data: dataclasses of numbers, strings (or classes of them), bytes, enumerations, tuples, lists,
dictionaries, deques, and values of classes that say what they are made of (`Made`). Services hold references to their
state, so it is put back in place: dataclasses, lists, dictionaries, deques and byte arrays stay the same objects.
"""

from __future__ import annotations

import base64
import dataclasses
import json
import zlib
from collections import deque
from collections.abc import Callable, Iterable
from decimal import Decimal
from enum import Enum
from typing import Any, Protocol, Self, TypeVar, runtime_checkable

from msxkit.errors import MsxError

T = TypeVar("T")


@runtime_checkable
class Made(Protocol):
    """A value that can be made again from its parts, which are plain data."""

    def parts(self) -> tuple[Any, ...]:
        """Return what `of_parts` makes it from."""

    @classmethod
    def of_parts(cls, *parts: Any) -> Self:
        """Return the value of these parts."""


@runtime_checkable
class Lasting(Made, Protocol):
    """A value that stays the same object when its state is restored."""

    def take_over(self, parts: tuple[Any, ...]) -> None:
        """Become what `of_parts` makes of these parts, which belong to nothing else."""


#: Classes of values that are the same object for ever.
_ATOMS = frozenset((type(None), bool, int, str, bytes, float, Decimal))
#: The largest state that is read, in bytes: a machine has 192 KB of memory, and the printer 16 MB of paper.
_LIMIT = 1 << 27


def copied(value: T) -> T:
    """Return a copy of a state; the two share nothing that changes. Raise `TypeError` for what is not a state."""
    found: Any = _copier(type(value))(value)
    return found  # type: ignore[no-any-return]


def _same(value: Any) -> Any:
    return value


def _of_fields(value: Any) -> Any:
    made = object.__new__(type(value))
    for name in _names(type(value)):
        object.__setattr__(made, name, copied(getattr(value, name)))
    return made


#: Class -> how its values are copied.
_COPIERS: dict[type, Callable[[Any], Any]] = {
    **dict.fromkeys((*_ATOMS, tuple), _same),
    bytearray: bytearray,
    list: lambda value: [item if type(item) in _ATOMS else copied(item) for item in value],
    dict: lambda value: {key: item if type(item) in _ATOMS else copied(item) for key, item in value.items()},
    deque: lambda value: deque(map(copied, value), value.maxlen),
}


def _copier(cls: type) -> Callable[[Any], Any]:
    found = _COPIERS.get(cls)
    if found is None:
        if issubclass(cls, Enum) or issubclass(cls, (str, int)):
            found = _same
        elif dataclasses.is_dataclass(cls):
            found = _same if _frozen(cls) else _of_fields
        elif issubclass(cls, Made):
            found = _made_again
        else:
            raise TypeError(f"{cls.__name__} is not a state")
        _COPIERS[cls] = found
    return found


def _made_again(value: Made) -> Made:
    return type(value).of_parts(*copied(list(value.parts())))


def _frozen(cls: type) -> bool:
    return bool(cls.__dataclass_params__.frozen)  # type: ignore[attr-defined]


def _names(cls: Any) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(cls))


def put_back(target: object, source: object) -> None:
    """Make the dataclass `target` equal to `source`, in place; the two share nothing that changes."""
    for name in _names(source):
        old, new = getattr(target, name), getattr(source, name)
        if type(old) is not type(new):
            setattr(target, name, copied(new))
        elif isinstance(new, (list, bytearray)):
            old[:] = copied(new)
        elif type(new) is dict:
            fresh = copied(new)
            old.clear()
            old.update(fresh)
        elif isinstance(new, deque):
            old.clear()
            old.extend(copied(new))
        elif dataclasses.is_dataclass(new) and not _frozen(type(new)):
            put_back(old, new)
        elif isinstance(new, Lasting):
            old.take_over(tuple(copied(list(new.parts()))))
        else:
            setattr(target, name, copied(new))


class Codec:
    """State as bytes.

    Args:
        classes: The dataclasses, enumerations and `Made` classes that may be in it.
    """

    def __init__(self, classes: Iterable[type]) -> None:
        self._classes = {cls.__name__: cls for cls in classes}

    def dumps(self, state: object) -> bytes:
        """Return state as compressed JSON. Raise `TypeError` if one of its classes was not given."""
        text = json.dumps(self._encoded(state), separators=(",", ":"), ensure_ascii=True)
        return zlib.compress(text.encode("ascii"))

    def loads(self, data: bytes) -> Any:
        """Return what `dumps` was given. Raise `MsxError` for anything else."""
        try:
            unpacker = zlib.decompressobj()
            text = unpacker.decompress(data, _LIMIT)
            if not unpacker.eof or unpacker.unused_data:
                raise ValueError("it is truncated or too large")
            return self._decoded(json.loads(text))
        except (zlib.error, ValueError, TypeError, LookupError, AttributeError, ArithmeticError) as error:
            raise MsxError(f"the saved state cannot be read ({type(error).__name__}: {error})") from None
        except RecursionError:
            raise MsxError("the saved state cannot be read: it is nested too deep") from None

    def _encoded(self, value: Any) -> Any:
        """Return a value as JSON has it: whatever JSON lacks becomes an object with one key, the name of its class."""
        cls = type(value)
        if value is None or cls in (bool, int, str, float):
            return value
        if cls is list:
            return [self._encoded(item) for item in value]
        if cls in (bytes, bytearray):
            return {cls.__name__: base64.b64encode(value).decode("ascii")}
        if cls is Decimal:
            return {"Decimal": str(value)}
        if cls is tuple:
            return {"tuple": [self._encoded(item) for item in value]}
        if cls is dict:
            return {"dict": [[self._encoded(key), self._encoded(item)] for key, item in value.items()]}
        if cls is deque:
            return {"deque": [value.maxlen, [self._encoded(item) for item in value]]}
        if self._classes.get(cls.__name__) is not cls:
            raise TypeError(f"{cls.__name__} is not a state that is saved")
        if isinstance(value, Enum):
            return {cls.__name__: value.name}
        if isinstance(value, Made):
            return {cls.__name__: [self._encoded(part) for part in value.parts()]}
        if dataclasses.is_dataclass(value):
            return {cls.__name__: [self._encoded(getattr(value, name)) for name in _names(cls)]}
        return {cls.__name__: str.__str__(value) if isinstance(value, str) else int(value)}

    def _decoded(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._decoded(item) for item in value]
        if not isinstance(value, dict):
            return value
        ((name, inside),) = value.items()
        if name == "bytes":
            return base64.b64decode(inside)
        if name == "bytearray":
            return bytearray(base64.b64decode(inside))
        if name == "Decimal":
            return Decimal(inside)
        if name == "tuple":
            return tuple(self._decoded(inside))
        if name == "dict":
            return {self._decoded(key): self._decoded(item) for key, item in inside}
        if name == "deque":
            return deque(self._decoded(inside[1]), inside[0])
        cls: Any = self._classes[name]
        if issubclass(cls, Enum):
            return cls[inside]
        if issubclass(cls, Made):
            return cls.of_parts(*self._decoded(inside))
        build: Any = cls
        return build(*self._decoded(inside)) if dataclasses.is_dataclass(cls) else build(inside)
