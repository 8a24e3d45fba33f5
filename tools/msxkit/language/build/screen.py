"""Statements of screen, keyboard, sound, memory and pictures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msxkit.language import tree
from msxkit.language.build.parts import (
    Parts,
    cut,
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


def _copy_files(parts: Parts) -> tree.CopyFiles | tree.CopyPicture:
    source, *target = nodes(parts)
    end = parts[-1].end
    if target and (_is_array(source) or _is_array(target[0])):
        return tree.CopyPicture(parts[0].start, end, source, None, target[0])
    return tree.CopyFiles(parts[0].start, end, source, target[0] if target else None)


def _is_array(node: tree.Expression) -> bool:
    return isinstance(node, tree.Variable) and node.suffix != "$"


BUILDERS: dict[str, Callable[[list[Any]], Any]] = {
    "print": _print,
    "print_file": made(tree.Print, lambda parts: [*headed(parts), False]),
    "item_tab": _item_tab,
    "using": _using,
    "input": worded(tree.Input, lambda parts: [_prompt(parts), *listed(parts)]),
    "line_input": worded(tree.LineInput, lambda parts: [_prompt(parts), parts[-1]]),
    "input_file": made(tree.InputFile, cut(headed)),
    "line_input_file": made(tree.LineInputFile, cut()),
    "play": made(tree.Play, lambda parts: [None, *listed(parts)]),
    "play_device": made(tree.Play, headed),
    "draw_line": _line,
    "copy_picture": made(tree.CopyPicture, lambda parts: [parts[1], None, parts[-1]]),
    "copy_to_screen": _copy_to_screen,
    "copy_files": _copy_files,
}
BUILDERS_OF_ONE: dict[str, Callable[[Any], Any]] = {
    "item_comma": _item_comma,
    "item_semicolon": _item_semicolon,
}
