"""What code asks of the machine: one name for each service, the same for every emitter.

An operation takes values and plain data of the program (see `values.Argument`) in the order that its comment gives and
returns a value, an offset to go on at, or nothing. An emitter has a routine for each; the interpreter binds a method.
"""

from __future__ import annotations

from enum import Enum, auto


class Op(Enum):
    """An operation."""

    # What every expression needs
    ADD = auto()
    SUBTRACT = auto()
    MULTIPLY = auto()
    NEGATE = auto()
    #: a number as CINT and CSNG make it
    TO_INTEGER = auto()
    TO_SINGLE = auto()
    #: fails with Type mismatch, whatever its operands are
    MISMATCH = auto()
    #: fails with Illegal function call, whatever its operands are
    ILLEGAL = auto()
    #: returns -1, whatever its operands are
    ALWAYS = auto()
    #: left, right, whether each is a temporary
    JOIN = auto()
    #: left, which was held, right, whether it is a temporary
    JOIN_HELD = auto()
    #: a temporary string that waits while the next operand is computed; returns it
    HOLD = auto()
    #: left, which was held, right, comparison: whether it holds
    RELEASE = auto()
    #: a string for another variable
    COPY = auto()
    #: error number, note
    FAIL = auto()
    #: offset: the block can wait, and knows whether it starts again
    ENTER = auto()
    #: offset: CURLIN shall say where the run is
    AT = auto()

    # Numbers: arguments are numbers, the result is one. Sum, difference and product are `values.Compute`.
    DIVIDE = auto()
    POWER = auto()
    INTEGER_DIVIDE = auto()
    MODULO = auto()
    SIGN = auto()
    INT = auto()
    ABSOLUTE = auto()
    SQUARE_ROOT = auto()
    SINE = auto()
    COSINE = auto()
    TANGENT = auto()
    ARCTANGENT = auto()
    LOGARITHM = auto()
    EXPONENTIAL = auto()
    FIX = auto()
    TO_DOUBLE = auto()
    #: A number that must be 0 to 255.
    BYTE = auto()
    RANDOM = auto()

    # Strings
    LENGTH = auto()
    CODE = auto()
    VALUE = auto()
    #: text, count, whether the text is a temporary
    LEFT = auto()
    RIGHT = auto()
    #: text, first, count, whether the text is a temporary
    MIDDLE = auto()
    #: first, text, pattern
    FIND = auto()
    CHARACTER = auto()
    NUMBER_TEXT = auto()
    HEXADECIMAL = auto()
    OCTAL = auto()
    BINARY = auto()
    BLANKS = auto()
    #: count, code
    REPEAT_CODE = auto()
    #: count, text
    REPEAT_TEXT = auto()
    #: text, first, count, new text, whether it is given itself
    REPLACED = auto()
    TEXT_TO_INTEGER = auto()
    TEXT_TO_SINGLE = auto()
    TEXT_TO_DOUBLE = auto()
    INTEGER_TO_TEXT = auto()
    SINGLE_TO_TEXT = auto()
    DOUBLE_TO_TEXT = auto()

    # Variables
    #: array, subscripts
    DIMENSION = auto()
    #: array
    ERASE = auto()
    #: variable that must exist
    MUST_EXIST = auto()
    #: a variable's value, as it is from the moment on when the variable is made
    MADE = auto()
    #: type, first letter, last letter
    DEFINE_TYPE = auto()
    #: name of a variable or array, its subscripts or nothing, variables that the statement assigns to
    POINTER = auto()
    FILE_POINTER = auto()
    FREE_STRINGS = auto()
    FREE_MEMORY = auto()
    #: string space or nothing, highest address or nothing
    CLEAR = auto()
    #: name with type, offset of the body, parameters, their types
    DEFINE_FUNCTION = auto()
    #: name with type, pairs of type and value
    CALL_FUNCTION = auto()
    #: digit, address
    DEFINE_USR = auto()
    #: digit, value
    CALL_USR = auto()

    # DATA
    #: which item of this READ, from 0; nothing is taken yet
    READ_NUMBER = auto()
    READ_STRING = auto()
    #: fails if the last item was none
    READ_CHECK = auto()
    #: how many items were read: READ_CHECK, and they are taken
    READ_DONE = auto()
    #: line number or nothing
    RESTORE = auto()

    # Control flow
    #: variable, offset of the loop's body, limit, step
    BEGIN_LOOP = auto()
    #: variable: returns its innermost loop
    FIND_LOOP = auto()
    #: returns the offset of the loop's body, or a negative number when the loop has ended
    STEP_INNERMOST = auto()
    #: offset to return to
    CALL_SUBROUTINE = auto()
    #: returns the offset to return to
    RETURN = auto()
    #: fails unless there is a subroutine to return from
    MUST_BE_CALLED = auto()
    #: offset of the handler or nothing
    ON_ERROR = auto()
    RAISE_ERROR = auto()
    #: give the offset to go on at
    RESUME_SAME = auto()
    RESUME_NEXT = auto()
    RESUME_AT = auto()
    #: device, period, offsets or nothing
    ON_DEVICE = auto()
    #: device, number, switch
    SWITCH_DEVICE = auto()
    #: offset that CONT goes on at
    END = auto()
    STOP = auto()
    #: give the offset to go on at
    CONTINUE = auto()
    RUN_AGAIN = auto()
    #: name, whether files stay open
    RUN_FILE = auto()
    #: on or off, offset to go on at
    TRACE = auto()
    ERROR_NUMBER = auto()
    ERROR_LINE = auto()

    # Time and keys
    #: TIME
    TIME = auto()
    #: TIME in the argument of RND
    DRAW = auto()
    SET_TIME = auto()
    INKEY = auto()
    #: count [, channel]
    INPUT_CHARACTERS = auto()
    #: prompt
    BEGIN_INPUT = auto()
    BEGIN_LINE_INPUT = auto()
    #: offset of the statement; returns nothing when nothing is to be assigned
    INPUT_LINE = auto()
    #: returns the line
    LINE_INPUT = auto()
    #: give nothing when the statement starts again
    FIELD_NUMBER = auto()
    FIELD_STRING = auto()
    #: returns nothing if the last item was none: the statement starts again
    FIELD_CHECK = auto()
    #: returns the offset to start again at
    INPUT_AGAIN = auto()
    END_INPUT = auto()

    # Printing: where it goes is chosen first
    TO_SCREEN = auto()
    TO_PRINTER = auto()
    #: channel
    TO_FILE = auto()
    PRINT_STRING = auto()
    PRINT_NUMBER = auto()
    PRINT_COMMA = auto()
    PRINT_TAB = auto()
    PRINT_SPACES = auto()
    PRINT_LINE = auto()
    #: format
    BEGIN_USING = auto()
    USING_STRING = auto()
    USING_NUMBER = auto()
    END_USING = auto()

    # Screen
    #: column, row, cursor switch: each may be nothing
    LOCATE = auto()
    WIDTH = auto()
    CLEAR_SCREEN = auto()
    #: the text screen that was there last comes back if a graphic one is shown
    FORCE_TEXT = auto()
    #: number, text
    SET_KEY = auto()
    SHOW_KEYS = auto()
    LIST_KEYS = auto()
    COLUMN = auto()
    ROW = auto()
    PRINTER_COLUMN = auto()

    # Modes and colours. Operands of SCREEN, one each
    SCREEN_MODE = auto()
    SPRITE_SIZE = auto()
    KEY_CLICK = auto()
    BAUD_RATE = auto()
    INTERLACE = auto()
    #: error number: that of an MSX1
    NEED_MSX2 = auto()
    #: ink, paper, border: each may be nothing
    COLOUR = auto()
    RESET_COLOURS = auto()
    #: colour, red, green, blue
    SET_PALETTE = auto()
    NEW_PALETTE = auto()
    RESTORE_PALETTE = auto()
    #: page that is shown, page that is drawn on: each may be nothing
    SET_PAGE = auto()
    #: columns to the right, rows down
    SET_ADJUST = auto()

    # Sprites
    #: fails in SCREEN 0
    NEED_SPRITES = auto()
    #: number, pattern
    SET_SPRITE = auto()
    SPRITE_PATTERN = auto()
    #: plane: fails if there is none
    SELECT_SPRITE = auto()
    #: plane: to the last point
    PUT_SPRITE = auto()
    #: plane, colour
    PUT_SPRITE_COLOUR = auto()
    #: plane, pattern, whether the statement has a point
    PUT_SPRITE_PATTERN = auto()
    #: plane, colour
    SPRITE_COLOUR = auto()
    #: plane, colours of its rows
    SPRITE_ROWS = auto()

    # Drawing, operand by operand
    #: x, y, whether they count from the last point: the last point is there
    MOVE = auto()
    #: returns the last point
    PLACE = auto()
    #: x, y, whether they count from the last point: returns a colour
    POINT = auto()
    #: fails on a text screen
    NEED_GRAPHICS = auto()
    #: colour, or nothing and whether the background stands for it
    INK = auto()
    #: the logical operation
    RASTER = auto()
    #: the last point
    PSET = auto()
    #: first point; the last point is the other end or corner
    LINE = auto()
    BOX = auto()
    FILLED_BOX = auto()
    #: radius, around the last point: returns the circle, which the next ones take first
    BEGIN_CIRCLE = auto()
    #: circle, angle
    CIRCLE_START = auto()
    CIRCLE_END = auto()
    #: circle, height by width
    CIRCLE_ASPECT = auto()
    #: circle
    CIRCLE = auto()
    #: border or nothing; from the last point
    PAINT = auto()
    #: commands
    DRAW_MACRO = auto()
    #: first point, last point, page or nothing, then where to: point, page or nothing, operation
    COPY_AREA = auto()
    #: first point, last point, page or nothing, array
    COPY_TO_ARRAY = auto()
    #: first point, last point, page or nothing, name
    COPY_TO_FILE = auto()
    #: array, direction, then where to: point, page or nothing, operation
    COPY_FROM_ARRAY = auto()
    #: name, direction, then where to
    COPY_FROM_FILE = auto()

    # Memory and devices
    PEEK = auto()
    POKE = auto()
    VPEEK = auto()
    VPOKE = auto()
    BASE = auto()
    SET_BASE = auto()
    VDP = auto()
    SET_VDP = auto()
    INP = auto()
    OUT = auto()
    #: port, mask, flip: the bits that WAIT waits for
    PORT_BITS = auto()
    SOUND = auto()
    BEEP = auto()
    #: voices
    PLAY = auto()
    PLAYING = auto()
    STICK = auto()
    TRIGGER = auto()
    PADDLE = auto()
    PAD = auto()
    #: SET BEEP, TITLE and their kin, which a battery keeps
    SET_OPTION = auto()
    #: text
    SET_DATE = auto()
    #: text
    SET_CLOCK = auto()
    DATE = auto()
    CLOCK = auto()

    # Files
    #: name, mode or nothing, channel [, size]
    OPEN = auto()
    #: channel or nothing
    CLOSE = auto()
    MAX_FILES = auto()
    #: channel that INPUT # reads from
    INPUT_FROM = auto()
    FILE_NUMBER = auto()
    FILE_STRING = auto()
    #: channel
    FILE_LINE = auto()
    #: channel, parts: width, variable or array, subscripts or nothing
    FIELD = auto()
    #: variable or array, subscripts or nothing, text, right, whether the text is a temporary, whether it is itself
    SET_FIELD = auto()
    #: channel, record or nothing
    GET_RECORD = auto()
    PUT_RECORD = auto()
    END_OF_FILE = auto()
    FILE_PLACE = auto()
    FILE_SIZE = auto()
    FILE_POSITION = auto()
    DISK_FREE = auto()
    #: drive, sector
    READ_SECTOR = auto()
    WRITE_SECTOR = auto()
    #: fails without a disk drive
    NEED_DISK = auto()
    #: returns its operand, or fails without a disk drive
    OF_DISK = auto()

    # The program text
    #: first line, last line, to the printer, offset of the block; `CURRENT_LINE` is one, here and below
    LIST = auto()
    #: first line, last line
    DELETE = auto()
    #: new, old, step
    RENUMBER = auto()
    #: first, step
    NUMBER_LINES = auto()
    NEW = auto()
    #: name, run; returns the offset to go on at
    LOAD = auto()
    #: name, as text
    SAVE = auto()
    MERGE = auto()
    VERIFY = auto()
    #: pattern, to the printer
    LIST_FILES = auto()
    KILL = auto()
    #: old, new
    RENAME = auto()
    #: source, target
    COPY_FILE = auto()
    #: name, first, last, entry or nothing, video memory
    SAVE_MEMORY = auto()
    #: name, offset, video memory, run
    LOAD_MEMORY = auto()
