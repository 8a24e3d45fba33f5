"""What a machine lacks: statements and functions that need an MSX2, a disk drive, or something more.

Sources: MSX2 Technical Handbook, chapter 2.1 (statements added by version 2.0) and 3 (Disk BASIC).
"""

from __future__ import annotations

from msxkit.language import tree
from msxkit.language.vocabulary import (
    DISK,
    EXTENSION,
    MSX2,
    MSX2_PLUS,
    SYNTAX,
    Need,
    Operand,
    entry_of,
)

#: Target -> what it offers above a plain MSX1.
TARGETS: dict[str, frozenset[str]] = {
    "msx1": frozenset(),
    "msx2": frozenset({MSX2}),
    "disk": frozenset({MSX2, DISK}),
    "msx2plus": frozenset({MSX2, MSX2_PLUS, DISK}),
}


def need(node: tree.Node) -> Need | None:
    """Return what a statement or function needs beyond an MSX1; None for nothing."""
    entry = entry_of(node)
    if entry is None:
        return None
    if entry.need is not None:
        return entry.need
    if type(node) is tree.Call:
        return Need(EXTENSION, f"CALL {node.name}", SYNTAX)
    for place, (name, operand) in enumerate(entry.operands.items()):
        if operand.needs or operand.above:
            value = node.arguments[place] if type(node) is tree.Function else getattr(node, name)
            found = _operand_need(entry.name, operand, value)
            if found is not None:
                return found
    return None


def _operand_need(word: str, operand: Operand, value: object) -> Need | None:
    """Return what an operand that is there needs, if its value is one that needs it."""
    if value is None:
        return None
    number = value.constant.integer if isinstance(value, tree.Number) else 0
    what = operand.needs
    for least, above in operand.above:
        what = above if number > least else what
    return Need(what, operand.name.format(number, word=word), operand.without) if what else None
