"""An explanation of the word under the pointer, in Markdown."""

from __future__ import annotations

import re

from msxkit.language.constants import ConstantForm
from msxkit.language.program import Line
from msxkit.language.scanner import TokenKind
from msxkit.language.uses import Use
from msxkit.lsp.diagnostics import faults_of
from msxkit.lsp.document import Document, PlacedToken, Range
from msxkit.lsp.facts import ProgramNames, reference_at, referring, use_at
from msxkit.lsp.meaning import is_passed_over, meanings_at, text_of
from msxkit.lsp.outline import title

#: Suffix -> type, what it holds, and the bytes that a value takes.
TYPES = {
    "%": ("integer", "-32768 to 32767", 2),
    "!": ("single precision", "6 digits", 4),
    "#": ("double precision", "14 digits", 8),
    "$": ("string", "up to 255 characters", 3),
}
_FORMS = {ConstantForm.BINARY: "binary", ConstantForm.HEXADECIMAL: "hexadecimal", ConstantForm.OCTAL: "octal"}
_SHOWN_LINES = 8
#: Characters that Markdown does not take as text: a remark must not load a picture from somewhere.
_MARKS = re.compile(r"[\\`*_\[\]<>&!|~]")


def hover(document: Document, row: int, column: int) -> tuple[str, Range] | None:
    """Return the explanation of a place, and the part of the row that it is about; None if there is none."""
    line = document.line_at(row)
    if line is None:
        return None
    piece = document.piece_at(row, column)
    slip = _misspelt(document, line, row, column)
    if slip is not None:
        return slip
    # A pointer means what begins there, rather than what ends there.
    begins = piece is not None and piece.start == column and piece.token.kind is not TokenKind.PUNCTUATION
    place = use_at(document, row, column)
    if place is not None and not (begins and place.range.end == column):
        return _of_use(document, place.use), place.range
    reference = reference_at(document, row, column)
    if reference is not None and not (begins and reference[1].end == column):
        return _of_line(document, reference[0].target.line), reference[1]
    number = document.number_range(line)
    if number.holds(column) and not begins:
        return _of_line(document, line.number), number
    if piece is None:
        return None
    found = meanings_at(line, piece.token.start)
    if found:
        text = "\n\n---\n\n".join(text_of(meaning.entry, meaning.word) for meaning in found)
        return text, document.range(line, found[0].start, found[0].end)
    text = _of_piece(line, piece)
    if not text and is_passed_over(line, piece.token.start):
        text = "The machine never looks at this."
    if not text and piece.token.kind is TokenKind.NAME:
        text = "Not read: the statement has a fault before this."
    return (text, Range(row, piece.start, piece.end)) if text else None


def as_text(remark: str) -> str:
    """Return a remark as Markdown that shows it."""
    return _MARKS.sub(r"\\\g<0>", remark)


def _misspelt(document: Document, line: Line, row: int, column: int) -> tuple[str, Range] | None:
    """Return what a word at a place should probably be, and where it is, if it is misspelt."""
    for found in faults_of(document, line):
        if found.instead and found.range.holds(column):
            word = document.rows[row].text[found.range.start : found.range.end]
            return f"{word} is misspelt: {found.instead} is probably meant.", found.range
    return None


def _of_piece(line: Line, piece: PlacedToken) -> str:
    token = piece.token
    if token.kind is TokenKind.NUMBER and token.number is not None:
        constant = token.number
        stored = line.stored[token.start : token.end].hex(" ").upper()
        form = _FORMS.get(constant.form)
        what = TYPES[constant.type][0] if form is None else f"{form}, {constant.integer}"
        return f"Number: {what}\n\nstored as `{stored}` ({token.end - token.start} bytes)"
    if token.kind is TokenKind.STRING:
        return f"String of {len(token.text)} characters"
    if token.kind is TokenKind.DIGITS:
        return f"Number: {token.text}, stored as it is written"
    return "Line number" if token.kind is TokenKind.LINE else ""


def _of_use(document: Document, use: Use) -> str:
    names = ProgramNames(document)
    key = names.key(use)
    short = key.rstrip("(")
    what, figures, size = TYPES[short[-1]]
    shown = short if use.suffix else short[:-1]
    if use.function:
        head = f"Function `{shown}`"
    else:
        head = f"{'Array' if use.array else 'Variable'} `{shown}{'()' if use.array else ''}`"
    rows = [f"{head}: {what}, {figures}, {size} bytes{' an element' if use.array else ''}"]
    if len(use.name) > 2:
        rows.append(f"MSX only looks at the first two characters: `{use.name}` is `{use.name[:2]}`.")
    others: dict[str, None] = {}
    set_in: list[int] = []
    used_in: list[int] = []
    for line, other in names.found(key):
        others[other.name + other.suffix] = None
        into = set_in if other.sets else used_in
        if into[-1:] != [line.number]:
            into.append(line.number)
    others.pop(use.name + use.suffix, None)
    if others:
        rows.append("The same one as " + ", ".join(f"`{name}`" for name in others) + ".")
    for word, numbers in (("Set", set_in), ("Used", used_in)):
        if numbers:
            more = " ..." if len(numbers) > _SHOWN_LINES else ""
            rows.append(f"{word} in {', '.join(map(str, numbers[:_SHOWN_LINES]))}{more}")
    return "\n\n".join(rows)


def _of_line(document: Document, number: int) -> str:
    line = document.line(number)
    if line is None:
        return f"There is no line {number}: Undefined line number"
    shown = document.rows[document.row_of(line)].text
    calls = [f"{reference.how} in {other.number}" for other, reference in referring(document, number)]
    rows = [f"```msxbasic\n{shown}\n```", f"{len(line.stored) + 5} bytes"]
    remark = title(document, number)
    if remark and remark not in shown:
        rows.insert(0, f"**{as_text(remark)}**")
    if calls:
        rows.append("From " + ", ".join(calls[:_SHOWN_LINES]) + (" ..." if len(calls) > _SHOWN_LINES else ""))
    return "\n\n".join(rows)
