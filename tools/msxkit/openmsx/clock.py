"""The clock chip of an MSX2."""

from __future__ import annotations

from msxkit.openmsx.machine import EmulatedMachine


def set_clock(machine: EmulatedMachine) -> None:
    """Set the clock chip of an MSX2 to 1 January 1988, 00:00; left alone it starts with the host's time.

    Nothing happens on a machine without the chip.

    Source: MSX2 Technical Handbook, chapter 5.4: register number to port B4h, value to B5h; register 13 is the
    mode.
    """
    if "Real time clock" not in machine.command("debug list"):
        return
    # Seconds, minutes, hours, weekday, day, month, year since 1980, low digit first.
    values = [0, 0, 0, 0, 0, 0, 5, 1, 0, 1, 0, 8, 0]
    pairs = [(13, 0), *enumerate(values), (13, 8)]
    machine.command(
        "; ".join(
            f"debug write ioports 0xB4 {register}; debug write ioports 0xB5 {value}"
            for register, value in pairs
        )
    )
