"""The states of a compiled program at its waits, in the form of `msxkit.interpreter.recorded_states`."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterator
from typing import Any

from msxkit.backends.cartridge import CartridgeTarget
from msxkit.machine.chip_type import TMS9918A
from msxkit.machine.work_area import LAST_POINT, Cell
from msxkit.openmsx.machine import FRAME
from msxkit.recording import DRAW, END, KEY
from msxkit.stop_reason import StopReason
from msxkit.verify import ERROR

_NAMES = {END: "end", KEY: "key", ERROR: "error", StopReason.LIMIT: "running"}


def states(
    target: CartridgeTarget, answers: bytes, draws: Iterator[int], seconds: float
) -> tuple[StopReason, list[dict[str, Any]]]:
    """Return the event that ends the run, and the state there and at each wait for a key, which the next of `answers`
    ends.

    The run must be new; it begins as the recordings do, with video memory above 16 KB clear.

    Args:
        draws: TIME of each RND(-TIME).
        seconds: Emulated seconds for the whole run.
    """
    machine = target.machine
    rest = machine.chip.type.vram_size - TMS9918A.vram_size
    machine.write(TMS9918A.vram_size, bytes(rest), "VRAM")
    start, left, found = machine.time, list(answers), []
    while True:
        at = target.go(max(seconds - (machine.time - start), FRAME))
        if at == DRAW:
            target.answer_draw(next(draws, None))
            continue
        if at == KEY:
            # Until the cursor is shown.
            machine.run(2 * FRAME)
        found.append(state(target, at))
        if at != KEY or not left:
            return at, found
        target.press(left.pop(0))


def state(target: CartridgeTarget, at: StopReason) -> dict[str, Any]:
    """Return the state of a compiled program at an event."""
    machine, chip, failure = target.machine, target.chip, target.failure
    kind = chip.type
    found: dict[str, Any] = {
        "at": _NAMES[at],
        "line": target.line,
        "screen_mode": machine.peek(Cell.SCRMOD),
        "vram": base64.b64encode(zlib.compress(bytes(chip.vram))).decode("ascii"),
        "vdp": list(chip.registers[: kind.recorded_registers]),
        "psg": list(machine.psg),
        "jiffies": machine.peek16(Cell.JIFFY),
        "cursor": [machine.peek(Cell.CSRY + 1) - 1, machine.peek(Cell.CSRY) - 1],
        "grp": [machine.peek16(address) for address in LAST_POINT],
    }
    if kind.palette:
        found["palette"] = bytes(chip.palette).hex()
    if failure is not None:
        found |= {"error": failure.number, "error_line": failure.line}
    return found
