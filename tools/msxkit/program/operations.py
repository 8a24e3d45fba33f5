"""What code asks of the machine: one operation for each service, the same for every emitter.

An operation says what it takes, in order, and what it returns. Calling it with arguments makes the part of a block that
asks for it. An emitter has a routine for each; the interpreter binds a method.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, NamedTuple, TypeVar, TypeVarTuple, cast

from msxkit.basic_type import DOUBLE, INTEGER, SINGLE, STRING, BasicType
from msxkit.language import tree
from msxkit.language.tree.base import Device, OpenMode, Raster, Switch
from msxkit.program.model import Do, GoWhere, LeaveIfNone, Target
from msxkit.program.operation import AnyOperation, Operation
from msxkit.program.values import (
    INT16,
    Argument,
    ArrayName,
    Call,
    FunctionName,
    Load,
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
        statement: The class of the tree that is this operation alone: its fields of these names are the operands.
    """

    def __init__(self, *names: str, statement: type[tree.Statement] | None = None) -> None:
        super().__init__(*names)
        self.statement = statement

    def __call__(self, *arguments: *Parameters) -> Do:
        """Return the instruction that carries it out."""
        return Do(self, cast("tuple[Argument, ...]", arguments))


class Leads(Operation[*Parameters]):
    """An operation that can end a block: it then returns where the run goes on."""

    def __call__(self, *arguments: *Parameters) -> Do:
        """Return the instruction that carries it out in the middle of a block."""
        return Do(self, cast("tuple[Argument, ...]", arguments))

    def end(self, *arguments: *Parameters) -> GoWhere:
        """Return the end of a block: the run goes on at the offset that the operation returns."""
        return GoWhere(self, cast("tuple[Argument, ...]", arguments))


class MayLeave(Operation[*Parameters]):
    """An operation that can return nothing, which ends the block."""

    def unless_none(
        self, number: int, otherwise: Target | AnyOperation, *arguments: *Parameters
    ) -> LeaveIfNone:
        """Return the instruction that keeps what it returns in a temporary, or leaves the block for `otherwise`."""
        return LeaveIfNone(number, self, cast("tuple[Argument, ...]", arguments), otherwise)


class Gives(Operation[*Parameters]):
    """An operation that returns a value.

    Attributes:
        type: The type of the value.
    """

    def __init__(
        self,
        kind: BasicType,
        *names: str,
        range: tuple[int, int] | None = None,
        fresh: bool = False,
        quiet: bool = False,
    ) -> None:
        super().__init__(*names)
        self.type = kind
        self.range, self.fresh, self.quiet = range, fresh, quiet
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


class Kind(NamedTuple):
    """Which values a parameter takes.

    Attributes:
        text: Whether it takes strings, not numbers.
        bound: The largest magnitude, on which the emitter may rely; None for any number.
    """

    text: bool = False
    bound: int | None = None


Number = Annotated[Value, Kind()]
Text = Annotated[Value, Kind(text=True)]
#: Numbers that have been made integers, and bytes.
Integer = Annotated[Value, Kind(bound=INT16)]
Byte = Annotated[Value, Kind(bound=255)]
#: What the block has kept: an object that the machine made for a statement.
Kept = Temporary
#: An offset of the program text.
Offset = int
#: The target of PRINT: None for the screen.
Out = Temporary | None

_TRUTH = (-1, 0)
_BYTE = (0, 255)
_WORD = (0, 65535)
_INTEGER = (-INT16, INT16 - 1)


