"""`msxkit run --on cartridge`: the program compiled, on an emulated machine with C-BIOS."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from msxkit.backends.beside import beside
from msxkit.backends.cartridge import CartridgeEvent, CompiledRun, running
from msxkit.backends.cartridge_states import states
from msxkit.basic_errors import text_of
from msxkit.commands.outputs import write
from msxkit.commands.run_options import RunOptions
from msxkit.commands.run_shown import CODES, compact
from msxkit.display.screen import Screen
from msxkit.native.compiler import compile_program
from msxkit.openmsx.machine import FRAME
from msxkit.recording import DRAW, END, KEY
from msxkit.stop_reason import StopReason
from msxkit.verify import ERROR

#: The free machine for each generation.
MACHINES = ("C-BIOS_MSX1", "C-BIOS_MSX2")
#: Emulated seconds after which the typed keys arrive, and what the key queue holds.
TYPED_AFTER, QUEUE = 3.0, 39
_STOPS = {END: "ok", ERROR: "error", KEY: "key", StopReason.LIMIT: "limit"}


def run_cartridge(options: RunOptions) -> int:
    """Compile the program, run it for at most so many emulated seconds, and return the exit code.

    Raise `CompileError`, or `EmulatorMissingError` without openMSX or C-BIOS.
    """
    keys, program, times = options.keys(), options.found().program, iter(options.times())
    if options.form == "ansi":
        raise click.UsageError("--on cartridge shows text, json or png")
    catalog = beside(options.program, options.folder)
    with running(compile_program(program, catalog), MACHINES[options.model.generation]) as run:
        if options.states_file is None:
            event = _played(run, keys, times, options.max_seconds)
        else:
            event, waits = states(run, keys, times, options.max_seconds)
        seen = _picture(run) if options.form == "png" else _shown(event, _screen(run), options.form)
    if options.states_file is not None:
        write({options.states_file: compact(waits)})
    if options.output is not None:
        write({options.output: seen})
    else:
        click.echo(seen.decode("utf-8"), nl=False)
    return CODES.get(event.at, 0)


def _screen(run: CompiledRun) -> Screen:
    return run.machine.screen_or_none() or Screen.blank()


def _picture(run: CompiledRun) -> bytes:
    with tempfile.TemporaryDirectory(prefix="msxkit-") as folder:
        picture = Path(folder) / "screen.png"
        run.machine.screenshot(picture)
        return picture.read_bytes()


def _played(run: CompiledRun, keys: bytes, draws: Iterator[int], seconds: float) -> CartridgeEvent:
    """Run to the end and answer what the program waits for."""
    start = run.machine.time
    while True:
        passed = run.machine.time - start
        left = seconds - passed
        if left <= 0:
            return CartridgeEvent(StopReason.LIMIT, run.line)
        if keys and passed >= TYPED_AFTER and not run.machine.keys_waiting:
            run.machine.queue_keys(keys[:QUEUE])
            keys = keys[QUEUE:]
        wait = FRAME if keys and passed >= TYPED_AFTER else min(left, TYPED_AFTER - passed if keys else left)
        event = run.go(max(wait, FRAME), draws=True)
        if event.at == DRAW:
            time = next(draws, None)
            if time is not None:
                run.set_draw(time)
        elif event.at == KEY and keys:
            run.machine.queue_keys(keys[:QUEUE])
            keys = keys[QUEUE:]
        elif event.at != StopReason.LIMIT:
            return event


def _shown(event: CartridgeEvent, screen: Screen, form: str) -> bytes:
    if form == "json":
        error: dict[str, Any] | None = None
        if event.at == ERROR:
            error = {"number": event.error, "text": text_of(event.error), "line": event.line, "note": ""}
        data = {
            "stop": _STOPS[event.at],
            "error": error,
            "screen_mode": screen.mode,
            "width": screen.width,
            "columns": screen.columns,
            "screen": screen.rows(),
            "cursor": list(screen.cursor),
        }
        return (json.dumps(data) + "\n").encode("ascii")
    text = screen.text()
    if event.at == KEY:
        text += f"\n-- waits for a key in line {event.line}"
    elif event.at == StopReason.LIMIT:
        text += f"\n-- stopped at the limit in line {event.line}"
    return (text + "\n").encode("utf-8")
