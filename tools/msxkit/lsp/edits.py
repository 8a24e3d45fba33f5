"""Changes of a whole listing: formatting as LIST shows it, and new line numbers for a selection."""

from __future__ import annotations

from msxkit import charset
from msxkit.errors import MsxError
from msxkit.language.program import Line, read_row
from msxkit.language.renumber import renumber
from msxkit.lsp.document import Document, Range
from msxkit.lsp.facts import facts

Edit = tuple[Range, str]


def formatting(document: Document, first: int = 0, last: int | None = None) -> list[Edit]:
    """Return rows `first` to `last` as LIST shows them. A row whose LISTed form would be stored differently stays.

    The rows stay where they are: `msxkit format` also puts them in order.
    """
    edits = []
    for place in range(first, len(document.rows) if last is None else min(last + 1, len(document.rows))):
        row = document.rows[place]
        if not isinstance(row.content, Line):
            continue
        listed = row.content.listed()
        text = charset.decode(listed)
        again = read_row(1, listed)
        if text != row.text and isinstance(again, Line) and again.stored == row.content.stored:
            edits.append((Range(place, 0, len(row.text)), text))
    return edits


def renumbering(document: Document, first: int, last: int, step: int = 10) -> list[Edit]:
    """Renumber the lines in rows `first` to `last`, and mend every reference.

    They start at the first of their numbers. Raise `MsxError` where they would meet the line after them.
    """
    chosen = [line for place in range(first, last + 1) if (line := document.line_at(place)) is not None]
    if not chosen:
        raise MsxError("there is no program line in the selection")
    numbers = sorted(line.number for line in chosen)
    behind = next((line.number for line in document.lines() if line.number > numbers[-1]), None)
    inside = [line for line in document.lines() if numbers[0] <= line.number <= numbers[-1]]
    start = numbers[0]
    top = start + step * (len(inside) - 1)
    if behind is not None and top >= behind:
        step = (behind - 1 - start) // max(1, len(inside) - 1) if len(inside) > 1 else step
        if step < 1:
            raise MsxError(
                f"{len(inside)} lines do not fit between {start} and {behind}; select more of them"
            )
    program = document.program
    if behind is None:
        made = renumber(program, start, step, start)
        new = {old.number: line.number for old, line in zip(program.lines, made.lines, strict=True)}
    else:
        new = {line.number: line.number for line in program.lines}
        new.update((line.number, start + step * place) for place, line in enumerate(inside))
    edits: list[Edit] = []
    for line in program.lines:
        if new[line.number] != line.number:
            edits.append((document.number_range(line), str(new[line.number])))
        for reference in facts(line).references:
            target = reference.target.line
            if new.get(target, target) != target:
                place = document.range(line, reference.target.start, reference.target.end)
                edits.append((place, str(new[target])))
    return sorted(edits, key=lambda edit: (edit[0].row, edit[0].start))
