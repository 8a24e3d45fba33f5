"""What compiled code needs besides its Python source: names, constants, and how strings of the program text differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import CodeType

from msxkit.basic_type import BasicType
from msxkit.program.model import Block
from msxkit.program.values import ArrayName, VariableName
from msxkit.timing import names
from msxkit.timing.statement import Priced


class Lit(str):
    """A string that lies in the program text: it takes no string space until something is done to it."""

    __slots__ = ()


def python_variable(variable: VariableName) -> str:
    """Return the name of a variable in compiled code."""
    return names.python((variable.name, variable.type))


def python_array(array: ArrayName) -> str:
    """Return the name of an array in compiled code."""
    return f"a{array.name}{array.type.letter}"


@dataclass
class LineNeeds:
    """What one line compiles to besides its Python source: the constants and names that it needs.

    Attributes:
        constants: Name -> value.
        variables: Name -> type.
        arrays: Name -> (BASIC name, type).
    """

    constants: dict[str, object] = field(default_factory=dict)
    variables: dict[str, BasicType] = field(default_factory=dict)
    arrays: dict[str, tuple[str, BasicType]] = field(default_factory=dict)


@dataclass(frozen=True)
class CompiledLine:
    """A line as one Python code object: it defines a function `o<offset>` for each of its blocks.

    Attributes:
        costs: What its statements cost, by the offsets at which the run comes to them.
    """

    code: CodeType
    unit: LineNeeds
    blocks: tuple[Block, ...]
    costs: Mapping[int, Priced]
