"""Statements of screen modes, colours and sprites."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msxkit.basic_errors import ILLEGAL_CALL, SYNTAX, TYPE_MISMATCH
from msxkit.language import tree
from msxkit.program.lower.block import Lowering
from msxkit.program.lower.graphics import move
from msxkit.program.operations import Does, Op


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


def _palette(c: Lowering, node: tree.ColorPalette) -> None:
    c.block.add(Op.NEED_MSX2(SYNTAX))
    c.block.add(Op.SET_PALETTE(*c.optional_bytes(node.colour, node.red, node.green, node.blue)))


def _of_palette(operation: Does[()]) -> Callable[[Lowering, tree.Statement], None]:
    def lower(c: Lowering, _node: tree.Statement) -> None:
        c.block.add(Op.NEED_MSX2(SYNTAX))
        c.block.add(operation())

    return lower


def _sprite_colour(c: Lowering, node: tree.ColorSprite) -> None:
    c.block.add(Op.NEED_MSX2(SYNTAX))
    c.block.add(Op.SPRITE_COLOUR(*c.optional_bytes(node.number, node.colour)))


def _sprite_rows(c: Lowering, node: tree.ColorSpriteRows) -> None:
    """Lower COLOR SPRITE$. An MSX1 takes SPRITE$ for the function, which is not a colour."""
    number = c.block.keep(c.values.byte(node.number))
    c.block.add(Op.NEED_MSX2(TYPE_MISMATCH))
    c.block.add(Op.SPRITE_ROWS(number, c.values.string(node.rows)))


# Pages


def _set_page(c: Lowering, node: tree.SetPage) -> None:
    c.block.add(Op.NEED_MSX2(ILLEGAL_CALL))
    c.block.add(Op.SET_PAGE(*c.optional_bytes(node.shown, node.active)))


def _set_option(c: Lowering, node: tree.SetOption) -> None:
    c.block.add(Op.NEED_MSX2(ILLEGAL_CALL))
    if node.option == "SCROLL":
        # A statement of the MSX2+.
        c.block.fail(SYNTAX)
    elif node.point is not None:
        c.block.add(Op.SET_ADJUST(*c.values.each((node.point.x, node.point.y), [c.values.integer])))
    else:
        c.block.add(Op.SET_OPTION())


# Sprites


def _set_sprite(c: Lowering, node: tree.SetSprite) -> None:
    c.block.add(Op.NEED_SPRITES())
    number = c.block.keep(c.values.byte(node.number))
    c.block.add(Op.SET_SPRITE(number, c.values.string(node.pattern)))


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
    tree.ColorPalette: _palette,
    tree.ColorNew: _of_palette(Op.NEW_PALETTE),
    tree.ColorRestore: _of_palette(Op.RESTORE_PALETTE),
    tree.ColorSprite: _sprite_colour,
    tree.ColorSpriteRows: _sprite_rows,
    tree.SetPage: _set_page,
    tree.SetOption: _set_option,
    tree.SetSprite: _set_sprite,
    tree.PutSprite: _put_sprite,
}
