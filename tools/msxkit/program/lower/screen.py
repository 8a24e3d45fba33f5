"""Statements of screen, keyboard, sound, memory and ports."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from msxkit.basic_errors import SYNTAX
from msxkit.basic_type import DOUBLE, STRING
from msxkit.language import tree
from msxkit.program.lower.block import Lowering, type_of
from msxkit.program.lower.unfinished import UnfinishedError
from msxkit.program.lower.variables import item
from msxkit.program.model import Fail
from msxkit.program.operations import Does, Op
from msxkit.program.values import Temporary, Value

# PRINT


def _print(c: Lowering, node: tree.Print) -> None:
    out: Temporary | None = None
    if node.channel is not None:
        channel = c.values.channel(node.channel)
        if node.fault is not None and node.end == node.channel.end:
            # A comma is looked for before the file is.
            c.values.pending.append(Op.CHANNEL(channel, False))
            raise c.values.unfinished()
        out = c.block.keep(Op.TO_FILE(channel))
    elif node.printer:
        out = c.block.keep(Op.TO_PRINTER())
    newline = True
    for part in node.items:
        if isinstance(part, tree.PrintSemicolon):
            newline = False
        elif isinstance(part, tree.PrintComma):
            c.block.add(Op.PRINT_COMMA(out))
            newline = False
        elif isinstance(part, tree.PrintUsing):
            newline = _using(c, part, out)
        else:
            newline = _item(c, part, out)
    if node.fault is not None:
        c.require_end()
    if newline:
        c.block.add(Op.PRINT_LINE(out))


def _item(c: Lowering, node: tree.Node, out: Temporary | None) -> bool:
    """Lower an item. Return whether a new line follows it."""
    printed = not c.block.is_empty
    waits, c.values.waits = c.values.waits, False
    operation, value, newline = _lowered(c, node)
    if c.values.waits and printed and out is None:
        # What is printed already must not be printed again when the wait is over.
        c.values.waits = waits
        c.block.split(c.text.at(node))
        waits = True
    c.values.waits = c.values.waits or waits
    c.block.add(operation(out, value))
    return newline


def _lowered(c: Lowering, node: tree.Node) -> tuple[Does[Temporary | None, Value], Value, bool]:
    if isinstance(node, tree.PrintTab):
        return Op.PRINT_TAB, c.values.integer(node.column), False
    if isinstance(node, tree.PrintSpaces):
        return Op.PRINT_SPACES, c.values.integer(node.count), False
    assert isinstance(node, tree.Expression)
    value = c.values.expression(node)
    return Op.PRINT_STRING if value.is_string else Op.PRINT_NUMBER, value, True


def _using(c: Lowering, node: tree.PrintUsing, out: Temporary | None) -> bool:
    text = c.values.string(node.format)
    using = c.block.keep(Op.BEGIN_USING(out, text))
    for part in node.values:
        value = c.values.expression(part)
        c.block.add((Op.USING_STRING if value.is_string else Op.USING_NUMBER)(using, value))
    if c.values.fault is not None:
        c.require_end()
    c.block.add(Op.END_USING(using))
    return not node.open


# INPUT


def _input(c: Lowering, node: tree.Input) -> None:
    begun = c.block.offset
    c.block.add(Op.FORCE_TEXT())
    c.block.add(Op.BEGIN_INPUT(node.prompt or ""))
    c.block.split(c.text.at(node.targets[0]))
    c.values.waits = True
    behind = c.text.next_from(c.text.behind(node))
    c.block.add(Op.INPUT_LINE.unless_none(c.block.new_temporary(), behind, begun))
    for target in node.targets:
        if isinstance(target, tree.Missing):
            c.values.expression(target)
        # One block for each variable: another line may be asked for before it. The place of the variable itself is
        # where the line is read, so this one is after its first letter.
        c.block.split(c.text.at(target) + 1)
        c.values.waits = True
        place = c.place(target)
        kind = type_of(place)
        operation = Op.FIELD_STRING if kind is STRING else Op.FIELD_NUMBER
        number = c.block.new_temporary()
        c.block.add(operation.unless_none(number, behind))
        c.store(place, item(kind, Temporary(STRING, number=number), Temporary(DOUBLE, number=number)))
        # As in READ, what is wrong with an item shows when the variable has its value.
        c.block.add(Op.FIELD_CHECK.unless_none(c.block.new_temporary(), Op.INPUT_AGAIN))
    if c.values.fault is None:
        c.block.add(Op.END_INPUT())


#: The statements of XBASIC, whose words the machine puts together (`_TURBOON`); what is listed after ON is ignored.
_TURBO = re.compile(r"TURBO *(ON|OFF)\b")


def _call(c: Lowering, node: tree.Call) -> None:
    turbo = _TURBO.match(node.name)
    if turbo is None:
        _nothing(c, node)
    else:
        c.block.add(Op.TURBO(turbo[1] == "ON"))


def _nothing(c: Lowering, node: tree.Statement) -> None:
    raise UnfinishedError(Fail(SYNTAX, "this machine has no extended statements"))


SCREEN_STATEMENTS: dict[type[tree.Statement], Callable[[Lowering, Any], None]] = {
    tree.Print: _print,
    tree.Input: _input,
    tree.Call: _call,
}
