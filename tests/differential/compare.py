"""The same program on two machines: the first difference, and the shortest program that shows one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from msxkit.machine.video.chip import Chip
from msxkit.machine.video.shot import SHOWN_REGISTERS
from msxkit.machine.video.shown import shown_parts
from msxkit.testbench.msx import Msx
from tests.differential.classes import GENUINE, program
from tests.differential.shrink import minimised

_SHOWN = 8


@dataclass(frozen=True, slots=True)
class Outcome:
    """Where a program came to, and what the video chip shows then."""

    at: str
    error: str | None
    chip: Chip


#: Runs a listing to its wait for a key, or an error.
Driver = Callable[[str], Outcome]


def driver(machine: Msx) -> Driver:
    """Return a driver of the test bench: the interpreter or openMSX."""

    def run(text: str) -> Outcome:
        machine.load(text)
        at = machine.run()
        return Outcome(at, machine.error, machine.chip)

    return run


def difference(expected: Outcome, actual: Outcome) -> list[str]:
    """Return what differs, a line each: where it stopped, registers, palette, shown bytes of video memory."""
    found = []
    if (expected.at, expected.error) != (actual.at, actual.error):
        found.append(f"stopped at {actual.at} ({actual.error}), expected {expected.at} ({expected.error})")
    old, new = expected.chip, actual.chip
    if old.type is not new.type:
        return [*found, f"the chip is a {new.type.name}, expected {old.type.name}"]
    for number in SHOWN_REGISTERS:
        if number < len(old.registers) and old.registers[number] != new.registers[number]:
            found.append(
                f"register {number} is {new.registers[number]:02X}h, expected {old.registers[number]:02X}h"
            )
    if old.palette != new.palette:
        found.append(f"the palette is {new.palette.hex()}, expected {old.palette.hex()}")
    shown = sorted({at for part in shown_parts(old) for at in part})
    wrong = [at for at in shown if old.vram[at] != new.vram[at]]
    found += [f"VRAM {at:05X}h is {new.vram[at]:02X}h, expected {old.vram[at]:02X}h" for at in wrong[:_SHOWN]]
    if len(wrong) > _SHOWN:
        found.append(f"and {len(wrong) - _SHOWN} more bytes")
    return found


def search(
    genuine: Driver, ours: Driver, model: str, count: int, seed: int
) -> tuple[list[str], list[str]] | None:
    """Return the shortest program that differs, and how; None when `count` random programs are equal."""

    def between(lines: list[str]) -> list[str]:
        text = "\n".join(lines) + "\n"
        return difference(genuine(text), ours(text))

    for number in range(count):
        lines = list(program(GENUINE[model], seed, number).lines)
        if between(lines):
            shortest = minimised(lines, lambda left: bool(between(left)))
            return shortest, between(shortest)
    return None
