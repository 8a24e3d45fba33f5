"""What statements that draw have in common: they move the last point, and choose a colour."""

from __future__ import annotations

from msxkit.language import tree
from msxkit.program.lower.block import Lowering
from msxkit.program.operations import Op
from msxkit.program.values import Temporary


def move(c: Lowering, point: tree.Point) -> None:
    """Move the last point to a pair of coordinates."""
    x, y = c.values.each((point.x, point.y), [c.values.integer])
    c.block.add(Op.MOVE(x, y, point.step))


def place(c: Lowering, point: tree.Point | None = None) -> Temporary:
    """Return the last point, moved to one that is given."""
    if point is not None:
        move(c, point)
    return c.block.keep(Op.PLACE())


def ink(c: Lowering, colour: tree.Expression | None, background: bool = False, whole: bool = False) -> None:
    """Lower the colour operand.

    Args:
        background: The default for one that is left out.
        whole: Whether SCREEN 10 takes more than 15.
    """
    if colour is None:
        c.block.add(Op.INK(None, background, whole))
    else:
        c.block.add(Op.NEED_SCREEN(2))
        c.block.add(Op.INK(c.values.byte(colour), False, whole))
