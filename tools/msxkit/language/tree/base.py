"""What all parts of the tree are: nodes with their place, statements that may end in a fault, the walk over them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from inspect import get_annotations

from msxkit.basic_errors import text_of
from msxkit.node_type import NodeBase, field_names


class Node(NodeBase):
    """Any part of the tree.

    Attributes:
        start, end: Offsets in the stored line of its first byte and after its last one.
    """

    start: int
    end: int

    # Nodes are places: two that look alike are not the same.
    __eq__ = object.__eq__
    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Fault:
    """Where the machine cannot read on.

    Attributes:
        start, end: Offsets in the stored line of what stands there.
        error: The number of Syntax error or Missing operand.
        found: What stands there, in words.
        expected: What could, in words, the most telling first.
    """

    start: int
    end: int
    error: int
    found: str
    expected: tuple[str, ...]

    @property
    def message(self) -> str:
        """The machine's own words."""
        return text_of(self.error)


class Expression(Node):
    """A node that has a value."""


class Missing(Expression):
    """The place where the machine finds something other than it needs: the run stops here.

    What stands before it in the statement has been carried out by then; what follows it is not in the tree.

    Attributes:
        before: What had been computed of the part that breaks off.
        whole: Whether that is a whole operand, converted as its place wants, and what follows is missing.
    """

    before: tuple[Expression, ...] = ()
    whole: bool = False


class Statement(Node):
    """A statement.

    Attributes:
        fault: What is wrong with it, or None. A statement without a `Missing` part is carried out before the fault
            shows.
    """

    fault: Fault | None = field(default=None, kw_only=True)


class Device(Enum):
    """What ON ... GOSUB can wait for."""

    INTERVAL = "INTERVAL"
    KEY = "KEY"
    SPRITE = "SPRITE"
    STOP = "STOP"
    STRIG = "STRIG"


class Switch(Enum):
    """ON, OFF, or STOP: remembered until ON."""

    ON = "ON"
    OFF = "OFF"
    STOP = "STOP"


class OpenMode(Enum):
    """The mode after FOR in OPEN."""

    INPUT = "input"
    OUTPUT = "output"
    APPEND = "append"


class Raster(Enum):
    """How a point that is drawn is combined with the one that is there (MSX2). With T, colour 0 is not drawn."""

    PSET = "PSET"
    PRESET = "PRESET"
    XOR = "XOR"
    OR = "OR"
    AND = "AND"
    TPSET = "TPSET"
    TPRESET = "TPRESET"
    TXOR = "TXOR"
    TOR = "TOR"
    TAND = "TAND"


#: What annotations of fields that hold no nodes are made of.
_PLAIN = frozenset(
    ("int", "str", "bool", "None", "tuple", "Fault", "Constant", "Device", "Switch", "OpenMode", "Raster")
)
_WORD = re.compile(r"\w+")


class _Fields(dict[type[Node], tuple[str, ...]]):
    """Class -> its fields that can hold nodes, the last one first."""

    def __missing__(self, kind: type[Node]) -> tuple[str, ...]:
        annotations: dict[str, str] = {}
        for base in reversed(kind.__mro__):
            annotations.update(get_annotations(base))
        found = self[kind] = tuple(
            name
            for name in field_names(kind)[::-1]
            if not _PLAIN.issuperset(_WORD.findall(annotations[name]))
        )
        return found


_FIELDS = _Fields()


def is_leaf(node: Node) -> bool:
    """Return whether nothing can be inside a node of this class."""
    return not _FIELDS[type(node)]


def inner_parts(node: Node) -> list[Node]:
    """Return the nodes directly inside a node in which others can be, in the order of the text."""
    found: list[Node] = []
    for name in _FIELDS[type(node)][::-1]:
        value = getattr(node, name)
        if type(value) is tuple:
            found += [item for item in value if item is not None and _FIELDS[type(item)]]
        elif value is not None and _FIELDS[type(value)]:
            found.append(value)
    return found


def parts(node: Node) -> Iterator[Node]:
    """Yield the nodes directly inside a node, in the order of the text."""
    for _, part in named_parts(node):
        yield part


def named_parts(node: Node) -> list[tuple[str, Node]]:
    """Return the nodes directly inside a node with the names of their fields, in the order of the text."""
    found: list[tuple[str, Node]] = []
    for name in _FIELDS[type(node)][::-1]:
        value = getattr(node, name)
        if type(value) is tuple:
            found += [(name, item) for item in value if item is not None]
        elif value is not None:
            found.append((name, value))
    return found


def walk(node: Node) -> Iterator[Node]:
    """Yield the node and everything in it, in the order of the text."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        for name in _FIELDS[type(node)]:
            value = getattr(node, name)
            if type(value) is tuple:
                waiting += [item for item in reversed(value) if item is not None]
            elif value is not None:
                waiting.append(value)


def is_cut(node: Node) -> bool:
    """Return whether the statement or expression breaks off: something in it is missing."""
    return any(isinstance(part, Missing) for part in walk(node))
