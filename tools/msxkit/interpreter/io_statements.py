"""How the statements of screen, keyboard, files and hardware compile."""

from __future__ import annotations

from msxkit.interpreter import errors
from msxkit.interpreter.code import STRING, StatementError
from msxkit.interpreter.compiler import LineCompiler, Statement
from msxkit.interpreter.flow_statements import trap_switch
from msxkit.interpreter.statements import item_source, require_end

# PRINT


def print_(c: LineCompiler) -> None:
    if c.take_char("#"):
        channel = c.number().text
        c.emit(f"o = channel_out({channel})")
        if not c.at_end():
            c.need_char(",")
        items(c, "o")
    else:
        items(c, "screen_out")


def lprint(c: LineCompiler) -> None:
    c.emit("o = printer_out()")
    items(c, "o")


def items(c: LineCompiler, out: str) -> None:
    """The items of PRINT to the printer object `out` (its methods are bound as `screen_out_...`)."""
    newline = True
    while not c.at_end():
        at = c.here.at
        if c.take_word("USING"):
            using(c, out)
            return
        if c.take_char(";"):
            newline = False
            continue
        if c.take_char(","):
            c.emit(f"{out}.comma()")
            newline = False
            continue
        newline = True
        printed = bool(c.body)
        c.event, before = False, c.event
        if c.is_word("TAB(") or c.is_word("SPC("):
            method = "tab" if c.advance().value == "TAB(" else "blanks"
            count = c.integer()
            c.need_char(")")
            text = f"{out}.{method}({count})"
            newline = False
        else:
            code = c.expression()
            text = f"{out}.string({code.text})" if code.is_string else f"{out}.number({code.text})"
        if c.event and printed and out == "screen_out":
            # What is printed already must not be printed again when the wait is over.
            c.event = before
            c.split(at)
            c.event = True
        c.event = c.event or before
        c.emit(text)
    if newline:
        c.emit(f"{out}.newline()")


def using(c: LineCompiler, out: str) -> None:
    c.emit(f"u = using({out}, {c.string().text})")
    c.need_char(";")
    newline = True
    if c.at_end():
        raise StatementError(errors.MISSING_OPERAND)
    while not c.at_end():
        code = c.expression()
        c.emit(f"u.string({code.text})" if code.is_string else f"u.number({code.text})")
        newline = True
        if c.take_char(";") or c.take_char(","):
            newline = False
        elif not c.at_end():
            raise StatementError(errors.SYNTAX)
    c.emit("u.finish()")
    if newline:
        c.emit(f"{out}.newline()")


# INPUT


def input_(c: LineCompiler) -> None:
    if c.take_char("#"):
        channel = c.number().text
        c.emit(f"input_from({channel})")
        c.need_char(",")
        assign_fields(c, "file")
        return
    prompt = "''"
    if c.here.kind == "text":
        lexeme = c.advance()
        prompt = c.constant(str(lexeme.value), lexeme.at)
        c.need_char(";")
    start = c.pc
    c.emit(f"input_begin({prompt})")
    at = c.here.at
    c.split(at)
    c.event = True
    behind_index = c.index
    c.skip()
    behind = c.next_pc()
    c.index = behind_index
    c.emit(f"if input_line({start}) is None: return {behind}")
    assign_fields(c, "field")
    c.emit("input_end()")


def assign_fields(c: LineCompiler, source: str) -> None:
    """One function for each variable: another line may be asked for before it."""
    while True:
        if source == "field":
            if c.at_end():
                raise StatementError(errors.SYNTAX)
            # Behind the name: the place of the name itself is where the line is read.
            c.split(c.here.end)
            c.event = True
        target, kind = c.destination()
        if source == "field":
            c.emit(f"x = {field_source(kind)}")
            c.emit("if x is None: return input_again()")
            value = {"i": "to_int16(x)", "s": "csng(x)"}.get(kind, "x")
            c.emit(f"{target} = {value}")
        else:
            c.emit(f"{target} = {item_source(kind, source)}")
        if not c.take_char(","):
            break


