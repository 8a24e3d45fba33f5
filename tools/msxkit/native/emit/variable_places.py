"""Where a compiled program keeps its variables, constants and temporaries: labels, and the lines that make room.

A label tells name and type: `v_A_d` is A#, `a_N_t` the array N$(). A number has 8 bytes (see numbers/number.asm), an
integer 2, a string its descriptor of 3.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from msxkit.basic_type import DOUBLE, INTEGER, SINGLE, STRING, BasicType
from msxkit.decimal14 import Number, encode_real
from msxkit.program.values import INT16, ArrayName, FunctionName, VariableName

_SIZES = {INTEGER: 2, SINGLE: 8, DOUBLE: 8, STRING: 3}


def head_size(dimensions: int) -> int:
    """Return the bytes before the elements of an array: size, number of dimensions, counts."""
    return 3 + 2 * dimensions


def _spelled(name: str) -> str:
    return name.replace("$", "_")


@dataclass(frozen=True, slots=True)
class StoredConstant:
    """A constant: its label, its lines for the assembler, its size in bytes (or a little more).

    Attributes:
        words: The labels that follow the lines.
    """

    label: str
    lines: list[str]
    size: int
    words: tuple[str, ...] = ()

    def source(self, name: Callable[[str], str] = str) -> list[str]:
        """Return its lines; `name` returns what a label is called."""
        return [*self.lines, *(f"        dw {name(word)}" for word in self.words)]


class ProgramStorage:
    """Collects what the code names.

    Attributes:
        quick: Whether tables may make code faster that could do without.
    """

    def __init__(self, *, quick: bool) -> None:
        self.quick = quick
        self.variables: dict[str, BasicType] = {}
        self.arrays: dict[str, BasicType] = {}
        self.functions: dict[str, FunctionName] = {}
        self._strings: dict[bytes, str] = {}
        self._numbers: dict[bytes, str] = {}
        #: Temporaries by label; of strings apart.
        self._words: dict[str, int] = {}
        self._texts: dict[str, None] = {}
        #: Strings that are parameters of DEF FN: like variables, they stay when they have been used.
        self._parameters: dict[str, None] = {}
        self._flags: dict[str, None] = {}
        #: Arrays that have a place: their bytes.
        self._places: dict[str, int] = {}
        self.tables: list[StoredConstant] = []
        #: Strings of the program that variables can keep: their labels.
        self.retained: set[str] = set()

    # Names

    def variable(self, variable: VariableName) -> str:
        """Return the label of a variable."""
        label = f"v_{_spelled(variable.name)}_{variable.type.letter}"
        self.variables[label] = variable.type
        return label

    def array(self, array: ArrayName) -> str:
        """Return the label of the word that says where an array lies."""
        label = f"a_{_spelled(array.name)}_{array.type.letter}"
        self.arrays[label] = array.type
        return label

    def elements(self, array: ArrayName, size: int) -> str:
        """Return the label of an array that has a place of so many bytes, its head included."""
        label = f"b{self.array(array)[1:]}"
        self._places[label] = size
        return label

    def function(self, function: FunctionName) -> str:
        """Return the label of the word that says where the body of DEF FN is."""
        label = f"f_{_spelled(function.name)}_{function.type.letter}"
        self.functions[label] = function
        return label

    def flag(self, variable: VariableName) -> str:
        """Return the label of the byte that says whether a variable has been assigned to."""
        label = f"x{self.variable(variable)}"
        self._flags[label] = None
        return label

    def word(self, label: str) -> str:
        """Return a temporary of 2 bytes."""
        self._words[label] = 2
        return label

    def number(self, label: str) -> str:
        """Return a temporary for a number."""
        self._words[label] = 8
        return label

    def text(self, label: str) -> str:
        """Return a temporary string."""
        self._texts[label] = None
        return label

    def text_parameter(self, label: str) -> str:
        """Return a string that is a parameter of a function of the program."""
        self._parameters[label] = None
        return label

    # Constants

    def string_constant(self, text: str) -> str:
        """Return the label of the descriptor of a string of the program."""
        data = text.encode("latin-1")
        return self._strings.setdefault(data, f"s_{len(self._strings)}")

    def number_constant(self, value: Number) -> str:
        """Return the label of a number of the program."""
        whole = -INT16 < value < INT16 and value == int(value)
        data = struct.pack("<xh5x", int(value)) if whole else encode_real(value, 8)
        return self._numbers.setdefault(data, f"n_{len(self._numbers)}")

    def bytes(self, data: Sequence[int]) -> str:
        """Return the label of a table of bytes; the same bytes are there once."""
        lines = [f"        db {','.join(map(str, data[at : at + 16]))}" for at in range(0, len(data), 16)]
        for known in self.tables:
            if known.lines == lines and not known.words:
                return known.label
        self.tables.append(StoredConstant(f"t_{len(self.tables)}", lines, len(data)))
        return self.tables[-1].label

    def table(self, words: list[str], first: str = "") -> str:
        """Return the label of a table of words, behind a `db` of `first` if that is given."""
        label = f"t_{len(self.tables)}"
        lines = [f"        db {first}"] if first else []
        self.tables.append(StoredConstant(label, lines, first.count(",") + 1 + 2 * len(words), tuple(words)))
        return label

    # Source

    def constants(self) -> Iterator[StoredConstant]:
        """Yield the strings, numbers and tables of the program."""
        for data, label in self._strings.items():
            lines = [f"        db {len(data)}", "        dw $+2"]
            for start in range(0, len(data), 16):
                lines.append(f"        db {','.join(map(str, data[start : start + 16]))}")
            yield StoredConstant(label, lines, 3 + len(data))
        for data, label in self._numbers.items():
            yield StoredConstant(label, [f"        db {','.join(map(str, data))}"], len(data))
        yield from self.tables

    def array_lists(self) -> Iterator[str]:
        """Yield the places of the arrays, as lines of the assembler."""
        yield "string_arrays:"
        for label, kind in self.arrays.items():
            if kind is STRING:
                yield f"        dw {label}"
        yield "        dw 0"
        yield "array_words:"
        for label in self.arrays:
            yield f"        dw {label}"
        yield "        dw 0"

    def memory(self) -> Iterator[str]:
        """Yield the variables, as lines of the assembler: what CLEAR clears lies together."""
        yield "variables_start:"
        for kinds, name in (((INTEGER, DOUBLE), ""), ((SINGLE,), "singles"), ((STRING,), "strings")):
            if name:
                yield f"{name}_start:"
            for label, kind in self.variables.items():
                if kind in kinds:
                    yield f"{label}: ds {_SIZES[kind]}"
            if name:
                yield f"{name}_end:"
        yield "parameters_start:"
        for label in self._parameters:
            yield f"{label}: ds 3"
        yield "temps_start:"
        for label in self._texts:
            yield f"{label}: ds 3"
        yield "temps_end:"
        for label in (*self.arrays, *self.functions):
            yield f"{label}: ds 2"
        for label in self._flags:
            yield f"{label}: ds 1"
        for label, size in self._places.items():
            yield f"{label}: ds {size}"
        yield "ds 2"
        yield "variables_end:"
        for label, size in self._words.items():
            yield f"{label}: ds {size}"
