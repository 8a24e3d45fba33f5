"""The functions of the language: what each takes and which operation it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from msxkit.basic_errors import SYNTAX
from msxkit.basic_type import INTEGER, SINGLE
from msxkit.program.lower.conversion import to_byte
from msxkit.program.lower.unfinished import UnfinishedError
from msxkit.program.model import Fail
from msxkit.program.operations import OPERATIONS, Gives, Number, Op, Text
from msxkit.program.values import INT16, Convert, Mismatch, Value, constant

#: What an operation takes, as `FunctionForm` has it.
_KINDS = {Number: "n", Text: "t"}


@dataclass(frozen=True, slots=True)
class FunctionForm:
    """The arguments of a function, and what it becomes.

    Attributes:
        kinds: One letter for each argument, in order: `n` for a number, `t` for a string, `?` for either.
        make: The function that makes the value from the arguments.
    """

    kinds: str
    make: Callable[[list[Value]], Value]

    def takes(self, count: int) -> str:
        """Return what each of so many arguments must be."""
        return self.kinds[:count].ljust(count, self.kinds[-1])


def _plain(operation: Gives[*tuple[Any, ...]]) -> FunctionForm:
    """Return the form of a function that takes what its operation takes."""
    kinds = "".join(_KINDS[parameter] for parameter in operation.parameters)
    return FunctionForm(kinds, lambda arguments: operation(*arguments))


def _part(operation: Gives[Value, Value, bool]) -> FunctionForm:
    def make(arguments: list[Value]) -> Value:
        text, count = arguments
        return operation(text, count, text.is_fresh)

    return FunctionForm("tn", make)


def _middle(arguments: list[Value]) -> Value:
    text, first, *count = arguments
    count = count or [constant(255, 0)]
    return Op.MIDDLE(text, first, count[0], text.is_fresh)


class _Find(FunctionForm):
    """INSTR([first,] text, pattern)."""

    def takes(self, count: int) -> str:
        return "?tt"[:count].ljust(count, "t")


def _find(arguments: list[Value]) -> Value:
    if arguments[0].is_string is not (len(arguments) == 2):
        # Only a number can stand before the two strings; the machine finds that out as it reads.
        raise UnfinishedError(Fail(SYNTAX))
    if arguments[0].is_string:
        arguments = [constant(1, 0), *arguments]
    first, text, pattern = arguments
    return Op.FIND(first, text, pattern)


def _repeat(arguments: list[Value]) -> Value:
    count, what = arguments
    # The count is looked at before what is repeated is computed.
    return (Op.REPEAT_TEXT if what.is_string else Op.REPEAT_CODE)(to_byte(count), what)


def _free(arguments: list[Value]) -> Value:
    (value,) = arguments
    return (Op.FREE_STRINGS if value.is_string else Op.FREE_MEMORY)(value)


def _to_integer(arguments: list[Value]) -> Value:
    (number,) = arguments
    return Convert(INTEGER, INT16, operand=number)


def _to_single(arguments: list[Value]) -> Value:
    (number,) = arguments
    return Convert(SINGLE, operand=number)


def _of_disk(operation: Gives[Value]) -> FunctionForm:
    def make(arguments: list[Value]) -> Value:
        (number,) = arguments
        return operation(Op.OF_DISK(number))

    return FunctionForm("n", make)


def _of_file(operation: Gives[Value]) -> FunctionForm:
    """Return the form of a function of an open file, which is looked for before the disk is."""

    def make(arguments: list[Value]) -> Value:
        (number,) = arguments
        return operation(Op.OF_DISK(Op.CHANNEL(number, True)))

    return FunctionForm("n", make)


def _packed(operation: Gives[Value]) -> FunctionForm:
    """Return the form of a function that packs or unpacks a number: the disk is asked for before the type counts."""
    (kind,) = operation.parameters

    def make(arguments: list[Value]) -> Value:
        (value,) = arguments
        if value.is_string is (kind is Text):
            return operation(value)
        return Mismatch(operation.type, operands=(value, Op.OF_DISK(constant(0, 0))))

    return FunctionForm("?", make)


def _sector(arguments: list[Value]) -> Value:
    drive, sector = arguments
    return Op.READ_SECTOR(drive, sector)


#: Operations that a function of their operands is.
_NAMED = [operation for operation in OPERATIONS if isinstance(operation, Gives) and operation.function]
FUNCTIONS: dict[str, FunctionForm] = {
    **{operation.function: _plain(operation) for operation in _NAMED if operation.parameters},
    "CINT": FunctionForm("n", _to_integer),
    "CSNG": FunctionForm("n", _to_single),
    "LOC": _of_file(Op.FILE_PLACE),
    "LOF": _of_file(Op.FILE_SIZE),
    "DSKF": _of_disk(Op.DISK_FREE),
    "FPOS": _of_disk(Op.FILE_POSITION),
    "CVI": _packed(Op.TEXT_TO_INTEGER),
    "CVS": _packed(Op.TEXT_TO_SINGLE),
    "CVD": _packed(Op.TEXT_TO_DOUBLE),
    "MKI$": _packed(Op.INTEGER_TO_TEXT),
    "MKS$": _packed(Op.SINGLE_TO_TEXT),
    "MKD$": _packed(Op.DOUBLE_TO_TEXT),
    "LEFT$": _part(Op.LEFT),
    "RIGHT$": _part(Op.RIGHT),
    "MID$": FunctionForm("tnn", _middle),
    "INSTR": _Find("?tt", _find),
    "STRING$": FunctionForm("n?", _repeat),
    "FRE": FunctionForm("?", _free),
    "DSKI$": FunctionForm("n", _sector),
}

#: Words that are values.
BARE: dict[str, Value] = {operation.function: operation() for operation in _NAMED if not operation.parameters}
