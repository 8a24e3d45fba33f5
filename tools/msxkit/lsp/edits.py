"""Changes of a whole listing: formatting as LIST shows it, new line numbers, and lines that move."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msxkit import charset
from msxkit.errors import MsxError
from msxkit.language.program import Line, read_row
from msxkit.language.references import line_references
from msxkit.language.renumber import renumber
from msxkit.language.tokens import LAST_LINE
from msxkit.lsp.document import Document, FileRange, Range, Text
from msxkit.lsp.facts import stored_reference

Edit = tuple[Range, str]
FileEdit = tuple[FileRange, str]
#: The step between the numbers of two lines, where nothing says otherwise.
STEP = 10
#: Numbers for which the lines are searched, rather than all parsed.
_FEW = 50


def formatting(document: Document, first: int = 0, last: int | None = None) -> list[Edit]:
    """Return the edits that make rows `first` to `last` (None: the end) what LIST shows.

    A row whose LISTed form would be stored differently stays as it is. The rows keep their order: `msxkit format` also
    sorts them.
    """
    edits = []
    for place in range(first, len(document.rows) if last is None else min(last + 1, len(document.rows))):
        row = document.rows[place]
        if not isinstance(row.content, Line) or row.missing:
            continue
        listed = restyled(row.content)
        text = row.text if listed is None else charset.decode(listed, document.characters)
        if text != row.text:
            edits.append((Range(place, 0, len(row.text)), text))
    return edits


def restyled(line: Line) -> bytes | None:
    """Return a line as LIST shows it; None if it would be stored differently then."""
    listed = line.listed()
    again = read_row(1, listed)
    return listed if isinstance(again, Line) and again.stored == line.stored else None


def renumbering(
    document: Document, first: int, last: int, step: int = STEP, start: int | None = None
) -> list[Edit]:
    """Return the edits that renumber the lines in rows `first` to `last`, and every reference to them.

    Raise `MsxError` if there is no line in the rows, or no room before the line after them.

    Args:
        step: The step between two numbers. A smaller one is taken where there is too little room.
        start: The first number; None: the lowest one stays.
    """
    chosen = [line for place in range(first, last + 1) if (line := document.line_at(place)) is not None]
    if not chosen:
        raise MsxError("there is no program line in the selection")
    numbers = sorted(line.number for line in chosen)
    behind = next((line.number for line in document.lines() if line.number > numbers[-1]), None)
    inside = [line for line in document.lines() if numbers[0] <= line.number <= numbers[-1]]
    if start is None:
        start = numbers[0]
    elif any(start <= line.number < numbers[0] for line in document.lines()):
        raise MsxError(f"{start} is not above the lines before the selection; choose a higher number")
    top = start + step * (len(inside) - 1)
    if behind is not None and top >= behind:
        step = (behind - 1 - start) // max(1, len(inside) - 1) if len(inside) > 1 else step
        if step < 1:
            raise MsxError(
                f"{len(inside)} lines do not fit between {start} and {behind}; select more of them"
            )
    if behind is None:
        made = renumber(document.program, start, step, numbers[0])
        pairs = zip(document.lines(), made.lines, strict=True)
        return mended(document, {old.number: line.number for old, line in pairs})
    return mended(document, {line.number: start + step * place for place, line in enumerate(inside)})


def mended(document: Document, new: Mapping[int, int]) -> list[Edit]:
    """Return the edits that give lines new numbers, and change every reference to them.

    Args:
        new: Old number -> new number. All other numbers stay.
    """
    edits: list[Edit] = []
    for line in _holding(document, new):
        edits += _mended_line(document, line, new)
    return sorted(edits, key=lambda edit: (edit[0].row, edit[0].start))


def _holding(document: Document, new: Mapping[int, int]) -> Iterator[Line]:
    """Yield the lines that have one of these numbers, or whose bytes hold one. The others need not be parsed."""
    if len(new) > _FEW:
        yield from document.lines()
        return
    marks = [stored_reference(number) for number in new]
    for line in document.lines():
        if line.number in new or any(mark in line.stored for mark in marks):
            yield line


def _mended_line(document: Document, line: Line, new: Mapping[int, int]) -> Iterator[Edit]:
    if new.get(line.number, line.number) != line.number:
        yield document.number_range(line), str(new[line.number])
    for reference in line_references(line):
        target = reference.target.line
        if new.get(target, target) != target:
            place = document.range(line, reference.target.start, reference.target.end)
            yield place, str(new[target])


def number_row(document: Document, row: int) -> list[Edit]:
    """Return the edits that give a new row after a numbered one the next number.

    Where there is no room, the lines after it get new numbers. Nothing where the row has a number, or follows none.
    """
    text = document.rows[row].text if row < len(document.rows) else ""
    rest = text.lstrip(" \t")
    before = document.line_at(row - 1)
    if before is None or rest[:1].isdigit():
        return []
    numbers = [line.number for line in document.lines()]
    place = numbers.index(before.number)
    step = before.number - numbers[place - 1] if place else STEP
    number, moved = _room(numbers[place + 1 :], before.number, min(max(step, 1), STEP))
    if number > LAST_LINE or any(high > LAST_LINE for high in moved.values()):
        return []
    start = len(text) - len(rest) + rest.startswith(":")
    return sorted(
        [*mended(document, moved), (Range(row, 0, start), f"{number} ")],
        key=lambda edit: (edit[0].row, edit[0].start),
    )


def _room(behind: Sequence[int], before: int, step: int) -> tuple[int, dict[int, int]]:
    """Return a number for a line after `before`, and new numbers for the lines behind that must make room for it."""
    number = before + step
    if not behind or number < behind[0]:
        return number, {}
    if behind[0] - before > 1:
        return (before + behind[0]) // 2, {}
    moved: dict[int, int] = {}
    last = number
    for other in behind:
        if other > last:
            break
        last += step
        moved[other] = last
    return number, moved


def move(document: Document, first: int, last: int, *, up: bool) -> list[Edit]:
    """Return the edits that move the lines in rows `first` to `last` above the line before them, or below the next one.

    The numbers stay in order, and references follow the lines. Nothing where there is no such line.
    """
    block = [line for place in range(first, last + 1) if (line := document.line_at(place)) is not None]
    lines = document.program.lines
    places = [document.program.index[line.number] for line in block]
    if not places or places != list(range(places[0], places[0] + len(places))):
        return []
    other = places[0] - 1 if up else places[-1] + 1
    if not 0 <= other < len(lines):
        return []
    before = [lines[other], *block] if up else [*block, lines[other]]
    after = [*block, lines[other]] if up else [lines[other], *block]
    rows = [document.row_of(line) for line in before]
    if rows != sorted(rows):
        return []
    new = {line.number: old.number for old, line in zip(before, after, strict=True)}
    edits = [
        edit
        for line in _holding(document, new)
        if line not in before
        for edit in _mended_line(document, line, new)
    ]
    for row, line in zip(rows, after, strict=True):
        text = document.rows[document.row_of(line)].text
        place = Range(row, 0, len(document.rows[row].text))
        edits.append((place, written(text, _mended_line(document, line, new))))
    return sorted(edits, key=lambda edit: (edit[0].row, edit[0].start))


def written(text: str, edits: Iterable[Edit]) -> str:
    """Return the text of a row after edits in it."""
    for place, new in sorted(edits, key=lambda edit: -edit[0].start):
        text = text[: place.start] + new + text[place.end :]
    return text


def edited(edits: Iterable[FileEdit], rows_of: Callable[[str], Text]) -> dict[str, str]:
    """Return the texts of the files that edits change, by name."""
    rows: dict[str, list[str]] = {}
    for (name, place), new in sorted(edits, key=lambda edit: -edit[0].range.start):
        texts = rows.setdefault(name, [row.text for row in rows_of(name).rows])
        texts[place.row] = written(texts[place.row], [(place, new)])
    return {name: "\n".join(texts) for name, texts in rows.items()}
