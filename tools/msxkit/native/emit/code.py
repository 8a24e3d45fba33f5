"""Z80 code line by line: labels, temporaries, and what is simple enough to be an operand.

A number comes out in HL when it is known to fit 16 bits, else in HL or FAC, as the carry says (numbers/number.asm); a
string as its descriptor in HL. Kept values lie in temporaries in memory, never on the stack: the word below the top of
the stack always tells where in the program a routine of the runtime was called.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from msxkit.basictype import INTEGER, STRING
from msxkit.native.analysis.interval import Interval
from msxkit.native.analysis.ranges import Ranges
from msxkit.native.analysis.usr import UsrCalls
from msxkit.native.asm.z80 import A, Address, At, Code, Instruction, Label, Operand, Plus, Z, call, ld, or_
from msxkit.native.emit.storage import Storage
from msxkit.program.values import (
    ArrayName,
    FunctionName,
    Load,
    NumberConstant,
    Temporary,
    Value,
    VariableName,
)


class CodeWriter(ABC):
    """Writes code.

    Attributes:
        ranges: What is known about the numbers of the program.
    """

    ranges: Ranges

    # What the emitter of the program knows

    @abstractmethod
    def block_label(self, offset: int) -> str:
        """Return the label of the block at an offset."""

    @abstractmethod
    def data_label(self, line: int | None) -> str:
        """Return the label of the first item of DATA in a line or behind it."""

    @abstractmethod
    def define_function(self, function: FunctionName, offset: int) -> None:
        """Define a function (DEF FN): from here on the name means the body at an offset."""

    @abstractmethod
    def call_function(self, function: FunctionName, values: tuple[Value, ...]) -> bool:
        """Call a function (FN): the arguments into the parameters, then the body."""

    # What is written elsewhere

    @abstractmethod
    def number(self, value: Value) -> bool:
        """Load the number. Return True if it is in HL, whatever the carry is."""

    @abstractmethod
    def integer(self, value: Value) -> None:
        """Load the number into HL; error 6 beyond 16 bits."""

    @abstractmethod
    def hybrid(self, value: Value) -> None:
        """Load the number into HL or FAC, as the carry says."""

    @abstractmethod
    def string(self, value: Value, depth: int | None = None) -> None:
        """Load the string's descriptor into HL; a new one is in the temporary of `depth`, deeper ones are free."""

    @abstractmethod
    def element(self, array: ArrayName, subscripts: tuple[Value, ...], depth: int = 0) -> None:
        """Load the address of an element into HL."""

    def __init__(self) -> None:
        self.storage = Storage()
        self.lines: list[Code] = []
        self._labels = 0
        self._words = self._numbers = self._texts = 0
        #: Parameters of the DEF FN whose body is being written, and what its temporaries begin with.
        self.parameters: dict[str, str] = {}
        self.prefix = ""
        #: Variables of which the program asks whether they have been assigned to.
        self.asked: frozenset[VariableName] = frozenset()
        #: Whether a graphic screen may be shown, and PRINT USING may go elsewhere; what the routines for each target
        #: of PRINT are called.
        self.graphic = self.bitmap = self.using_elsewhere = False
        self.targets: dict[int, str] = {}
        #: What DEF USR names.
        self.usr = UsrCalls()

    # Lines

    def put(self, *lines: Instruction) -> None:
        """Write instructions."""
        self.lines += lines

    def call(self, routine: str) -> None:
        """Write a call of the runtime."""
        self.lines.append(call(routine))

    def label(self, label: str) -> None:
        """Write a label."""
        self.lines.append(Label(label))

    def new_label(self) -> str:
        """Return a new label."""
        self._labels += 1
        return f"x_{self._labels}"

    def fail(self, error: int) -> None:
        """Write code that raises a BASIC error here."""
        self.put(ld(A, error), call("error"))

    # Temporaries of an expression

    def word(self) -> str:
        """Return a word that is free until `free_word`."""
        self._words += 1
        return self.storage.word(f"w{self.prefix}_{self._words}")

    def free_word(self) -> None:
        self._words -= 1

    def number_place(self) -> str:
        """Return a number that is free until `free_number`."""
        self._numbers += 1
        return self.storage.number(f"m{self.prefix}_{self._numbers}")

    def free_number(self) -> None:
        self._numbers -= 1

    def text_place(self, depth: int) -> str:
        """Return the temporary string of a depth."""
        return self.storage.text(f"e{self.prefix}_{depth}")

    # What is known

    def limits(self, value: Value) -> Interval | None:
        """Return the limits of a number; None: not known."""
        return self.ranges.of(value)

    def fits(self, value: Value) -> bool:
        """Return whether a number is known to be an integer of 16 bits."""
        return self.ranges.fits(value)

    # Variables that may not be there

    def assigned(self, variable: VariableName) -> None:
        """Note that a variable has a value from here on."""
        if variable in self.asked:
            self.put(ld(A, 1), ld(At(self.storage.flag(variable)), A))

    def must_exist(self, variable: VariableName) -> None:
        """Raise error 5 unless the variable has a value."""
        self.put(ld(A, At(self.storage.flag(variable))), or_(A), call(Z, "illegal_call"))

    # Simple operands

    def variable(self, variable: VariableName) -> str:
        """Return the label of a variable, or of the parameter that stands for it here."""
        label = self.storage.variable(variable)
        return self.parameters.get(label, label)

    def variable_integer(self, variable: VariableName) -> Address:
        """Return where the 16 bits of a variable lie that holds an integer: a number has a zero before them."""
        label = self.variable(variable)
        return label if variable.type is INTEGER else Plus(label, 1)

    def simple_integer(self, value: Value) -> Operand | None:
        """Return the operand of `ld hl,` for an integer that is a constant or in memory; None for anything else."""
        if isinstance(value, NumberConstant) and self.fits(value):
            return int(value.number)
        if isinstance(value, Load) and self.fits(value):
            return At(self.variable_integer(value.variable))
        if isinstance(value, Temporary) and value.type is not STRING and self.fits(value):
            return At(self.kept(value))
        return None

    def simple_number(self, value: Value) -> str | None:
        """Return the label of a number in memory that is not known to be an integer; None for anything else."""
        if value.type is STRING or self.fits(value):
            return None
        if isinstance(value, NumberConstant):
            return self.storage.number_constant(value.number)
        if isinstance(value, Load):
            return self.variable(value.variable)
        if isinstance(value, Temporary):
            return self.kept(value)
        return None

    def is_simple(self, value: Value) -> bool:
        """Return whether a number is a constant or in memory."""
        return self.simple_integer(value) is not None or self.simple_number(value) is not None

    def kept(self, value: Temporary) -> str:
        """Return the label of a temporary of the block."""
        if value.type is STRING:
            return self.storage.text(f"k{self.prefix}_t{value.number}")
        if self.fits(value):
            return self.storage.word(f"k{self.prefix}_w{value.number}")
        return self.storage.number(f"k{self.prefix}_n{value.number}")
