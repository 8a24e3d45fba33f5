"""Reading tokenised bytes: sound files strictly, damaged ones as far as they go."""

from __future__ import annotations

import re

from msxkit.errors import ProgramError
from msxkit.language.scanner import Kind, scan
from msxkit.language.tokens import LAST_LINE

# One stored line up to its zero byte. Constants are skipped over, because their operands may hold zeros.
_BODY = re.compile(
    rb"(?:\x8f[^\0]*|\"[^\"\0]*\"?|[\x0b-\x0e\x1c]..|\x0f.|\x1d.{4}|\x1f.{8}|\xff.|[^\0])*?(?=\0)",
    re.DOTALL,
)


def read_lines(data: bytes, name: str, *, lenient: bool) -> tuple[list[tuple[int, bytes]], list[str]]:
    """Number and stored bytes of each line, and what was wrong. Raises `ProgramError` unless lenient.

    Offsets in messages count from the start of the file, the FFh included.
    """
    notes: list[str] = []

    def problem(offset: int, what: str, cure: str) -> None:
        message = f"{name}: offset {offset}: {what}"
        if not lenient:
            raise ProgramError(f"{message}; {cure}, or read it with --lenient")
        notes.append(message)

    position = 1 if data[:1] == b"\xff" else 0
    lines: list[tuple[int, bytes]] = []
    base: int | None = None
    while True:
        link = data[position : position + 2]
        if link == b"\0\0":
            break
        if len(link) < 2 or position + 4 > len(data):
            problem(position, "the file ends without the two zero bytes after the last line", "copy it again")
            break
        number = int.from_bytes(data[position + 2 : position + 4], "little")
        match = _BODY.match(data, position + 4)
        if match is None:
            problem(position, f"line {number} is cut off", "copy it again")
            stored = data[position + 4 :].rstrip(b"\0")
            if stored:
                lines.append((number, stored))
            break
        end = match.end() + 1
        target = int.from_bytes(link, "little")
        if base is None:
            base = target - end
        elif target - base != end:
            problem(
                position,
                f"line {number} has the link {target:04X}h, but ends before {(end + base) & 0xFFFF:04X}h",
                "it is damaged",
            )
        if number > LAST_LINE:
            problem(position + 2, f"line number {number} is above {LAST_LINE}", "it is damaged")
        elif lines and number <= lines[-1][0]:
            problem(position + 2, f"line {number} follows line {lines[-1][0]}", "it is damaged")
        for token in scan(match.group()):
            if token.kind is Kind.UNKNOWN:
                code = token.text.encode("latin-1").hex(" ").upper()
                problem(
                    position + 4 + token.start, f"unknown token {code}h in line {number}", "it is damaged"
                )
        lines.append((number, match.group()))
        position = end
    return lines, notes
