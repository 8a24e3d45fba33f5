"""How the calls of functions compile: tables of the plain ones, and those that have a form of their own."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from msxkit.interpreter import errors
from msxkit.interpreter.code import DOUBLE, INT16, INTEGER, SINGLE, STRING, Code, StatementError

if TYPE_CHECKING:
    from msxkit.interpreter.expressions import ExpressionCompiler

#: Functions of one number: how they are called, kind and bound of the result.
NUMERIC_FUNCTIONS: dict[str, tuple[str, str, int | None]] = {
    "SGN": ("sign({})", INTEGER, 1),
    "INT": ("int_({})", DOUBLE, None),
    "ABS": ("absolute({})", DOUBLE, None),
    "SQR": ("sqr({})", DOUBLE, None),
    "RND": ("rnd({})", DOUBLE, None),
    "SIN": ("sin({})", DOUBLE, None),
    "LOG": ("log({})", DOUBLE, None),
    "EXP": ("exp({})", DOUBLE, None),
    "COS": ("cos({})", DOUBLE, None),
    "TAN": ("tan({})", DOUBLE, None),
    "ATN": ("atn({})", DOUBLE, None),
    "FIX": ("fix({})", DOUBLE, None),
    "CINT": ("to_int16({})", INTEGER, INT16),
    "CSNG": ("csng({})", SINGLE, None),
    "CDBL": ("cdbl({})", DOUBLE, None),
    "PEEK": ("peek({})", INTEGER, 255),
    "VPEEK": ("vpeek({})", INTEGER, 255),
    "INP": ("inp({})", INTEGER, 255),
    "POS": ("pos({})", INTEGER, 255),
    "LPOS": ("lpos({})", INTEGER, 255),
    "STICK": ("stick({})", INTEGER, 255),
    "STRIG": ("strig({})", INTEGER, 1),
    "PDL": ("pdl({})", INTEGER, 255),
    "PAD": ("pad({})", INTEGER, 255),
    "EOF": ("eof({})", INTEGER, 1),
    "LOC": ("loc(of_disk({}))", DOUBLE, None),
    "LOF": ("lof(of_disk({}))", DOUBLE, None),
    "DSKF": ("dskf(of_disk({}))", DOUBLE, None),
    "FPOS": ("fpos({})", DOUBLE, None),
}
#: Functions of one string that give a number, and functions of one number that give a string.
STRING_TO_NUMBER: dict[str, tuple[str, str, int | None]] = {
    "LEN": ("len({})", INTEGER, 255),
    "ASC": ("asc({})", INTEGER, 255),
    "VAL": ("val({})", DOUBLE, None),
    "CVI": ("cvi({})", INTEGER, INT16),
    "CVS": ("cvs({})", SINGLE, None),
    "CVD": ("cvd({})", DOUBLE, None),
}
NUMBER_TO_STRING = {
    "STR$": "str_",
    "CHR$": "chr_",
    "HEX$": "hex_",
    "OCT$": "oct_",
    "BIN$": "bin_",
    "SPACE$": "space",
    "MKI$": "mki",
    "MKS$": "mks",
    "MKD$": "mkd",
}


def part(c: ExpressionCompiler, name: str) -> Code:
    text, count = c.arguments("t", "n")
    return Code(f"{name}({text.text}, {count.text}, {int(text.fresh)})", STRING, fresh=True)


def middle(c: ExpressionCompiler) -> Code:
    text, *numbers = c.arguments("t", "n", "n", optional=1)
    start = numbers[0].text
    count = numbers[1].text if len(numbers) > 1 else "255"
    return Code(f"mid({text.text}, {start}, {count}, {int(text.fresh)})", STRING, fresh=True)


def instring(c: ExpressionCompiler) -> Code:
    c.need_char("(")
    first = c.expression()
    depth = len(c.pending)
    c.pending.append(first.text)
    start = "1"
    if not first.is_string:
        start = first.text
        c.need_char(",")
        first = c.string()
        c.pending.append(first.text)
    c.need_char(",")
    second = c.string()
    c.pending.append(second.text)
    c.need_char(")")
    del c.pending[depth:]
    return Code(f"instr({start}, {first.text}, {second.text})", INTEGER, bound=255)


def repeated(c: ExpressionCompiler) -> Code:
    c.need_char("(")
    count = c.number()
    depth = len(c.pending)
    c.pending.append(count.text)
    c.need_char(",")
    what = c.expression()
    c.pending.append(what.text)
    c.need_char(")")
    del c.pending[depth:]
    name = "string_of" if what.is_string else "string_code"
    return Code(f"{name}({count.text}, {what.text})", STRING, fresh=True)


def input_characters(c: ExpressionCompiler) -> Code:
    c.need_char("$")
    c.need_char("(")
    count = c.number()
    channel = ""
    if c.take_char(","):
        c.take_char("#")
        channel = ", " + c.number().text
    c.need_char(")")
    c.event = True
    return Code(f"input_characters({count.text}{channel})", STRING, fresh=True)


def inkey(c: ExpressionCompiler) -> Code:
    c.event = True
    return Code("inkey()", STRING, fresh=True)


def time(c: ExpressionCompiler) -> Code:
    if c.drawing:
        c.event = True
        return Code("draw()", DOUBLE, bound=65535)
    return Code("now()", DOUBLE, bound=65535)


def user_function(c: ExpressionCompiler) -> Code:
    """FN: the arguments are converted when the function is called."""
    name, kind = c.name()
    c.event = True  # the body may contain anything
    arguments: list[Code] = []
    depth = len(c.pending)
    if c.take_char("("):
        while True:
            arguments.append(c.expression())
            c.pending.append(arguments[-1].text)
            if not c.take_char(","):
                break
        c.need_char(")")
    del c.pending[depth:]
    values = ", ".join(f"({code.kind!r}, {code.text})" for code in arguments)
    key = f"{name}{kind}"
    return Code(
        f"call_fn({key!r}, [{values}])",
        kind,
        bound=INT16 if kind == INTEGER else None,
        fresh=kind == STRING,
    )


def usr(c: ExpressionCompiler) -> Code:
    number = 0
    if c.here.kind == "number" and c.here.value in range(10):
        number = int(str(c.advance().value))
    elif c.here.kind == "digits":
        number = int(str(c.advance().value)[0])
    argument = c.parenthesised()
    c.event = True  # a BIOS entry may wait for a key
    return Code(f"usr({number}, {argument.text})", argument.kind, fresh=argument.is_string)


def address_of(c: ExpressionCompiler) -> Code:
    c.need_char("(")
    if c.take_char("#"):
        code = c.number()
        c.need_char(")")
        return Code(f"file_pointer({code.text})", INTEGER, bound=INT16)
    name, kind = c.name()
    # What the statement assigns to exists already.
    made = tuple(sorted(c.assigned))
    if c.at_subscripts():
        array = c.array(name, kind)
        text = f"pointer({array!r}, {c.subscripts()}, made={made})"
    else:
        text = f"pointer({c.variable(name, kind)!r}, made={made})"
    c.need_char(")")
    return Code(text, INTEGER, bound=INT16)


def indexed(c: ExpressionCompiler, name: str, bound: int) -> Code:
    code = c.numeric(c.parenthesised())
    return Code(f"{name}({code.text})", DOUBLE, bound=bound)


def free(c: ExpressionCompiler) -> Code:
    code = c.parenthesised()
    name = "free_strings" if code.is_string else "free_memory"
    return Code(f"{name}({code.text})", DOUBLE, bound=65535)


def constant_word(c: ExpressionCompiler, text: str, bound: int) -> Code:
    return Code(text, DOUBLE, bound=bound)


def unsupported(c: ExpressionCompiler) -> Code:
    raise StatementError(errors.ILLEGAL_CALL, errors.TEXT_SCREENS_ONLY)


def sprite_pattern(c: ExpressionCompiler) -> Code:
    c.need_char("$")
    number = c.numeric(c.parenthesised())
    return Code(f"sprite_pattern({number.text})", STRING, fresh=True)


def play_state(c: ExpressionCompiler) -> Code:
    number = c.numeric(c.parenthesised())
    return Code(f"playing({number.text})", INTEGER, bound=1)


def point(c: ExpressionCompiler) -> Code:
    if c.take_word("STEP"):
        pass
    x, y = c.arguments("n", "n")
    return Code(f"text_only({x.text}, {y.text})", INTEGER, bound=INT16)


#: Functions with a form of their own.
SPECIAL_FUNCTIONS: dict[str, Callable[[ExpressionCompiler], Code]] = {
    "LEFT$": partial(part, name="left"),
    "RIGHT$": partial(part, name="right"),
    "MID$": middle,
    "INSTR": instring,
    "STRING$": repeated,
    "INPUT": input_characters,
    "INKEY$": inkey,
    "TIME": time,
    "FN": user_function,
    "USR": usr,
    "VARPTR": address_of,
    "FRE": free,
    "BASE": lambda c: indexed(c, "base", 0x1FFFF),
    "VDP": lambda c: indexed(c, "vdp", 255),
    "ERR": lambda c: constant_word(c, "faults.err", 255),
    "ERL": lambda c: constant_word(c, "faults.erl", 65535),
    "CSRLIN": lambda c: constant_word(c, "csrlin()", 24),
    "POINT": point,
    "SPRITE": sprite_pattern,
    "PLAY": play_state,
    "ATTR$": unsupported,
    "DSKI$": unsupported,
}
