"""What a machine has not got: statements and functions that need an MSX2, a disk drive, or something more.

Sources: MSX2 Technical Handbook, chapter 2.1 (statements added by version 2.0) and 3 (Disk BASIC).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from msxkit.language import tree

#: Target -> what it offers above a plain MSX1.
TARGETS: dict[str, frozenset[str]] = {
    "msx1": frozenset(),
    "msx2": frozenset({"an MSX2"}),
    "disk": frozenset({"an MSX2", "Disk BASIC"}),
}

MSX2, MSX2_PLUS, DISK, EXTENSION = "an MSX2", "an MSX2+", "Disk BASIC", "an extension"
_SYNTAX, _CALL, _OPERAND, _TYPE = "Syntax error", "Illegal function call", "Missing operand", "Type mismatch"


class Need(NamedTuple):
    """what: the thing that is needed above an MSX1. name: of the statement. machine: what MSX says without it."""

    what: str
    name: str
    machine: str = _CALL


_DISK_FUNCTIONS = frozenset({"DSKF", "LOC", "LOF", "MKI$", "MKS$", "MKD$", "CVI", "CVS", "CVD", "DSKI$"})
_FIRST_MSX2_SCREEN = 4
_WIDEST_MSX1 = 40
#: Extended statements (CALL) of the MSX2's RAM disk, and of the disk ROM.
_MSX2_CALLS = frozenset({"MEMINI", "MFILES", "MKILL", "MNAME"})
_DISK_CALLS = frozenset({"FORMAT", "SYSTEM"})


def need(node: tree.Node) -> Need | None:
    """What a statement or function needs above an MSX1; None for nothing."""
    find = _NEEDS.get(type(node))
    return None if find is None else find(node)


def _always(what: str, name: str, machine: str = _CALL) -> Callable[[Any], Need | None]:
    found = Need(what, name, machine)
    return lambda node: found


def _function(node: tree.Function) -> Need | None:
    return Need(DISK, node.name) if node.name in _DISK_FUNCTIONS else None


def _call(node: tree.Call) -> Need:
    what = MSX2 if node.name in _MSX2_CALLS else DISK if node.name in _DISK_CALLS else EXTENSION
    return Need(what, f"CALL {node.name}", _SYNTAX)


def _set_option(node: tree.SetOption) -> Need:
    if node.option == "SCROLL":
        return Need(MSX2_PLUS, "SET SCROLL", _SYNTAX)
    return Need(MSX2, f"SET {node.option}")


def _clock(word: str) -> Callable[[tree.SetClock | tree.GetClock], Need]:
    return lambda node: Need(MSX2, f"{word} {node.option}")


def _files(node: tree.Files) -> Need:
    return Need(DISK, "LFILES" if node.printer else "FILES")


def _set_field(node: tree.SetField) -> Need:
    return Need(DISK, "RSET" if node.right else "LSET")


def _width(node: tree.Width) -> Need | None:
    columns = _constant(node.columns)
    return Need(MSX2, f"WIDTH {columns}") if columns > _WIDEST_MSX1 else None


def _screen(node: tree.Screen) -> Need | None:
    mode = _constant(node.mode)
    if mode >= _FIRST_MSX2_SCREEN:
        return Need(MSX2, f"SCREEN {mode}")
    return Need(MSX2, "SCREEN with an interlace mode", _SYNTAX) if node.interlace is not None else None


def _constant(node: tree.Expression | None) -> int:
    return node.constant.integer if isinstance(node, tree.Number) else 0


def _color(node: tree.Color) -> Need | None:
    if node.ink is None and node.paper is None and node.border is None:
        return Need(MSX2, "COLOR without a colour", _OPERAND)
    return None


def _raster(name: str) -> Callable[[tree.Pset | tree.DrawLine], Need | None]:
    found = Need(MSX2, f"{name} with a logical operation", _SYNTAX)
    return lambda node: found if node.operation is not None else None


def _pset(node: tree.Pset) -> Need | None:
    return _raster("PRESET" if node.reset else "PSET")(node)


def _play(node: tree.Play) -> Need | None:
    return Need(EXTENSION, "PLAY #", _SYNTAX) if node.device is not None else None


_NEEDS: dict[type[tree.Node], Callable[[Any], Need | None]] = {
    tree.Function: _function,
    tree.Call: _call,
    tree.Extension: lambda node: Need(EXTENSION, node.word),
    tree.SetPage: _always(MSX2, "SET PAGE"),
    tree.SetOption: _set_option,
    tree.SetClock: _clock("SET"),
    tree.GetClock: _clock("GET"),
    tree.PutKanji: _always(MSX2, "PUT KANJI"),
    tree.GetRecord: _always(DISK, "GET #"),
    tree.PutRecord: _always(DISK, "PUT #"),
    tree.Files: _files,
    tree.Kill: _always(DISK, "KILL"),
    tree.Name: _always(DISK, "NAME"),
    tree.Field: _always(DISK, "FIELD"),
    tree.SetField: _set_field,
    tree.WriteSector: _always(DISK, "DSKO$"),
    tree.CopyFiles: _always(DISK, "COPY"),
    tree.CopyPicture: _always(MSX2, "COPY (x,y)"),
    tree.CopyScreen: _always(MSX2, "COPY SCREEN"),
    tree.Color: _color,
    tree.ColorPalette: _always(MSX2, "COLOR =", _SYNTAX),
    tree.ColorNew: _always(MSX2, "COLOR =", _SYNTAX),
    tree.ColorRestore: _always(MSX2, "COLOR =", _SYNTAX),
    tree.ColorSprite: _always(MSX2, "COLOR SPRITE", _SYNTAX),
    tree.ColorSpriteRows: _always(MSX2, "COLOR SPRITE$", _TYPE),
    tree.Width: _width,
    tree.Screen: _screen,
    tree.Pset: _pset,
    tree.DrawLine: _raster("LINE"),
    tree.Play: _play,
}
