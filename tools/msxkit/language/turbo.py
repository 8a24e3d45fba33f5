"""XBASIC, the extension that has CALL TURBO: its file, and what it does not compile."""

from __future__ import annotations

from msxkit.language import tree
from msxkit.language.tree.base import Device
from msxkit.language.tree.entry import DECLARED

#: What its names begin with: XBASIC.BIN and its versions.
_STEMS = ("XBASIC", "NBASIC")


def is_turbo(name: str) -> bool:
    """Return whether a file is the extension. The name may have a drive."""
    stored = name.rpartition(":")[2].strip().upper()
    return stored.startswith(_STEMS) and not stored.endswith(".BAS")


#: What it does not compile between CALL TURBO ON and OFF (manual of MSX-BASIC Kun).
_STATEMENTS = frozenset(
    (
        *("AUTO", "BASE =", "BLOAD", "BSAVE", "CLEAR", "CLOAD", "CLOSE", "CONT", "CSAVE", "DEF FN"),
        *("DELETE", "DRAW", "DSKO$", "ERASE", "ERROR", "FIELD", "FILES", "GET #", "GET DATE", "INPUT #"),
        *("KEY", "KEY LIST", "KEY ON", "KILL", "LINE INPUT #", "LIST", "LOAD", "LSET", "MAXFILES", "MERGE"),
        *("MOTOR", "NAME", "NEW", "ON ERROR GOTO", "OPEN", "PLAY", "PUT #", "PUT KANJI", "RENUM", "RESUME"),
        *("RUN file", "SAVE", "SET ADJUST", "SET BEEP", "SET DATE", "SET PASSWORD", "SET PROMPT"),
        *("SET SCREEN", "SET TITLE", "SET VIDEO", "TRON", "WIDTH"),
    )
)
_FUNCTIONS = frozenset(
    (
        *("BASE", "CDBL", "CINT", "CSNG", "CVD", "CVI", "CVS", "DSKF", "EOF", "ERL", "ERR", "FPOS", "FRE"),
        *("LOC", "LOF", "MKD$", "MKI$", "MKS$"),
    )
)
_OPERATORS = frozenset(("EQV", "IMP"))


def lacking(node: tree.Node) -> str | None:
    """Return what a node is called that XBASIC does not compile; None for any other."""
    match node:
        case tree.Print() if node.channel is not None:
            return "PRINT #"
        case tree.PrintUsing():
            return "PRINT USING"
        case tree.PrintTab():
            return "TAB"
        case tree.PrintSpaces():
            return "SPC"
        case tree.OnDevice() if node.device is Device.STOP:
            return "ON STOP GOSUB"
        case tree.Function() | tree.Reading():
            return node.name if node.name in _FUNCTIONS else None
        case tree.Binary():
            return node.operator if node.operator in _OPERATORS else None
        case tree.Statement() if type(node) in DECLARED:
            (entry, *_) = DECLARED[type(node)]
            return entry.name if entry.name in _STATEMENTS else None
    return None