def field_source(kind: str) -> str:
    return "field_string()" if kind == STRING else "field_number()"


def line(c: LineCompiler) -> None:
    if not c.take_word("INPUT"):
        graphics(c)
        return
    if c.take_char("#"):
        channel = c.number().text
        c.emit(f"n = {channel}")
        c.need_char(",")
        target, kind = c.destination()
        c.emit("mismatch(0)" if kind != STRING else f"{target} = file_line(n)")
        return
    prompt = "''"
    if c.here.kind == "text":
        lexeme = c.advance()
        prompt = c.constant(str(lexeme.value), lexeme.at)
        c.need_char(";")
    start = c.pc
    c.emit(f"line_input_begin({prompt})")
    c.split(c.here.at)
    c.event = True
    c.emit(f"x = input_line({start}, True)")
    target, kind = c.destination()
    c.emit("mismatch(0)" if kind != STRING else f"{target} = x")


# Screen


def optional_bytes(c: LineCompiler, limit: int, convert: str = "byte") -> list[str]:
    """Up to `limit` numbers separated by commas, each of which may be missing (None)."""
    values: list[str] = []
    while True:
        if c.at_end() or c.is_char(","):
            values.append("None")
        else:
            name = f"x{len(values)}"
            c.emit(f"{name} = {c.byte() if convert == 'byte' else c.integer()}")
            values.append(name)
        if len(values) == limit or not c.take_char(","):
            break
    return values + ["None"] * (limit - len(values))


def locate(c: LineCompiler) -> None:
    if c.at_end():
        raise StatementError(errors.MISSING_OPERAND)
    x, y, switch = optional_bytes(c, 3)
    c.emit(f"locate({x}, {y}, {switch})")


def width(c: LineCompiler) -> None:
    if c.at_end():
        raise StatementError(errors.MISSING_OPERAND)
    c.emit(f"set_width({c.byte()})")


def screen(c: LineCompiler) -> None:
    if c.at_end():
        raise StatementError(errors.MISSING_OPERAND)
    values = optional_bytes(c, 6)
    c.emit(f"set_screen({', '.join(values)})")


def cls(c: LineCompiler) -> None:
    require_end(c)
    c.emit("cls()")


def color(c: LineCompiler) -> None:
    if c.at_end():
        c.emit("color_reset()")
        return
    if c.is_char("=") or c.is_word("="):
        c.skip()
        c.emit("color_palette()")
        return
    values = optional_bytes(c, 3)
    c.emit(f"color({', '.join(values)})")


def key(c: LineCompiler) -> None:
    if c.take_word("ON"):
        c.emit("key_line(True)")
    elif c.take_word("OFF"):
        c.emit("key_line(False)")
    elif c.take_word("LIST"):
        c.emit("key_list()")
    elif c.is_char("("):
        number = c.numeric(c.parenthesised()).text
        trap_switch(c, "KEY", number)
    else:
        c.emit(f"n = {c.byte()}")
        c.need_char(",")
        c.emit(f"key_text(n, {c.string().text})")


# Memory and hardware


def two(name: str) -> Statement:
    """A statement with an address and a value."""

    def statement(c: LineCompiler) -> None:
        c.emit(f"n = {c.number().text}")
        c.need_char(",")
        c.emit(f"{name}(n, {c.number().text})")

    return statement


def wait(c: LineCompiler) -> None:
    c.emit(f"n = {c.number().text}")
    c.need_char(",")
    c.emit(f"x = {c.byte()}")
    flip = c.byte() if c.take_char(",") else "0"
    c.emit(f"wait_port(n, x, {flip})")


def assigned_register(name: str) -> Statement:
    """`VDP(n) = x`, `BASE(n) = x`."""

    def statement(c: LineCompiler) -> None:
        c.emit(f"n = {c.numeric(c.parenthesised()).text}")
        c.need_word("=")
        c.emit(f"{name}(n, {c.number().text})")

    return statement


