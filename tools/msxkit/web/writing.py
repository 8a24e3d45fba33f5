"""The requests of a page's editor to its second worker: the language server's knowledge of one program, as JSON.

Rows count from 0, columns in UTF-16 units from 0, as JavaScript has them. A place is (row, start, end, file): `file` is
the name of the file of a modern source, or nothing for the one in the editor.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from msxkit import charset, memory_size
from msxkit.charset import characters_of
from msxkit.errors import MsxError
from msxkit.language.modern.modernising import modernise
from msxkit.language.source import encode_program, fitting, is_modern
from msxkit.lsp import edits
from msxkit.lsp.diagnostics import SHOWN, Diagnostic, WantedChecks, nearest
from msxkit.lsp.document import Document, FileRange, Range
from msxkit.lsp.modern import ModernService
from msxkit.lsp.service import LanguageService, ListingService
from msxkit.lsp.sources import Sources
from msxkit.lsp.units import characters, units
from msxkit.web.calls import answered, commands_of

#: Methods that are commands.
_COMMANDS = """open change find complete hover signature definition references name rename format renumber fixes outline
    other"""
#: What a place has: row, start, end, file.
_Place = tuple[int, int, int, str]
#: What an edit has: row, start, end, text, and how many rows below the end is.
_Edit = tuple[int, int, int, str, int]


class Writing:
    """The program that somebody writes.

    Attributes:
        document: The text in the editor.
        commands: The commands: name -> function of keyword arguments.
    """

    def __init__(self) -> None:
        self.document = Document("")
        #: The name of the file in the editor, if it is a modern source.
        self._modern = ""
        self._files: Mapping[str, str] = {}
        self._sources = Sources()
        self._asked = WantedChecks()
        self._found: list[Diagnostic] = []
        self.commands = commands_of(self, _COMMANDS)

    def call(self, text: str) -> str:
        """Return the answer to a command, both as JSON (`calls.answered`)."""
        return answered(self.commands, text)

    # The text

    def open(self, text: str, name: str = "", files: Mapping[str, str] | None = None) -> None:
        """Take another listing, or modern source.

        Args:
            name: That of the file in the editor, which says what it is.
            files: The other modern sources of the program, by name.
        """
        self._modern = str(Path(name)) if is_modern(name) else ""
        self._files = {} if files is None else files
        self._fitting = fitting("".join((text, *self._files.values())))
        self.document = Document(text, characters=characters_of(self._fitting))
        self._sources = Sources(self._fitting)
        self._sources.texts = {Path(file): other for file, other in self._files.items()}

    def change(self, changes: Iterable[Sequence[Any]]) -> None:
        """Make changes in the text, one after the other: each is [first row, column, last row, column, text]."""
        for first, start, last, end, text in changes:
            self.document.replace(first, self._column(first, start), last, self._column(last, end), text)
            if not text.isascii():
                whole = self.document.text
                if fitting("".join((whole, *self._files.values()))) != self._fitting:
                    self.open(whole, self._modern, self._files)

    @property
    def _service(self) -> LanguageService:
        if not self._modern:
            return ListingService(self.document, asked=self._asked)
        path = Path(self._modern)
        self._sources.texts[path] = self.document.text
        return ModernService(self._sources, path, self._asked)

    def _column(self, row: int, unit: int) -> int:
        rows = self.document.rows
        return characters(rows[row].text, unit) if row < len(rows) else 0

    def _place(self, place: Range, file: str = "", service: LanguageService | None = None) -> _Place:
        rows = (self.document if service is None else service.rows_of(file)).rows
        text = rows[place.row].text if place.row < len(rows) else ""
        other = "" if file == self._modern else file
        return place.row, units(text, place.start), units(text, place.end), other

    def _places(self, service: LanguageService, found: Iterable[FileRange]) -> list[_Place]:
        return [self._place(place, file, service) for file, place in found]

    def _edits(self, changes: Sequence[edits.Edit]) -> list[_Edit]:
        ends = [Range(place.row + place.down, place.start, place.end) for place, _ in changes]
        return [
            (*self._place(place)[:2], self._place(end)[2], text, place.down)
            for (place, text), end in zip(changes, ends, strict=True)
        ]

    # What is wrong

    def find(self, target: str = "disk", whole: bool = True) -> dict[str, Any]:
        """Return what is wrong with the program, and the room that it leaves on the machines.

        Args:
            target: The target machine.
            whole: Whether to check the whole program, not only each row by itself.
        """
        self._asked = WantedChecks(target)
        service = self._service
        found = service.findings(self._asked, whole=whole)
        self._found = [item for file, item in found if file == self._modern]
        shown = nearest(self._found, self.document.touched)
        others = [(file, item) for file, item in found if file != self._modern][:SHOWN]
        return {
            "findings": [
                self._finding(service, *each)
                for each in [
                    *((self._modern, item) for item in sorted(shown, key=lambda item: item.range.row)),
                    *others,
                ]
            ],
            "more": len(found) - len(shown) - len(others),
            "most": SHOWN,
            "room": memory_size.sentence(service.program.size),
        }

    def _finding(self, service: LanguageService, file: str, item: Diagnostic) -> dict[str, Any]:
        row, start, end, other = self._place(item.range, file, service)
        line = None if self._modern else self.document.line_at(row)
        return {
            "row": row,
            "start": start,
            "end": end,
            "file": other,
            "severity": item.severity,
            "check": item.rule,
            "message": item.message,
            "line": None if line is None else line.number,
        }

    def fixes(self, row: int) -> list[dict[str, Any]]:
        """Return the repairs of what `find` has found in a row. To switch a check off does not repair an error."""
        service = self._service
        return [
            {"title": fix.title, "edits": self._edits(fix.edits), "check": item.rule, "message": item.message}
            for item in self._found
            if item.range.row == row
            for fix in service.fixes(item)
            if fix.certain or item.severity != "error"
        ]

    # What is known of a place

    def complete(self, row: int, column: int) -> dict[str, Any] | None:
        """Return what can stand at a caret, and where the word that is being typed begins; None if nothing can."""
        found = self._service.complete(row, self._column(row, column))
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
        found = self._service.hover(row, self._column(row, column))
        return None if found is None else {"text": found[0], "place": self._place(found[1])}

    def signature(self, row: int, column: int) -> list[dict[str, Any]]:
        """Return the forms of the statement or function that a caret is in."""
        return [
            {"form": found.form, "text": found.text, "parameters": found.parameters, "active": found.active}
            for found in self._service.signatures(row, self._column(row, column))
        ]

    def definition(self, row: int, column: int) -> list[_Place]:
        """Return the places where a line number or a name is defined."""
        service = self._service
        return self._places(service, service.definition(row, self._column(row, column)))

    def references(self, row: int, column: int) -> list[_Place]:
        """Return all places of what a caret touches."""
        service = self._service
        return self._places(service, service.references(row, self._column(row, column)))

    def outline(self) -> list[dict[str, Any]]:
        """Return what the text consists of, such as subroutines, labels and functions."""
        return [
            {"name": symbol.name, "kind": symbol.kind, "detail": symbol.detail, "row": symbol.first}
            for symbol in self._service.outline()
        ]

    # Changes

    def name(self, row: int, column: int) -> str:
        """Return the name or line number that `rename` would change. Raise `MsxError` where there is none."""
        found = self._service.renameable(row, self._column(row, column))
        if found is None:
            raise MsxError("there is no name here; put the caret on a variable, a label or a line number")
        return self.document.rows[found.row].text[found.start : found.end]

    def rename(self, row: int, column: int, name: str) -> dict[str, Any]:
        """Return the edits that rename what a caret touches, the new texts of other files, and a warning where some
        places may be unseen.

        Raise `MsxError` for a name that cannot be used.
        """
        service = self._service
        found, warning = service.rename(row, self._column(row, column), name)
        own = [(place, text) for (file, place), text in found if file == self._modern]
        others = edits.edited((each for each in found if each[0].file != self._modern), service.rows_of)
        return {"edits": self._edits(own), "files": others, "warning": warning}

    def format(self) -> list[_Edit]:
        """Return the edits that give each row its style."""
        return self._edits(self._service.formatting())

    def renumber(
        self, first: int, last: int, start: int | None = None, step: int = edits.STEP
    ) -> list[_Edit]:
        """Return the edits that renumber the lines of some rows, as `edits.renumbering` does."""
        return self._edits(edits.renumbering(self.document, first, last, step, start))

    def other(self) -> str:
        """Return the program in the other dialect: a listing as a modern source, a modern source as a listing.

        Raise `MsxError` for what is not one.
        """
        service = self._service
        errors = [item for _, item in service.findings(self._asked) if item.rule == "load"]
        if errors:
            raise MsxError(f"row {errors[0].range.row + 1}: {errors[0].message}")
        if self._modern:
            return encode_program(service.program, "utf-8").decode("utf-8")
        return charset.decode(modernise(service.program).encode("latin-1"), self.document.characters)
