"""Sources in the language of Basic Dignified, and what its converter makes of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from msxkit.language.modern import Source
from msxkit.language.modern.words import ModernError
from msxkit.language.program import Program
from msxkit.language.scanner import Token

Case = dict[str, Any]


def cases() -> list[Case]:
    """Return all recorded sources."""
    lines = (Path(__file__).parent / "cases.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


def found(case: Case) -> Any:
    """Return what the kit makes of a source: its lines, or row, column and text of the error."""
    try:
        program = Source(case["source"], "case.dmx", _none).checked()
    except ModernError as error:
        return [error.place.row, error.place.column, error.message]
    return lines(program)


def wanted(case: Case) -> Any:
    """Return what the converter made of a source, in the same form."""
    return case["error"] if "error" in case else lines(Program.from_ascii(case["classic"].encode("latin-1")))


def lines(program: Program) -> list[tuple[int, list[object]]]:
    """Return number and tokens of each line. Blanks and letter case do not count."""
    return [(line.number, [plain(token) for token in line.tokens]) for line in program.lines]


def plain(token: Token) -> object:
    """Return a token without its place."""
    text = token.text.replace(" ", "") if token.kind.name == "TEXT" else token.text
    return token.kind, text, token.number, token.line


def _none(file: str, name: str) -> tuple[str, str]:
    raise AssertionError(f"{file} includes {name}")
