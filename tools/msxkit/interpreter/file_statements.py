"""How the statements of files and of the program text compile."""

from __future__ import annotations

from msxkit.interpreter import errors
from msxkit.interpreter.code import STRING, StatementError
from msxkit.interpreter.compiler import LineCompiler, Statement
from msxkit.interpreter.io_statements import get_clock, graphics, put_sprite
from msxkit.interpreter.statements import of_disk, require_end
from msxkit.language.tokens import LAST_LINE


def open_(c: LineCompiler) -> None:
    c.emit(f"x = {c.string().text}")
    mode = "''"
    if c.take_word("FOR"):
        if c.take_word("INPUT"):
            mode = "'input'"
        elif c.take_word("OUT"):
            c.need_word("PUT")
            mode = "'output'"
        elif c.letters("APP"):
            c.need_word("END")
            mode = "'append'"
        else:
            raise StatementError(errors.SYNTAX)
    if not c.letters("AS"):
        raise StatementError(errors.SYNTAX)
    c.take_char("#")
    number = str(int(str(c.advance().value))) if c.here.kind == "digits" else c.number().text
    size = ""
    if c.take_word("LEN"):
        c.need_word("=")
        size = f", {c.number().text}"
    c.emit(f"open_file(x, {mode}, {number}{size})")


def field(c: LineCompiler) -> None:
    """FIELD [#]n, size AS variable, ..."""
    c.take_char("#")
    parts = [c.number().text]
    while c.take_char(","):
        width = c.number().text
        if not c.letters("AS"):
            raise StatementError(errors.SYNTAX)
        array, key = string_variable(c)
        parts.append(f"({width}, {array!r}, {key})")
    c.emit(f"field_file({', '.join(parts)})")


def string_variable(c: LineCompiler) -> tuple[str, str]:
    """A string variable as the Python name of its array or "", and the source of its key there."""
    name, kind = c.name()
    if kind != STRING:
        c.emit("mismatch(0)")
    if c.at_subscripts():
        array = c.array(name, kind)
        key = f"{array}.place({c.subscripts()})"
        return array, key
    python = c.variable(name, kind)
    c.assigned.add(python)
    return "", repr(python)


def set_field(right: bool) -> Statement:
    def lset(c: LineCompiler) -> None:
        begun = c.index
        array, key = string_variable(c)
        target = [lexeme[:2] for lexeme in c.lexemes[begun : c.index]]
        c.need_word("=")
        begun = c.index
        code = c.string()
        same = [lexeme[:2] for lexeme in c.lexemes[begun : c.index]] == target
        c.emit(f"lset({array!r}, {key}, {code.text}, {right}, {code.fresh}, {same})")

    return lset


def record(name: str) -> Statement:
    """GET and PUT of records."""

    def statement(c: LineCompiler) -> None:
        c.take_char("#")
        channel = c.number().text
        number = c.number().text if c.take_char(",") else "None"
        c.emit(f"{name}({channel}, {number})")

    return statement


GET_RECORD, PUT_RECORD = of_disk(record("get_record")), of_disk(record("put_record"))


def get(c: LineCompiler) -> None:
    if not get_clock(c):
        GET_RECORD(c)


def put(c: LineCompiler) -> None:
    if not put_sprite(c):
        PUT_RECORD(c)


def close(c: LineCompiler) -> None:
    if c.at_end():
        c.emit("close_file(None)")
        return
    while True:
        c.take_char("#")
        c.emit(f"close_file({c.number().text})")
        if not c.take_char(","):
            break


def maxfiles(c: LineCompiler) -> None:
    c.need_word("FILES")
    c.need_word("=")
    c.emit(f"set_maxfiles({c.byte()})")


def list_(printer: bool) -> Statement:
    def statement(c: LineCompiler) -> None:
        first, last = line_range(c)
        c.emit(f"programs.list_lines({first}, {last}, {printer}, {c.pc})")

    return statement


def line_range(c: LineCompiler) -> tuple[int, int]:
    """`10`, `10-20`, `-20`, `10-`, nothing, or `.` as the first and last line."""
    c.take_char(".")
    first = c.line_number()
    if c.take_word("-"):
        last = c.line_number()
        return first or 0, LAST_LINE if last is None else last
    if first is None:
        return 0, LAST_LINE
    return first, first


# The program text


def new(c: LineCompiler) -> None:
    require_end(c)
    c.emit("programs.new()")


def delete(c: LineCompiler) -> None:
    if c.at_end():
        raise StatementError(errors.ILLEGAL_CALL)
    first, last = line_range(c)
    c.emit(f"programs.delete({first}, {last})")


