"""What an editor asks of a program, whichever dialect it is written in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cached_property
from pathlib import Path

from msxkit.errors import MsxError
from msxkit.language.program import Program
from msxkit.lsp import completion, edits, highlighting, hints, hover, navigation, outline, signature
from msxkit.lsp.diagnostics import DEFAULT, Diagnostic, WantedChecks, diagnostics, quick
from msxkit.lsp.document import Document, FileRange, Range
from msxkit.lsp.fixes import Fix, Repairs
from msxkit.lsp.modern import ModernService


class ListingService:
    """The knowledge of a listing with line numbers. Rows and columns are in characters, from 0.

    Attributes:
        text: The listing.

    Args:
        path: Its file.
        asked: The checks that its repairs are tried with.
    """

    def __init__(self, document: Document, path: Path | None = None, asked: WantedChecks = DEFAULT) -> None:
        self.text = document
        self._path = path
        self._asked = asked

    @property
    def program(self) -> Program:
        return self.text.program

    def rows_of(self, file: str) -> Document:
        return self.text

    def findings(self, asked: WantedChecks, *, whole: bool = True) -> list[tuple[str, Diagnostic]]:
        """Return what is wrong, each with the name of its file, which is empty for the listing itself.

        Args:
            whole: Whether to check the whole program, not only each row by itself.
        """
        found = diagnostics(self.text, asked) if whole else quick(self.text)
        return [("", item) for item in found]

    @cached_property
    def _repairs(self) -> Repairs:
        return Repairs(self.text, self._asked)

    def fixes(self, found: Diagnostic) -> list[Fix]:
        """Return the repairs of a finding that do what they say."""
        return [] if self.text.tokenised else self._repairs.of(found)

    def complete(self, row: int, column: int, most: int | None = None) -> list[completion.Completion]:
        return completion.complete(self.text, row, column, most)

    def hover(self, row: int, column: int) -> tuple[str, Range] | None:
        return hover.hover(self.text, row, column)

    def signatures(self, row: int, column: int) -> list[signature.Signature]:
        return signature.signatures(self.text, row, column)

    def definition(self, row: int, column: int) -> list[FileRange]:
        return [FileRange("", place) for place in navigation.definition(self.text, row, column)]

    def references(self, row: int, column: int, *, declaration: bool = True) -> list[FileRange]:
        found = navigation.references(self.text, row, column, declaration=declaration)
        return [FileRange("", place) for place in found]

    def renameable(self, row: int, column: int) -> Range | None:
        return None if self.text.tokenised else navigation.renameable(self.text, row, column)

    def rename(self, row: int, column: int, name: str) -> tuple[list[edits.FileEdit], str]:
        """Return the edits, and a warning of places that may be unseen, or nothing. Raise `MsxError` for a name that
        cannot be had.
        """
        if self.text.tokenised:
            raise MsxError("a tokenised file cannot be changed; make a listing of it with `msxkit list`")
        found = navigation.rename(self.text, row, column, name)
        warning = navigation.not_reached(self.text, row, column)
        return [(FileRange("", place), text) for place, text in found], warning

    def outline(self) -> list[outline.OutlineEntry]:
        return outline.symbols(self.text)

    def folds(self) -> list[tuple[int, int]]:
        return outline.folds(self.text)

    def highlights(self, first: int, last: int) -> Iterable[tuple[int, int, int, str]]:
        return highlighting.all_highlights(self.text, first, last)

    def links(self) -> Iterator[tuple[Range, Path]]:
        others: dict[str, Path] = {}
        if self._path is not None:
            with suppress(OSError, ValueError):
                others = {other.name.upper(): other for other in self._path.parent.iterdir()}
        for row, start, end, name in hints.links(self.text):
            if (other := others.get(name.upper())) is not None:
                yield Range(row, start, end), other

    def formatting(self, first: int = 0, last: int | None = None) -> list[edits.Edit]:
        return [] if self.text.tokenised else edits.formatting(self.text, first, last)


#: The knowledge of one document, whichever dialect it is written in.
LanguageService = ListingService | ModernService
