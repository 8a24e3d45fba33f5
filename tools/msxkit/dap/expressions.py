"""Expressions and lines as a user types them, in Unicode, and as the machine stores them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from msxkit import charset
from msxkit.errors import CharsetError, MsxError
from msxkit.language import tree
from msxkit.language.lister import list_line
from msxkit.language.parser import parse
from msxkit.language.scanner import CrunchError, crunch, scan

#: The most characters of a line of MSX BASIC.
LONGEST = 255


def codes(text: str, characters: str = charset.UNICODE) -> bytes:
    """Return an expression in MSX codes. Raise `MsxError` for a character that the MSX lacks, and for an expression
    that is longer than a line.

    Args:
        characters: The character of each code.
    """
    if len(text) > LONGEST:
        raise MsxError(
            f"{text[:20]}...: is longer than a line of MSX BASIC; write at most {LONGEST} characters"
        )
    try:
        return charset.encode(text, characters)
    except CharsetError as error:
        raise MsxError(str(error)) from None


@dataclass(frozen=True, slots=True)
class DirectLine:
    """A line of direct mode.

    Attributes:
        text: The line in MSX codes.
        stored: Its tokens.
        statements: Its statements.
    """

    text: bytes
    stored: bytes
    statements: Sequence[tree.Statement]

    @classmethod
    def of(cls, text: bytes) -> DirectLine:
        """Return the line with this text, in MSX codes. Raise `MsxError` for one that cannot be stored."""
        try:
            stored = crunch(text)
        except CrunchError as error:
            raise MsxError(f"{charset.decode(text)}: {error.message}") from None
        return cls(text, stored, parse(scan(stored)))

    def of_node(self, node: tree.Node) -> bytes:
        """Return the text of a part of the line."""
        return list_line(0, self.stored[node.start : node.end]).partition(b" ")[2].rstrip(b"\r\n")

    def printed(self) -> list[tuple[bytes, bool]] | None:
        """Return the expressions of a PRINT, each with whether it begins at the next print zone; None if the line is
        not a PRINT to the screen.
        """
        (node,) = self.statements if len(self.statements) == 1 else (None,)
        if (
            not isinstance(node, tree.Print)
            or node.fault is not None
            or node.printer
            or node.channel is not None
        ):
            return None
        found, comma = [], False
        for item in node.items:
            if isinstance(item, tree.Expression):
                found.append((self.of_node(item), comma))
            elif not isinstance(item, tree.PrintSemicolon | tree.PrintComma):
                return None
            comma = isinstance(item, tree.PrintComma)
        return found