class Op:
    """The operations."""

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
    DIVIDE = Gives[Number, Number](DOUBLE, "left", "right")
    POWER = Gives[Number, Number](DOUBLE, "left", "right")
    INTEGER_DIVIDE = Gives[Integer, Number](DOUBLE, "left", "right", range=(-INT16, INT16))
    MODULO = Gives[Integer, Number](INTEGER, "left", "right", range=_INTEGER)
    SIGN = Gives[Number](INTEGER, "number", range=(-1, 1))
    INT = Gives[Number](DOUBLE, "number")
    ABSOLUTE = Gives[Number](DOUBLE, "number")
    SQUARE_ROOT = Gives[Number](DOUBLE, "number")
    SINE = Gives[Number](DOUBLE, "number")
    COSINE = Gives[Number](DOUBLE, "number")
    TANGENT = Gives[Number](DOUBLE, "number")
    ARCTANGENT = Gives[Number](DOUBLE, "number")
    LOGARITHM = Gives[Number](DOUBLE, "number")
    EXPONENTIAL = Gives[Number](DOUBLE, "number")
    FIX = Gives[Number](DOUBLE, "number")
    TO_DOUBLE = Gives[Number](DOUBLE, "number")
    #: Fails unless the number is a byte.
    BYTE = Gives[Number](INTEGER, "number", range=_BYTE)
    RANDOM = Gives[Number](DOUBLE, "number")

    # Strings
    LENGTH = Gives[Text](INTEGER, "text", range=_BYTE, quiet=True)
    CODE = Gives[Text](INTEGER, "text", range=_BYTE)
    VALUE = Gives[Text](DOUBLE, "text")
    LEFT = Gives[Text, Number, bool](STRING, "text", "count", "text_fresh", fresh=True)
    RIGHT = Gives[Text, Number, bool](STRING, "text", "count", "text_fresh", fresh=True)
    MIDDLE = Gives[Text, Number, Number, bool](STRING, "text", "first", "count", "text_fresh", fresh=True)
    FIND = Gives[Number, Text, Text](INTEGER, "first", "text", "pattern", range=_BYTE)
    CHARACTER = Gives[Number](STRING, "code", fresh=True)
    NUMBER_TEXT = Gives[Number](STRING, "number", fresh=True)
    HEXADECIMAL = Gives[Number](STRING, "number", fresh=True)
    OCTAL = Gives[Number](STRING, "number", fresh=True)
    BINARY = Gives[Number](STRING, "number", fresh=True)
    BLANKS = Gives[Number](STRING, "count", fresh=True)
    REPEAT_CODE = Gives[Number, Number](STRING, "count", "code", fresh=True)
    REPEAT_TEXT = Gives[Number, Text](STRING, "count", "text", fresh=True)
    #: The old string with a part replaced; `same`: whether the new text is the old string itself.
    REPLACED = Gives[Text, Number, Number, Text, bool](STRING, "old", "first", "count", "new", "same")
    TEXT_TO_INTEGER = Gives[Text](INTEGER, "text", range=_INTEGER)
    TEXT_TO_SINGLE = Gives[Text](SINGLE, "text")
    TEXT_TO_DOUBLE = Gives[Text](DOUBLE, "text")
    INTEGER_TO_TEXT = Gives[Number](STRING, "number", fresh=True)
    SINGLE_TO_TEXT = Gives[Number](STRING, "number", fresh=True)
    DOUBLE_TO_TEXT = Gives[Number](STRING, "number", fresh=True)
    #: Fails with Illegal function call, whatever its operand is.
    ILLEGAL = Gives[Number](STRING, "number")

    # Variables
    DIMENSION = Does[ArrayName, Subscripts]("array", "subscripts")
    ERASE = Does[ArrayName]("array")
    #: Fails unless the variable has been made.
    MUST_EXIST = Does[Load]("variable")
    DEFINE_TYPE = Does[BasicType, str, str]("type", "first", "last")
    #: The address of a variable or element; `coming`: variables that the statement assigns to.
    POINTER = Gives[VariableName | ArrayName, Subscripts | None, tuple[VariableName, ...]](
        INTEGER, "name", "subscripts", "coming", range=_INTEGER
    )
    FILE_POINTER = Gives[Number](INTEGER, "channel", range=_INTEGER)
    FREE_STRINGS = Gives[Text](DOUBLE, "text", range=_WORD)
    FREE_MEMORY = Gives[Number](DOUBLE, "number", range=_WORD)
    CLEAR = Does[Integer | None, Number | None]("space", "top")
    DEFINE_FUNCTION = Does[FunctionName, Offset, tuple[VariableName, ...], tuple[BasicType, ...]](
        "name", "body", "parameters", "types"
    )
    #: The type is the function's.
    CALL_FUNCTION = Gives[FunctionName, tuple[tuple[BasicType, Value], ...]](
        DOUBLE, "name", "arguments", fresh=True
    )
    DEFINE_USR = Does[int, Number]("digit", "address")
    #: The type is that of its argument.
    CALL_USR = Gives[int, BasicType, Value](DOUBLE, "digit", "type", "argument", fresh=True)

    # DATA
    #: Which item of this READ, from 0; nothing is taken yet.
    READ_NUMBER = Gives[int](DOUBLE, "item")
    READ_STRING = Gives[int](STRING, "item")
    #: Fails if the last item was more, or other, than a number where one was read.
    READ_CHECK = Does[()]()
    #: READ_CHECK, then takes the items.
    READ_DONE = Does[int]("items")
    RESTORE = Does[int | None]("line")

    # Control flow
    BEGIN_LOOP = Does[VariableName, Offset, Kept, Kept]("variable", "body", "limit", "step")
    #: Returns the offset of the loop's body, or a negative number when the loop has ended.
    STEP_INNERMOST = Does[()]()
    CALL_SUBROUTINE = Does[Offset]("back")
    RETURN = Leads[()]()
    #: Fails unless there is a subroutine to return from.
    MUST_BE_CALLED = Does[()]()
    ON_ERROR = Does[Offset | None]("handler")
    RAISE_ERROR = Does[Byte]("number", statement=tree.Error)
    RESUME_SAME = Leads[()]()
    RESUME_NEXT = Leads[()]()
    RESUME_AT = Does[()]()
    ON_DEVICE = Does[Device, Number, tuple[Offset | None, ...]]("device", "period", "routines")
    SWITCH_DEVICE = Does[Device, Number, Switch]("device", "number", "switch")
    #: CONT goes on after it.
    END = Does[Offset]("behind")
    STOP = Does[Offset]("behind")
    CONTINUE = Leads[()]()
    RUN_AGAIN = Leads[()]()
    RUN_FILE = Leads[Text, bool]("name", "keep_open")
    TRACE = Leads[bool, Offset]("on", "behind")
    ERROR_NUMBER = Gives[()](DOUBLE, range=_BYTE)
    ERROR_LINE = Gives[()](DOUBLE, range=_WORD)

    # Time and keys
    TIME = Gives[()](DOUBLE, range=_WORD)
    #: TIME in the argument of RND.
    DRAW = Gives[()](DOUBLE, range=_WORD)
    SET_TIME = Does[Number]("value", statement=tree.SetTime)
    INKEY = Gives[()](STRING, fresh=True)
    INPUT_CHARACTERS = Gives[Number](STRING, "count", fresh=True)
    BEGIN_INPUT = Does[str]("prompt")
    BEGIN_LINE_INPUT = Does[str]("prompt")
    #: Returns nothing when nothing is to be assigned.
    INPUT_LINE = MayLeave[Offset]("statement")
    LINE_INPUT = Gives[()](STRING)
    #: Returns nothing when the user enters an empty line for it, which ends the statement.
    FIELD_NUMBER = MayLeave[()]()
    FIELD_STRING = MayLeave[()]()
    #: Returns nothing when the last item was more, or other, than a number where one was read: INPUT starts again.
    FIELD_CHECK = MayLeave[()]()
    END_INPUT = Does[()]()

    # Printing: where it goes is chosen first
    TO_PRINTER = Gives[()](STRING)
    TO_FILE = Gives[Number](STRING, "channel")
    PRINT_STRING = Does[Out, Text]("out", "text")
    PRINT_NUMBER = Does[Out, Number]("out", "number")
    PRINT_COMMA = Does[Out]("out")
    PRINT_TAB = Does[Out, Integer]("out", "column")
    PRINT_SPACES = Does[Out, Integer]("out", "count")
    PRINT_LINE = Does[Out]("out")
    BEGIN_USING = Gives[Out, Text](STRING, "out", "format")
    USING_STRING = Does[Kept, Text]("using", "text")
    USING_NUMBER = Does[Kept, Number]("using", "number")
    END_USING = Does[Kept]("using")

    # Screen
    LOCATE = Does[Byte | None, Byte | None, Byte | None]("column", "row", "cursor")
    WIDTH = Does[Byte]("columns", statement=tree.Width)
    CLEAR_SCREEN = Does[()]()
    #: Brings the last text screen back if a graphic one is shown.
    FORCE_TEXT = Does[()]()
    SET_KEY = Does[Byte, Text]("number", "text", statement=tree.Key)
    SHOW_KEYS = Does[bool]("on")
    LIST_KEYS = Does[()]()
    COLUMN = Gives[Number](INTEGER, "number", range=_BYTE)
    ROW = Gives[()](DOUBLE, range=(0, 24))
    PRINTER_COLUMN = Gives[Number](INTEGER, "number", range=_BYTE)

    # Modes and colours. Operands of SCREEN, one each
    SCREEN_MODE = Does[Byte]("mode")
    SPRITE_SIZE = Does[Byte]("size")
    KEY_CLICK = Does[Byte]("click")
    BAUD_RATE = Does[Byte]("rate")
    INTERLACE = Does[Byte]("interlace")
    #: Fails on an MSX1.
    NEED_MSX2 = Does[int]("error")
    COLOUR = Does[Byte | None, Byte | None, Byte | None]("ink", "paper", "border")
    RESET_COLOURS = Does[()]()
    SET_PALETTE = Does[Byte | None, Byte | None, Byte | None, Byte | None]("colour", "red", "green", "blue")
    NEW_PALETTE = Does[()]()
    RESTORE_PALETTE = Does[()]()
    #: The pages that are shown and drawn on.
    SET_PAGE = Does[Byte | None, Byte | None]("shown", "active")
    SET_ADJUST = Does[Integer, Integer]("right", "down")

    # Sprites
    #: Fails in SCREEN 0.
    NEED_SPRITES = Does[()]()
    SET_SPRITE = Does[Byte, Text]("number", "pattern")
    SPRITE_PATTERN = Gives[Byte](STRING, "number", fresh=True)
    #: Fails if there is no such plane.
    SELECT_SPRITE = Does[Byte]("plane")
    #: Puts the sprite at the last point.
    PUT_SPRITE = Does[Byte]("plane")
    PUT_SPRITE_COLOUR = Does[Byte, Byte]("plane", "colour")
    #: `placed`: whether the statement has a point.
    PUT_SPRITE_PATTERN = Does[Byte, Byte, bool]("plane", "pattern", "placed")
    SPRITE_COLOUR = Does[Byte | None, Byte | None]("plane", "colour")
    SPRITE_ROWS = Does[Byte, Text]("plane", "colours")

    # Drawing, operand by operand
    #: Sets the last point. `step`: whether the coordinates count from the one before.
    MOVE = Does[Integer, Integer, bool]("x", "y", "step")
    #: Returns the last point.
    PLACE = Gives[()](DOUBLE)
    #: Returns a colour, or -1.
    POINT = Gives[Integer, Integer, bool](INTEGER, "x", "y", "step", range=(-1, 255))
    #: Fails on a text screen.
    NEED_GRAPHICS = Does[()]()
    #: The colour to draw with; without one, `background` says whether it is the background's.
    INK = Does[Byte | None, bool]("colour", "background")
    RASTER = Does[Raster]("operation")
    #: Draws the last point.
    PSET = Does[()]()
    #: Draws from a point to the last point, its other end or corner.
    LINE = Does[Kept]("first")
    BOX = Does[Kept]("first")
    FILLED_BOX = Does[Kept]("first")
    #: A circle around the last point; returns it, and the next operations take it first.
    BEGIN_CIRCLE = Gives[Integer](DOUBLE, "radius")
    CIRCLE_START = Does[Kept, Number]("circle", "angle")
    CIRCLE_END = Does[Kept, Number]("circle", "angle")
    #: The height divided by the width.
    CIRCLE_ASPECT = Does[Kept, Number]("circle", "aspect")
    CIRCLE = Does[Kept]("circle")
    #: Fills from the last point.
    PAINT = Does[Byte | None]("border")
    DRAW_MACRO = Does[Text]("commands")
    #: Copies an area to a point, each on its page if one is given.
    COPY_AREA = Does[Kept, Kept, Kept | None, Kept, Kept | None, Raster](
        "first", "last", "page", "point", "to_page", "operation"
    )
    COPY_TO_ARRAY = Does[Kept, Kept, Kept | None, ArrayName]("first", "last", "page", "array")
    COPY_TO_FILE = Does[Kept, Kept, Kept | None, Text]("first", "last", "page", "name")
    COPY_FROM_ARRAY = Does[ArrayName, Byte | None, Kept, Kept | None, Raster](
        "array", "direction", "point", "to_page", "operation"
    )
    COPY_FROM_FILE = Does[Text, Byte | None, Kept, Kept | None, Raster](
        "name", "direction", "point", "to_page", "operation"
    )

    # Memory and devices
    PEEK = Gives[Number](INTEGER, "address", range=_BYTE)
    POKE = Does[Number, Number]("address", "value", statement=tree.Poke)
    VPEEK = Gives[Number](INTEGER, "address", range=_BYTE)
    VPOKE = Does[Number, Number]("address", "value", statement=tree.Vpoke)
    BASE = Gives[Number](DOUBLE, "table", range=(0, 0x1FFFF))
    SET_BASE = Does[Number, Number]("table", "address", statement=tree.SetBase)
    VDP = Gives[Number](DOUBLE, "register", range=_BYTE)
    SET_VDP = Does[Byte, Number]("register", "value", statement=tree.SetVdp)
    INP = Gives[Number](INTEGER, "port", range=_BYTE)
    OUT = Does[Number, Number]("port", "value", statement=tree.Out)
    #: The bits that WAIT waits for.
    PORT_BITS = Gives[Number, Byte, Byte](INTEGER, "port", "mask", "flip", range=_BYTE)
    SOUND = Does[Byte, Number]("register", "value", statement=tree.Sound)
    BEEP = Does[()]()
    PLAY = Does[*tuple[Text, ...]]("voices")
    PLAYING = Gives[Number](INTEGER, "voice", range=_TRUTH)
    STICK = Gives[Number](INTEGER, "number", range=_BYTE)
    TRIGGER = Gives[Number](INTEGER, "number", range=_TRUTH)
    PADDLE = Gives[Number](INTEGER, "number", range=_BYTE)
    PAD = Gives[Number](INTEGER, "number", range=_BYTE)
    #: CALL TURBO ON and OFF.
    TURBO = Does[bool]("on")
    #: SET BEEP, TITLE and similar, which a battery keeps.
    SET_OPTION = Does[()]()
    SET_DATE = Does[Text]("date")
    SET_CLOCK = Does[Text]("time")
    DATE = Gives[()](STRING)
    CLOCK = Gives[()](STRING)

    # Files
    OPEN = Does[Kept, OpenMode | None, Number, Number | None]("name", "mode", "channel", "size")
    CLOSE = Does[Number | None]("channel")
    MAX_FILES = Does[Byte]("count", statement=tree.MaxFiles)
    #: The channel that INPUT # reads from.
    INPUT_FROM = Does[Number]("channel")
    #: What INPUT$ reads from a file.
    FILE_CHARACTERS = Gives[Number, Number](STRING, "count", "channel", fresh=True)
    FILE_NUMBER = Gives[()](DOUBLE)
    FILE_STRING = Gives[()](STRING)
    FILE_LINE = Gives[Number](STRING, "channel")
    #: `parts`: pairs of a width and a variable.
    FIELD = Does[Number, *tuple[tuple[Number, StringPlace], ...]]("channel", "parts")
    #: LSET and RSET; `same`: whether the text is the variable itself.
    SET_FIELD = Does[StringPlace, Text, bool, bool, bool]("place", "text", "right", "text_fresh", "same")
    GET_RECORD = Does[Number, Number | None]("channel", "record")
    PUT_RECORD = Does[Number, Number | None]("channel", "record")
    END_OF_FILE = Gives[Number](INTEGER, "channel", range=_TRUTH)
    FILE_PLACE = Gives[Number](DOUBLE, "channel")
    FILE_SIZE = Gives[Number](DOUBLE, "channel")
    FILE_POSITION = Gives[Number](DOUBLE, "channel")
    DISK_FREE = Gives[Number](DOUBLE, "drive")
    READ_SECTOR = Gives[Value, Value](STRING, "drive", "sector")
    WRITE_SECTOR = Does[Number, Number]("drive", "sector")
    #: Fails without a disk drive.
    NEED_DISK = Does[()]()
    #: Returns its operand, or fails without a disk drive.
    OF_DISK = Gives[Number](DOUBLE, "number")

    # The program text. `CURRENT_LINE` is a line, here and below.
    LIST = Does[int, int, bool, Offset]("first", "last", "printer", "block")
    DELETE = Does[int, int]("first", "last")
    RENUMBER = Does[int, int, int]("new", "old", "step")
    NUMBER_LINES = Does[int, int]("first", "step")
    NEW = Does[()]()
    LOAD = Leads[Text, bool]("name", "run")
    SAVE = Does[Text, bool]("name", "as_text")
    MERGE = Does[Text]("name", statement=tree.Merge)
    VERIFY = Does[Text]("name")
    LIST_FILES = Does[Text | str, bool]("pattern", "printer")
    KILL = Does[Text]("name")
    RENAME = Does[Text, Text]("old", "new")
    COPY_FILE = Does[Text, Text]("source", "target")
    COPY_FILE_TO_ARRAY = Does[Text, ArrayName]("name", "array")
    SAVE_MEMORY = Does[Text, Number, Number, Number | None, bool]("name", "first", "last", "entry", "video")
    LOAD_MEMORY = Does[Text, Number, bool, bool]("name", "offset", "video", "run")


#: Every operation.
OPERATIONS: tuple[AnyOperation, ...] = tuple(
    operation for operation in vars(Op).values() if isinstance(operation, Operation)
)
