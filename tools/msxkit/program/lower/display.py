"""Statements of screen modes, colours and sprites."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msxkit.basic_errors import ILLEGAL_CALL, SYNTAX, TYPE_MISMATCH
from msxkit.language import tree
from msxkit.language.vocabulary import table
from msxkit.program.lower.block import Lowering
from msxkit.program.lower.graphics import move
from msxkit.program.operations import Op
from msxkit.program.values import Temporary, Value

#: The operands of a SET, each of which may be left out.
Operands = tuple[tree.Expression | None, ...]


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


def _sprite_rows(c: Lowering, node: tree.ColorSpriteRows) -> None:
    """Lower COLOR SPRITE$. An MSX1 takes SPRITE$ for the function, which is not a colour."""
    number = c.block.keep(c.values.byte(node.number))
    c.block.add(Op.NEED_MSX2(TYPE_MISMATCH))
    c.block.add(Op.NEED_SCREEN(4))
    c.block.add(Op.SPRITE_ROWS(number, c.values.string(node.rows)))


# Pages


def _set_page(c: Lowering, node: tree.SetPage) -> None:
    (shown,) = c.optional_bytes(node.shown)
    c.block.add(Op.NEED_SCREEN(5))
    c.block.add(Op.SET_PAGE(shown, *c.optional_bytes(node.active)))


def _set_scroll(c: Lowering, node: tree.SetScroll) -> None:
    c.block.add(Op.NEED_MSX2(ILLEGAL_CALL))
    c.block.add(Op.NEED_SET_SCROLL())
    x = None if node.x is None else c.block.keep(c.values.integer(node.x))
    c.block.add(Op.SET_SCROLL(x, *c.optional_bytes(node.y, node.mask, node.pages)))


def _set_option(c: Lowering, node: tree.SetOption) -> None:
    if node.point is not None:
        x, y = (c.block.keep(c.values.ranged(part, -7, 8)) for part in (node.point.x, node.point.y))
        c.block.add(Op.SET_ADJUST(x, y))
    else:
        _OPTIONS[node.option](c, node.arguments)


def _choices(option: str) -> list[tuple[int, int]]:
    """Return the ranges of the numbers that a SET takes."""
    ranges = [(each.low, each.high) for each in table("statement")[f"SET {option}"].operands.values()]
    return [(low, high) for low, high in ranges if low is not None and high is not None]


def _set_beep(c: Lowering, operands: Operands) -> None:
    sound, volume = _within(c, _padded(operands, 2), _choices("BEEP"))
    c.block.add(Op.SET_BEEP(sound, volume))


def _set_title(c: Lowering, operands: Operands) -> None:
    text, colour = _padded(operands, 2)
    title = None if text is None else c.block.keep(c.values.string(text))
    c.block.add(Op.SET_TITLE(title, *_within(c, (colour,), _choices("TITLE"))))


def _set_prompt(c: Lowering, operands: Operands) -> None:
    c.block.add(Op.SET_PROMPT(_text(c, operands)))


def _set_password(c: Lowering, operands: Operands) -> None:
    c.block.add(Op.SET_PASSWORD(_text(c, operands)))


def _set_screen(c: Lowering, _operands: Operands) -> None:
    c.require_end()
    c.block.add(Op.SET_SCREEN())


def _set_video(c: Lowering, operands: Operands) -> None:
    """Lower SET VIDEO: there is no superimposer that would show what it sets."""
    _within(c, operands, ((0, 3), (0, 1), (0, 1), (0, 1), (0, 3), (0, 1), (0, 1)))


_OPTIONS: dict[str, Callable[[Lowering, Operands], None]] = {
    "BEEP": _set_beep,
    "PASSWORD": _set_password,
    "PROMPT": _set_prompt,
    "SCREEN": _set_screen,
    "TITLE": _set_title,
    "VIDEO": _set_video,
}


def _text(c: Lowering, operands: Operands) -> Value:
    (text,) = operands
    assert text is not None
    return c.values.string(text)


def _padded(operands: Operands, count: int) -> Operands:
    return (*operands, *[None] * (count - len(operands)))


def _within(c: Lowering, operands: Operands, ranges: Sequence[tuple[int, int]]) -> list[Temporary | None]:
    """Compute the operands, each of which may be left out, and require each to be in its range."""
    return [
        None if operand is None else c.block.keep(c.values.ranged(operand, low, high))
        for operand, (low, high) in zip(operands, ranges, strict=False)
    ]


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
    tree.ColorSpriteRows: _sprite_rows,
    tree.SetPage: _set_page,
    tree.SetScroll: _set_scroll,
    tree.SetOption: _set_option,
    tree.PutSprite: _put_sprite,
}
