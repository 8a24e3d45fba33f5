"""How the statements of control flow compile: jumps, loops, IF, ON, traps, errors, running and stopping."""

from __future__ import annotations

from msxkit.interpreter import errors
from msxkit.interpreter.code import DOUBLE, INTEGER, STRING, StatementError
from msxkit.interpreter.compiler import LineCompiler, Statement
from msxkit.interpreter.lexemes import END
from msxkit.interpreter.statements import require_end

# Jumps


def jump_target(c: LineCompiler) -> str:
    """The line number of GOTO and GOSUB; without one they mean line 0."""
    number = c.line_number()
    return c.target(0 if number is None else number)


def goto(c: LineCompiler) -> None:
    c.finish(jump_target(c))
    c.skip()


def gosub(c: LineCompiler) -> None:
    target = jump_target(c)
    c.skip()
    # A line that is not there leaves the stack as it was.
    c.emit(f"t = {target}")
    c.emit(f"push_gosub({c.next_pc()})")
    c.finish("t")


def return_(c: LineCompiler) -> None:
    number = c.line_number()
    if number is not None:
        c.emit("check_gosub()")
        c.emit(f"t = {c.target(number)}")
        c.emit("pop_gosub()")
        c.finish("t")
        c.skip()
    else:
        require_end(c)
        c.finish("pop_gosub()")


def if_(c: LineCompiler) -> None:
    condition = c.numeric(c.expression())
    c.pending.append(condition.text)
    if not (c.is_word("THEN") or c.is_word("GOTO")):
        raise StatementError(errors.SYNTAX)
    c.pending.pop()
    jump = c.advance().value == "GOTO"
    start = c.index
    otherwise = find_else(c, start)
    if c.here.kind in ("line", "pointer") or jump:
        c.finish(f"{jump_target(c)} if {condition.condition} else {otherwise}")
        c.skip()
        return
    if c.at_end():
        c.finish(f"{c.next_pc()} if {condition.condition} else {otherwise}")
        return
    at = c.here.at
    c.finish(f"{at} if {condition.condition} else {otherwise}")
    c.begin(at)
    c.statement()


def find_else(c: LineCompiler, index: int) -> str:
    """Where a false IF goes on: behind the ELSE that closes it, nested IFs counted, or in the next line."""
    depth = 1
    for position in range(index, len(c.lexemes)):
        lexeme = c.lexemes[position]
        if lexeme.kind != "word":
            continue
        if lexeme.value == "IF":
            depth += 1
        elif lexeme.value == "ELSE":
            depth -= 1
            if depth == 0:
                c.else_owner[lexeme.at] = c.statement_pc
                after = c.lexemes[position + 1]
                if after.kind == "line":
                    assert isinstance(after.value, int)
                    return c.target(after.value)
                if after.kind == END or after.value in (":", "'", "ELSE"):
                    return str(c._after_colon(position + 1)) if after.kind != END else str(c.next_line)
                return str(after.at)
    return str(c.next_line)


def for_(c: LineCompiler) -> None:
    name, kind = c.name()
    if c.at_subscripts():
        raise StatementError(errors.SYNTAX)
    python = c.variable(name, kind)
    c.need_word("=")
    start = c.expression()
    if kind == STRING:
        c.emit(f"mismatch({start.text})")
    c.assigned.add(python)
    c.emit(f"{python} = {c.converted(start, kind)}")
    c.need_word("TO")
    c.emit(f"l = {c.converted(c.expression(), kind)}")
    step = "1"
    if c.take_word("STEP"):
        step = c.converted(c.expression(), kind)
    c.emit(f"s = {step}")
    require_end(c)
    c.emit(f"push_for({python!r}, {c.next_pc()}, l, s)")
    c.finish(c.next_pc())


def next_(c: LineCompiler) -> None:
    if c.at_end():
        next_one(c, None, "")
        return
    while True:
        name, kind = c.name()
        if c.at_subscripts():
            raise StatementError(errors.SYNTAX)
        next_one(c, c.variable(name, kind), kind)
        if not c.take_char(","):
            break


def next_one(c: LineCompiler, python: str | None, kind: str) -> None:
    """Steps one loop variable: goes back to the loop's body, or drops the loop and runs on."""
    if python is None:
        c.emit("t = next_unnamed()")
        c.emit("if t >= 0: return t")
        return
    if kind == STRING:
        c.emit("mismatch(0)")
        return
    c.assigned.add(python)
    c.emit(f"f = stack[-1] if stack and stack[-1][0] == {python!r} else find_for({python!r})")
    c.emit("s = f[3]")
    if kind == INTEGER:
        c.emit(f"t = {python} + s")
        c.emit("if not -32768 <= t <= 32767: fail(6)")
    else:
        add = f"add({python}, s)" if kind == DOUBLE else f"csng(add({python}, s))"
        limit = "99999999999999" if kind == DOUBLE else "999999"
        c.emit(f"t = {python} + s")
        c.emit(f"if type(t) is not int or not -{limit} <= t <= {limit}: t = {add}")
    c.emit(f"{python} = t")
    c.emit("if t <= f[2] if s >= 0 else t >= f[2]: return f[1]")
    c.emit("stack.pop()")


