"""`msxkit run --on cartridge`: the program compiled, on an emulated machine with C-BIOS."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any

import click

from msxkit.backends.beside import beside
from msxkit.backends.cartridge import CartridgeEvent, CompiledRun, running
from msxkit.backends.cartridge_memory import variables
from msxkit.backends.cartridge_states import states
from msxkit.basic_errors import text_of
from msxkit.commands.outputs import write
from msxkit.commands.run_options import RunOptions
from msxkit.commands.run_shown import CODES, compact, listed, plain
from msxkit.display.screen import Screen
from msxkit.native.compiler import compile_program
from msxkit.openmsx.machine import FRAME
from msxkit.openmsx.protocol import word
from msxkit.openmsx.variables import Array, Variables
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
        raise click.UsageError("--on cartridge shows text, json, png or wav")
    limit = options.max_seconds if options.max_emulated_seconds is None else options.max_emulated_seconds
    cartridge = compile_program(program, beside(options.program, options.folder))
    files: dict[Path, bytes] = {}
    with running(cartridge, MACHINES[options.model.generation]) as run, _recorded(run, options, files):
        if options.states_file is None:
            event = _played(run, keys, times, limit)
        else:
            event, waits = states(run, keys, times, limit)
            files[options.states_file] = compact(waits)
        found = variables(cartridge, run.machine.read) if options.show_variables else None
        seen = _picture(run) if options.form == "png" else _shown(event, _screen(run), options.form, found)
    if options.output is not None:
        files.setdefault(options.output, seen)
    write(files)
    if options.output is None:
        click.echo(seen.decode("utf-8"), nl=False)
    return CODES.get(event.at, 0)


@contextmanager
def _recorded(run: CompiledRun, options: RunOptions, files: dict[Path, bytes]) -> Iterator[None]:
    """Let openMSX write down what is printed and heard, and add it to files at the end."""
    with tempfile.TemporaryDirectory(prefix="msxkit-") as folder:
        printed, heard = Path(folder) / "printed", Path(folder) / "heard.wav"
        # Without a printer LPRINT would wait for one.
        run.machine.command(f"set printerlogfilename {word(str(printed))}")
        run.machine.command("plug printerport logger")
        if options.form == "wav":
            run.machine.command(f"soundlog start {word(str(heard))}")
        yield
        if options.printer is not None:
            run.machine.command("unplug printerport")
            files[options.printer] = printed.read_bytes() if printed.exists() else b""
        if options.form == "wav" and options.output is not None:
            run.machine.command("soundlog stop")
            files[options.output] = heard.read_bytes()


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


def _shown(event: CartridgeEvent, screen: Screen, form: str, found: Variables | None) -> bytes:
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
        if found is not None:
            data["variables"] = {name: plain(value) for name, value in _values(found).items()}
        return (json.dumps(data) + "\n").encode("ascii")
    text = screen.text()
    if event.at == KEY:
        text += f"\n-- waits for a key in line {event.line}"
    elif event.at == StopReason.LIMIT:
        text += f"\n-- stopped at the limit in line {event.line}"
    if found is not None:
        text += f"\n{listed(_values(found))}"
    return (text + "\n").encode("utf-8")


def _values(found: Variables) -> dict[str, object]:
    """Return variables as the interpreter has them: an array by its subscripts."""
    return {name: _elements(value) if isinstance(value, Array) else value for name, value in found.items()}


def _elements(array: Array) -> dict[int | tuple[int, ...], object]:
    subscripts = product(*(range(length) for length in array.shape))
    return {each if len(each) > 1 else each[0]: array[each] for each in subscripts}
