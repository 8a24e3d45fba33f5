"""Recordings of compiled programs, on a machine with the free C-BIOS."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from msxkit.backends.cartridge import CartridgeEvent, CompiledRun, running
from msxkit.backends.cartridge_memory import variables
from msxkit.basicerrors import Failure
from msxkit.errors import MachineError
from msxkit.language.program import Program
from msxkit.machine.workarea import Cell
from msxkit.native.compiler import compile_program
from msxkit.openmsx.recorder import Beginning, Playing
from msxkit.recording import DRAW, END, KEY, ProgramId, Recorder, Recording, Step
from msxkit.verify import ERROR


def record(program: Program, playing: Playing, *, file: str, name: str, time: int, machine: str) -> Recording:
    """Play a compiled program to its end, or until the keys run out, as `msxkit.openmsx.recorder.record` does. Raise
    `CompileError` or `MachineError`.

    Args:
        time: TIME at the first statement, 0-65535.
        machine: As openMSX calls it.
    """
    with running(compile_program(program), machine) as run:
        run.machine.poke16(Cell.JIFFY, time)
        began = run.machine.time
        recorder = Recorder(name, ProgramId.of(file, program))
        recorded_on: dict[str, Any] = {
            "emulator": run.machine.emulator.version,
            "machine": machine,
            "machine_id": machine,
            "backend": "cartridge",
        }
        keys: Iterator[int] | None = None
        notes: Mapping[str, Any] = {}
        while True:
            event = run.go(draws=True)
            step = _recordable(event, run)
            recorder.see(step)
            if event.at == END:
                break
            if event.at == DRAW:
                recorder.give(int(run.machine.command("reg HL")))
                continue
            if keys is None:
                beginning = Beginning(variables(run.cartridge, run.machine.read), run.machine.time - began)
                recorded_on |= playing.machine_notes(beginning)
                notes = playing.notes(beginning)
                keys = iter(playing.keys(beginning))
            key = next(keys, None)
            if key is None:
                break
            recorder.give(key)
            run.machine.queue_keys(bytes((key,)))
        outcome = playing.outcome(step.screen) if event.at == END else None
        return recorder.finish(outcome, recorded_on=recorded_on, style=playing.style, notes=notes)


def _recordable(event: CartridgeEvent, run: CompiledRun) -> Step:
    """Return the step of an event. Raise `MachineError` for an error, because recordings have no place for one."""
    if event.at not in (DRAW, KEY, END):
        failure = Failure(event.error, event.line)
        what = f"stopped with {failure}" if event.at == ERROR else "came to no event"
        raise MachineError(f"the program {what}\n{run.machine.describe()}")
    machine = run.machine
    screen = machine.screen_or_none()
    if screen is not None and screen.mode == 1 and screen.columns == 32:
        return Step(event.at, event.line, replace(screen, width=32))
    shot = machine.shot
    return Step(event.at, event.line, shot.screen(machine.cursor), shot)