def on(c: LineCompiler) -> None:
    if c.take_word("ERROR"):
        c.need_word("GOTO")
        number = c.line_number()
        require_end_later = c.target(number) if number else "None"
        c.emit(f"on_error({require_end_later})")
        return
    trap = trap_name(c)
    if trap:
        on_trap(c, trap)
        return
    chosen = c.byte()
    c.emit(f"k = {chosen}")
    if c.take_word("GOTO"):
        call = False
    elif c.take_word("GOSUB"):
        call = True
    else:
        raise StatementError(errors.SYNTAX)
    targets = line_list(c)
    behind = c.next_pc()
    for index, target in enumerate(targets, 1):
        c.emit(f"if k == {index}:")
        c.emit(f"    t = {target}")
        if call:
            c.emit(f"    push_gosub({behind})")
        c.emit("    return t")
    c.finish(behind)


def line_list(c: LineCompiler, missing: str | None = None) -> list[str]:
    """Offsets of the lines of a list. missing: what stands for a number left out, instead of line 0."""
    targets = []
    while True:
        number = c.line_number()
        targets.append(missing if missing and not number else c.target(number or 0))
        if not c.take_char(","):
            break
    c.skip()
    return targets


def trap_name(c: LineCompiler) -> str | None:
    """The device of ON ... GOSUB and ... ON/OFF/STOP, if one stands here. `(n)` may follow it."""
    for word in ("STOP", "KEY", "STRIG", "SPRITE"):
        if c.take_word(word):
            return word
    if c.is_word("INT") and c.lexemes[c.index + 1][:2] == ("name", "ER"):
        c.index += 2
        c.need_word("VAL")
        return "INTERVAL"
    return None


def on_trap(c: LineCompiler, trap: str) -> None:
    period = "0"
    if trap == "INTERVAL":
        c.need_word("=")
        period = c.number().text
    c.need_word("GOSUB")
    c.emit(f"on_trap({trap!r}, {period}, [{', '.join(line_list(c, missing='None'))}])")
    c.finish(c.next_pc())


def trap_switch(c: LineCompiler, trap: str, number: str = "0") -> None:
    """`KEY(1) ON`, `INTERVAL OFF`, `STOP STOP`."""
    for word in ("ON", "OFF", "STOP"):
        if c.take_word(word):
            c.emit(f"switch_trap({trap!r}, {number}, {word!r})")
            return
    raise StatementError(errors.SYNTAX)


def interval(c: LineCompiler) -> None:
    """INTERVAL is stored as INT, ER, VAL."""
    if not c.letters("ER"):
        raise StatementError(errors.SYNTAX)
    c.need_word("VAL")
    trap_switch(c, "INTERVAL")


def strig(c: LineCompiler) -> None:
    number = c.numeric(c.parenthesised()).text
    trap_switch(c, "STRIG", number)


def resume(c: LineCompiler) -> None:
    if c.take_word("NEXT"):
        require_end(c)
        c.finish("resume('next')")
        return
    number = c.line_number()
    if number:
        c.emit("resume('line')")
        c.finish(c.target(number))
        c.skip()
    else:
        require_end(c)
        c.finish("resume('same')")


def error(c: LineCompiler) -> None:
    c.emit(f"raise_error({c.byte()})")
    require_end(c)


def end(c: LineCompiler) -> None:
    require_end(c)
    c.emit(f"end({c.next_pc()})")


def stop(c: LineCompiler) -> None:
    if c.is_word("ON") or c.is_word("OFF") or c.is_word("STOP"):
        trap_switch(c, "STOP")
        return
    require_end(c)
    c.emit(f"stop({c.next_pc()})")


def run(c: LineCompiler) -> None:
    if c.at_end():
        c.finish("run_again()")
        return
    number = c.line_number()
    if number is not None:
        c.emit("run_again()")
        c.finish(c.target(number))
        c.skip()
        return
    c.emit(f"x = {c.string().text}")
    keep = c.take_char(",")
    if keep and not c.letters("R"):
        raise StatementError(errors.SYNTAX)
    require_end(c)
    c.finish(f"run_file(x, {keep})")


def clear(c: LineCompiler) -> None:
    space = top = "None"
    if not c.at_end():
        if not c.is_char(","):
            space = c.integer()
        if c.take_char(","):
            top = c.number().text
    require_end(c)
    c.emit(f"clear({space}, {top})")


def cont(c: LineCompiler) -> None:
    c.located = True  # not in a program
    c.finish("cont()")
    c.skip()


FLOW_STATEMENTS: dict[str, Statement] = {
    "GOTO": goto,
    "GOSUB": gosub,
    "RETURN": return_,
    "IF": if_,
    "FOR": for_,
    "NEXT": next_,
    "ON": on,
    "INT": interval,
    "STRIG": strig,
    "RESUME": resume,
    "ERROR": error,
    "END": end,
    "STOP": stop,
    "RUN": run,
    "CLEAR": clear,
    "CONT": cont,
}
