"""What a machine has not got: statements and functions that need an MSX2 or a disk drive.

Sources: MSX2 Technical Handbook, chapter 2.1 (statements added by version 2.0) and 3 (Disk BASIC).
"""

from __future__ import annotations

from msxkit.language import ast

#: Target -> what it offers above a plain MSX1.
TARGETS: dict[str, frozenset[str]] = {
    "msx1": frozenset(),
    "msx2": frozenset({"MSX2"}),
    "disk": frozenset({"MSX2", "disk"}),
}

_DISK_STATEMENTS = frozenset({"FILES", "LFILES", "KILL", "NAME", "FIELD", "LSET", "RSET", "DSKO$"})
_DISK_FUNCTIONS = frozenset({"DSKF", "LOC", "LOF", "MKI$", "MKS$", "MKD$", "CVI", "CVS", "CVD", "DSKI$"})
_MSX2_WORDS = frozenset({"PAGE", "ADJUST", "DATE", "TITLE", "PROMPT", "SCROLL", "VIDEO", "PASSW", "KANJI"})
_FIRST_MSX2_SCREEN = 4
_WIDEST_MSX1 = 40
#: Extended statements (CALL) of the MSX2's RAM disk, and of the disk ROM.
_MSX2_CALLS = frozenset({"MEMINI", "MFILES", "MKILL", "MNAME"})
_DISK_CALLS = frozenset({"FORMAT", "SYSTEM"})


def need(node: ast.Node) -> tuple[str, str] | None:
    """What a statement or function needs above an MSX1, `MSX2` or `disk`, and its name; None for nothing."""
    if isinstance(node, ast.Call):
        return ("disk", node.name) if node.name in _DISK_FUNCTIONS else None
    if isinstance(node, ast.Text) and node.word in ("CALL", "_"):
        name = node.text.strip()
        what = "MSX2" if name in _MSX2_CALLS else "disk" if name in _DISK_CALLS else ""
        return (what, f"CALL {name}") if what else None
    if not isinstance(node, ast.Command):
        return None
    word, words = node.word, node.words
    if word in _DISK_STATEMENTS:
        return "disk", word
    if word in ("SET", "GET", "PUT"):
        if word == "SET" or _MSX2_WORDS & set(words) or "TIME" in words:
            return "MSX2", " ".join((word, *words[:1]))
        return None if word == "PUT" and "SPRITE" in words else ("disk", word + " #")
    if word == "COPY":
        if "SCREEN" in words:
            return "MSX2", "COPY SCREEN"
        return ("MSX2", "COPY (x,y)") if "(x,y)" in words else ("disk", "COPY")
    if word == "COLOR" and words[:1] in (("=",), ("SPRITE",), ("SPRITE$",)):
        return "MSX2", "COLOR " + words[0]
    if word == "WIDTH" and node.operands:
        columns = node.operands[0]
        if isinstance(columns, ast.Number) and columns.constant.integer > _WIDEST_MSX1:
            return "MSX2", f"WIDTH {columns.constant.integer}"
    if word == "SCREEN" and node.operands and 0 not in node.gaps:
        mode = node.operands[0]
        if isinstance(mode, ast.Number) and mode.constant.integer >= _FIRST_MSX2_SCREEN:
            return "MSX2", f"SCREEN {mode.constant.integer}"
    return None
