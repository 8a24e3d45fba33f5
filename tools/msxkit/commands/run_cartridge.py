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
from msxkit.backends.cartridge import CartridgeTarget, running
from msxkit.backends.cartridge_states import states
from msxkit.basic_errors import text_of
from msxkit.commands.outputs import write
from msxkit.commands.run_options import RunOptions
from msxkit.commands.run_shown import CODES, compact, listed, plain
from msxkit.display.screen import Screen
from msxkit.native.compiler import compile_program
from msxkit.openmsx.machine import FRAME, EmulatedMachine
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
    with (
        running(cartridge, MACHINES[options.model.generation]) as target,
        _recorded(target.machine, options, files),
    ):
        if options.states_file is None:
            at = _played(target, keys, times, limit)
        else:
            at, waits = states(target, keys, times, limit)
            files[options.states_file] = compact(waits)
        seen = _picture(target) if options.form == "png" else _shown(target, at, options)
    if options.output is not None:
        files.setdefault(options.output, seen)
    write(files)
    if options.output is None:
        click.echo(seen.decode("utf-8"), nl=False)
    return CODES.get(at, 0)


@contextmanager
def _recorded(machine: EmulatedMachine, options: RunOptions, files: dict[Path, bytes]) -> Iterator[None]:
    """Let openMSX write down what is printed and heard, and add it to files at the end."""
    with tempfile.TemporaryDirectory(prefix="msxkit-") as folder:
        printed, heard = Path(folder) / "printed", Path(folder) / "heard.wav"
        # Without a printer LPRINT would wait for one.
        machine.command(f"set printerlogfilename {word(str(printed))}")
        machine.command("plug printerport logger")
        if options.form == "wav":
            machine.command(f"soundlog start {word(str(heard))}")
        yield
        if options.printer is not None:
            machine.command("unplug printerport")
            files[options.printer] = printed.read_bytes() if printed.exists() else b""
        if options.form == "wav" and options.output is not None:
            machine.command("soundlog stop")
            files[options.output] = heard.read_bytes()


def _picture(target: CartridgeTarget) -> bytes:
    with tempfile.TemporaryDirectory(prefix="msxkit-") as folder:
        picture = Path(folder) / "screen.png"
        target.save_screenshot(picture)
        return picture.read_bytes()


def _played(target: CartridgeTarget, keys: bytes, draws: Iterator[int], seconds: float) -> StopReason:
    """Run to the end and answer what the program waits for."""
    machine, start = target.machine, target.seconds
    while True:
        passed = target.seconds - start
        left = seconds - passed
        if left <= 0:
            return StopReason.LIMIT
        if keys and passed >= TYPED_AFTER and not machine.keys_waiting:
            machine.queue_keys(keys[:QUEUE])
            keys = keys[QUEUE:]
        wait = FRAME if keys and passed >= TYPED_AFTER else min(left, TYPED_AFTER - passed if keys else left)
        at = target.go(max(wait, FRAME))
        if at == DRAW:
            target.answer_draw(next(draws, None))
        elif at == KEY and keys:
            machine.queue_keys(keys[:QUEUE])
            keys = keys[QUEUE:]
        elif at != StopReason.LIMIT:
            return at


def _shown(target: CartridgeTarget, at: StopReason, options: RunOptions) -> bytes:
    screen, failure = target.text or Screen.blank(), target.failure
    found = _values(target.variables) if options.show_variables else None
    if options.form == "json":
        error: dict[str, Any] | None = None
        if failure is not None:
            text = text_of(failure.number)
            error = {"number": failure.number, "text": text, "line": failure.line, "note": ""}
        data = {
            "stop": _STOPS[at],
            "error": error,
            "screen_mode": screen.mode,
            "width": screen.width,
            "columns": screen.columns,
            "screen": screen.rows(),
            "cursor": list(screen.cursor),
        }
        if found is not None:
            data["variables"] = {name: plain(value) for name, value in found.items()}
        return (json.dumps(data) + "\n").encode("ascii")
    text = screen.text()
    if at == KEY:
        text += f"\n-- waits for a key in line {target.line}"
    elif at == StopReason.LIMIT:
        text += f"\n-- stopped at the limit in line {target.line}"
    if found is not None:
        text += f"\n{listed(found)}"
    return (text + "\n").encode("utf-8")


def _values(found: Variables) -> dict[str, object]:
    """Return variables as the interpreter has them: an array by its subscripts."""
    return {name: _elements(value) if isinstance(value, Array) else value for name, value in found.items()}


def _elements(array: Array) -> dict[int | tuple[int, ...], object]:
    subscripts = product(*(range(length) for length in array.shape))
    return {each if len(each) > 1 else each[0]: array[each] for each in subscripts}
