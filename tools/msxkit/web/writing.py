"""The requests of a page's editor to its second worker: the language server's knowledge of one listing, as JSON.

Rows count from 0, columns in UTF-16 units from 0, as JavaScript has them. A place is (row, start, end).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from msxkit import memory_size
from msxkit.charset import characters_of
from msxkit.errors import MsxError
from msxkit.files import read_bytes
from msxkit.language.source import fitting, is_modern
from msxkit.lsp import completion, edits, hover, modern_help, navigation, outline, signature
from msxkit.lsp.diagnostics import SHOWN, Diagnostic, WantedChecks, diagnostics, nearest, quick
from msxkit.lsp.document import Document, Range
from msxkit.lsp.fixes import Repairs
from msxkit.lsp.sources import Reading
from msxkit.lsp.units import characters, units
from msxkit.web.calls import answered


class Writing:
    """The listing that somebody writes.

    Attributes:
        commands: The commands: name -> function of keyword arguments.
    """

    def __init__(self) -> None:
        self.document = Document("")
        #: The name of a modern source; empty for a listing.
        self._modern = ""
        self._asked = WantedChecks()
        self._found: list[Diagnostic] = []
        self.commands: dict[str, Callable[..., Any]] = {
            "open": self.open,
            "change": self.change,
            "find": self.find,
            "complete": self.complete,
            "hover": self.hover,
            "signature": self.signature,
            "definition": self.definition,
            "references": self.references,
            "name": self.name,
            "rename": self.rename,
            "format": self.format,
            "renumber": self.renumber,
            "fixes": self.fixes,
            "outline": self.outline,
        }

    def call(self, text: str) -> str:
        """Return the answer to a command, both as JSON (`calls.answered`)."""
        return answered(self.commands, text)

    # The text

    def open(self, text: str, name: str = "") -> None:
        """Take another listing, or a modern source of that name."""
        self._modern = str(Path(name)) if is_modern(name) else ""
        self.document = Document(text, characters=characters_of(fitting(text)))

    def change(self, changes: Iterable[Sequence[Any]]) -> None:
        """Make changes in the listing, one after the other: each is [first row, column, last row, column, text]."""
        for first, start, last, end, text in changes:
            self.document.replace(first, self._column(first, start), last, self._column(last, end), text)
            if not text.isascii() and characters_of(fitting(self.document.text)) != self.document.characters:
                self.open(self.document.text, self._modern)

    @property
    def _reading(self) -> Reading:
        """What the modern source is read as."""
        return _read(self._modern, self.document.text)

    def _where(self, row: int, column: int) -> modern_help.RequestPlace:
        """Return a place of the modern source, as its explanations take it."""
        reading = self._reading
        return modern_help.RequestPlace(
            [reading], reading.files[self._modern], row, self._column(row, column)
        )

    def _column(self, row: int, unit: int) -> int:
        rows = self.document.rows
        return characters(rows[row].text, unit) if row < len(rows) else 0

    def _place(self, place: Range) -> tuple[int, int, int]:
        """Return row, start and end as the page has them."""
        rows = self.document.rows
        text = rows[place.row].text if place.row < len(rows) else ""
        return place.row, units(text, place.start), units(text, place.end)

    def _edits(self, changes: Iterable[tuple[Range, str]]) -> list[tuple[int, int, int, str]]:
        return [(*self._place(place), text) for place, text in changes]

    # What is wrong

    def find(self, target: str = "disk", whole: bool = True) -> dict[str, Any]:
        """Return what is wrong with the listing, and the room that it leaves on the machines.

        Args:
            target: The target machine.
            whole: Whether to check the whole program, not only each row by itself.
        """
        self._asked = WantedChecks(target)
        program = self.document.program
        if self._modern:
            program = self._reading.source.program
            self._found = [item for _, item in self._reading.findings(self._asked)]
        else:
            self._found = diagnostics(self.document, self._asked) if whole else quick(self.document)
        shown = nearest(self._found, self.document.touched)
        return {
            "findings": [self._finding(item) for item in sorted(shown, key=lambda item: item.range.row)],
            "more": len(self._found) - len(shown),
            "most": SHOWN,
            "room": memory_size.sentence(program.size),
        }

    def _finding(self, item: Diagnostic) -> dict[str, Any]:
        row, start, end = self._place(item.range)
        line = None if self._modern else self.document.line_at(row)
        return {
            "row": row,
            "start": start,
            "end": end,
            "severity": item.severity,
            "check": item.rule,
            "message": item.message,
            "line": None if line is None else line.number,
        }

    def fixes(self, row: int) -> list[dict[str, Any]]:
        """Return the repairs of what `find` has found in a row. To switch a check off does not repair an error."""
        if self._modern:
            return []
        repairs = Repairs(self.document, self._asked)
        return [
            {"title": fix.title, "edits": self._edits(fix.edits), "check": item.rule, "message": item.message}
            for item in self._found
            if item.range.row == row
            for fix in repairs.of(item)
            if fix.certain or item.severity != "error"
        ]

    # What is known of a place

    def complete(self, row: int, column: int) -> dict[str, Any] | None:
        """Return what can stand at a caret, and where the word that is being typed begins; None if nothing can."""
        if self._modern:
            found = [*modern_help.proposals(self._where(row, column))]
        else:
            found = completion.complete(self.document, row, self._column(row, column))
        if not found:
            return None
        return {
            "start": self._place(found[0].range)[1],
            "items": [
                {
                    "label": item.label,
                    "kind": item.kind,
                    "detail": item.detail,
                    "about": item.documentation,
                    "text": item.text,
                }
                for item in found
            ],
        }

    def hover(self, row: int, column: int) -> dict[str, Any] | None:
        """Return the explanation of a word, in Markdown, and its place; None if there is none."""
        if self._modern:
            told = modern_help.explanation(self._where(row, column))
            return told and {"text": told[0], "place": self._place(modern_help.range_in_row(told[1]))}
        found = hover.hover(self.document, row, self._column(row, column))
        return None if found is None else {"text": found[0], "place": self._place(found[1])}

    def signature(self, row: int, column: int) -> list[dict[str, Any]]:
        """Return the forms of the statement or function that a caret is in."""
        return [
            {"form": found.form, "text": found.text, "parameters": found.parameters, "active": found.active}
            for found in (
                modern_help.forms(self._where(row, column))
                if self._modern
                else signature.signatures(self.document, row, self._column(row, column))
            )
        ]

    def definition(self, row: int, column: int) -> list[tuple[int, int, int]]:
        """Return the places where a line number or a name is defined."""
        if self._modern:
            symbols = self._reading.symbols
            targets = [symbols.definition(each.symbol) for each in self._where(row, column).mentions()[0][1]]
            return [self._place(modern_help.range_in_row(target.place)) for target in targets if target]
        return [*map(self._place, navigation.definition(self.document, row, self._column(row, column)))]

    def references(self, row: int, column: int) -> list[tuple[int, int, int]]:
        """Return all places of what a caret touches."""
        return [*map(self._place, navigation.references(self.document, row, self._column(row, column)))]

    def outline(self) -> list[dict[str, Any]]:
        """Return subroutines, sections, functions and arrays."""
        return [
            {"name": symbol.name, "kind": symbol.kind, "detail": symbol.detail, "row": symbol.first}
            for symbol in outline.symbols(self.document)
        ]

    # Changes

    def name(self, row: int, column: int) -> str:
        """Return the name or line number that `rename` would change. Raise `MsxError` where there is none."""
        if self._modern:
            raise MsxError("the page does not rename in modern sources yet; find and replace (Ctrl F) does")
        found = navigation.renameable(self.document, row, self._column(row, column))
        if found is None:
            raise MsxError("there is no name here; put the caret on a variable or a line number")
        return self.document.rows[found.row].text[found.start : found.end]

    def rename(self, row: int, column: int, name: str) -> dict[str, Any]:
        """Return the edits that rename what a caret touches, and a warning where some places may be unseen.

        Raise `MsxError` for a name that cannot be used.
        """
        where = self.document, row, self._column(row, column)
        return {
            "edits": self._edits(navigation.rename(*where, name)),
            "warning": navigation.not_reached(*where),
        }

    def format(self) -> list[tuple[int, int, int, str]]:
        """Return the edits that make each row what LIST shows."""
        if self._modern:
            raise MsxError("the page does not format modern sources yet; `msxkit format` does")
        return self._edits(edits.formatting(self.document))

    def renumber(
        self, first: int, last: int, start: int | None = None, step: int = edits.STEP
    ) -> list[tuple[int, int, int, str]]:
        """Return the edits that renumber the lines of some rows, as `edits.renumbering` does."""
        return self._edits(edits.renumbering(self.document, first, last, step, start))


@lru_cache(maxsize=1)
def _read(name: str, text: str) -> Reading:
    own = Path(name)
    data = text.encode("utf-8")
    return Reading(own, lambda path: data if path == own else read_bytes(path), fitting(text))
