"""A metaclass for small classes of fields: what `dataclass(slots=True)` makes, without its cost at import.

A dataclass writes and compiles its methods when its module is imported, most of a millisecond for each class; a tree
of a hundred classes would cost a command more than its work does. Here a class compiles its `__init__` when its first
object is made. Objects compare by class and fields.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, Field, field
from typing import Any, NamedTuple, dataclass_transform


class _Part(NamedTuple):
    """A field: whether it is keyword-only, and its default (MISSING: none)."""

    name: str
    keyword: bool
    default: Any


def _first_init(self: Any, *arguments: Any, **keywords: Any) -> None:
    """Stand for the `__init__` of a class until its first object is made."""
    kind = type(self)
    parts = sorted(kind._parts, key=lambda part: part.keyword)
    names: dict[str, Any] = {}
    heads = []
    for part in parts:
        if part.keyword and "*" not in heads:
            heads.append("*")
        if part.default is not MISSING:
            names[f"_{part.name}"] = part.default
        heads.append(part.name if part.default is MISSING else f"{part.name}=_{part.name}")
    body = "\n ".join(f"self.{part.name} = {part.name}" for part in parts) or "pass"
    exec(f"def __init__(self, {', '.join(heads)}):\n {body}", names)
    kind.__init__ = names["__init__"]
    kind.__init__(self, *arguments, **keywords)


class _Takes(NamedTuple):
    """What stands behind a field."""

    taken: tuple[Any, ...]


def takes(*taken: Any) -> Any:
    """Return what a field is set to that says what it takes: whatever its readers understand."""
    return _Takes(taken)


@dataclass_transform(field_specifiers=(field, takes))
class NodeType(type):
    """A metaclass whose classes have a field for each annotation, those of their bases first.

    Args:
        kw_only: Whether the fields that the class adds are given by keyword, as is one made by `field(default=...,
            kw_only=True)`.
    """

    _parts: tuple[_Part, ...]
    _taken: dict[str, tuple[Any, ...]]

    def __new__(
        mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any], kw_only: bool = False
    ) -> NodeType:
        parts = [part for base in bases for part in getattr(base, "_parts", ())]
        own = tuple(namespace.get("__annotations__", ()))
        taken: dict[str, tuple[Any, ...]] = {}
        for key in own:
            default = namespace.pop(key, MISSING)
            if isinstance(default, Field):
                parts.append(_Part(key, bool(default.kw_only), default.default))
            elif isinstance(default, _Takes):
                parts.append(_Part(key, kw_only, MISSING))
                taken[key] = default.taken
            else:
                parts.append(_Part(key, kw_only, default))
        namespace["__slots__"] = own
        namespace["_parts"] = tuple(parts)
        namespace["_taken"] = taken
        namespace["__match_args__"] = tuple(part.name for part in parts)
        namespace["__init__"] = _first_init
        return super().__new__(mcs, name, bases, namespace)


def field_names(kind: type[Any]) -> tuple[str, ...]:
    """Return the names of the fields of a class made by `NodeType`, in order."""
    names: tuple[str, ...] = kind.__match_args__
    return names


def taken_by(kind: type[Any]) -> dict[str, tuple[Any, ...]]:
    """Return what the fields that a class adds take, of those that say it."""
    taken: dict[str, tuple[Any, ...]] = kind._taken
    return taken


def taking(node: Any, *what: object) -> list[Any]:
    """Return what stands in the fields of a node, or None, that take something."""
    takers = _TAKERS[type(node)]
    return [
        getattr(node, name)
        for each in what
        for name in takers.get(each if type(each) is str else id(each), ())
    ]


class _Takers(dict[Any, dict[object, list[str]]]):
    """Class -> its fields, by the words that they take, and the identity of all else."""

    def __missing__(self, kind: type[Any]) -> dict[object, list[str]]:
        found: dict[object, list[str]] = {}
        for name, taken in taken_by(kind).items():
            for each in taken:
                found.setdefault(each if type(each) is str else id(each), []).append(name)
        self[kind] = found
        return found


_TAKERS = _Takers({type(None): {}})


class NodeBase(metaclass=NodeType):
    """The base of classes of fields: equality, hash and text."""

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in field_names(type(self)))

    def __hash__(self) -> int:
        return hash((type(self), *(getattr(self, name) for name in field_names(type(self)))))

    def __repr__(self) -> str:
        inside = ", ".join(f"{name}={getattr(self, name)!r}" for name in field_names(type(self)))
        return f"{type(self).__name__}({inside})"


def nodes_in(part: object) -> Iterator[NodeBase]:
    """Yield the nodes in a tuple or a node, this itself first."""
    if isinstance(part, NodeBase):
        yield part
        part = tuple(getattr(part, name) for name in field_names(type(part)))
    if isinstance(part, tuple):
        for inside in part:
            yield from nodes_in(inside)
