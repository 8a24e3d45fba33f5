"""The vocabulary of MSX BASIC: what every word is called, takes, needs and does, said once.

Checker, language server, highlighting, snippets and the reference (`make docs`) read it. Sources: MSX2 Technical
Handbook, chapters 2 and 3; MSX BASIC and Disk BASIC manuals; the recordings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from inspect import get_annotations
from typing import Any

from msxkit.language import tree
from msxkit.language.tree.entry import (
    DECLARED,
    DISK,
    EXTENSION,
    ILLEGAL,
    MSX2,
    MSX2_PLUS,
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
from msxkit.node_type import taken_by

__all__ = [
    "DISK",
    "ENTRIES",
    "EXTENSION",
    "ILLEGAL",
    "MSX2",
    "MSX2_PLUS",
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


def _choice(kind: type[tree.Node]) -> tuple[str, dict[object, Entry]] | None:
    """Return the field whose word tells which entry of a class a node is, and the entries by its values."""
    first, *others = DECLARED[kind]
    names = {word: entry for entry in others for word in re.findall("[A-Z']+", entry.name)}
    for field, annotation in get_annotations(kind).items():
        values = tree.Device if annotation == "Device" else taken_by(kind).get(field, ())
        words = {getattr(value, "value", value): value for value in values}
        if annotation == "bool":
            words = dict(zip((*words, ""), (True, False), strict=False))
        if not names.keys().isdisjoint(words):
            return field, {value: names.get(word, first) for word, value in words.items()}
    return None


#: Classes of which several entries are read.
_CHOICES = {kind: choice for kind in DECLARED if (choice := _choice(kind)) is not None}
#: Class of which no word tells the entry -> its name.
_NAMES: Mapping[type[tree.Node], Callable[[Any], str | None]] = {
    tree.Print: lambda node: None if node.channel is None else "PRINT #",
    tree.DefType: lambda node: _TYPES[node.suffix],
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
    kind = type(node)
    if kind in _NAMES and (name := _NAMES[kind](node)) is not None:
        return _TABLES["statement"][name]
    if kind in _CHOICES:
        field, entries = _CHOICES[kind]
        return entries[getattr(node, field)]
    return _BY_NODE.get(kind)


def statements_beginning(word: str) -> list[Entry]:
    """Return the statements whose name begins with a word, the shortest first."""
    found = [entry for entry in _TABLES["statement"].values() if entry.name.split("=")[0].split()[0] == word]
    return sorted(found, key=lambda entry: len(entry.name))
