"""Statements of files, of the program text, and extensions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msxkit.language import tree
from msxkit.language.build.parts import (
    Parts,
    behind,
    cut,
    filled,
    flag,
    headed,
    line,
    listed,
    made,
    missing,
    nodes,
    slots,
    terminal,
)
from msxkit.language.lexer import Terminal

_MODES = {"INPUT": tree.OpenMode.INPUT, "OUTPUT": tree.OpenMode.OUTPUT, "APPEND": tree.OpenMode.APPEND}


def _open(parts: Parts) -> tree.Open:
    name, channel, *size = nodes(parts)
    mode = terminal(parts[2:], *_MODES)
    if mode is not None and mode.missing:
        name = missing(mode, name)
    return tree.Open(
        parts[0].start,
        parts[-1].end,
        name,
        None if mode is None or mode.missing else _MODES[mode.type],
        channel,
        size[0] if size else None,
    )


def _place(part: Terminal | None) -> tree.LinePlace | None:
    if part is not None and part.type == "DOT":
        return tree.CurrentLine(part.start, part.end)
    return line(part)


def _range(parts: Parts) -> tree.LineRange:
    dash = terminal(parts, "MINUS")
    place = len(parts) if dash is None else parts.index(dash)
    first = terminal(parts[:place], "LINE", "DOT")
    last = terminal(parts[place:], "LINE", "DOT")
    return tree.LineRange(parts[0].start, parts[-1].end, _place(first), _place(last), dash is not None)


def _list(parts: Parts) -> tree.List:
    lines = parts[1] if len(parts) > 1 else None
    return tree.List(parts[0].start, parts[-1].end, lines, parts[0].text == "LLIST")


def _numbers(count: int) -> Callable[[Parts], list[tree.LinePlace | None]]:
    """Return a function that returns so many line numbers between commas, None for each that is left out."""

    def read(parts: Parts) -> list[tree.LinePlace | None]:
        return [_place(part) for part in slots(parts[1:], count)]

    return read


def _option(parts: Parts) -> tuple[tree.Expression, bool]:
    """Return the name of a file, and whether the letter after it is there."""
    name, *rest = parts[1:]
    if rest and rest[-1].missing:
        name = missing(rest[-1], name)
    return name, bool(flag(parts))


def _load_save(parts: Parts) -> tree.Statement:
    kind = tree.Load if parts[0].type == "LOAD" else tree.Save
    return kind(parts[0].start, parts[-1].end, *_option(parts))


def _one_name(parts: Parts) -> tree.Statement:
    kind = tree.Merge if parts[0].type == "MERGE" else tree.Kill
    return kind(parts[0].start, parts[-1].end, parts[1])


def _cload(parts: Parts) -> tree.Cload:
    name = nodes(parts)
    return tree.Cload(
        parts[0].start, parts[-1].end, name[0] if name else None, terminal(parts, "PRINT") is not None
    )


def _bsave(parts: Parts) -> tree.Bsave:
    name, first, last, *entry = nodes(parts)
    return tree.Bsave(
        parts[0].start, parts[-1].end, name, first, last, entry[-1] if entry else None, bool(flag(parts))
    )


def _bload(parts: Parts) -> tree.Bload:
    name, *offset = nodes(parts)
    flags = {part.text for part in parts if isinstance(part, Terminal) and part.type == "FLAG"}
    return tree.Bload(
        parts[0].start, parts[-1].end, name, offset[-1] if offset else None, "R" in flags, "S" in flags
    )


def _files(parts: Parts) -> tree.Files:
    pattern = parts[1] if len(parts) > 1 else None
    return tree.Files(parts[0].start, parts[-1].end, pattern, parts[0].text == "LFILES")


def _name(parts: Parts) -> tree.Name:
    return tree.Name(parts[0].start, parts[-1].end, parts[1], behind(parts, "AS"))


def _call(parts: Parts) -> tree.Call:
    name = parts[1].text.strip() if len(parts) > 1 else ""
    return tree.Call(parts[0].start, parts[-1].end, name, parts[0].text == "_")


def _extension(parts: Parts) -> tree.Extension:
    return tree.Extension(parts[0].start, parts[-1].end, parts[0].text)


BUILDERS: dict[str, Callable[[list[Any]], Any]] = {
    "open_": _open,
    "close": made(tree.Close, listed),
    "maxfiles": made(tree.MaxFiles),
    "input_file": made(tree.InputFile, cut(headed)),
    "line_input_file": made(tree.LineInputFile, cut()),
    "field": made(tree.Field, cut(headed)),
    "field_part": made(tree.FieldPart),
    "get": made(tree.GetRecord, filled(2)),
    "put": made(tree.PutRecord, filled(2)),
    "range": _range,
    "list_": _list,
    "delete": made(tree.Delete, filled(1)),
    "renum": made(tree.Renum, _numbers(3)),
    "auto": made(tree.Auto, _numbers(2)),
    "load_save": _load_save,
    "one_name": _one_name,
    "csave": made(tree.Csave, filled(2)),
    "cload": _cload,
    "bsave": _bsave,
    "bload": _bload,
    "files": _files,
    "name": _name,
    "write_sector": made(tree.WriteSector),
    "call": _call,
    "extension": _extension,
}
