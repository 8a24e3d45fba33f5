"""COPY of pictures.

The machine carries their operands out one after the other, and so do their blocks: an error in a later one leaves
after what the earlier ones did. Source: MSX Red Book (579CH-5D6EH).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msxkit.basic_errors import ILLEGAL_CALL, SYNTAX, TYPE_MISMATCH
from msxkit.basic_type import STRING
from msxkit.language import tree
from msxkit.program.lower.block import Lowering
from msxkit.program.lower.drawing import place
from msxkit.program.lower.unfinished import UnfinishedError
from msxkit.program.model import Fail
from msxkit.program.operations import Op
from msxkit.program.values import ArrayName, Temporary


def _array(c: Lowering, node: tree.Expression) -> ArrayName | None:
    """Return the array that COPY takes the name as; None for a string, which names a file."""
    return (
        c.names.array(node)
        if isinstance(node, tree.Variable) and c.names.variable(node).type is not STRING
        else None
    )


def _page(c: Lowering, page: tree.Expression | None) -> Temporary | None:
    return c.keep_optional(c.values.optional_byte(page))


def _copy(c: Lowering, node: tree.CopyPicture) -> None:
    if not isinstance(node.source, tree.Area) and not isinstance(node.target, tree.Place):
        _copy_file(c, node.source, node.target)
        return
    c.block.add(Op.NEED_MSX2(ILLEGAL_CALL))
    c.compute_waits(*filter(None, (node.source, node.direction)))
    if isinstance(node.source, tree.Area):
        _copy_area(c, node.source, node.target)
        return
    assert isinstance(node.target, tree.Place)
    if isinstance(node.source, tree.Element) and c.names.array(node.source).type is not STRING:
        # The name of an array stands without a bracket.
        raise UnfinishedError(Fail(SYNTAX))
    if (array := _array(c, node.source)) is not None:
        c.block.add(Op.NEED_SCREEN(5))
        c.block.add(Op.NEED_ARRAY(array))
        direction = c.keep_optional(c.values.optional_byte(node.direction))
        c.compute_waits(node.target)
        c.block.add(Op.COPY_FROM_ARRAY(array, direction, *_target(c, node.target)))
    else:
        name = c.block.keep(c.values.string(node.source))
        direction = c.keep_optional(c.values.optional_byte(node.direction))
        c.block.add(Op.NEED_SCREEN(5))
        c.compute_waits(node.target)
        c.block.add(Op.COPY_FROM_FILE(name, direction, *_target(c, node.target)))


def _copy_file(c: Lowering, source: tree.Expression, target: tree.Expression) -> None:
    c.block.add(Op.NEED_DISK())
    if (array := _array(c, source)) is not None:
        c.block.add(Op.NEED_MSX2(TYPE_MISMATCH))
        c.block.add(Op.NEED_ARRAY(array))
        c.block.add(Op.COPY_ARRAY_TO_FILE(array, c.values.string(target)))
        return
    name = c.block.keep(c.values.string(source))
    if (array := _array(c, target)) is None:
        c.block.add(Op.COPY_FILE(name, c.values.string(target)))
    else:
        c.block.add(Op.NEED_MSX2(TYPE_MISMATCH))
        c.block.add(Op.COPY_FILE_TO_ARRAY(name, array))


def _copy_area(c: Lowering, source: tree.Area, target: tree.Place | tree.Expression) -> None:
    area = place(c, source.first), place(c, source.last), _page(c, source.page)
    c.block.add(Op.NEED_SCREEN(5))
    c.compute_waits(target)
    if isinstance(target, tree.Place):
        c.block.add(Op.COPY_AREA(*area, *_target(c, target)))
    elif (array := _array(c, target)) is not None:
        c.block.add(Op.COPY_TO_ARRAY(*area, array))
    else:
        c.block.add(Op.COPY_TO_FILE(*area, c.values.string(target)))


def _target(c: Lowering, node: tree.Place) -> tuple[Temporary, Temporary | None, tree.Raster]:
    """Return where COPY puts a picture: point, page or nothing, operation."""
    return place(c, node.point), _page(c, node.page), node.operation or tree.Raster.PSET


GRAPHIC_STATEMENTS: dict[type[tree.Statement], Callable[[Lowering, Any], None]] = {
    tree.CopyPicture: _copy,
}
