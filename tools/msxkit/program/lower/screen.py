"""Statements of screen, keyboard, sound, memory and ports."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msxkit.basicerrors import ILLEGAL_CALL, SYNTAX
from msxkit.basictype import DOUBLE, INTEGER, SINGLE, STRING
from msxkit.language import tree
from msxkit.program.lower.block import BlockLowering, type_of
from msxkit.program.lower.unfinished import UnfinishedError
from msxkit.program.lower.variables import item, mismatch
from msxkit.program.model import Branch, Fail
from msxkit.program.operations import Does, Op
from msxkit.program.values import Convert, Temporary, Value, constant

# PRINT


def _print(c: BlockLowering, node: tree.Print) -> None:
    out: Temporary | None = None
    if node.channel is not None:
        out = c.keep(Op.TO_FILE(c.number(node.channel)))
    elif node.printer:
        out = c.keep(Op.TO_PRINTER())
    newline = True
    for part in node.items:
        if isinstance(part, tree.PrintSemicolon):
            newline = False
        elif isinstance(part, tree.PrintComma):
            c.add(Op.PRINT_COMMA(out))
            newline = False
        elif isinstance(part, tree.PrintUsing):
            newline = _using(c, part, out)
        else:
            newline = _item(c, part, out)
    if node.fault is not None:
        c.require_end()
    if newline:
        c.add(Op.PRINT_LINE(out))


def _item(c: BlockLowering, node: tree.Node, out: Temporary | None) -> bool:
    """Lower an item. Return whether a new line follows it."""
    printed = not c.is_empty
    waits, c.waits = c.waits, False
    operation, value, newline = _lowered(c, node)
    if c.waits and printed and out is None:
        # What is printed already must not be printed again when the wait is over.
        c.waits = waits
        c.split(c.at(node))
        waits = True
    c.waits = c.waits or waits
    c.add(operation(out, value))
    return newline


def _lowered(c: BlockLowering, node: tree.Node) -> tuple[Does[Temporary | None, Value], Value, bool]:
    if isinstance(node, tree.PrintTab):
        return Op.PRINT_TAB, c.integer(node.column), False
    if isinstance(node, tree.PrintSpaces):
        return Op.PRINT_SPACES, c.integer(node.count), False
    assert isinstance(node, tree.Expression)
    value = c.expression(node)
    return Op.PRINT_STRING if value.is_string else Op.PRINT_NUMBER, value, True


def _using(c: BlockLowering, node: tree.PrintUsing, out: Temporary | None) -> bool:
    text = c.string(node.format)
    using = c.keep(Op.BEGIN_USING(out, text))
    for part in node.values:
        value = c.expression(part)
        c.add((Op.USING_STRING if value.is_string else Op.USING_NUMBER)(using, value))
    if c.fault is not None:
        c.require_end()
    c.add(Op.END_USING(using))
    return not node.open


# INPUT


def _input(c: BlockLowering, node: tree.Input) -> None:
    begun = c.offset
    c.add(Op.FORCE_TEXT())
    c.add(Op.BEGIN_INPUT(node.prompt or ""))
    c.split(c.at(node.targets[0]))
    c.waits = True
    behind = c.text.next_from(c.start + node.end)
    c.add(Op.INPUT_LINE.unless_none(c.new_temporary(), behind, begun))
    for target in node.targets:
        if isinstance(target, tree.Missing):
            c.expression(target)
        # One block for each variable: another line may be asked for before it. The place of the variable itself is
        # where the line is read, so this one is behind its first letter.
        c.split(c.at(target) + 1)
        c.waits = True
        place = c.place(target)
        kind = type_of(place)
        operation = Op.FIELD_STRING if kind is STRING else Op.FIELD_NUMBER
        number = c.new_temporary()
        c.add(operation.unless_none(number, behind))
        value: Value = Temporary(kind if kind is STRING else DOUBLE, number=number)
        c.store(place, Convert(kind, operand=value) if kind in (INTEGER, SINGLE) else value)
        # As in READ, what is wrong with an item shows when the variable has its value.
        c.add(Op.FIELD_CHECK.unless_none(c.new_temporary(), Op.INPUT_AGAIN))
    if c.fault is None:
        c.add(Op.END_INPUT())


def _input_file(c: BlockLowering, node: tree.InputFile) -> None:
    c.add(Op.INPUT_FROM(c.number(node.channel)))
    for target in node.targets:
        place = c.place(target)
        c.store(place, item(type_of(place), Op.FILE_STRING, Op.FILE_NUMBER))


def _line_input(c: BlockLowering, node: tree.LineInput) -> None:
    c.add(Op.BEGIN_LINE_INPUT(node.prompt or ""))
    target = node.target
    if (
        isinstance(target, tree.Variable | tree.Element)
        and c.type_of(target.name, target.suffix) is not STRING
    ):
        # Known before the line is typed (MSX Red Book, 4B6CH).
        mismatch(c, type_of(c.place(node.target)))
        return
    c.split(c.at(node.target))
    c.waits = True
    line = c.keep(Op.LINE_INPUT())
    c.store(c.place(node.target), line)


def _line_input_file(c: BlockLowering, node: tree.LineInputFile) -> None:
    channel = c.keep(c.number(node.channel))
    place = c.place(node.target)
    mismatch(c, type_of(place))
    if type_of(place) is STRING:
        c.store(place, Op.FILE_LINE(channel))


# Screen


def _locate(c: BlockLowering, node: tree.Locate) -> None:
    c.add(Op.LOCATE(*c.optional_bytes(node.x, node.y, node.cursor)))


def _width(c: BlockLowering, node: tree.Width) -> None:
    c.add(Op.WIDTH(c.byte(node.columns)))


def _cls(c: BlockLowering, _node: tree.Cls) -> None:
    c.require_end()
    c.add(Op.CLEAR_SCREEN())


def _key(c: BlockLowering, node: tree.Key) -> None:
    number = c.keep(c.byte(node.number))
    c.add(Op.SET_KEY(number, c.string(node.text)))


def _key_display(c: BlockLowering, node: tree.KeyDisplay) -> None:
    c.add(Op.SHOW_KEYS(node.on))


def _key_list(c: BlockLowering, _node: tree.KeyList) -> None:
    c.add(Op.LIST_KEYS())


# Memory and devices


def _two(operation: Does[Value, Value], first: str, second: str) -> Callable[[BlockLowering, Any], None]:
    """Lower a statement of two numbers, the first computed before the second is looked at."""

    def lower(c: BlockLowering, node: tree.Statement) -> None:
        number = c.keep(c.number(getattr(node, first)))
        c.add(operation(number, c.number(getattr(node, second))))

    return lower


def _wait(c: BlockLowering, node: tree.Wait) -> None:
    port = c.keep(c.number(node.port))
    mask = c.keep(c.byte(node.mask))
    flip = constant(0, 0) if node.flip is None else c.byte(node.flip)
    c.require_end()
    ready = Op.PORT_BITS(port, mask, flip)
    # Looked at again and again, with the time that this takes, until a bit is there.
    c.finish(Branch(ready, c.text.next_from(c.start + node.end), c.offset))


def _time(c: BlockLowering, node: tree.SetTime) -> None:
    c.add(Op.SET_TIME(c.number(node.value)))


def _beep(c: BlockLowering, _node: tree.Beep) -> None:
    c.require_end()
    c.add(Op.BEEP())


def _play(c: BlockLowering, node: tree.Play) -> None:
    if node.device is not None:
        c.number(node.device)
    voices = c.each(node.voices, [c.string])
    c.require_end()
    c.add(Op.PLAY(*voices))


def _motor(c: BlockLowering, node: tree.Motor) -> None:
    """Lower MOTOR: there is no cassette motor to turn."""


def _get_clock(c: BlockLowering, node: tree.GetClock) -> None:
    place = c.place(node.target)
    mismatch(c, type_of(place))
    operation = Op.DATE if node.option == "DATE" else Op.CLOCK
    if type_of(place) is STRING:
        c.store(place, operation())


def _set_clock(c: BlockLowering, node: tree.SetClock) -> None:
    c.add(Op.NEED_MSX2(ILLEGAL_CALL))
    if node.alarm:
        c.add(Op.SET_OPTION())
    else:
        c.add((Op.SET_DATE if node.option == "DATE" else Op.SET_CLOCK)(c.string(node.value)))


def _nothing(c: BlockLowering, node: tree.Statement) -> None:
    raise UnfinishedError(Fail(SYNTAX, "this machine has no extended statements"))


SCREEN_STATEMENTS: dict[type[tree.Statement], Callable[[BlockLowering, Any], None]] = {
    tree.Print: _print,
    tree.Input: _input,
    tree.InputFile: _input_file,
    tree.LineInput: _line_input,
    tree.LineInputFile: _line_input_file,
    tree.Locate: _locate,
    tree.Width: _width,
    tree.Cls: _cls,
    tree.Key: _key,
    tree.KeyDisplay: _key_display,
    tree.KeyList: _key_list,
    tree.Poke: _two(Op.POKE, "address", "value"),
    tree.Vpoke: _two(Op.VPOKE, "address", "value"),
    tree.Out: _two(Op.OUT, "port", "value"),
    tree.Sound: _two(Op.SOUND, "register", "value"),
    tree.SetVdp: _two(Op.SET_VDP, "register", "value"),
    tree.SetBase: _two(Op.SET_BASE, "table", "address"),
    tree.Wait: _wait,
    tree.SetTime: _time,
    tree.Beep: _beep,
    tree.Play: _play,
    tree.Motor: _motor,
    tree.GetClock: _get_clock,
    tree.SetClock: _set_clock,
    tree.Call: _nothing,
}