def renum(c: LineCompiler) -> None:
    """RENUM [new][,[old][,step]]."""
    numbers = [10, 0, 10]
    for place in range(3):
        number = c.line_number()
        numbers[place] = numbers[place] if number is None else number
        if not c.take_char(","):
            break
    require_end(c)
    c.emit(f"programs.renumber({', '.join(map(str, numbers))})")


def auto(c: LineCompiler) -> None:
    """AUTO [start][,step]."""
    start = c.line_number()
    step = c.line_number() if c.take_char(",") else None
    require_end(c)
    c.emit(f"programs.number_lines({10 if start is None else start}, {10 if step is None else step})")


def option(c: LineCompiler, letter: str) -> bool:
    """`,A` or `,R` behind a file name."""
    if not c.take_char(","):
        return False
    if not c.letters(letter):
        raise StatementError(errors.SYNTAX)
    return True


def load(c: LineCompiler) -> None:
    c.emit(f"x = {c.string().text}")
    run = option(c, "R")
    require_end(c)
    c.finish(f"programs.load(x, {run})")


def save(c: LineCompiler) -> None:
    c.emit(f"x = {c.string().text}")
    ascii_form = option(c, "A")
    require_end(c)
    c.emit(f"programs.save(x, {ascii_form})")


def merge(c: LineCompiler) -> None:
    c.emit(f"programs.merge({c.string().text})")


def csave(c: LineCompiler) -> None:
    c.emit(f"x = {c.string().text}")
    if c.take_char(","):
        c.emit(f"byte({c.number().text})")
    c.emit("programs.save(x, False)")


def cload(c: LineCompiler) -> None:
    """CLOAD and CLOAD? (stored as CLOAD PRINT)."""
    compare = c.take_word("PRINT")
    if c.at_end():
        c.fail(errors.DEVICE_IO, "this machine has no tape that turns: say the name of the program")
        c.finish(c.next_pc())
        return
    name = c.string().text
    if compare:
        c.emit(f"programs.verify({name})")
    else:
        c.finish(f"programs.load({name}, False)")


def files(printer: bool) -> Statement:
    def statement(c: LineCompiler) -> None:
        pattern = "''" if c.at_end() else c.string().text
        c.emit(f"programs.list_files({pattern}, {printer})")

    return statement


def kill(c: LineCompiler) -> None:
    c.emit(f"programs.kill({c.string().text})")


def name(c: LineCompiler) -> None:
    c.emit(f"x = {c.string().text}")
    if not c.letters("AS"):
        raise StatementError(errors.SYNTAX)
    c.emit(f"programs.rename(x, {c.string().text})")


def copy(c: LineCompiler) -> None:
    """COPY of files; of areas of a graphic screen it starts with a bracket."""
    if c.is_char("("):
        graphics(c)
        return
    of_disk(copy_file)(c)


def copy_file(c: LineCompiler) -> None:
    c.emit(f"x = {c.string().text}")
    c.need_word("TO")
    c.emit(f"programs.copy_file(x, {c.string().text})")


def bsave(c: LineCompiler) -> None:
    c.emit(f"x = {c.string().text}")
    c.need_char(",")
    c.emit(f"i = {c.number().text}")
    c.need_char(",")
    c.emit(f"k = {c.number().text}")
    entry, video = "None", False
    while c.take_char(","):
        if c.letters("S"):
            video = True
        else:
            entry = c.number().text
    c.emit(f"programs.save_memory(x, i, k, {entry}, {video})")


def bload(c: LineCompiler) -> None:
    c.emit(f"x = {c.string().text}")
    offset, video, run = "0", False, False
    while c.take_char(","):
        if c.letters("S"):
            video = True
        elif c.letters("R"):
            run = True
        else:
            offset = c.number().text
    c.emit(f"programs.load_memory(x, {offset}, {video}, {run})")


FILE_STATEMENTS: dict[str, Statement] = {
    "OPEN": open_,
    "CLOSE": close,
    "MAX": maxfiles,
    "FIELD": of_disk(field),
    "LSET": of_disk(set_field(False)),
    "RSET": of_disk(set_field(True)),
    "GET": get,
    "PUT": put,
    "LIST": list_(False),
    "LLIST": list_(True),
    "NEW": new,
    "DELETE": delete,
    "RENUM": renum,
    "AUTO": auto,
    "LOAD": load,
    "SAVE": save,
    "MERGE": merge,
    "CSAVE": csave,
    "CLOAD": cload,
    "FILES": of_disk(files(False)),
    "LFILES": of_disk(files(True)),
    "KILL": of_disk(kill),
    "NAME": of_disk(name),
    "COPY": copy,
    "BSAVE": bsave,
    "BLOAD": bload,
}
