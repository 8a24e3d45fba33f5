"""The same programs in C, compiled by SDCC (`apt-get install sdcc`) into a cartridge: emulated seconds of `work`."""

from __future__ import annotations

import re
import subprocess
import tempfile
from pathlib import Path

from msxkit.openmsx.machine import EmulatedMachine, StopPlace
from tests.programs import program

#: The cartridge, where its header ends and the first function begins, and RAM that neither BIOS nor stack uses.
_ROM, _SIZE, _CODE, _DATA = 0x4000, 0x4000, 0x4010, 0xC100
_LIMIT = 60.0
#: `start` comes first; SDCC places functions in their order.
_FRAME = """#include <string.h>
void setup(void); void work(void); void done(void);
void start(void) {{ setup(); work(); done(); }}
void done(void) {{ for (;;); }}
{}
"""


def seconds(machine: EmulatedMachine, source: str) -> float | None:
    """Return the emulated seconds from `work` to its end; None without SDCC."""
    sdcc = program("sdcc")
    if sdcc is None:
        return None
    with tempfile.TemporaryDirectory(prefix="msxkit-") as name:
        folder = Path(name)
        (folder / "c.c").write_text(_FRAME.format(source), "ascii")
        options = ["-mz80", "--opt-code-speed", "--no-std-crt0"]
        places = ["--code-loc", hex(_CODE), "--data-loc", hex(_DATA)]
        subprocess.run([sdcc, *options, *places, "c.c"], cwd=folder, check=True, capture_output=True)
        rom = bytearray(b"AB" + _CODE.to_bytes(2, "little")).ljust(_SIZE, b"\0")
        for record in (folder / "c.ihx").read_text("ascii").split():
            data = bytes.fromhex(record[1:])
            if data[3] == 0:
                at = int.from_bytes(data[1:3], "big") - _ROM
                rom[at : at + data[0]] = data[4:-1]
        (folder / "c.rom").write_bytes(rom)
        machine.insert_cartridge(folder / "c.rom")
        symbols = dict(re.findall(r"^DEF (_work|_done) 0x(\w+)", (folder / "c.noi").read_text("ascii"), re.M))
        times = []
        for label in ("_work", "_done"):
            machine.run_until([StopPlace(label, int(symbols[label], 16))], _LIMIT)
            times.append(machine.time)
    return times[1] - times[0]
