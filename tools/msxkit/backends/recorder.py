"""Playing a program on a target and writing down what went in and what was seen, as a recording."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msxkit.backends.target import Target, step_of
from msxkit.errors import MachineError, StoppedError
from msxkit.language.program import Program
from msxkit.openmsx.playing import Beginning, Playing
from msxkit.recording import DRAW, END, EVENTS, REPEAT, ProgramId, Recorder, Recording, Step
from msxkit.stop_reason import StopReason


def record(
    target: Target, program: Program, playing: Playing, *, file: str, name: str, time: int
) -> Recording:
    """Play a program from RUN to its end, or until the keys run out or nothing changes any more.

    Raise `StoppedError` if the program stops with an error, and `MachineError` if for a long time it does nothing that
    a recording holds.

    Args:
        file: How the recording names the program.
        name: The name of the program.
        time: TIME at the start, 0-65535; with the keys it decides everything.
    """
    target.start(program, time)
    began = target.seconds
    recorder = Recorder(name, ProgramId.of(file, program))
    keys: Iterator[int] | None = None
    recorded_on = dict(target.about)
    notes: Mapping[str, Any] = {}
    while True:
        step = _next(target)
        recorder.see(step)
        if step.at in (END, REPEAT):
            break
        if step.at == DRAW:
            recorder.give(target.answer_draw(None))
            continue
        if keys is None:
            beginning = Beginning(target.variables, target.seconds - began)
            recorded_on |= playing.machine_notes(beginning)
            notes = playing.notes(beginning)
            keys = iter(playing.keys(beginning))
        key = next(keys, None)
        if key is None:
            break
        recorder.give(key)
        target.press(key)
    outcome = playing.outcome(step.screen) if step.at == END else None
    return recorder.finish(outcome, recorded_on=recorded_on, style=playing.style, notes=notes)


def _next(target: Target) -> Step:
    """Return the step of the next event. Raise `StoppedError` for an error, since recordings have no place for one, and
    `MachineError` when nothing comes.
    """
    at = target.next_event()
    if at == StopReason.ERROR:
        raise StoppedError(
            f"the program stopped with {target.failure}; nothing is recorded\n{target.describe()}"
        )
    if at not in EVENTS:
        why = f"reached no event in {target.event_limit:g} s, and its picture changes"
        raise MachineError(f"the program {why}\n{target.describe()}")
    return step_of(target, at)
