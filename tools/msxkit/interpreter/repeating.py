"""Runs that only repeat themselves: `50 GOTO 50`, and every loop that comes back to a state where it was before.

A loop does what it did when all that it asks for is the same: the state, without the clock unless it looks at time, is
at sound or waits for interrupts. A loop that looks at keys waits for one, when none will come by itself. What it asks
for is seen by running it once more. A state is looked for now and then, with the run halted whenever it comes to one
place: that takes an eighth of the time at most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msxkit.carrying import Trait
from msxkit.interpreter.event import Event
from msxkit.interpreter.session import Session
from msxkit.machine.clock import SECOND
from msxkit.machine.state_codec import copied
from msxkit.machine.work_area import Cell
from msxkit.node_type import field_names, nodes_in
from msxkit.program.layout import MemoryLine
from msxkit.program.lower import lower_line
from msxkit.program.model import Block, Branch, Go, LineModel, Target
from msxkit.program.operation import AnyOperation, Operation
from msxkit.program.operations import Op
from msxkit.stop_reason import StopReason

#: Statements, or T-states, before the first look: PLAY and long statements take their time. Then the statements before
#: the time is asked.
_FIRST = 1000, 10 * SECOND, 8
#: The same of a step, which most often ends at an event.
_FIRST_OF_STEP = 300_000, 600 * SECOND, 100
#: Statements of the first window in which a state is looked for again.
_WINDOW = 200
#: Interrupts after which every machine has read its keyboard as often as before.
_SCANS = 6
#: A later window has this part of the statements until then; of those in a window this part may halt the run, and
#: this part is counted, which makes it slower.
_PART, _HALTS, _COUNTED = 8, 200, 8
#: The parts of the state that repeat. The others count what has been, or are asked for (`_ASKED`).
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
#: What a loop can ask for beside them.
_TIMES = Trait.CLOCK | Trait.TIME
_ASKED = _TIMES | Trait.STRINGS | Trait.KEYS | Trait.OUTSIDE
#: What PEEK asks for in the work area; at other computed bytes it asks where strings lie.
_PEEKED = {
    Cell.JIFFY: _TIMES,
    **dict.fromkeys((Cell.OLDKEY, Cell.NEWKEY, Cell.PUTPNT, Cell.GETPNT, Cell.KEYBUF), Trait.KEYS),
}
#: Goes on for so many statements at most, or as long as it takes.
_Go = Callable[[int | None], Event]
#: Traps that fire without anybody at the keys.
_UNASKED = ("INTERVAL", "SPRITE")
#: Traps that fire when somebody presses a key.
_PRESSED = ("KEY", "STOP", "STRIG")


def run_until_repeat(
    session: Session, poll: Callable[[], bool] | None = None, until: int | None = None
) -> Event:
    """Run as `Session.run` does. Stop with the event `repeat` where the program only repeats itself, and with `key`
    where it does so until somebody presses one.
    """
    event = _until_repeat(session, lambda steps: session.run(steps, poll, until), until, _FIRST)
    traps = session.state.control.traps.items()
    heeds_keys = any(
        trap.on and trap.target is not None and device in _PRESSED for (device, _), trap in traps
    )
    return session.waits_for_key() if event.at is StopReason.REPEAT and heeds_keys else event


def step_until_repeat(session: Session, until: int | None = None) -> Event:
    """Step as `Session.step` does. Stop as `run_until_repeat` does, but with `repeat` where traps alone heed keys: no
    other machine knows that, and recordings are for all.
    """
    return _until_repeat(session, lambda steps: session.step(steps, until), until, _FIRST_OF_STEP)


def _until_repeat(session: Session, go: _Go, until: int | None, first: tuple[int, int, int]) -> Event:
    done, stretch, look = 0, first[2], session.t_states + first[1]
    while True:
        before = session.steps
        ran = _run(session, stretch, go)
        event = session.event
        assert event is not None
        over = until is not None and session.t_states >= until
        if event.at is not StopReason.LIMIT or over or ran < stretch:
            return event
        done += ran
        if done >= first[0] or session.t_states >= look:
            slow = done < first[0]
            window = done if slow else max(_WINDOW, done // _PART)
            found = _repeats(session, window, done if slow else window // _HALTS + 1, go)
            if found is not None:
                return found
        done += session.steps - before - ran
        stretch = done


def _may_repeat(session: Session) -> bool:
    """Return whether nothing from outside will change what the program does, unless somebody presses a key."""
    state = session.state
    queue = state.keyboard.queue
    later = queue and state.clock.interrupts < queue.opens
    return not (session.memory.is_hooked or session.keys.script.goes_on or later)


def _repeats(session: Session, window: int, halts: int, go: _Go) -> Event | None:
    """Return the event of a state that comes again within so many statements, which run meanwhile."""
    if not _may_repeat(session):
        return None
    counts = _counted(session, window // _COUNTED + 1, go)
    if session.event is None or session.event.at is not StopReason.LIMIT or not counts:
        return None
    # Where the run comes by rarely there is least to compare.
    anchor = min(counts, key=lambda offset: (counts[offset], offset))
    session.halt_at((anchor,))
    try:
        window -= _run(session, window, go)
        asked = _asked_by_itself(session)
        known, since = _copy(session, asked), 0
        while halts and window > 0 and session.offset == anchor:
            window -= _run(session, window, go)
            halts -= 1
            since += 1
            if session.offset != anchor or not _equal(session, known, asked):
                continue
            needed, keys = _asked(session, since, go)
            if Trait.OUTSIDE in needed:
                return None
            if needed in asked | Trait.KEYS and session.offset == anchor and _equal(session, known, asked):
                return _arrived(session, keys, go)
            asked |= needed
            known, since = _copy(session, asked), 0
        return None
    finally:
        session.halt_at(())


def _arrived(session: Session, keys: set[int], go: _Go) -> Event:
    """Return the event of a loop, with the run where it asks for keys, if it does."""
    if not keys:
        return session.repeats()
    session.halt_at(keys)
    go(None)
    return session.waits_for_key()


def _asked(session: Session, halts: int, go: _Go) -> tuple[Trait, set[int]]:
    """Run a loop once more. Return what it asks for, and the offsets of the statements that ask for keys.

    Args:
        halts: How often the run halts in it.
    """
    offsets = set[int]()
    with session.memory.peeked() as peeked:
        for _ in range(halts):
            offsets.update(_counted(session, None, go))
    asked, keys, peeks = _asked_by_itself(session), set[int](), False
    for block, operation in _operations_of(session, offsets):
        needed = operation.traits & _ASKED
        if Trait.KEYS in needed and block is not None:
            keys.add(block.statement)
        if block is None or not _is_wait(session, block, offsets):
            asked |= needed
            peeks = peeks or operation is Op.PEEK
        else:
            asked |= needed & ~_TIMES
    for address, computed in peeked.items():
        cell = next((cell for cell in _PEEKED if cell <= address < cell + cell.size), None)
        needed = _PEEKED[cell] if cell else Trait.STRINGS if computed else Trait.QUICK
        asked |= needed if peeks else needed & ~_TIMES
    return asked, keys or ({session.offset} if Trait.KEYS in asked else set())


def _is_wait(session: Session, block: Block, offsets: set[int]) -> bool:
    """Return whether a block does nothing but come back to itself until the loop goes on, whenever that is."""
    end = block.end
    if block.instructions or not isinstance(end, Branch):
        return False
    targets = {_following(session, target) for target in (end.then, end.otherwise)}
    return block.offset in targets and bool(offsets.intersection(targets - {block.offset}))


def _following(session: Session, target: Target) -> Target:
    """Return where a jump leads; one to a block that is only a GOTO leads where that goes."""
    block = session.block(target) if isinstance(target, int) and session.layout.line_at(target) else None
    return block.end.target if block and not block.instructions and isinstance(block.end, Go) else target


def _asked_by_itself(session: Session) -> Trait:
    """Return what the machine asks for between two statements: sound and interrupts know the clock."""
    traps = session.state.control.traps.items()
    timed = session.sound.plays or any(trap.on and device in _UNASKED for (device, _), trap in traps)
    return Trait.CLOCK if timed else Trait.QUICK


def _operations_of(session: Session, offsets: set[int]) -> Iterator[tuple[Block | None, AnyOperation]]:
    """Yield the operations of statements, with their blocks, and of all functions if one is called."""
    called = False
    for line in {line.start: line for line in map(session.layout.line_at, offsets) if line}.values():
        for block in _model(session, line).blocks:
            if (block.offset if block.first else block.statement) in offsets:
                for operation in _operations((block.instructions, block.end)):
                    called = called or operation is Op.CALL_FUNCTION
                    yield block, operation
    for offset in session.state.functions.defined.values() if called else ():
        defining = session.layout.line_at(offset)
        assert defining is not None
        yield from ((None, operation) for operation in _operations(_model(session, defining).functions))


def _model(session: Session, line: MemoryLine) -> LineModel:
    return lower_line(session.layout, line, session.state.run.types)


def _run(session: Session, steps: int, go: _Go) -> int:
    """Run at most `steps` statements. Return how many ran."""
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


def _copy(session: Session, asked: Trait) -> list[Any]:
    return [copied(part) for part in _repeating(session, asked)]


def _equal(session: Session, known: list[Any], asked: Trait) -> bool:
    return all(part == other for part, other in zip(_repeating(session, asked), known, strict=True))


def _repeating(session: Session, asked: Trait) -> Iterator[Any]:
    """Yield what has to come again in a loop that asks for this."""
    state, clock = session.state, session.state.clock
    yield state.waits.rnd
    if Trait.TIME in asked:
        yield clock.jiffy
    if Trait.CLOCK in asked:
        yield clock.due - clock.spent, clock.interrupts % _SCANS
        yield state.costs.known
        yield state.costs.turbo
    if asked & (Trait.CLOCK | Trait.STRINGS):
        yield state.strings
    yield from (getattr(state, name) for name in _PARTS)


def _operations(part: Any) -> Iterator[AnyOperation]:
    """Yield the operations in a part of the program model."""
    fields = (getattr(node, name) for node in nodes_in(part) for name in field_names(type(node)))
    return (field for field in fields if isinstance(field, Operation))
