"""What code asks of the machine: one operation for each service, the same for every emitter.

An operation says what it takes, in order, and what it returns. Calling it with arguments makes the part of a block that
asks for it. An emitter has a routine for each; the interpreter binds a method.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from inspect import get_annotations
from types import MappingProxyType
from typing import Annotated, Any, NamedTuple, TypeVar, TypeVarTuple, cast, get_args

from msxkit.basic_type import DOUBLE, INTEGER, SINGLE, STRING, BasicType
from msxkit.carrying import Trait
from msxkit.language import tree
from msxkit.language.tree.base import Device, OpenMode, Raster, Switch
from msxkit.language.tree.entry import DECLARED, DRAWN, RECORDS, TEXT_VARIABLE, Operand, Part, ValueType
from msxkit.node_type import taken_by
from msxkit.program.model import Do, GoWhere, LeaveIfNone, Target
from msxkit.program.operation import AnyOperation, Operation
from msxkit.program.values import (
    INT16,
    Argument,
    ArrayName,
    Call,
    FunctionName,
    StringPlace,
    Subscripts,
    Temporary,
    Value,
    VariableName,
)

Parameters = TypeVarTuple("Parameters")
_Carrier = TypeVar("_Carrier")


class Does(Operation[*Parameters]):
    """An operation that a statement carries out.

    Attributes:
        statement: The class of the tree, if a statement is this operation alone.
        fields: The fields of that class, which are the operands, and what they take.
        parts: The operations of fields that are carried out by themselves; they take what the statement takes before.
    """

    statement: type[tree.Statement] | None = None
    fields: Mapping[str, Any] = MappingProxyType({})
    parts: Mapping[str, Does[*tuple[Any, ...]]] = MappingProxyType({})

    def __init__(self, traits: Trait, *names: str) -> None:
        super().__init__(*names)
        self.traits = traits

    def __call__(self, *arguments: *Parameters) -> Do:
        """Return the instruction that carries it out."""
        return Do(self, cast("tuple[Argument, ...]", arguments))

    def end(self, *arguments: *Parameters) -> GoWhere:
        """Return the end of a block, for an operation that returns the offset at which the run goes on."""
        return GoWhere(self, cast("tuple[Argument, ...]", arguments))


class MayLeave(Operation[*Parameters]):
    """An operation that can return nothing, which ends the block."""

    def __init__(self, traits: Trait, *names: str) -> None:
        super().__init__(*names)
        self.traits = traits

    def unless_none(
        self, number: int, otherwise: Target | AnyOperation, *arguments: *Parameters
    ) -> LeaveIfNone:
        """Return the instruction that keeps what it returns in a temporary, or leaves the block for `otherwise`."""
        return LeaveIfNone(number, self, cast("tuple[Argument, ...]", arguments), otherwise)


class Gives(Operation[*Parameters]):
    """An operation that returns a value.

    Attributes:
        type: The type of the value.
        function: The function, or word, that is this operation of its operands; empty if there is none.
    """

    def __init__(
        self,
        kind: BasicType,
        traits: Trait,
        *names: str,
        range: tuple[int, int] | None = None,
        fresh: bool = False,
        quiet: bool = False,
        function: str = "",
    ) -> None:
        super().__init__(*names)
        self.type, self.traits = kind, traits
        self.range, self.fresh, self.quiet, self.function = range, fresh, quiet, function
        self._bound = None if range is None else max(map(abs, range))

    def __call__(self, *arguments: *Parameters) -> Call:
        """Return the value of the operation with these arguments, as a part of the model."""
        return Call(self.type, self._bound, operation=self, arguments=cast("tuple[Argument, ...]", arguments))

    def kept_by(
        self, carrier: Callable[[_Carrier, Temporary, *Parameters], None]
    ) -> tuple[AnyOperation, Callable[..., None]]:
        """Return the operation and the function that carries it out where its value is kept.

        Args:
            carrier: A function that takes the temporary, then the parameters of the operation.
        """
        return self, carrier

    def typed(self, kind: BasicType, bound: int | None, *arguments: *Parameters) -> Call:
        """Return the value of the operation where its arguments decide the type.

        Args:
            kind: The type.
            bound: The largest magnitude, if the value is known to be whole; else None.
        """
        return Call(kind, bound, operation=self, arguments=cast("tuple[Argument, ...]", arguments))


class ParameterKind(NamedTuple):
    """Which values a parameter takes.

    Attributes:
        text: Whether it takes strings, not numbers.
        written: Whether these are names of files that are written, renamed or deleted.
        bound: The largest magnitude, on which the emitter may rely; None for any number.
        within: The least and the greatest number that is taken, if that is looked at when it is computed.
        opened: Whether it is looked at when it is computed whether a file of this number is open; None: it is no file's
            number.
        line: The number of a line that is left out, if it takes lines.
        lines: The first and last line where both are left out, if it takes a range of them.
        there: Whether it takes a line that must be there.
        sets: Whether it takes a string variable, or an element, that is set.
    """

    text: bool = False
    written: bool = False
    bound: int | None = None
    within: tuple[int, int] | None = None
    opened: bool | None = None
    line: int | None = None
    lines: tuple[int, int] | None = None
    there: bool = False
    sets: bool = False

    @property
    def is_byte(self) -> bool:
        """Whether it takes no number that a byte does not hold."""
        return self.bound is not None and self.bound <= _BYTE[1]

    @classmethod
    @cache
    def of(cls, parameter: Any) -> ParameterKind | None:
        """Return which values a parameter takes, also one that may be left out; None if it takes none."""
        whole = next((part for part in get_args(parameter) if hasattr(part, "__metadata__")), parameter)
        return next(iter(getattr(whole, "__metadata__", ())), None)


Number = Annotated[Value, ParameterKind()]
Text = Annotated[Value, ParameterKind(text=True)]
Written = Annotated[Value, ParameterKind(text=True, written=True)]
#: Numbers that have been made integers, and bytes.
Integer = Annotated[Value, ParameterKind(bound=INT16)]
Byte = Annotated[Value, ParameterKind(bound=255)]
#: What the block has kept: an object that the machine made for a statement.
Kept = Temporary
#: An offset of the program text.
Offset = int
#: A string variable that is set.
SET = Annotated[StringPlace, ParameterKind(sets=True)]
#: The target of PRINT: None for the screen.
Out = Temporary | None

_TRUTH = (-1, 0)
_BYTE = (0, 255)
_WORD = (0, 65535)
_INTEGER = (-INT16, INT16 - 1)


QUICK, LONG, CLOCK, TIME, STRINGS, KEYS, OUTSIDE = (
    Trait.QUICK,
    Trait.LONG,
    Trait.CLOCK,
    Trait.TIME,
    Trait.STRINGS,
    Trait.KEYS,
    Trait.OUTSIDE,
)
WRITES, KEEPS, SAFE, ENDS = Trait.WRITES, Trait.KEEPS, Trait.SAFE, Trait.ENDS


class Op:
    """The operations. Each says what is true of it; other modules keep no lists of operations."""

    # What emitted code asks for itself
    ADD = Operation[Number, Number]("left", "right")
    SUBTRACT = Operation[Number, Number]("left", "right")
    MULTIPLY = Operation[Number, Number]("left", "right")
    NEGATE = Operation[Number]("number")
    #: A number as CINT and CSNG make it.
    TO_INTEGER = Operation[Number]("number")
    TO_SINGLE = Operation[Number]("number")
    #: Fails with Type mismatch, whatever its operands are.
    MISMATCH = Operation[*tuple[Value, ...]]("operands")
    #: Returns -1, whatever its operands are.
    ALWAYS = Operation[*tuple[Value, ...]]("operands")
    JOIN = Operation[Text, Text, bool, bool]("left", "right", "left_fresh", "right_fresh")
    #: The left string was held.
    JOIN_HELD = Operation[Text, Text, bool]("left", "right", "right_fresh")
    #: A temporary string waits while the next operand is computed; returns it.
    HOLD = Operation[Text]("text")
    #: The left string was held; returns whether the comparison holds.
    RELEASE = Operation[Text, Text, str]("left", "right", "comparison")
    #: A copy of a string, for another variable.
    COPY = Operation[Text]("text")
    FAIL = Operation[int, str]("error", "note")
    #: The block can wait; the machine notes whether it starts again.
    ENTER = Operation[Offset]("offset")
    #: Makes CURLIN say where the run is.
    AT = Operation[Offset]("offset")
    #: Returns the innermost loop of a variable.
    FIND_LOOP = Operation[VariableName]("variable")
    #: A variable's value; makes the variable if it does not exist.
    MADE = Operation[VariableName]("variable")
    #: Returns the offset at which an INPUT starts again.
    INPUT_AGAIN = Operation[()]()

    # Numbers. Sum, difference and product are `values.Compute`.
    DIVIDE = Gives[Number, Number](DOUBLE, QUICK, "left", "right")
    POWER = Gives[Number, Number](DOUBLE, QUICK, "left", "right")
    INTEGER_DIVIDE = Gives[Integer, Number](DOUBLE, QUICK, "left", "right", range=(-INT16, INT16))
    MODULO = Gives[Integer, Number](INTEGER, QUICK, "left", "right", range=_INTEGER)
    SIGN = Gives[Number](INTEGER, QUICK, "number", range=(-1, 1), function="SGN")
    INT = Gives[Number](DOUBLE, QUICK, "number", function="INT")
    ABSOLUTE = Gives[Number](DOUBLE, QUICK, "number", function="ABS")
    SQUARE_ROOT = Gives[Number](DOUBLE, QUICK, "number", function="SQR")
    SINE = Gives[Number](DOUBLE, QUICK, "number", function="SIN")
    COSINE = Gives[Number](DOUBLE, QUICK, "number", function="COS")
    TANGENT = Gives[Number](DOUBLE, QUICK, "number", function="TAN")
    ARCTANGENT = Gives[Number](DOUBLE, QUICK, "number", function="ATN")
    LOGARITHM = Gives[Number](DOUBLE, QUICK, "number", function="LOG")
    EXPONENTIAL = Gives[Number](DOUBLE, QUICK, "number", function="EXP")
    FIX = Gives[Number](DOUBLE, QUICK, "number", function="FIX")
    TO_DOUBLE = Gives[Number](DOUBLE, QUICK, "number", function="CDBL")
    #: Fails unless the number is in a range.
    WITHIN = Gives[Integer, int, int](INTEGER, QUICK, "number", "low", "high", range=_INTEGER)
    #: Fails unless the number is a byte.
    BYTE = Gives[Number](INTEGER, QUICK, "number", range=_BYTE)
    RANDOM = Gives[Number](DOUBLE, QUICK, "number", function="RND")

    # Strings
    LENGTH = Gives[Text](INTEGER, QUICK, "text", range=_BYTE, quiet=True, function="LEN")
    CODE = Gives[Text](INTEGER, QUICK, "text", range=_BYTE, function="ASC")
    VALUE = Gives[Text](DOUBLE, QUICK, "text", function="VAL")
    LEFT = Gives[Text, Number, bool](STRING, QUICK, "text", "count", "text_fresh", fresh=True)
    RIGHT = Gives[Text, Number, bool](STRING, QUICK, "text", "count", "text_fresh", fresh=True)
    MIDDLE = Gives[Text, Number, Number, bool](
        STRING, QUICK, "text", "first", "count", "text_fresh", fresh=True
    )
    FIND = Gives[Number, Text, Text](INTEGER, QUICK, "first", "text", "pattern", range=_BYTE)
    CHARACTER = Gives[Number](STRING, QUICK, "code", fresh=True, function="CHR$")
    NUMBER_TEXT = Gives[Number](STRING, QUICK, "number", fresh=True, function="STR$")
    HEXADECIMAL = Gives[Number](STRING, QUICK, "number", fresh=True, function="HEX$")
    OCTAL = Gives[Number](STRING, QUICK, "number", fresh=True, function="OCT$")
    BINARY = Gives[Number](STRING, QUICK, "number", fresh=True, function="BIN$")
    BLANKS = Gives[Number](STRING, QUICK, "count", fresh=True, function="SPACE$")
    REPEAT_CODE = Gives[Number, Number](STRING, QUICK, "count", "code", fresh=True)
    REPEAT_TEXT = Gives[Number, Text](STRING, QUICK, "count", "text", fresh=True)
    #: The old string with a part replaced; `same`: whether the new text is the old string itself.
    REPLACED = Gives[Text, Number, Number, Text, bool](STRING, QUICK, "old", "first", "count", "new", "same")
    TEXT_TO_INTEGER = Gives[Text](INTEGER, QUICK, "text", range=_INTEGER)
    TEXT_TO_SINGLE = Gives[Text](SINGLE, QUICK, "text")
    TEXT_TO_DOUBLE = Gives[Text](DOUBLE, QUICK, "text")
    INTEGER_TO_TEXT = Gives[Number](STRING, QUICK, "number", fresh=True)
    SINGLE_TO_TEXT = Gives[Number](STRING, QUICK, "number", fresh=True)
    DOUBLE_TO_TEXT = Gives[Number](STRING, QUICK, "number", fresh=True)
    #: Fails with Illegal function call, whatever its operand is.
    ILLEGAL = Gives[Number](STRING, QUICK, "number", function="ATTR$")

    # Variables
    DIMENSION = Does[ArrayName, Subscripts](LONG | WRITES | KEEPS, "array", "subscripts")
    ERASE = Does[ArrayName](LONG | WRITES | KEEPS, "array")
    #: Fails unless the variable has been made.
    #: Fails if the variable does not exist; then it does.
    MUST_EXIST = Does[VariableName](KEEPS, "variable")
    DEFINE_TYPE = Does[BasicType, str, str](LONG | SAFE | KEEPS, "type", "first", "last")
    #: The address of a variable or element; `coming`: variables that the statement assigns to.
    POINTER = Gives[VariableName | ArrayName, Subscripts | None, tuple[VariableName, ...]](
        INTEGER, LONG | STRINGS, "name", "subscripts", "coming", range=_INTEGER
    )
    FILE_POINTER = Gives[Number](INTEGER, QUICK, "channel", range=_INTEGER)
    FREE_STRINGS = Gives[Text](DOUBLE, LONG | STRINGS, "text", range=_WORD)
    FREE_MEMORY = Gives[Number](DOUBLE, LONG | STRINGS, "number", range=_WORD)
    DEFINE_FUNCTION = Does[FunctionName, Offset, tuple[VariableName, ...]](
        KEEPS, "name", "body", "parameters"
    )
    #: The type is the function's.
    CALL_FUNCTION = Gives[FunctionName, tuple[tuple[BasicType, Value], ...]](
        DOUBLE, QUICK, "name", "arguments", fresh=True
    )
    #: The type is that of its argument.
    CALL_USR = Gives[int, BasicType, Value](
        DOUBLE, LONG | OUTSIDE | WRITES, "digit", "type", "argument", fresh=True
    )

    # DATA
    #: Which item of this READ, from 0; nothing is taken yet.
    READ_NUMBER = Gives[int](DOUBLE, QUICK, "item")
    READ_STRING = Gives[int](STRING, QUICK, "item")
    #: Fails if the last item was more, or other, than a number where one was read.
    READ_CHECK = Does[()](QUICK)
    #: READ_CHECK, then takes the items.
    READ_DONE = Does[int](QUICK, "items")

    # Control flow
    BEGIN_LOOP = Does[VariableName, Offset, Kept, Kept](KEEPS, "variable", "body", "limit", "step")
    #: Returns the offset of the loop's body, or a negative number when the loop has ended.
    STEP_INNERMOST = Does[()](QUICK)
    CALL_SUBROUTINE = Does[Offset](QUICK, "back")
    RETURN = Does[()](QUICK)
    #: Fails unless there is a subroutine to return from.
    MUST_BE_CALLED = Does[()](QUICK)
    ON_ERROR = Does[Offset | None](SAFE, "handler")
    RESUME_SAME = Does[()](QUICK)
    RESUME_NEXT = Does[()](QUICK)
    RESUME_AT = Does[()](QUICK)
    #: Fails unless an error is being handled.
    MUST_HANDLE = Does[()](QUICK)
    ON_DEVICE = Does[Device, Number, tuple[Offset | None, ...]](QUICK, "device", "period", "routines")
    ERROR_NUMBER = Gives[()](DOUBLE, QUICK, range=_BYTE, function="ERR")
    ERROR_LINE = Gives[()](DOUBLE, QUICK, range=_WORD, function="ERL")

    # Time and keys
    TIME = Gives[()](DOUBLE, CLOCK | TIME, range=_WORD, function="TIME")
    #: TIME in the argument of RND.
    TIME_DRAWN = Gives[()](DOUBLE, OUTSIDE, range=_WORD)
    INKEY = Gives[()](STRING, KEYS, fresh=True, function="INKEY$")
    INPUT_CHARACTERS = Gives[Number](STRING, QUICK, "count", fresh=True)
    BEGIN_INPUT = Does[str](QUICK, "prompt")
    #: Returns nothing when nothing is to be assigned.
    INPUT_LINE = MayLeave[Offset](QUICK, "statement")
    #: Returns nothing when the user enters an empty line for it, which ends the statement.
    FIELD_NUMBER = MayLeave[()](QUICK)
    FIELD_STRING = MayLeave[()](QUICK)
    #: Returns nothing when the last item was more, or other, than a number where one was read: INPUT starts again.
    FIELD_CHECK = MayLeave[()](QUICK)
    END_INPUT = Does[()](QUICK)

    # Printing: where it goes is chosen first
    TO_PRINTER = Gives[()](STRING, QUICK)
    TO_FILE = Gives[Number](STRING, QUICK, "channel")
    PRINT_STRING = Does[Out, Text](QUICK, "out", "text")
    PRINT_NUMBER = Does[Out, Number](QUICK, "out", "number")
    PRINT_COMMA = Does[Out](QUICK, "out")
    PRINT_TAB = Does[Out, Integer](QUICK, "out", "column")
    PRINT_SPACES = Does[Out, Integer](QUICK, "out", "count")
    PRINT_LINE = Does[Out](QUICK, "out")
    BEGIN_USING = Gives[Out, Text](STRING, QUICK, "out", "format")
    USING_STRING = Does[Kept, Text](QUICK, "using", "text")
    USING_NUMBER = Does[Kept, Number](QUICK, "using", "number")
    END_USING = Does[Kept](QUICK, "using")

    # Screen
    #: Brings the last text screen back if a graphic one is shown.
    FORCE_TEXT = Does[()](LONG)
    COLUMN = Gives[Number](INTEGER, QUICK, "number", range=_BYTE, function="POS")
    ROW = Gives[()](DOUBLE, QUICK, range=(0, 24), function="CSRLIN")
    PRINTER_COLUMN = Gives[Number](INTEGER, QUICK, "number", range=_BYTE, function="LPOS")

    # Modes and colours
    #: Fails below this SCREEN.
    NEED_SCREEN = Does[int](QUICK, "least")
    #: Fails on an MSX1.
    NEED_MSX2 = Does[int](LONG, "error")
    #: Fails below an MSX2+.
    NEED_MSX2_PLUS = Does[()](LONG)

    # Sprites
    SPRITE_PATTERN = Gives[Byte](STRING, LONG, "number", fresh=True)

    # Drawing, operand by operand
    #: Sets the last point. `step`: whether the coordinates count from the one before.
    MOVE = Does[Integer, Integer, bool](QUICK, "x", "y", "step")
    #: Returns the last point.
    PLACE = Gives[()](DOUBLE, QUICK)
    #: Returns a colour, or -1.
    POINT = Gives[Integer, Integer, bool](INTEGER, QUICK, "x", "y", "step", range=(-1, 255))
    #: The colour to draw with; without one, `background` says whether it is the background's.
    #: whole: a colour that SCREEN 10 takes all bits of.
    INK = Does[Byte | None, bool, bool](QUICK, "colour", "background", "whole")
    RASTER = Does[Raster](QUICK, "operation")
    #: Copies an area to a point, each on its page if one is given.
    COPY_AREA = Does[Kept, Kept, Kept | None, Kept, Kept | None, Raster](
        LONG, "first", "last", "page", "point", "to_page", "operation"
    )
    COPY_TO_ARRAY = Does[Kept, Kept, Kept | None, ArrayName](LONG | WRITES, "first", "last", "page", "array")
    COPY_TO_FILE = Does[Kept, Kept, Kept | None, Written](LONG | OUTSIDE, "first", "last", "page", "name")
    COPY_FROM_ARRAY = Does[ArrayName, Byte | None, Kept, Kept | None, Raster](
        LONG, "array", "direction", "point", "to_page", "operation"
    )
    COPY_FROM_FILE = Does[Text, Byte | None, Kept, Kept | None, Raster](
        LONG | OUTSIDE, "name", "direction", "point", "to_page", "operation"
    )

    # Memory and devices
    PEEK = Gives[Number](INTEGER, QUICK, "address", range=_BYTE, function="PEEK")
    VPEEK = Gives[Number](INTEGER, QUICK, "address", range=_BYTE, function="VPEEK")
    BASE = Gives[Number](DOUBLE, QUICK, "table", range=(0, 0x1FFFF), function="BASE")
    VDP = Gives[Number](DOUBLE, CLOCK, "register", range=_BYTE, function="VDP")
    INP = Gives[Number](INTEGER, OUTSIDE, "port", range=_BYTE, function="INP")
    PLAYING = Gives[Number](INTEGER, CLOCK, "voice", range=_TRUTH, function="PLAY")
    STICK = Gives[Number](INTEGER, KEYS, "number", range=_BYTE, function="STICK")
    TRIGGER = Gives[Number](INTEGER, KEYS, "number", range=_TRUTH, function="STRIG")
    PADDLE = Gives[Number](INTEGER, LONG | KEYS, "number", range=_BYTE, function="PDL")
    PAD = Gives[Number](INTEGER, LONG | KEYS, "number", range=(-128, 127), function="PAD")
    #: CALL TURBO ON and OFF.
    TURBO = Does[bool](LONG, "on")

    # Files
    OPEN = Does[Kept, OpenMode | None, Number, Number | None](
        LONG | OUTSIDE | Trait.FILES, "name", "mode", "channel", "size"
    )
    #: The number of a file. Fails if there are not so many files, or, if it must be `opened`, if it is not open.
    CHANNEL = Gives[Number, bool](INTEGER, QUICK, "number", "opened", range=_BYTE)
    #: What INPUT$ reads from a file.
    FILE_CHARACTERS = Gives[Number, Number](STRING, LONG, "count", "channel", fresh=True)
    END_OF_FILE = Gives[Number](INTEGER, LONG, "channel", range=_TRUTH, function="EOF")
    FILE_PLACE = Gives[Number](DOUBLE, LONG, "channel")
    FILE_SIZE = Gives[Number](DOUBLE, LONG, "channel")
    FILE_POSITION = Gives[Number](DOUBLE, LONG, "channel")
    DISK_FREE = Gives[Number](DOUBLE, LONG | OUTSIDE, "drive")
    READ_SECTOR = Gives[Value, Value](STRING, LONG | OUTSIDE, "drive", "sector")
    #: Fails without a disk drive.
    NEED_DISK = Does[()](LONG)
    #: Returns its operand, or fails without a disk drive.
    OF_DISK = Gives[Number](DOUBLE, LONG, "number")

    # Programs and other files
    #: Fails unless a file of such a name is there.
    FIND_FILE = Does[Text](LONG | OUTSIDE, "name")
    COPY_FILE = Does[Text, Written](LONG | OUTSIDE, "source", "target")
    #: Fails unless the array is there.
    NEED_ARRAY = Does[ArrayName](QUICK, "array")
    COPY_ARRAY_TO_FILE = Does[ArrayName, Written](LONG | OUTSIDE, "array", "name")
    COPY_FILE_TO_ARRAY = Does[Text, ArrayName](LONG | OUTSIDE | WRITES, "name", "array")


def _of_statement(statement: type[tree.Statement], traits: Trait) -> Does[*tuple[Any, ...]]:
    """Return the operation of a statement that has its entry to say what it is: the fields are the operands."""
    taken = taken_by(statement)
    fields: dict[str, Any] = {}
    passed: dict[str, Any] = {}
    called = re.sub(r"(?<!^)([A-Z])", r"_\1", statement.__name__).upper()
    parts: dict[str, Does[*tuple[Any, ...]]] = {}
    annotations = get_annotations(statement)
    for name, annotation in annotations.items():
        base, said = annotation.removesuffix(" | None"), taken.get(name, (None,))
        if Trait.SETS in traits and isinstance(said[0], Operand) and said[0].is_set:
            fields[name] = SET
            if base.startswith("tuple"):
                # Each may be a string or a number.
                passed["text"] = bool
            continue
        if base == "LineRange":
            fields[name] = Annotated[int, ParameterKind(lines=said[-1])]
            passed |= {"first": int, "last": int}
            continue
        if base == "LineReference" and Trait.LEADS in traits:
            continue
        if base == "LineReference":
            kind: Any = Annotated[int, ParameterKind(there=True)]
            kind = kind | None
        elif base == "LinePlace":
            kind = Annotated[int, ParameterKind(line=said[-1])]
        else:
            # What an operation converts itself, it converts in order.
            kind = _WORDS.get(base) or _kind(said[0], Number not in fields.values())
            kind = kind | None if annotation != base else kind
        fields[name] = kind
        if Part.DONE in said:
            own = () if base == "Point" else (name,)
            part = parts[name] = Does(traits & ~(Trait.NOTHING | Trait.SETS), *passed, *own)
            part.name = f"{called}_{name.upper()}"
            part.parameters = (*passed.values(), *(kind for _ in own))
            if base == annotation and Part.BEGINS not in said and Trait.SETS not in traits:
                passed[name] = kind
            elif not own:
                # Whether there is a point.
                passed[name] = bool
        elif base == "Point":
            if "Point" in list(annotations.values())[len(fields) :]:
                passed[name] = Kept
        elif not (said[0] is DRAWN or base == "Raster" or Part.BACKGROUND in said or _is_ignored(said[0])):
            passed[name] = kind
    if SET in passed.values() and Text in passed.values():
        # Whether the text is newly made, and whether it is what the variable holds.
        passed |= {"fresh": bool, "same": bool}
    if Trait.BEHIND in traits:
        passed["behind"] = Offset
    made: Does[*tuple[Any, ...]] = Does(traits, *passed)
    made.name, made.statement, made.parameters = called, statement, tuple(passed.values())
    made.fields, made.parts = fields, parts
    return made


def _is_ignored(operand: object) -> bool:
    return isinstance(operand, Operand) and operand.ignored


#: What fields hold that are not expressions.
_WORDS: dict[str, type] = {
    kind.__name__: kind for kind in (bool, int, str, Device, Switch, Raster, tree.Point)
}


def _kind(operand: object, converted: bool) -> Any:
    """Return how an operand is read.

    Args:
        converted: Whether those before it have been converted.
    """
    if not isinstance(operand, Operand) or operand.takes is None:
        return Number
    if operand is TEXT_VARIABLE:
        return SET
    if operand.takes is ValueType.STRING:
        return Written if operand.written else Text
    if operand is DRAWN:
        return Byte
    if operand is RECORDS:
        return Annotated[Value, ParameterKind(bound=_BYTE[1], opened=True)]
    if operand.opened:
        return Annotated[Value, ParameterKind(opened=False)]
    if operand.low is None or operand.high is None:
        return Number
    if operand.at_once and (operand.low, operand.high) != _BYTE:
        bound = max(-operand.low, operand.high)
        return Annotated[Value, ParameterKind(bound=bound, within=(operand.low, operand.high))]
    if not (converted or operand.at_once) or operand.high > _INTEGER[1]:
        return Number
    return Byte if operand.low >= 0 and operand.high <= _BYTE[1] else Integer


#: The operations of statements that are one, by their names.
OF_STATEMENT: dict[str, Does[*tuple[Any, ...]]] = {
    operation.name: operation
    for kind, entries in DECLARED.items()
    for traits in [entry.traits for entry in entries if entry.traits is not None][:1]
    if issubclass(kind, tree.Statement)
    for made in [_of_statement(kind, traits)]
    for operation in (made, *made.parts.values())
}
#: Every operation.
OPERATIONS: tuple[AnyOperation, ...] = (
    *(operation for operation in vars(Op).values() if isinstance(operation, Operation)),
    *(operation for operation in OF_STATEMENT.values() if Trait.NOTHING not in operation.traits),
)


def with_trait(trait: Trait) -> frozenset[AnyOperation]:
    """Return the operations of which something is true."""
    return frozenset(operation for operation in OPERATIONS if trait in operation.traits)
