"""The names of a program's subroutines: what the remark at their first line, or right above it, says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msxkit.dap.places import StatementPlace
from msxkit.language import tree
from msxkit.language.program import Line, Program
from msxkit.language.references import CALLS, references

#: Characters that decorate remarks.
_DECORATION = " '*-=#_~<>|+"


class Routines:
    """The subroutines of a program."""

    def __init__(self, program: Program) -> None:
        self._is_modern = program.is_modern
        self._titles = program.routines if program.is_modern else dict(_titled(program.lines))
        #: Where traps and GOSUBs go, for a call of which nothing else is known.
        self._starts = [
            line
            for stored in program.lines
            for statement in stored.statements
            for node in tree.walk(statement)
            for line in _targets(node)
        ]

    def name(self, place: StatementPlace | None, caller: StatementPlace | None, *, called: bool) -> str:
        """Return the name of a frame: the line that it is in, and the subroutine; in a modern source that alone.

        Args:
            place: The statement that the frame is at; None at `Ok`.
            caller: The statement that called it, if that is known.
            called: Whether it is a subroutine, not the main program.
        """
        if place is None:
            return "Ok"
        if not called:
            return "main program" if self._is_modern else str(place.line)
        starts = [] if caller is None or caller.node is None else list(_targets(caller.node))
        before = [line for line in starts or self._starts if line <= place.line]
        start = max(before) if before else next(iter(starts), None)
        title = self._titles.get(start, "") if start is not None else ""
        return title if title and self._is_modern else f"{place.line} {title}".strip()


def _targets(node: tree.Node) -> Iterator[int]:
    if type(node) in CALLS:
        yield from (reference.target.line for reference in references(node))


def _titled(lines: Sequence[Line]) -> Iterator[tuple[int, str]]:
    """Yield lines with what their remark says: the line's own, else one in the lines of remarks around or above it."""
    for index, line in enumerate(lines):
        around = [line]
        if _is_remark(line):
            for below in lines[index + 1 :]:
                if not _is_remark(below):
                    break
                around.append(below)
        for above in reversed(lines[:index]):
            if not _is_remark(above):
                break
            around.append(above)
        text = next(filter(None, map(_said, around)), "")
        if text:
            yield line.number, text


def _is_remark(line: Line) -> bool:
    return bool(line.statements) and isinstance(line.statements[0], tree.Remark)


def _said(line: Line) -> str:
    found = [each.text.strip(_DECORATION) for each in line.statements if isinstance(each, tree.Remark)]
    return next(filter(None, found), "")
