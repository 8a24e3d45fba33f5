"""Statements that draw: PSET, LINE, CIRCLE, PAINT, DRAW and COPY.

The machine carries their operands out one after the other, and so do their blocks: an error in a later one leaves
behind what the earlier ones did. Source: MSX Red Book (579CH-5D6EH).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msxkit.basicerrors import ILLEGAL_CALL, SYNTAX
from msxkit.basictype import STRING
from msxkit.language import tree
from msxkit.program.lower.block import BlockLowering
from msxkit.program.lower.unfinished import UnfinishedError
from msxkit.program.model import Do, Fail
from msxkit.program.operations import Op
from msxkit.program.values import ArrayName, Temporary

_DRAW_OVER = tree.Raster.PSET


def move(c: BlockLowering, point: tree.Point) -> None:
    """Move the last point to a pair of coordinates."""
    x, y = c.each((point.x, point.y), [c.integer])
    c.add(Op.MOVE(x, y, point.step))


def _moved(c: BlockLowering, point: tree.Point) -> Temporary:
    """Move the last point and return it."""
    move(c, point)
    return _place(c)


def _place(c: BlockLowering) -> Temporary:
    return c.keep(Op.PLACE())


def _ink(c: BlockLowering, colour: tree.Expression | None, background: bool = False) -> None:
    """Lower the colour operand.

    Args:
        background: The default for one that is left out.
    """
    if colour is None:
        c.add(Op.INK(None, background))
    else:
        c.add(Op.NEED_GRAPHICS())
        c.add(Op.INK(c.byte(colour), False))


def _combined(c: BlockLowering, raster: tree.Raster | None, drawn: Do) -> None:
    """Lower a statement with a logical operation: an MSX1 carries it out, and then fails at the operation."""
    c.add(Op.RASTER(raster or _DRAW_OVER))
    c.add(drawn)
    if raster is not None:
        c.add(Op.NEED_MSX2(SYNTAX))


def _pset(c: BlockLowering, node: tree.Pset) -> None:
    c.compute_waits(node)
    move(c, node.point)
    _ink(c, node.colour, node.reset)
    _combined(c, node.operation, Op.PSET())


_SHAPES = {"": Op.LINE, "B": Op.BOX, "BF": Op.FILLED_BOX}


def _line(c: BlockLowering, node: tree.DrawLine) -> None:
    c.compute_waits(node)
    first = _place(c) if node.first is None else _moved(c, node.first)
    move(c, node.last)
    _ink(c, node.colour)
    _combined(c, node.operation, _SHAPES[node.box](first))


def _circle(c: BlockLowering, node: tree.Circle) -> None:
    c.compute_waits(node)
    move(c, node.centre)
    circle = c.keep(Op.BEGIN_CIRCLE(c.integer(node.radius)))
    _ink(c, node.colour)
    c.add(Op.RASTER(_DRAW_OVER))
    for operation, operand in (
        (Op.CIRCLE_START, node.first),
        (Op.CIRCLE_END, node.last),
        (Op.CIRCLE_ASPECT, node.aspect),
    ):
        if operand is not None:
            c.add(operation(circle, c.number(operand)))
    c.add(Op.CIRCLE(circle))


def _paint(c: BlockLowering, node: tree.Paint) -> None:
    c.compute_waits(node)
    move(c, node.point)
    _ink(c, node.colour)
    border = None if node.border is None else c.keep(c.byte(node.border))
    c.add(Op.RASTER(_DRAW_OVER))
    c.add(Op.PAINT(border))


def _draw(c: BlockLowering, node: tree.Draw) -> None:
    c.add(Op.NEED_GRAPHICS())
    c.add(Op.DRAW_MACRO(c.string(node.commands)))


# COPY


def _array(c: BlockLowering, node: tree.Expression) -> ArrayName | None:
    """Return the array that COPY takes the name as; None for a string, which names a file."""
    return c.array(node) if isinstance(node, tree.Variable) and c.variable(node).type is not STRING else None


def _page(c: BlockLowering, page: tree.Expression | None) -> Temporary | None:
    return c.keep_optional(c.optional_byte(page))


def _copy(c: BlockLowering, node: tree.CopyPicture) -> None:
    c.add(Op.NEED_MSX2(ILLEGAL_CALL))
    c.compute_waits(*filter(None, (node.source, node.direction, node.target)))
    if isinstance(node.source, tree.Area):
        _copy_area(c, node.source, node.target)
        return
    assert isinstance(node.target, tree.Place)
    if (array := _array(c, node.source)) is not None:
        direction = c.keep_optional(c.optional_byte(node.direction))
        c.add(Op.COPY_FROM_ARRAY(array, direction, *_target(c, node.target)))
    else:
        name = c.keep(c.string(node.source))
        direction = c.keep_optional(c.optional_byte(node.direction))
        c.add(Op.COPY_FROM_FILE(name, direction, *_target(c, node.target)))


def _copy_area(c: BlockLowering, source: tree.Area, target: tree.Place | tree.Expression) -> None:
    area = _moved(c, source.first), _moved(c, source.last), _page(c, source.page)
    if isinstance(target, tree.Place):
        c.add(Op.COPY_AREA(*area, *_target(c, target)))
    elif (array := _array(c, target)) is not None:
        c.add(Op.COPY_TO_ARRAY(*area, array))
    else:
        c.add(Op.COPY_TO_FILE(*area, c.string(target)))


def _target(c: BlockLowering, node: tree.Place) -> tuple[Temporary, Temporary | None, tree.Raster]:
    """Return where COPY puts a picture: point, page or nothing, operation."""
    return _moved(c, node.point), _page(c, node.page), node.operation or _DRAW_OVER


def _not_there(note: str) -> Callable[[BlockLowering, tree.Statement], None]:
    def lower(c: BlockLowering, node: tree.Statement) -> None:
        raise UnfinishedError(Fail(ILLEGAL_CALL, note))

    return lower


GRAPHIC_STATEMENTS: dict[type[tree.Statement], Callable[[BlockLowering, Any], None]] = {
    tree.Pset: _pset,
    tree.DrawLine: _line,
    tree.Circle: _circle,
    tree.Paint: _paint,
    tree.Draw: _draw,
    tree.CopyPicture: _copy,
    tree.CopyScreen: _not_there("this machine has no video input"),
    tree.PutKanji: _not_there("this machine has no Kanji ROM"),
}
