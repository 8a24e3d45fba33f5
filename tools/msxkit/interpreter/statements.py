"""How the statements of variables, functions and data compile."""

from __future__ import annotations

from msxkit.interpreter import errors
from msxkit.interpreter.code import DOUBLE, INTEGER, SINGLE, STRING, StatementError
from msxkit.interpreter.compiler import LineCompiler, Statement
from msxkit.interpreter.lexemes import END


def let(c: LineCompiler) -> None:
    c.assignment()


def remark(c: LineCompiler) -> None:
    c.finish(c.next_line)
    while c.here.kind != END:
        c.index += 1


def data(c: LineCompiler) -> None:
    c.skip()


def require_end(c: LineCompiler) -> None:
    """Statements that check first that nothing follows them."""
    if not c.at_end():
        raise StatementError(errors.SYNTAX)


# Variables


def dim(c: LineCompiler) -> None:
    while True:
        name, kind = c.name()
        if c.at_subscripts():
            array = c.array(name, kind)
            c.emit(f"dim({array}, {c.subscripts()})")
        else:
            c.variable(name, kind)
        if not c.take_char(","):
            break


def erase(c: LineCompiler) -> None:
    while True:
        name, kind = c.name()
        c.emit(f"erase({c.array(name, kind)})")
        if not c.take_char(","):
            break


def swap(c: LineCompiler) -> None:
    first, kind = reference(c, existing=False)
    c.need_char(",")
    second, other = reference(c, existing=True)
    if kind != other:
        c.emit("mismatch(0)")
    c.emit(f"{first}, {second} = {second}, {first}")


def reference(c: LineCompiler, existing: bool) -> tuple[str, str]:
    name, kind = c.name()
    if c.at_subscripts():
        array = c.array(name, kind)
        key = "j" if existing else "k"
        c.emit(f"{key} = {c.subscripts()}")
        c.emit(f"if {key} not in {array}: {key} = {array}.place({key})")
        return f"{array}[{key}]", kind
    python = c.variable(name, kind)
    c.assigned.add(python)
    if existing:
        c.emit(f"must_exist({python})")
    return python, kind


def definition(kind: str) -> Statement:
    def deftype(c: LineCompiler) -> None:
        while True:
            first = letter(c)
            last = letter(c) if c.take_word("-") else first
            c.emit(f"deftype({kind!r}, {first!r}, {last!r})")
            if not c.take_char(","):
                break

    return deftype


def letter(c: LineCompiler) -> str:
    lexeme = c.here
    if lexeme.kind != "name" or len(str(lexeme.value)) != 1:
        raise StatementError(errors.SYNTAX)
    c.index += 1
    return str(lexeme.value)


def def_(c: LineCompiler) -> None:
    if c.take_word("USR"):
        number = 0
        if c.here.kind in ("number", "digits"):
            number = int(str(c.advance().value)[0])
        c.need_word("=")
        c.emit(f"def_usr({number}, {c.number().text})")
        return
    c.need_word("FN")
    define_function(c)


def define_function(c: LineCompiler) -> None:
    name, kind = c.name()
    parameters: list[tuple[str, str]] = []
    if c.take_char("("):
        while True:
            parameter, parameter_kind = c.name()
            parameters.append((c.variable(parameter, parameter_kind), parameter_kind))
            if not c.take_char(","):
                break
        c.need_char(")")
    c.need_word("=")
    pc = c.pc
    kept, c.event = c.event, False
    lines = []
    try:
        body = c.expression()
        if not c.at_end():
            lines.append(f" t = {c.converted(body, kind)}")
            lines.append(f" fail({errors.SYNTAX})")
        else:
            lines.append(f" return {c.converted(body, kind)}")
    except StatementError as failure:
        lines += [f" {text}" for text in c.pending]
        c.pending.clear()
        lines.append(f" fail({failure.number})")
    c.event = kept
    c.source += [f"def f{pc}():", *lines]
    c.skip()
    c.emit(f"define({name + kind!r}, {pc}, {tuple(parameters)!r})")


# DATA


def read(c: LineCompiler) -> None:
    while True:
        target, kind = c.destination()
        c.emit(f"{target} = {item_source(kind, 'read')}")
        if not c.take_char(","):
            break


def item_source(kind: str, source: str) -> str:
    """Python source that takes the next item of DATA or INPUT as a value of that type."""
    return {
        STRING: f"{source}_string()",
        INTEGER: f"to_int16({source}_number())",
        SINGLE: f"csng({source}_number())",
        DOUBLE: f"{source}_number()",
    }[kind]


def restore(c: LineCompiler) -> None:
    number = c.line_number()
    if number is None:
        c.emit("restore_data(None)")
    else:
        c.emit(f"t = {c.target(number)}")
        c.emit(f"restore_data({number})")


def mid(c: LineCompiler) -> None:
    """MID$(target, start[, count]) = text."""
    c.need_char("(")
    target, kind = c.destination()
    if kind != STRING:
        c.emit("mismatch(0)")
    c.need_char(",")
    c.emit(f"i = {c.number().text}")
    count = "255"
    if c.take_char(","):
        count = c.number().text
    c.emit(f"n = {count}")
    c.need_char(")")
    c.need_word("=")
    new = c.string().text
    c.emit(f"{target} = replaced({target}, i, n, {new}, {new == target})")


def of_disk(statement: Statement) -> Statement:
    """A statement of Disk BASIC: on a machine without a disk drive it fails before its operands are looked at."""

    def compiled(c: LineCompiler) -> None:
        c.emit("need_disk()")
        statement(c)

    return compiled


def trace(on: bool) -> Statement:
    def tron(c: LineCompiler) -> None:
        require_end(c)
        c.finish(f"set_trace({on}, {c.next_pc()})")

    return tron


STATEMENTS: dict[str, Statement] = {
    "LET": let,
    "REM": remark,
    "'": remark,
    "DATA": data,
    "DIM": dim,
    "ERASE": erase,
    "SWAP": swap,
    "DEFINT": definition(INTEGER),
    "DEFSNG": definition(SINGLE),
    "DEFDBL": definition(DOUBLE),
    "DEFSTR": definition(STRING),
    "DEF": def_,
    "READ": read,
    "RESTORE": restore,
    "MID$": mid,
    "TRON": trace(True),
    "TROFF": trace(False),
}
