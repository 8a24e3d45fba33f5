"""What is found in a modern source, as objects of the protocol."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types

from msxkit.errors import MsxError
from msxkit.language.check import check
from msxkit.language.modern.words import ModernError
from msxkit.language.source import decode_program
from msxkit.lsp.diagnostics import SHOWN, Asked
from msxkit.lsp.units import units

_SEVERITY = {"error": types.DiagnosticSeverity.Error, "warning": types.DiagnosticSeverity.Warning}


def modern_diagnostics(path: Path, text: str, asked: Asked) -> list[types.Diagnostic]:
    """Return everything that is wrong with a modern source. What is in an included file stands at the first row.

    Args:
        path: Where it is, or would be: the files that it includes lie beside it.
    """
    rows = text.split("\n")
    found = []

    def add(file: str, row: int, column: int, width: int, message: str, severity: str, code: str) -> None:
        if file not in ("", str(path)):
            message, row, column = f"{file}:{row}:{column}: {message}", 1, 1
        shown = rows[row - 1] if 0 < row <= len(rows) else ""
        start, end = units(shown, column - 1), units(shown, min(column - 1 + max(1, width), len(shown)))
        where = types.Range(types.Position(max(0, row - 1), start), types.Position(max(0, row - 1), end))
        found.append(types.Diagnostic(where, message, _SEVERITY[severity], code=code, source="msxkit"))

    try:
        program = decode_program(text.encode("utf-8"), str(path), "utf-8", dialect="modern")
    except ModernError as error:
        at = error.place
        add(at.file, at.row, at.column, at.width, error.message, "error", "load")
        return found
    except MsxError as error:
        add("", 1, 1, 1, str(error), "error", "load")
        return found
    for each in check(program, target=asked.target, off=asked.off, extensions=asked.extensions)[:SHOWN]:
        message = each.message + (f" ({each.machine})" if each.machine else "")
        add(each.file, each.row, each.column, each.width, message, each.severity, each.check)
    return found
