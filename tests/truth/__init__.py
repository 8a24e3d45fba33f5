"""Truth from a machine with genuine ROMs: the entries of tests/conformance, tests/graphics and tests/timing.

`python -m tests.truth KIND PROGRAM.bas... -o FILE.json` (`make record-truth`) runs each program on a freshly booted
machine of openMSX and adds what was seen to FILE.json. Nothing here knows what is right.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Callable
from typing import Any

from msxkit.display.screen import ROWS
from msxkit.errors import MachineError
from msxkit.language.program import Program
from msxkit.machine.work_area import DIRECT_MODE, LAST_POINT, Cell, Hook
from msxkit.openmsx.basic import END, ERROR, KEY, Basic, BasicEvent

#: What is typed at the prompt before a program, so that all begin alike.
SETUP = "SCREEN0:WIDTH40:KEYOFF:COLOR15,4,4"
#: Emulated seconds after which a program is left, those before the first key, and states of one program.
LIMIT, TYPED_AFTER, STATES = 120.0, 3.0, 6
#: T-states of a second.
CLOCK = 3_579_545

Entry = dict[str, Any]


def enter(basic: Basic, listing: bytes) -> str:
    """Type a listing at the prompt. Return the tokens that the machine made of it, in hexadecimal.

    Raise `MachineError` for a line that the prompt does not take completely.
    """
    machine = basic.machine
    for line in listing.splitlines():
        if len(line) > 250:
            raise MachineError(f"a line of {len(line)} characters cannot be typed: {line[:40]!r}...")
        basic.type(line + b"\r")
    first, end = machine.peek16(Cell.TXTTAB), machine.peek16(Cell.VARTAB)
    return machine.read(first, end - first).hex()


def conformance(basic: Basic, typed: bytes) -> Entry:
    """Run the program in memory to its end; the screen that it leaves, as tests/conformance has it."""
    machine = basic.machine
    basic.start("CLS:RUN")
    if typed:
        machine.run(TYPED_AFTER)
        event = basic.type(typed, LIMIT)
    else:
        event = basic.go(LIMIT)
    screen = machine.screen
    rows = [screen.codes(y).decode("latin-1").rstrip(" ") for y in range(ROWS)]
    while rows and not rows[-1]:
        rows.pop()
    found: Entry = {
        "at": _at(event),
        "screen_mode": machine.peek(Cell.SCRMOD),
        "width": machine.peek(Cell.LINLEN),
        "columns": screen.columns,
        "screen": rows,
        "cursor": [machine.peek(Cell.CSRX) - 1, machine.peek(Cell.CSRY) - 1],
    }
    return found | ({"typed": typed.decode("latin-1")} if typed else {})


def graphics(basic: Basic, typed: bytes) -> Entry:
    """Return the state at every wait for a key, which the next of `typed` (blanks after) ends, as tests/graphics
    has it.
    """
    basic.start("CLS:RUN", time=0)
    keys = (typed + b" " * STATES)[: STATES - 1]
    steps = [_state(basic, event := basic.go(LIMIT))]
    for key in keys:
        if event.at != KEY:
            break
        event = basic.type(bytes((key,)), LIMIT)
        steps.append(_state(basic, event))
    return {"steps": steps}


def timing(basic: Basic, typed: bytes) -> Entry:
    """Return every statement that ran: line, offset in the text, T-states until the next, as tests/timing has it."""
    machine = basic.machine
    place = f"[peek16 {Cell.CURLIN}] [reg HL] [machine_info time]"
    machine.command("set ::truth {}")
    # H.GONE is called before each statement, the clause after THEN included, with HL on its first byte.
    machine.command(f"debug set_bp {int(Hook.H_GONE)} {{}} {{lappend ::truth {place}}}")
    basic.start("CLS:RUN", time=0)
    event = basic.go(LIMIT)
    for key in typed:
        if event.at == KEY:
            event = basic.type(bytes((key,)), LIMIT)
    end, words = machine.time, machine.command("set ::truth").split()
    seen = [
        (int(line), int(text), float(time))
        for line, text, time in zip(*(iter(words),) * 3, strict=True)
        if int(line) != DIRECT_MODE
    ]
    if not seen:
        return {"statements": [], "ended": _at(event)}
    base = machine.peek16(Cell.TXTTAB)
    times = [time for _, _, time in seen[1:]] + [end]
    return {
        "statements": [
            [line, text - base, round((after - time) * CLOCK)]
            for (line, text, time), after in zip(seen, times, strict=True)
        ],
        "ended": _at(event),
    }


KINDS: dict[str, Callable[[Basic, bytes], Entry]] = {
    "conformance": conformance,
    "graphics": graphics,
    "timing": timing,
}


def record(
    basic: Basic, kind: str, name: str, listing: bytes, typed: bytes = b"", *, poke: bool = False
) -> Entry:
    """Return one entry.

    Args:
        basic: Freshly booted.
        poke: Puts our own tokens into memory instead of typing the listing.
    """
    found: Entry = {"name": name, "machine": basic.machine.name, "program": listing.decode("latin-1")}
    if poke:
        basic.load(Program.from_ascii(listing))
    else:
        basic.run(SETUP)
        found["tokens"] = enter(basic, listing)
    return found | KINDS[kind](basic, typed)


def _state(basic: Basic, event: BasicEvent) -> Entry:
    machine = basic.machine
    newer = basic.generation > 0
    size = 0x20000 if newer else 0x4000
    found: Entry = {
        "at": _at(event),
        "line": event.line,
        "screen_mode": machine.peek(Cell.SCRMOD),
        "vram": base64.b64encode(zlib.compress(machine.read(0, size, "VRAM"))).decode("ascii"),
        "vdp": list(machine.read(0, 28 if newer else 8, "VDP regs")),
        "psg": list(machine.read(0, 14, "PSG regs")),
        "jiffies": machine.peek16(Cell.JIFFY),
        "cursor": [machine.peek(Cell.CSRX) - 1, machine.peek(Cell.CSRY) - 1],
        "grp": [machine.peek16(at) for at in LAST_POINT],
    }
    if newer:
        found["palette"] = machine.read(0, 32, "VDP palette").hex()
    if event.error is not None:
        found |= {"error": event.error.number, "error_line": event.error.line}
    return found


def _at(event: BasicEvent) -> str:
    return {KEY: "key", END: "end", ERROR: "error"}.get(event.at, "running")
