"""Statements of screen, keyboard, sound, memory and pictures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msxkit.basic_errors import SYNTAX
from msxkit.language import tree
from msxkit.language.build.parts import Parts, flag, missing, nodes, raster, slots, terminal
from msxkit.language.lexer import Terminal
from msxkit.language.vocabulary import table


def _print(parts: Parts) -> tree.Print:
    return tree.Print(parts[0].start, parts[-1].end, None, tuple(nodes(parts)), parts[0].text == "LPRINT")


def _print_file(parts: Parts) -> tree.Print:
    channel, *items = nodes(parts)
    return tree.Print(parts[0].start, parts[-1].end, channel, tuple(items), False)


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


def _input(parts: Parts) -> tree.Input:
    return tree.Input(parts[0].start, parts[-1].end, _prompt(parts), tuple(nodes(parts)))


def _line_input(parts: Parts) -> tree.LineInput:
    return tree.LineInput(parts[0].start, parts[-1].end, _prompt(parts), parts[-1])


def _slots(kind: type[Any], count: int) -> Callable[[Parts], tree.Statement]:
    """Return a statement of a word and arguments that may be left out."""

    def build(parts: Parts) -> tree.Statement:
        statement: tree.Statement = kind(parts[0].start, parts[-1].end, *slots(parts[1:], count))
        return statement

    return build


def _nodes(kind: type[Any]) -> Callable[[Parts], tree.Statement]:
    """Return a statement that keeps its expressions in order."""

    def build(parts: Parts) -> tree.Statement:
        statement: tree.Statement = kind(parts[0].start, parts[-1].end, *nodes(parts))
        return statement

    return build


def _color_new(parts: Parts) -> tree.ColorNew:
    return tree.ColorNew(parts[0].start, parts[-1].end)


def _color_restore(parts: Parts) -> tree.ColorRestore:
    return tree.ColorRestore(parts[0].start, parts[-1].end)


def _key_display(parts: Parts) -> tree.KeyDisplay:
    return tree.KeyDisplay(parts[0].start, parts[-1].end, parts[1].text == "ON")


def _key_list(parts: Parts) -> tree.KeyList:
    return tree.KeyList(parts[0].start, parts[-1].end)


def _two(parts: Parts) -> tree.Statement:
    return _nodes(table("statement")[parts[0].type].nodes[0])(parts)


def _wait(parts: Parts) -> tree.Wait:
    port, mask, *flip = nodes(parts)
    return tree.Wait(parts[0].start, parts[-1].end, port, mask, flip[0] if flip else None)


_INDEXED: dict[str, type[Any]] = {"VDP": tree.SetVdp, "BASE": tree.SetBase, "SPRITE_S": tree.SetSprite}


def _set_indexed(parts: Parts) -> tree.Statement:
    return _nodes(_INDEXED[parts[0].type])(parts)


def _play(parts: Parts) -> tree.Play:
    return tree.Play(parts[0].start, parts[-1].end, None, tuple(nodes(parts)))


def _play_device(parts: Parts) -> tree.Play:
    device, *voices = nodes(parts)
    return tree.Play(parts[0].start, parts[-1].end, device, tuple(voices))


def _motor(parts: Parts) -> tree.Motor:
    return tree.Motor(parts[0].start, parts[-1].end, parts[1].text == "ON" if len(parts) > 1 else None)


def _put_sprite(parts: Parts) -> tree.PutSprite:
    plane, point, colour, pattern = slots(parts[2:], 4)
    return tree.PutSprite(parts[0].start, parts[-1].end, plane, point, colour, pattern)


def _pset(parts: Parts) -> tree.Pset:
    point, colour, _ = slots(parts[1:], 3)
    return tree.Pset(parts[0].start, parts[-1].end, point, colour, raster(parts), parts[0].type == "PRESET")


def _line(parts: Parts) -> tree.DrawLine:
    first = parts[1] if isinstance(parts[1], tree.Point) else None
    last, colour, _, _ = slots(parts[3 if first else 2 :], 4)
    return tree.DrawLine(parts[0].start, parts[-1].end, first, last, colour, flag(parts), raster(parts))


def _circle(parts: Parts) -> tree.Circle:
    return tree.Circle(parts[0].start, parts[-1].end, *slots(parts[1:], 6))


def _copy_picture(parts: Parts) -> tree.CopyPicture:
    return tree.CopyPicture(parts[0].start, parts[-1].end, parts[1], None, parts[-1])


def _copy_to_screen(parts: Parts) -> tree.CopyPicture:
    source, *direction, target = nodes(parts)
    return tree.CopyPicture(
        parts[0].start, parts[-1].end, source, direction[0] if direction else None, target
    )


def _place(parts: Parts) -> tree.Place:
    point, page, _ = slots(parts, 3)
    return tree.Place(parts[0].start, parts[-1].end, point, page, raster(parts))


def _copy_files(parts: Parts) -> tree.CopyFiles:
    source, *target = nodes(parts)
    end = parts[-1].end
    fault = None if target else tree.Fault(end, end, SYNTAX, "the end of the statement", ("TO",))
    return tree.CopyFiles(parts[0].start, end, source, target[0] if target else None, fault=fault)


def _copy_screen(parts: Parts) -> tree.CopyScreen:
    return tree.CopyScreen(parts[0].start, parts[-1].end, tuple(nodes(parts)))


def _set_page(parts: Parts) -> tree.SetPage:
    return tree.SetPage(parts[0].start, parts[-1].end, *slots(parts[2:], 2))


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
        target = missing(parts[-1])
    return tree.GetClock(parts[0].start, parts[-1].end, parts[1].text, target, alarm)


def _put_kanji(parts: Parts) -> tree.PutKanji:
    point, code, colour, _, mode = slots(parts[2:], 5)
    return tree.PutKanji(parts[0].start, parts[-1].end, point, code, colour, raster(parts), mode)


BUILDERS: dict[str, Callable[[list[Any]], Any]] = {
    "print_": _print,
    "print_file": _print_file,
    "item_tab": _item_tab,
    "using": _using,
    "input_": _input,
    "line_input": _line_input,
    "locate": _slots(tree.Locate, 3),
    "width": _nodes(tree.Width),
    "screen": _slots(tree.Screen, 6),
    "color": _slots(tree.Color, 3),
    "color_palette": _nodes(tree.ColorPalette),
    "color_new": _color_new,
    "color_restore": _color_restore,
    "color_sprite": _nodes(tree.ColorSprite),
    "color_sprite_rows": _nodes(tree.ColorSpriteRows),
    "key": _nodes(tree.Key),
    "key_display": _key_display,
    "key_list": _key_list,
    "two": _two,
    "wait": _wait,
    "set_indexed": _set_indexed,
    "set_time": _nodes(tree.SetTime),
    "play": _play,
    "play_device": _play_device,
    "motor": _motor,
    "put_sprite": _put_sprite,
    "pset": _pset,
    "line_": _line,
    "circle": _circle,
    "paint": _slots(tree.Paint, 3),
    "draw": _nodes(tree.Draw),
    "copy_picture": _copy_picture,
    "copy_to_screen": _copy_to_screen,
    "place": _place,
    "copy_files": _copy_files,
    "copy_screen": _copy_screen,
    "set_page": _set_page,
    "set_option": _set_option,
    "set_clock": _set_clock,
    "get_clock": _get_clock,
    "put_kanji": _put_kanji,
}
BUILDERS_OF_ONE: dict[str, Callable[[Any], Any]] = {
    "item_comma": _item_comma,
    "item_semicolon": _item_semicolon,
}
