"""Which lines and statements of a program ran, and how often: the coverage and profile of a run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from msxkit.basic_type import DEFAULT_TYPES
from msxkit.charset import decode
from msxkit.language.program import Place
from msxkit.machine.clock import SECOND
from msxkit.program.layout import Layout, MemoryLine
from msxkit.program.lower import lower_line


@dataclass(frozen=True, slots=True)
class LineCount:
    """A program line.

    Attributes:
        number: Its number; the row of a modern source.
        statements: How often each of its statements ran, in order; empty for remarks and DATA.
        file: The file of a modern source.
        t_states: What its statements took.
    """

    number: int
    text: str
    statements: tuple[int, ...]
    file: str = ""
    t_states: int = 0

    @property
    def runs(self) -> int:
        """How often the line was begun."""
        return self.statements[0] if self.statements else 0

    @property
    def total(self) -> int:
        """Statements run in it."""
        return sum(self.statements)


def coverage(
    layout: Layout, counts: Mapping[int, int], times: Mapping[int, int] | None = None
) -> list[LineCount]:
    """Return the lines of a program with what a session has noted: `counts` and `times`."""
    spent: Counter[int] = Counter()
    for pc, taken in (times or {}).items():
        if (of := layout.line_at(pc)) is not None:
            spent[of.number] += taken
    lines = []
    for line in layout.lines:
        text = decode(line.stored.listed(), layout.program.characters).rstrip("\r\n")
        ran = tuple(counts.get(pc, 0) for pc in _statements(layout, line))
        lines.append(LineCount(line.number, text, ran, t_states=spent[line.number]))
    return lines


def by_row(
    layout: Layout, counts: Mapping[int, int], times: Mapping[int, int] | None = None
) -> list[LineCount]:
    """Return the rows of a modern source that have statements, as `coverage` does the lines of a classic one."""
    rows: dict[str, dict[int, tuple[Place, list[int]]]] = {}
    spent: Counter[tuple[str, int]] = Counter()
    for pc, taken in (times or {}).items():
        of = layout.line_at(pc)
        if of is not None and (place := of.stored.place(pc - of.start)) is not None:
            spent[place.file, place.row] += taken
    for line in layout.lines:
        for pc in _statements(layout, line):
            if (place := line.stored.place(pc - line.start)) is not None:
                found = rows.setdefault(place.file, {}).setdefault(place.row, (place, []))
                found[1].append(counts.get(pc, 0))
    return [
        LineCount(
            row,
            f"{file}:{row}: {decode(place.text, layout.program.characters).strip()}",
            tuple(ran),
            file,
            spent[file, row],
        )
        for file, found in rows.items()
        for row, (place, ran) in sorted(found.items())
    ]


def _statements(layout: Layout, line: MemoryLine) -> list[int]:
    """Return the offsets of the statements of a line that can run."""
    blocks = lower_line(layout, line, DEFAULT_TYPES).blocks
    return sorted(block.offset for block in blocks if block.first and not block.idle)


def as_json(lines: list[LineCount]) -> dict[str, Any]:
    """Return the totals and the counts of every line."""
    statements = [count for line in lines for count in line.statements]
    return {
        "lines": [
            {
                "line": line.number,
                "statements": list(line.statements),
                **({"file": line.file} if line.file else {}),
            }
            for line in lines
        ],
        "statements": len(statements),
        "statements_run": sum(count > 0 for count in statements),
        "executed": sum(statements),
    }


def as_text(lines: list[LineCount]) -> str:
    """Return one row a line: how often it was begun (`-` never, blank for remarks), statements missed, and its text."""
    rows = []
    for line in lines:
        missed = sum(count == 0 for count in line.statements)
        begun = "" if not line.statements else str(line.runs) if line.total else "-"
        note = f"{missed} of {len(line.statements)} not run" if missed and line.total else ""
        rows.append(f"{begun:>9}  {note:<18} {line.text}")
    statements = [count for line in lines for count in line.statements]
    ran = sum(count > 0 for count in statements)
    share = 100 * ran / len(statements) if statements else 100.0
    rows.append(
        f"{ran} of {len(statements)} statements ran ({share:.1f} %), {sum(statements):,} statements in all"
    )
    return "\n".join(rows)


def profile(lines: list[LineCount], top: int = 20) -> str:
    """Return the lines that take longest on the machine."""
    total = sum(line.t_states for line in lines) or 1
    rows = ["statements  milliseconds    share  line"]
    for line in sorted(lines, key=lambda line: -line.t_states)[:top]:
        if line.total:
            share = 100 * line.t_states / total
            milliseconds = 1000 * line.t_states / SECOND
            rows.append(f"{line.total:>10,}  {milliseconds:>12,.1f}  {share:5.1f} %  {line.text}")
    rows.append(f"{total / SECOND:,.2f} seconds on the machine")
    return "\n".join(rows)
