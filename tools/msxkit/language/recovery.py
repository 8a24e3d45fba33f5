"""Reading tokenised bytes: intact files strictly, damaged ones as far as possible."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from msxkit.errors import ProgramError
from msxkit.language.scanner import TokenKind, scan
from msxkit.language.tokens import DEFAULT_BASE, LAST_LINE, LINE_NUMBER, POINTER

# A stored line up to its zero byte. Constants are skipped over, because their operands may hold zeros.
_BODY = re.compile(
    rb"(?:\x8f[^\0]*|\x84(?:[^\":\0]+|\"[^\"\0]*\"?)*|(?:\xca|_)[^(:\0]*|\"[^\"\0]*\"?"
    rb"|[\x0b-\x0e\x1c]..|\x0f.|\x1d.{4}|\x1f.{8}|\xff.|[^\0])*+(?=\0)",
    re.DOTALL,
)
_HEADER = 4


@dataclass(slots=True)
class _Reader:
    """A reader of the lines of a file that notes its damage."""

    data: bytes
    name: str
    lenient: bool
    lines: list[tuple[int, bytes]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    #: Where each of `lines` begins in the file.
    offsets: list[int] = field(default_factory=list)
    #: Address of each line -> its number, for the addresses that a run leaves in place of line numbers.
    addresses: dict[int, int] = field(default_factory=dict)

    def problem(self, offset: int, what: str) -> None:
        message = f"{self.name}: offset {offset}: {what}"
        if not self.lenient:
            raise ProgramError(f"{message}; copy the file again, or recover what is left with list --lenient")
        self.notes.append(message)

    def read(self) -> None:
        position = 1 if self.data[:1] == b"\xff" else 0
        base: int | None = None
        while self.data[position : position + 2] != b"\0\0":
            header = self.data[position : position + _HEADER]
            if len(header) < _HEADER:
                self.problem(position, "the file ends without the two zero bytes after the last line")
                return
            link = int.from_bytes(header[:2], "little")
            number = int.from_bytes(header[2:], "little")
            match = _BODY.match(self.data, position + _HEADER)
            end = None if match is None else match.end() + 1
            if base is None:
                # Most files are for 8001h; another base shows in the first line.
                base = DEFAULT_BASE - position
                if end is not None and not self._starts_line(link - base, number, base):
                    base = link - end
            linked = link - base
            if linked != end:
                sound = position < linked and self._starts_line(linked, number, base)
                if sound and (end is None or not self._starts_line(end, number, base)):
                    self.problem(
                        position, f"line {number} is damaged inside; its link leads to the next line"
                    )
                    end = linked
                elif end is not None:
                    self.problem(
                        position, f"the link of line {number}, {link:04X}h, is not where the next line is"
                    )
            if end is None:
                self.problem(position, f"line {number} is cut off")
                end = len(self.data) + 1
            self.addresses[base + position] = number
            self._add(position, number, self.data[position + _HEADER : end - 1])
            position = end

    def finish(self) -> None:
        """Turn addresses back into line numbers, as SAVE does: a picture of memory has them after a run."""
        for index, (number, stored) in enumerate(self.lines):
            if POINTER not in stored:
                continue
            mended = bytearray(stored)
            for token in scan(stored):
                if token.kind is TokenKind.LINE and stored[token.start] == POINTER:
                    # Of the line itself, or of the zero byte before it: what is published leaves it open.
                    target = self.addresses.get(token.line, self.addresses.get(token.line + 1))
                    if target is None:
                        where = self.offsets[index] + _HEADER + token.start
                        what = f"line {number} leads to the address {token.line:04X}h, where no line begins"
                        self.problem(where, what)
                        continue
                    mended[token.start : token.end] = bytes((LINE_NUMBER,)) + target.to_bytes(2, "little")
            self.lines[index] = number, bytes(mended)

    def _starts_line(self, offset: int, number: int, base: int) -> bool:
        """Return whether a line with a higher number whose link leads on, or the end of the program, is at an
        offset.
        """
        if offset < 1 or self.data[offset - 1 : offset] != b"\0":
            return False
        header = self.data[offset : offset + _HEADER]
        if header[:2] == b"\0\0":
            return True
        following = int.from_bytes(header[:2], "little") - base
        higher = number < int.from_bytes(header[2:], "little") <= LAST_LINE
        return higher and following > offset and self.data[following - 1 : following] == b"\0"

    def _add(self, position: int, number: int, stored: bytes) -> None:
        if number > LAST_LINE:
            self.problem(position + 2, f"line number {number} is above {LAST_LINE}")
        elif self.lines and number <= self.lines[-1][0]:
            self.problem(position + 2, f"line {number} follows line {self.lines[-1][0]}")
        for token in scan(stored):
            if token.kind is TokenKind.UNKNOWN:
                code = token.text.encode("latin-1").hex(" ").upper()
                self.problem(position + _HEADER + token.start, f"unknown token {code}h in line {number}")
        self.lines.append((number, stored))
        self.offsets.append(position)


def read_lines(data: bytes, name: str, *, lenient: bool) -> tuple[list[tuple[int, bytes]], list[str]]:
    """Return the number and stored bytes of each line, and what was wrong. Raise `ProgramError` unless lenient.

    Offsets in messages count from the start of the file, the FFh included.
    """
    if _is_gw_basic(data):
        raise ProgramError(
            f'{name}: a program of GW-BASIC, whose tokens are others; save it there as text, with SAVE"NAME",A'
        )
    reader = _Reader(data, name, lenient)
    reader.read()
    reader.finish()
    return reader.lines, reader.notes


def _is_gw_basic(data: bytes) -> bool:
    """Return whether GW-BASIC has written a file: its programs lie below 8000h, and its files end with 1Ah."""
    link = int.from_bytes(data[1:3], "little")
    return data[:1] == b"\xff" and 0 < link < 0x8000 and data.endswith(b"\0\0\0\x1a")
