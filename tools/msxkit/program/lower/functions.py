"""The functions of the language: what each takes and which operation it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from msxkit.basicerrors import SYNTAX
from msxkit.basictype import DOUBLE, INTEGER, SINGLE, STRING, BasicType
from msxkit.program.lower.unfinished import UnfinishedError
from msxkit.program.model import Fail
from msxkit.program.operations import Op
from msxkit.program.values import INT16, Call, Convert, Value, constant


@dataclass(frozen=True, slots=True)
class Form:
    """kinds: `n` for a number, `t` for a string, `?` for either, in order. make: the value from its arguments."""

    kinds: str
    make: Callable[[list[Value]], Value]

    def takes(self, count: int) -> str:
        """Return what each of so many arguments must be."""
        return self.kinds[:count].ljust(count, self.kinds[-1])


def _plain(operation: Op, kinds: str, kind: BasicType, bound: int | None = None, fresh: bool = False) -> Form:
    def make(arguments: list[Value]) -> Value:
        return Call(kind, bound, operation=operation, arguments=tuple(arguments), fresh=fresh)

    return Form(kinds, make)


def _number(operation: Op, kind: BasicType = DOUBLE, bound: int | None = None) -> Form:
    return _plain(operation, "n", kind, bound)


def _byte(operation: Op) -> Form:
    return _plain(operation, "n", INTEGER, 255)


def _text(operation: Op) -> Form:
    return _plain(operation, "n", STRING, fresh=True)


def _part(operation: Op) -> Form:
    def make(arguments: list[Value]) -> Value:
        text, count = arguments
        return Call(STRING, operation=operation, arguments=(text, count, text.is_fresh), fresh=True)

    return Form("tn", make)


def _middle(arguments: list[Value]) -> Value:
    text, first, *count = arguments
    count = count or [constant(255, 0)]
    return Call(STRING, operation=Op.MIDDLE, arguments=(text, first, count[0], text.is_fresh), fresh=True)


class _Find(Form):
    """INSTR([first,] text, pattern)."""

    def takes(self, count: int) -> str:
        return "?tt"[:count].ljust(count, "t")


def _find(arguments: list[Value]) -> Value:
    if arguments[0].is_string is not (len(arguments) == 2):
        # Only a number can stand before the two strings; the machine finds that out as it reads.
        raise UnfinishedError(Fail(SYNTAX))
    if arguments[0].is_string:
        arguments = [constant(1, 0), *arguments]
    return Call(INTEGER, 255, operation=Op.FIND, arguments=tuple(arguments))


def _repeat(arguments: list[Value]) -> Value:
    operation = Op.REPEAT_TEXT if arguments[1].is_string else Op.REPEAT_CODE
    return Call(STRING, operation=operation, arguments=tuple(arguments), fresh=True)


def _free(arguments: list[Value]) -> Value:
    operation = Op.FREE_STRINGS if arguments[0].is_string else Op.FREE_MEMORY
    return Call(DOUBLE, 65535, operation=operation, arguments=tuple(arguments))


def _length(arguments: list[Value]) -> Value:
    (text,) = arguments
    return Call(INTEGER, 255, operation=Op.LENGTH, arguments=(text,), quiet=text.is_pure)


def _to_integer(arguments: list[Value]) -> Value:
    (number,) = arguments
    return Convert(INTEGER, INT16, operand=number)


def _to_single(arguments: list[Value]) -> Value:
    (number,) = arguments
    return Convert(SINGLE, operand=number)


def _of_disk(operation: Op) -> Form:
    def make(arguments: list[Value]) -> Value:
        operand = Call(DOUBLE, operation=Op.OF_DISK, arguments=tuple(arguments))
        return Call(DOUBLE, operation=operation, arguments=(operand,))

    return Form("n", make)


FUNCTIONS: dict[str, Form] = {
    "SGN": _number(Op.SIGN, INTEGER, 1),
    "INT": _number(Op.INT),
    "ABS": _number(Op.ABSOLUTE),
    "SQR": _number(Op.SQUARE_ROOT),
    "RND": _number(Op.RANDOM),
    "SIN": _number(Op.SINE),
    "LOG": _number(Op.LOGARITHM),
    "EXP": _number(Op.EXPONENTIAL),
    "COS": _number(Op.COSINE),
    "TAN": _number(Op.TANGENT),
    "ATN": _number(Op.ARCTANGENT),
    "FIX": _number(Op.FIX),
    "CINT": Form("n", _to_integer),
    "CSNG": Form("n", _to_single),
    "CDBL": _number(Op.TO_DOUBLE),
    "PEEK": _byte(Op.PEEK),
    "VPEEK": _byte(Op.VPEEK),
    "INP": _byte(Op.INP),
    "POS": _byte(Op.COLUMN),
    "LPOS": _byte(Op.PRINTER_COLUMN),
    "STICK": _byte(Op.STICK),
    "STRIG": _number(Op.TRIGGER, INTEGER, 1),
    "PDL": _byte(Op.PADDLE),
    "PAD": _byte(Op.PAD),
    "EOF": _number(Op.END_OF_FILE, INTEGER, 1),
    "LOC": _of_disk(Op.FILE_PLACE),
    "LOF": _of_disk(Op.FILE_SIZE),
    "DSKF": _of_disk(Op.DISK_FREE),
    "FPOS": _number(Op.FILE_POSITION),
    "BASE": _number(Op.BASE, DOUBLE, 0x1FFFF),
    "VDP": _number(Op.VDP, DOUBLE, 255),
    "PLAY": _number(Op.PLAYING, INTEGER, 1),
    "LEN": Form("t", _length),
    "ASC": _plain(Op.CODE, "t", INTEGER, 255),
    "VAL": _plain(Op.VALUE, "t", DOUBLE),
    "CVI": _plain(Op.TEXT_TO_INTEGER, "t", INTEGER, INT16),
    "CVS": _plain(Op.TEXT_TO_SINGLE, "t", SINGLE),
    "CVD": _plain(Op.TEXT_TO_DOUBLE, "t", DOUBLE),
    "STR$": _text(Op.NUMBER_TEXT),
    "CHR$": _text(Op.CHARACTER),
    "HEX$": _text(Op.HEXADECIMAL),
    "OCT$": _text(Op.OCTAL),
    "BIN$": _text(Op.BINARY),
    "SPACE$": _text(Op.BLANKS),
    "MKI$": _text(Op.INTEGER_TO_TEXT),
    "MKS$": _text(Op.SINGLE_TO_TEXT),
    "MKD$": _text(Op.DOUBLE_TO_TEXT),
    "LEFT$": _part(Op.LEFT),
    "RIGHT$": _part(Op.RIGHT),
    "MID$": Form("tnn", _middle),
    "INSTR": _Find("?tt", _find),
    "STRING$": Form("n?", _repeat),
    "FRE": Form("?", _free),
    "ATTR$": _plain(Op.ILLEGAL, "n", STRING),
    "DSKI$": _plain(Op.READ_SECTOR, "n", STRING),
}

#: Words that are values.
BARE: dict[str, Value] = {
    "ERR": Call(DOUBLE, 255, operation=Op.ERROR_NUMBER, arguments=()),
    "ERL": Call(DOUBLE, 65535, operation=Op.ERROR_LINE, arguments=()),
    "CSRLIN": Call(DOUBLE, 24, operation=Op.ROW, arguments=()),
    "INKEY$": Call(STRING, operation=Op.INKEY, arguments=(), fresh=True),
    "TIME": Call(DOUBLE, 65535, operation=Op.TIME, arguments=()),
}
