"""Where values lie: temporaries, and what is simple enough to be an operand of an instruction."""

from __future__ import annotations

from collections.abc import Mapping

from msxkit.basic_type import INTEGER, STRING
from msxkit.native.analysis.interval import Interval
from msxkit.native.analysis.ranges import Ranges
from msxkit.native.asm.z80 import A, Address, At, Plus, Z, call, ld, or_
from msxkit.native.emit.variable_places import ProgramStorage
from msxkit.native.emit.writer import Writer
from msxkit.program.operations import Op
from msxkit.program.values import Call, Convert, Load, NumberConstant, Temporary, Value, VariableName


class Temporaries:
    """The temporaries of expressions and blocks.

    Attributes:
        prefix: What their labels begin with: the DEF FN whose body is being written.
        depth: The temporary string that the operation being made may use, for its result or before that.
    """

    def __init__(self, storage: ProgramStorage) -> None:
        self._storage = storage
        self._words = self._numbers = 0
        self.prefix = ""
        self.depth = 0

    # Of an expression

    def forget(self) -> None:
        """Free them all: an expression was not finished."""
        self._words = self._numbers = self.depth = 0

    def word(self) -> str:
        """Return a word that is free until `free_word`."""
        self._words += 1
        return self._storage.word(f"w{self.prefix}_{self._words}")

    def free_word(self) -> None:
        self._words -= 1

    def number(self) -> str:
        """Return a number that is free until `free_number`."""
        self._numbers += 1
        return self._storage.number(f"m{self.prefix}_{self._numbers}")

    def free_number(self) -> None:
        self._numbers -= 1

    def text(self, depth: int) -> str:
        """Return the temporary string of a depth."""
        return self._storage.text(f"e{self.prefix}_{depth}")

    def result(self) -> str:
        """Return the temporary string for the result of the operation being made."""
        return self.text(self.depth)

    # What a block keeps

    def kept_word(self, number: int) -> str:
        return self._storage.word(f"k{self.prefix}_w{number}")

    def kept_number(self, number: int) -> str:
        return self._storage.number(f"k{self.prefix}_n{number}")

    def kept_text(self, number: int) -> str:
        return self._storage.text(f"k{self.prefix}_t{number}")


class OperandEmitter:
    """What is known of values, and what instructions can take as it stands.

    Attributes:
        parameters: Parameters of the DEF FN whose body is being written.
        constants: Temporaries of the block that are constants.
    """

    def __init__(
        self,
        writer: Writer,
        storage: ProgramStorage,
        temporaries: Temporaries,
        ranges: Ranges,
        asked: frozenset[VariableName],
    ) -> None:
        self._writer = writer
        self._storage = storage
        self._temporaries = temporaries
        self._ranges = ranges
        #: Variables of which the program asks whether they have been assigned to.
        self._asked = asked
        self.parameters: Mapping[str, str] = {}
        self.constants: dict[int, NumberConstant] = {}

    # What is known

    def limits(self, value: Value) -> Interval | None:
        """Return the limits of a number; None: not known."""
        return self._ranges.of(value)

    def fits(self, value: Value) -> bool:
        """Return whether a number is known to be an integer of 16 bits."""
        return self._ranges.fits(value)

    def is_natural(self, value: Value) -> bool:
        """Return whether a number is known to be an integer from 0 to 32767."""
        found = self.limits(value)
        return found is not None and found.is_natural

    def is_byte(self, value: Value) -> bool:
        """Return whether a number is known to be an integer from 0 to 255."""
        found = self.limits(value)
        return found is not None and found.is_byte

    def only(self, value: Value) -> int | None:
        """Return the integer that a number is known to be; None: it may be another."""
        found = self.limits(value)
        return int(found.low) if found is not None and found.whole and found.low == found.high else None

    def known(self, value: Value) -> Value:
        """Return the value as a constant if it is known to be one, and without conversions that change nothing."""
        if isinstance(value, Temporary):
            return self.constants.get(value.number, value)
        if isinstance(value, Load) and (only := self.only(value)) is not None:
            return NumberConstant(value.type, value.bound, number=only, offset=0)
        if isinstance(value, Convert) and value.type is INTEGER and self.fits(value.operand):
            return self.known(value.operand)
        if isinstance(value, Call) and (inside := Op.BYTE.of(value)) and self.is_byte(inside[0]):
            return self.known(inside[0])
        return value

    # Variables that may not be there

    def assigned(self, variable: VariableName) -> None:
        """Note that a variable has a value from here on."""
        if variable in self._asked:
            self._writer.put(ld(A, 1), ld(At(self._storage.flag(variable)), A))

    def must_exist(self, variable: VariableName, *, made: bool = False) -> None:
        """Raise error 5 unless the variable has a value; with `made` it has one afterwards."""
        flag = At(self._storage.flag(variable))
        self._writer.put(ld(A, flag), or_(A))
        if made:
            self._writer.put(ld(A, 1), ld(flag, A))
        self._writer.put(call(Z, "illegal_call"))

    # Simple operands

    def variable(self, variable: VariableName) -> str:
        """Return the label of a variable, or of the parameter that stands for it here."""
        label = self._storage.variable(variable)
        return self.parameters.get(label, label)

    def variable_integer(self, variable: VariableName) -> Address:
        """Return where the 16 bits of a variable lie that holds an integer: a number has a zero before them."""
        label = self.variable(variable)
        return label if variable.type is INTEGER else Plus(label, 1)

    def kept(self, value: Temporary) -> str:
        """Return the label of a temporary of the block."""
        if value.type is STRING:
            return self._temporaries.kept_text(value.number)
        if self.fits(value):
            return self._temporaries.kept_word(value.number)
        return self._temporaries.kept_number(value.number)

    def integer(self, value: Value) -> int | At | None:
        """Return the operand of `ld hl,` for an integer that is a constant or in memory; None for anything else."""
        value = self.known(value)
        if isinstance(value, NumberConstant) and self.fits(value):
            return int(value.number)
        if isinstance(value, Load) and self.fits(value):
            return At(self.variable_integer(value.variable))
        if isinstance(value, Temporary) and value.type is not STRING and self.fits(value):
            return At(self.kept(value))
        return None

    def number(self, value: Value) -> str | None:
        """Return the label of a number in memory that is not known to be an integer; None for anything else."""
        value = self.known(value)
        if value.type is STRING or self.fits(value):
            return None
        if isinstance(value, NumberConstant):
            return self._storage.number_constant(value.number)
        if isinstance(value, Load):
            return self.variable(value.variable)
        if isinstance(value, Temporary):
            return self.kept(value)
        return None

    def is_simple(self, value: Value) -> bool:
        """Return whether a number is a constant or in memory."""
        return self.integer(value) is not None or self.number(value) is not None
