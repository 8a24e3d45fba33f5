"""SCREEN, COLOR and PUT SPRITE."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msxkit.basic_errors import SYNTAX
from msxkit.language import tree
from msxkit.program.lower.block import Lowering
from msxkit.program.lower.graphics import move
from msxkit.program.operations import Op


def _screen(c: Lowering, node: tree.Screen) -> None:
    """Lower SCREEN: each operand takes effect before the next one is looked at."""
    c.compute_waits(node)
    for operation, operand in (
        (Op.SCREEN_MODE, node.mode),
        (Op.SPRITE_SIZE, node.sprites),
        (Op.KEY_CLICK, node.click),
        (Op.BAUD_RATE, node.baud),
    ):
        if operand is not None:
            c.block.add(operation(c.values.byte(operand)))
    if node.printer is not None:
        c.block.keep(c.values.byte(node.printer))
    if node.interlace is not None:
        c.block.add(Op.NEED_MSX2(SYNTAX))
        c.block.add(Op.INTERLACE(c.values.byte(node.interlace)))


# Colours


def _color(c: Lowering, node: tree.Color) -> None:
    if node.ink is node.paper is node.border is None and node.end - node.start == 1:
        c.block.add(Op.RESET_COLOURS())
    else:
        c.block.add(Op.COLOUR(*c.optional_bytes(node.ink, node.paper, node.border)))


# Sprites


def _put_sprite(c: Lowering, node: tree.PutSprite) -> None:
    c.compute_waits(node)
    plane = c.block.keep(c.values.byte(node.plane))
    c.block.add(Op.SELECT_SPRITE(plane))
    if node.point is not None:
        move(c, node.point)
        c.block.add(Op.PUT_SPRITE(plane))
    if node.colour is not None:
        c.block.add(Op.PUT_SPRITE_COLOUR(plane, c.values.byte(node.colour)))
    if node.pattern is not None:
        c.block.add(Op.PUT_SPRITE_PATTERN(plane, c.values.byte(node.pattern), node.point is not None))


DISPLAY_STATEMENTS: dict[type[tree.Statement], Callable[[Lowering, Any], None]] = {
    tree.Screen: _screen,
    tree.Color: _color,
    tree.PutSprite: _put_sprite,
}
