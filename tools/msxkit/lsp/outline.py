"""The shape of a listing: its subroutines by their remarks, functions and arrays, and what can be folded."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

from msxkit.language import tree
from msxkit.language.program import Line
from msxkit.language.references import line_references
from msxkit.language.uses import uses
from msxkit.lsp.document import Document, Range


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """An entry of the outline.

    Attributes:
        name: The name that the outline shows.
        kind: `subroutine`, `section`, `handler`, `function` or `array`.
        detail: A few words beside the name.
        first, last: Its first and last row, from 0.
        name_range: The place of its name.
    """

    name: str
    kind: str
    detail: str
    first: int
    last: int
    name_range: Range


def remark_of(line: Line) -> str | None:
    """Return the text of a line that is nothing but a remark; None for another line."""
    if len(line.statements) != 1 or not isinstance(line.statements[0], tree.Remark):
        return None
    text = line.statements[0].text
    return text.strip(" '*-=#/\t").strip()


def title(document: Document, number: int) -> str:
    """Return what the remark at a line, just before it or at its end says; empty if there is none."""
    lines = document.program.lines
    place = document.program.index.get(number)
    if place is None:
        return ""
    at = place
    while at < len(lines) and (text := remark_of(lines[at])) is not None:
        if text:
            return text
        at += 1
    at = place - 1
    while at >= 0 and (text := remark_of(lines[at])) is not None:
        if text:
            return text
        at -= 1
    # A remark at the end of the line itself.
    last = lines[place].statements[-1:] if place < len(lines) else ()
    return last[0].text.strip() if last and isinstance(last[0], tree.Remark) else ""


def symbols(document: Document) -> list[OutlineEntry]:
    """Return subroutines, handlers and sections in the order of their lines, then functions and arrays."""
    lines = document.program.lines
    starts: dict[int, str] = {}
    for line in lines:
        for reference in line_references(line):
            if reference.how.endswith("GOSUB"):
                starts.setdefault(reference.target.line, "subroutine")
            elif reference.how == "ON ERROR GOTO":
                starts[reference.target.line] = "handler"
    for place, line in enumerate(lines):
        text = remark_of(line)
        if text and (place == 0 or remark_of(lines[place - 1]) in (None, "")):
            follows = place
            while follows < len(lines) and remark_of(lines[follows]) is not None:
                if lines[follows].number in starts:
                    break
                follows += 1
            around = {other.number for other in lines[max(0, place - 2) : follows + 1]}
            if not around & starts.keys():
                starts.setdefault(line.number, "section")
    found: list[OutlineEntry] = []
    numbers = sorted(number for number in starts if number in document.program.index)
    for place, number in enumerate(numbers):
        first = lines[document.program.index[number]]
        last_index = (
            document.program.index[numbers[place + 1]] - 1 if place + 1 < len(numbers) else len(lines) - 1
        )
        name = title(document, number) or str(number)
        rows = document.row_of(first), document.row_of(lines[last_index])
        found.append(
            OutlineEntry(
                name, starts[number], f"line {number}", min(rows), max(rows), document.number_range(first)
            )
        )
    for line in lines:
        for use in uses(line):
            if use.sets and use.function:
                place_ = document.range(line, use.start, use.end)
                found.append(
                    OutlineEntry(
                        f"FN {use.name}{use.suffix}",
                        "function",
                        f"line {line.number}",
                        place_.row,
                        place_.row,
                        place_,
                    )
                )
        for statement in line.statements:
            for target in chain(*tree.taking(statement, tree.Part.DIMENSIONS)):
                if isinstance(target, tree.Element):
                    place_ = document.range(line, target.start, target.end)
                    found.append(
                        OutlineEntry(
                            f"{target.name}{target.suffix}()",
                            "array",
                            f"line {line.number}",
                            place_.row,
                            place_.row,
                            place_,
                        )
                    )
    return found


def folds(document: Document) -> list[tuple[int, int]]:
    """Return the first and last row, from 0, of all that can be folded: subroutines, FOR to NEXT, and consecutive lines
    of DATA or of remarks.
    """
    found: set[tuple[int, int]] = set()
    for symbol in symbols(document):
        if symbol.kind in ("subroutine", "handler", "section") and symbol.last > symbol.first:
            found.add((symbol.first, symbol.last))
    loops: list[int] = []
    run: list[int] = []
    kind: type[tree.Statement] | None = None
    for line in document.lines():
        row = document.row_of(line)
        for statement in line.statements:
            if isinstance(statement, tree.For):
                loops.append(row)
            elif isinstance(statement, tree.Next):
                for _ in statement.variables or (None,):
                    if loops and (start := loops.pop()) < row:
                        found.add((start, row))
        kinds = {type(statement) for statement in line.statements}
        only = next(iter(kinds)) if len(kinds) == 1 and kinds <= {tree.Data, tree.Remark} else None
        if only is None or only is not kind:
            if len(run) > 1:
                found.add((run[0], run[-1]))
            run, kind = [], only
        if only is not None:
            run.append(row)
    if len(run) > 1:
        found.add((run[0], run[-1]))
    return sorted(found)
