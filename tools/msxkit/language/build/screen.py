"""Statements of screen, keyboard, sound, memory and pictures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msxkit.language import tree
from msxkit.language.build.parts import (
    Parts,
    headed,
    made,
    missing,
    nodes,
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
    "copy_files": _copy_files,
}
BUILDERS_OF_ONE: dict[str, Callable[[Any], Any]] = {
    "item_comma": _item_comma,
    "item_semicolon": _item_semicolon,
}
