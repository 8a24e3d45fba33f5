"""Runs that do the same for ever: `50 GOTO 50`, and every loop that comes back to a state that was there before.

A loop that asks for neither time nor keys does what it did when the whole state was the same. It is looked for now and
then, with the run halted whenever it comes to one place: that takes an eighth of the time at most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msxkit.interpreter.event import Event
from msxkit.interpreter.session import Session
from msxkit.interpreter.state import RunState
from msxkit.machine.state_codec import copied
from msxkit.node_type import NodeBase, field_names
from msxkit.program.operation import AnyOperation, Operation
from msxkit.program.operations import Op
from msxkit.stop_reason import StopReason

#: Statements before the first look, and of the first window in which a state is looked for again.
_FIRST, _WINDOW = 1000, 200
#: The same of a step, which most often ends at an event.
_FIRST_OF_STEP = 300_000
#: A later window has this part of the statements until then; of those in a window this part may halt the run, and
#: this part is counted, which makes it slower.
_PART, _HALTS, _COUNTED = 8, 200, 8
#: The parts of the state that repeat. The others count what has been, or lie in what the operations below ask for.
_PARTS = (
    "variables",
    "control",
    "data",
    "video",
    "sound",
    "music",
    "keyboard",
    "script",
    "memory",
    "on_error",
    "text",
    "functions",
    "machine_code",
    "files",
    "programs",
    "workspace",
)
#: What another run of the same loop may answer otherwise, or what acts on more than the state.
_CHANGING: frozenset[AnyOperation] = frozenset(
    (
        Op.TIME,
        Op.DRAW,
        Op.DATE,
        Op.CLOCK,
        Op.INKEY,
        Op.STICK,
        Op.TRIGGER,
        Op.PADDLE,
        Op.PAD,
        Op.PEEK,
        Op.INP,
        Op.PORT_BITS,
        Op.VDP,
        Op.CALL_USR,
        Op.CALL_FUNCTION,
        Op.POINTER,
        Op.FREE_STRINGS,
        Op.FREE_MEMORY,
        Op.OPEN,
        Op.GET_RECORD,
        Op.PUT_RECORD,
        Op.READ_SECTOR,
        Op.WRITE_SECTOR,
        Op.KILL,
        Op.RENAME,
        Op.COPY_FILE,
        Op.SAVE,
        Op.SAVE_MEMORY,
        Op.LOAD_MEMORY,
        Op.COPY_TO_FILE,
        Op.COPY_FROM_FILE,
        Op.LIST_FILES,
        Op.DISK_FREE,
        Op.LOAD,
        Op.RUN_FILE,
        Op.OUT,
    )
)
#: Goes on for so many statements at most, or as long as it takes.
_Go = Callable[[int | None], Event]
#: Traps that fire without anybody at the keys.
_UNASKED = ("INTERVAL", "SPRITE")


def run_until_repeat(
    session: Session, poll: Callable[[], bool] | None = None, until: int | None = None
) -> Event:
    """Run as `Session.run` does. Stop with the event `repeat` where the program does the same for ever."""
    return _until_repeat(session, lambda steps: session.run(steps, poll, until), until, _FIRST)


def step_until_repeat(session: Session, until: int | None = None) -> Event:
    """Step as `Session.step` does. Stop with the event `repeat` where the program does the same for ever."""
    return _until_repeat(session, lambda steps: session.step(steps, until), until, _FIRST_OF_STEP)


def _until_repeat(session: Session, go: _Go, until: int | None, stretch: int) -> Event:
    done = 0
    while True:
        before = session.steps
        ran = _run(session, stretch, go)
        event = session.event
        assert event is not None
        over = until is not None and session.t_states >= until
        if event.at is not StopReason.LIMIT or over or ran < stretch:
            return event
        done += ran
        window = max(_WINDOW, done // _PART)
        if _may_repeat(session) and _repeats(session, window, go):
            return session.repeats()
        done += session.steps - before - ran
        stretch = done


def _may_repeat(session: Session) -> bool:
    """Return whether nothing from outside will change what the program does."""
    state = session.state
    traps = any(trap.on and device in _UNASKED for (device, _), trap in state.control.traps.items())
    by_itself = traps or session.sound.plays or session.memory.is_hooked
    return not (by_itself or session.keys.script.goes_on or state.keyboard.queue)


def _repeats(session: Session, window: int, go: _Go) -> bool:
    """Return whether a state comes again within so many statements, which run meanwhile."""
    counts = _counted(session, window // _COUNTED + 1, go)
    if session.event is None or session.event.at is not StopReason.LIMIT or not counts:
        return False
    # Where the run comes by rarely there is least to compare.
    anchor = min(counts, key=lambda offset: (counts[offset], offset))
    session.halt_at((anchor,))
    try:
        window -= _run(session, window, go)
        if session.offset != anchor:
            return False
        known = _copy(session.state)
        for halts in range(1, window // _HALTS + 2):
            window -= _run(session, window, go)
            if session.offset != anchor or window <= 0:
                return False
            if _equal(session.state, known):
                return _is_closed(session, anchor, halts, go)
        return False
    finally:
        session.halt_at(())


def _is_closed(session: Session, anchor: int, halts: int, go: _Go) -> bool:
    """Run the loop once more. Return whether it asks for nothing that can change.

    Args:
        halts: How often it comes to the anchor.
    """
    known = _copy(session.state)
    offsets = set[int]()
    for _ in range(halts):
        offsets.update(_counted(session, None, go))
    blocks = [session.block(offset) for offset in offsets]
    same = session.offset == anchor and _equal(session.state, known) and not session.sound.plays
    return same and not any(_CHANGING.intersection(_operations(block)) for block in blocks)


def _run(session: Session, steps: int, go: _Go) -> int:
    """Run so many statements at most. Return how many it were."""
    before = session.steps
    go(steps)
    return session.steps - before


def _counted(session: Session, steps: int | None, go: _Go) -> dict[int, int]:
    """Run so many statements at most. Return how often each ran, by its offset."""
    run = session.state.run
    before, run.counts = run.counts, {}
    try:
        go(steps)
        return run.counts
    finally:
        if before is not None:
            for offset, count in run.counts.items():
                before[offset] = before.get(offset, 0) + count
        run.counts = before


def _copy(state: RunState) -> list[Any]:
    return [copied(getattr(state, name)) for name in _PARTS]


def _equal(state: RunState, known: list[Any]) -> bool:
    return all(getattr(state, name) == part for name, part in zip(_PARTS, known, strict=True))


def _operations(part: Any) -> Iterator[AnyOperation]:
    """Yield the operations in a part of the program model."""
    if isinstance(part, tuple):
        for item in part:
            yield from _operations(item)
    elif isinstance(part, NodeBase):
        for name in field_names(type(part)):
            yield from _operations(getattr(part, name))
    elif isinstance(part, Operation):
        yield part
