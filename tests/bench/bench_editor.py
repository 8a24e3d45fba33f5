"""The servers of editors, in processor time: an edit of 10,000 lines, stepping back, what breakpoints cost."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from msxkit.dap.breaks import Breakpoint
from msxkit.dap.debuggee import Goal
from msxkit.language.program import Program
from tests.bench import Figure
from tests.conftest import ROOT
from tests.msxkit.dap.client import Client, debugger_of
from tests.msxkit.lsp.editor import editor, types

#: Rows of the long listing, and edits of it; statements that the debugged program runs, and places to go back to.
ROWS, EDITS, STEPS, PLACES = 10_000, 40, 100_000, 60
#: Arrays, draws, strings and text, over and over; line 50 never runs.
BUSY = (
    "10 DIM A(100):R=RND(-5)\n20 FOR I=0 TO 100:A(I)=A(I)+INT(RND(1)*9):NEXT\n"
    '30 LOCATE 0,0:PRINT A(7);:A$=LEFT$(A$+CHR$(65+A(3) MOD 26),20)\n40 GOTO 20\n50 PRINT "never"\n'
)


def measure() -> Iterator[Figure]:
    for rows, remark in ((ROWS, "goal 100 ms; the whole check follows in a process of its own"), (1_000, "")):
        edits, opened, waited = asyncio.run(_edits(rows))
        yield Figure(
            f"an edit of {rows:,} lines, with its diagnostics",
            f"{1000 * max(edits):.0f} ms at most",
            f"of {len(edits)}, {1000 * sorted(edits)[len(edits) // 2]:.0f} ms usually, {1000 * waited:.0f} ms by the"
            f" clock; {opened:.1f} s to open{'; ' * bool(remark)}{remark}",
        )
    for what, seconds, limit in asyncio.run(_questions(ROWS)):
        yield Figure(f"{what} of {ROWS:,} lines", f"{1000 * seconds:.0f} ms", f"goal {limit} ms")
    slowest, usual = _going_back()
    yield Figure(
        f"back to any of {STEPS:,} statements",
        f"{1000 * slowest:.0f} ms at most",
        f"of {PLACES} answers over the protocol, {1000 * usual:.0f} ms usually; goal 200 ms",
    )
    for what, row, condition, goal in (
        ("a breakpoint that is not come by", 5, "", "goal 120 %"),
        (
            "one in the loop whose condition is false",
            2,
            "I=200",
            "each time it is come by, the condition is worked out",
        ),
    ):
        ratios = sorted(_run(row, condition) / _run(None, "") for _ in range(5))
        yield Figure(what, f"{ratios[2]:.0%}", f"of the time without; {goal}")


def _spent(pid: int) -> float:
    """Return seconds of processor time of a process, in nanoseconds' steps (Linux: schedstat)."""
    tasks = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(task.read_text("ascii").split()[0]) for task in tasks) / 1e9


def _listing(rows: int) -> str:
    """Return the lines of the game again and again."""
    bodies = [
        row.partition(" ")[2]
        for row in (ROOT / "basic" / "battle.bas").read_text("utf-8").splitlines()
        if " " in row
    ]
    return "\n".join(f"{place} {bodies[place % len(bodies)]}" for place in range(1, rows + 1))


async def _edits(rows: int) -> tuple[list[float], float, float]:
    """Return the time of each edit until its diagnostics come, of opening, and, by the clock, of the usual edit."""
    async with editor() as one:
        pid = one.client._server.pid
        before = _spent(pid)
        await one.open(_listing(rows))
        opened, spent, waited = _spent(pid) - before, [], []
        # What the whole check finds comes after the answer, and would be counted with the first edit.
        await asyncio.sleep(3)
        for number in range(EDITS):
            row = (number * 7919) % rows
            before, begun = _spent(pid), time.perf_counter()
            await one.edit(row, 5, 5, ")" if number % 2 else "X")
            spent.append(_spent(pid) - before)
            waited.append(time.perf_counter() - begun)
        return spent, opened, sorted(waited)[len(waited) // 2]


async def _questions(rows: int) -> list[tuple[str, float, int]]:
    """Return what is asked of a listing that has just been opened, the time of the answer, and its goal."""
    async with editor() as one:
        pid = one.client._server.pid
        begun = _spent(pid)
        await one.open(_listing(rows))
        found = [("the first diagnostics", _spent(pid) - begun, 1500)]
        item = types.TextDocumentIdentifier(one.uri)
        begun = _spent(pid)
        await one.client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(item))
        found.append(("the first semantic tokens", _spent(pid) - begun, 500))
        await one.edit(rows // 2, 4, 4, " GOTO :")
        begun = _spent(pid)
        await one.client.text_document_completion_async(types.CompletionParams(**one.at(rows // 2, 10)))
        found.append(("completion after GOTO", _spent(pid) - begun, 100))
        return found


def _going_back() -> tuple[float, float]:
    """Return the time of the slowest and the usual answer to `msxkit/goToStep`, with stop, frames and picture."""
    with tempfile.TemporaryDirectory() as folder, Client(Path(folder), BUSY, own=True) as client:
        # The loop takes some 200 steps.
        client.start([{"line": 4, "hitCondition": str(STEPS // 200)}])
        client.stopped()
        taken = []
        for number in range(PLACES):
            before = _spent(client.process.pid)
            client.ask("msxkit/goToStep", step=(number * 37_813) % STEPS)
            client.stopped()
            taken.append(_spent(client.process.pid) - before)
        return max(taken), sorted(taken)[PLACES // 2]


def _run(row: int | None, condition: str) -> float:
    """Return seconds for a step of the run, with a breakpoint in that row."""
    debugger = debugger_of(Program.from_ascii(BUSY.encode("ascii")))
    if row is not None:
        place = debugger.places.in_row(row)
        assert place is not None
        debugger.set_breaks([Breakpoint(1, place, condition=condition)])
    debugger.go(Goal.RUN)
    debugger.slice()
    begun, before = time.process_time(), debugger.step
    while debugger.step < before + STEPS // 2:
        assert debugger.slice() is None
    return (time.process_time() - begun) / (debugger.step - before)
