"""The vocabulary of MSX BASIC: what every word is called, takes, needs and does, said once.

Checker, language server, highlighting, snippets and the reference (`make docs`) read it. Sources: MSX2 Technical
Handbook, chapters 2 and 3; MSX BASIC and Disk BASIC manuals; the recordings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msxkit.language import tree
from msxkit.language.tree.entry import (
    DECLARED,
    DISK,
    EXTENSION,
    ILLEGAL,
    MSX2,
    MSX2_PLUS,
    OPERAND,
    OVERFLOW,
    SYNTAX,
    Entry,
    Need,
    Operand,
    Parameter,
    Role,
    operands,
    parameters,
)
from msxkit.language.vocabulary import functions, operators

__all__ = [
    "DISK",
    "ENTRIES",
    "EXTENSION",
    "ILLEGAL",
    "MSX2",
    "MSX2_PLUS",
    "OPERAND",
    "OVERFLOW",
    "SYNTAX",
    "Entry",
    "Need",
    "Operand",
    "Parameter",
    "Role",
    "entry_of",
    "function",
    "operands",
    "parameters",
    "statements_beginning",
    "table",
]

#: Where statements are declared, in the order of the entries.
_MODULES = ("flow", "variables", "screen", "graphics", "files")


def _place(kind: type[tree.Node]) -> int:
    return _MODULES.index(kind.__module__.rpartition(".")[2])


ENTRIES: tuple[Entry, ...] = (
    *(entry for kind in sorted(DECLARED, key=_place) for entry in DECLARED[kind]),
    *functions.ENTRIES,
    *operators.ENTRIES,
)
_TABLES: dict[Role, dict[str, Entry]] = {
    role: {entry.name: entry for entry in ENTRIES if entry.role == role}
    for role in ("statement", "function", "operator")
}
_BY_NODE: dict[type[tree.Node], Entry] = {node: entry for entry in reversed(ENTRIES) for node in entry.nodes}
_TYPES = {"%": "DEFINT", "!": "DEFSNG", "#": "DEFDBL", "$": "DEFSTR"}
_RELATIONS = {"=<": "<=", "=>": ">=", "><": "<>"}
_NUMBERED = (tree.Device.KEY, tree.Device.STRIG)


def _switch(node: tree.DeviceSwitch) -> str:
    return f"{node.device.value}{'(n)' if node.device in _NUMBERED else ''} ON"


#: Class of which several entries are read -> the name of the one that a node is.
_NAMES: Mapping[type[tree.Node], Callable[[Any], str]] = {
    tree.Print: lambda node: "LPRINT" if node.printer else "PRINT" if node.channel is None else "PRINT #",
    tree.Pset: lambda node: "PRESET" if node.reset else "PSET",
    tree.Trace: lambda node: "TRON" if node.on else "TROFF",
    tree.Remark: lambda node: "'" if node.apostrophe else "REM",
    tree.DefType: lambda node: _TYPES[node.suffix],
    tree.SetField: lambda node: "RSET" if node.right else "LSET",
    tree.OnDevice: lambda node: f"ON {node.device.value} GOSUB",
    tree.DeviceSwitch: _switch,
    tree.SetClock: lambda node: f"SET {node.option}",
    tree.GetClock: lambda node: f"GET {node.option}",
    tree.Files: lambda node: "LFILES" if node.printer else "FILES",
    tree.List: lambda node: "LLIST" if node.printer else "LIST",
    tree.Cload: lambda node: "CLOAD?" if node.verify else "CLOAD",
    tree.Extension: lambda node: node.word,
    tree.Call: lambda node: called if (called := f"CALL {node.name}") in _TABLES["statement"] else "CALL",
}


def table(role: Role) -> Mapping[str, Entry]:
    """Return the entries of a role by their names."""
    return _TABLES[role]


def function(word: str) -> Entry | None:
    """Return the entry of a function or of a word that is a value."""
    return _TABLES["function"].get(f"{word}()" if word == "PLAY" else word)


def entry_of(node: tree.Node) -> Entry | None:
    """Return the entry that a node of the tree is an instance of; None for operands and for faulty statements."""
    if isinstance(node, tree.Function | tree.Reading):
        return function(node.name)
    if isinstance(node, tree.Binary | tree.Unary):
        return _TABLES["operator"].get(_RELATIONS.get(node.operator, node.operator))
    name = _NAMES.get(type(node))
    return _BY_NODE.get(type(node)) if name is None else _TABLES["statement"].get(name(node))


def statements_beginning(word: str) -> list[Entry]:
    """Return the statements whose name begins with a word, the shortest first."""
    found = [entry for entry in _TABLES["statement"].values() if entry.name.split("=")[0].split()[0] == word]
    return sorted(found, key=lambda entry: len(entry.name))
