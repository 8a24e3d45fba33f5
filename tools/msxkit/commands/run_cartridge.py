"""`msxkit run --on cartridge`: the program compiled, on an emulated machine with C-BIOS."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from msxkit.backends.cartridge import CartridgeEvent, CompiledRun, running
from msxkit.backends.cartridgestates import states
from msxkit.basicerrors import text_of
from msxkit.display.screen import Screen
from msxkit.language.program import Program
from msxkit.native.compiler import compile_program
from msxkit.openmsx.machine import FRAME
from msxkit.recording import DRAW, END, KEY
from msxkit.stopreason import StopReason
from msxkit.verify import ERROR

#: The free machine for each model.
MACHINES = {"msx1": "C-BIOS_MSX1", "msx2": "C-BIOS_MSX2"}
#: Emulated seconds after which the typed keys arrive, and what the key queue holds.
TYPED_AFTER, QUEUE = 3.0, 39
_STOPS = {END: "ok", ERROR: "error", KEY: "key", StopReason.LIMIT: "limit"}


def run_cartridge(
    program: Program,
    *,
    keys: bytes,
    times: Iterable[int],
    model: str,
    seconds: float,
    form: str,
    recorded: list[dict[str, Any]] | None = None,
) -> tuple[StopReason, bytes]:
    """Compile and run a program for at most so many emulated seconds. Return why it stopped and what to show. Raise
    `CompileError`, or `EmulatorMissingError` without openMSX or C-BIOS.

    Args:
        recorded: Receives the state at every wait for a key; each key then ends one wait.
        times: TIME of each RND(-TIME); when there are no more, the machine's own.
        form: Text, json or png.
    """
    if form == "ansi":
        raise click.UsageError("--on cartridge shows text, json or png")
    with running(compile_program(program), MACHINES[model]) as run:
        if recorded is None:
            event = _played(run, keys, iter(times), seconds)
        else:
            event, seen = states(run, keys, iter(times), seconds)
            recorded += seen
        if form == "png":
            with tempfile.TemporaryDirectory(prefix="msxkit-") as folder:
                picture = Path(folder) / "screen.png"
                run.machine.screenshot(picture)
                return event.at, picture.read_bytes()
        screen = run.machine.screen_or_none() or Screen.blank()
        return event.at, _shown(event, screen, form)


def _played(run: CompiledRun, keys: bytes, times: Iterable[int], seconds: float) -> CartridgeEvent:
    """Run to the end and answer what the program waits for."""
    start = run.machine.time
    draws = iter(times)
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
