"""Which lines and statements of a program ran, and how often: the coverage and profile of a run."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from msxkit.basic_type import DEFAULT_TYPES
from msxkit.charset import decode
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
    layout: Layout,
    counts: Mapping[int, int],
    times: Mapping[int, int] | None = None,
    *,
    rows: bool = False,
) -> list[LineCount]:
    """Return the lines of a program with what a session has noted: `counts` and `times`.

    Args:
        rows: Return the rows of a modern source that have statements instead.
    """
    characters = layout.program.characters
    texts: dict[tuple[str, int], str] = {}
    if not rows:
        listed = ((line.number, line.stored.listed()) for line in layout.lines)
        texts = {("", number): decode(text, characters).rstrip("\r\n") for number, text in listed}
    ran: dict[tuple[str, int], list[int]] = defaultdict(list)
    for line in layout.lines:
        for pc in _statements(layout, line):
            if (key := _key(line, pc, rows)) is not None:
                ran[key].append(counts.get(pc, 0))
                if rows and (place := line.stored.place(pc - line.start)) is not None:
                    text = decode(place.text, characters).strip()
                    texts.setdefault(key, f"{place.file}:{place.row}: {text}")
    spent: Counter[tuple[str, int]] = Counter()
    for pc, taken in (times or {}).items():
        of = layout.line_at(pc)
        if of is not None and (key := _key(of, pc, rows)) is not None:
            spent[key] += taken
    files = list(dict.fromkeys(file for file, _ in texts))
    ordered = sorted(texts, key=lambda key: (files.index(key[0]), key[1]))
    return [LineCount(key[1], texts[key], tuple(ran[key]), key[0], spent[key]) for key in ordered]


def _key(line: MemoryLine, pc: int, rows: bool) -> tuple[str, int] | None:
    """Return file and row of a place, or the number of its line; None for a place that has no row."""
    if not rows:
        return "", line.number
    place = line.stored.place(pc - line.start)
    return None if place is None else (place.file, place.row)


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
