"""Statements of screen, keyboard, sound, memory and pictures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msxkit.language import tree
from msxkit.language.build.parts import (
    Parts,
    cut,
    filled,
    flag,
    headed,
    listed,
    made,
    missing,
    nodes,
    raster,
    slots,
    terminal,
    worded,
)
from msxkit.language.lexer import Terminal
from msxkit.language.vocabulary import table


def _print(parts: Parts) -> tree.Print:
    return tree.Print(parts[0].start, parts[-1].end, None, tuple(nodes(parts)), parts[0].text == "LPRINT")


def _item_comma(part: Terminal) -> tree.PrintComma:
    return tree.PrintComma(part.start, part.end)


def _item_semicolon(part: Terminal) -> tree.PrintSemicolon:
    _, _, _, start, end, _ = part
    return tree.PrintSemicolon(start, end)


def _item_tab(parts: Parts) -> tree.Node:
    word, count, close = parts
    if close.missing:
        count = missing(close, count)
    kind = tree.PrintTab if word.type == "TAB" else tree.PrintSpaces
    return kind(word.start, close.end, count)


def _using(parts: Parts) -> tree.PrintUsing:
    text, *values = nodes(parts)
    return tree.PrintUsing(
        parts[0].start, parts[-1].end, text, tuple(values), not isinstance(parts[-1], tree.Node)
    )


def _prompt(parts: Parts) -> str | None:
    found = terminal(parts, "STRING")
    return None if found is None else found.text


def _slots(kind: type[Any], count: int) -> Callable[[Parts], Any]:
    """Return what makes a statement of a word and arguments that may be left out."""
    return made(kind, lambda parts: slots(parts[1:], count))


def _two(parts: Parts) -> Any:
    return made(table("statement")[parts[0].type].nodes[0])(parts)


_INDEXED: dict[str, type[Any]] = {"VDP": tree.SetVdp, "BASE": tree.SetBase, "SPRITE_S": tree.SetSprite}


def _set_indexed(parts: Parts) -> Any:
    return made(_INDEXED[parts[0].type])(parts)


def _put_sprite(parts: Parts) -> tree.PutSprite:
    plane, point, colour, pattern = slots(parts[2:], 4)
    return tree.PutSprite(parts[0].start, parts[-1].end, plane, point, colour, pattern)


def _pset(parts: Parts) -> tree.Pset:
    point, colour, _ = slots(_cut_colour(parts[1:]), 3)
    return tree.Pset(parts[0].start, parts[-1].end, point, colour, raster(parts), parts[0].type == "PRESET")


def _cut_colour(parts: Parts) -> Parts:
    """Return the parts from a point on. The colour behind it breaks off if the word after its comma is not there."""
    wrong = terminal(parts, "FLAG", "RASTER")
    if wrong is None or not wrong.missing:
        return parts
    place = next(place for place, part in enumerate(parts) if isinstance(part, tree.Point)) + 2
    colour = parts[place] if isinstance(parts[place], tree.Node) else None
    return [*parts[:place], missing(wrong, colour, whole=True), *parts[place + (colour is not None) :]]


def _line(parts: Parts) -> tree.DrawLine:
    first = parts[1] if isinstance(parts[1], tree.Point) else None
    last, colour, _, _ = slots(_cut_colour(parts[3 if first else 2 :]), 4)
    return tree.DrawLine(parts[0].start, parts[-1].end, first, last, colour, flag(parts), raster(parts))


def _copy_to_screen(parts: Parts) -> tree.CopyPicture:
    source, *direction, target = nodes(parts)
    return tree.CopyPicture(
        parts[0].start, parts[-1].end, source, direction[0] if direction else None, target
    )


def _place(parts: Parts) -> tree.Place:
    point, page, _ = slots(parts, 3)
    return tree.Place(parts[0].start, parts[-1].end, point, page, raster(parts))


def _copy_files(parts: Parts) -> tree.CopyFiles | tree.CopyPicture:
    source, *target = nodes(parts)
    end = parts[-1].end
    if target and (_is_array(source) or _is_array(target[0])):
        return tree.CopyPicture(parts[0].start, end, source, None, target[0])
    return tree.CopyFiles(parts[0].start, end, source, target[0] if target else None)


def _is_array(node: tree.Expression) -> bool:
    return isinstance(node, tree.Variable) and node.suffix != "$"


def _set_option(parts: Parts) -> tree.SetOption:
    statement, word, *rest = parts
    point = rest[0] if rest and isinstance(rest[0], tree.Point) else None
    arguments = tuple(slots(rest, 1)) if rest and not point else ()
    return tree.SetOption(statement.start, parts[-1].end, word.text, point, arguments)


def _set_clock(parts: Parts) -> tree.SetClock:
    _, word, value, *rest = parts
    if rest and rest[-1].missing:
        value = missing(rest[-1], value)
    return tree.SetClock(parts[0].start, parts[-1].end, word.text, value, bool(flag(parts)))


def _get_clock(parts: Parts) -> tree.GetClock:
    alarm = terminal(parts, "COMMA") is not None
    target = parts[2]
    if alarm and parts[-1].missing:
        target = missing(parts[-1], target, whole=True)
    return tree.GetClock(parts[0].start, parts[-1].end, parts[1].text, target, alarm)


def _put_kanji(parts: Parts) -> tree.PutKanji:
    point, code, colour, _, mode = slots(parts[2:], 5)
    return tree.PutKanji(parts[0].start, parts[-1].end, point, code, colour, raster(parts), mode)


BUILDERS: dict[str, Callable[[list[Any]], Any]] = {
    "print_": _print,
    "print_file": made(tree.Print, lambda parts: [*headed(parts), False]),
    "item_tab": _item_tab,
    "using": _using,
    "input_": worded(tree.Input, lambda parts: [_prompt(parts), *listed(parts)]),
    "line_input": worded(tree.LineInput, lambda parts: [_prompt(parts), parts[-1]]),
    "locate": _slots(tree.Locate, 3),
    "width": made(tree.Width),
    "screen": _slots(tree.Screen, 6),
    "color": _slots(tree.Color, 3),
    "color_palette": made(tree.ColorPalette, cut(lambda parts: slots(parts[3:-1], 4))),
    "color_new": made(tree.ColorNew),
    "color_restore": made(tree.ColorRestore),
    "color_sprite": made(tree.ColorSprite),
    "color_sprite_rows": made(tree.ColorSpriteRows),
    "key": made(tree.Key),
    "key_display": made(tree.KeyDisplay, lambda parts: [parts[1].text == "ON"]),
    "key_list": made(tree.KeyList),
    "two": _two,
    "wait": made(tree.Wait, filled(3)),
    "set_indexed": _set_indexed,
    "set_time": made(tree.SetTime),
    "play": made(tree.Play, lambda parts: [None, *listed(parts)]),
    "play_device": made(tree.Play, headed),
    "motor": made(tree.Motor, lambda parts: [parts[1].text == "ON" if len(parts) > 1 else None]),
    "put_sprite": _put_sprite,
    "pset": _pset,
    "line_": _line,
    "circle": _slots(tree.Circle, 6),
    "paint": _slots(tree.Paint, 3),
    "draw": made(tree.Draw),
    "copy_picture": made(tree.CopyPicture, lambda parts: [parts[1], None, parts[-1]]),
    "copy_to_screen": _copy_to_screen,
    "place": _place,
    "copy_files": _copy_files,
    "copy_screen": made(tree.CopyScreen, listed),
    "set_page": made(tree.SetPage, lambda parts: slots(parts[2:], 2)),
    "set_scroll": made(tree.SetScroll, lambda parts: slots(parts[2:], 4)),
    "set_option": _set_option,
    "set_clock": _set_clock,
    "get_clock": _get_clock,
    "put_kanji": _put_kanji,
}
BUILDERS_OF_ONE: dict[str, Callable[[Any], Any]] = {
    "item_comma": _item_comma,
    "item_semicolon": _item_semicolon,
}