def time(c: LineCompiler) -> None:
    c.need_word("=")
    c.emit(f"set_time({c.number().text})")


def beep(c: LineCompiler) -> None:
    require_end(c)
    c.emit("beep()")


def play(c: LineCompiler) -> None:
    values = [c.string().text]
    while c.take_char(","):
        values.append(c.string().text)
    c.emit(f"play({', '.join(values)})")


def motor(c: LineCompiler) -> None:
    if not c.take_word("ON"):
        c.take_word("OFF")


def graphics(c: LineCompiler) -> None:
    """Statements of the graphic screens: on a text screen they are an illegal function call."""
    c.fail(errors.ILLEGAL_CALL, errors.TEXT_SCREENS_ONLY)
    c.finish(c.next_pc())
    c.skip()


def sprite(c: LineCompiler) -> None:
    if c.take_char("$"):
        c.emit(f"n = {c.numeric(c.parenthesised()).text}")
        c.need_word("=")
        c.emit(f"set_sprite(n, {c.string().text})")
    else:
        trap_switch(c, "SPRITE")


def put_sprite(c: LineCompiler) -> bool:
    """PUT SPRITE, if it is one."""
    if not c.take_word("SPRITE"):
        return False
    c.emit(f"n = {c.byte()}")
    values = ["None", "None", "None", "None"]
    c.need_char(",")
    if not c.is_char(",") and not c.at_end():
        c.take_word("STEP")
        c.need_char("(")
        c.emit(f"x = {c.number().text}")
        c.need_char(",")
        c.emit(f"y = {c.number().text}")
        c.need_char(")")
        values[:2] = "x", "y"
    for place, name in ((2, "i"), (3, "k")):
        if not c.take_char(","):
            break
        if not c.is_char(",") and not c.at_end():
            c.emit(f"{name} = {c.byte()}")
            values[place] = name
    c.emit(f"put_sprite(n, {', '.join(values)})")
    return True


def get_clock(c: LineCompiler) -> bool:
    """GET DATE and GET TIME of an MSX2, if it is one of them."""
    if c.letters("DATE"):
        text = "date()"
    elif c.take_word("TIME"):
        text = "time_of_day(now())"
    else:
        return False
    target, kind = c.destination()
    c.emit("mismatch(0)" if kind != STRING else f"{target} = made({text})")
    if c.take_char(","):
        c.skip()
    return True


def set_(c: LineCompiler) -> None:
    if c.letters("PAGE"):
        c.fail(errors.ILLEGAL_CALL, errors.TEXT_SCREENS_ONLY)
    c.skip()
    c.emit("set_clock()")


def disk(c: LineCompiler) -> None:
    """Disk BASIC that this machine has not got: error 5, as on a machine without a disk drive."""
    c.fail(errors.ILLEGAL_CALL, "this machine has no disk BASIC")
    c.finish(c.next_pc())
    c.skip()


def call(c: LineCompiler) -> None:
    c.fail(errors.SYNTAX, "this machine has no extended statements")
    c.finish(c.next_pc())
    c.skip()


IO_STATEMENTS: dict[str, Statement] = {
    "PRINT": print_,
    "LPRINT": lprint,
    "INPUT": input_,
    "LINE": line,
    "LOCATE": locate,
    "WIDTH": width,
    "SCREEN": screen,
    "CLS": cls,
    "COLOR": color,
    "KEY": key,
    "POKE": two("poke"),
    "VPOKE": two("vpoke"),
    "OUT": two("out"),
    "SOUND": two("sound"),
    "WAIT": wait,
    "VDP": assigned_register("set_vdp"),
    "BASE": assigned_register("set_base"),
    "TIME": time,
    "BEEP": beep,
    "PLAY": play,
    "MOTOR": motor,
    "SPRITE": sprite,
    "CALL": call,
    "_": call,
    "SET": set_,
    **dict.fromkeys(("DSKO$", "IPL", "CMD"), disk),
    **dict.fromkeys(("CIRCLE", "DRAW", "PAINT", "PSET", "PRESET"), graphics),
}
