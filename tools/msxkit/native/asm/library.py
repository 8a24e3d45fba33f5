"""The runtime: the sources beside this module, assembled once."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from msxkit import basic_errors
from msxkit.machine.work_area import Cell, DiskArea, Hook, RomEntry
from msxkit.native.asm.assembler import assemble
from msxkit.native.asm.parts import Assembly


def source(name: str) -> str:
    """Return the text of a file of the runtime. Two are made of tables: `work_area.asm` and `errors.asm`."""
    if name == "work_area.asm":
        return "".join(
            f"{place.name} equ {int(place)}\n"
            for table in (RomEntry, Cell, Hook, DiskArea)
            for place in table
        )
    if name == "errors.asm":
        return "".join(
            f"ERROR_{error} equ {number}\n part {error.lower()}\n ld a,{number}\n jp error\n"
            for error, number in basic_errors.named().items()
        )
    return (files("msxkit.native") / "runtime" / name).read_text("ascii")


@cache
def _assembled() -> Assembly:
    return assemble(source("runtime.asm"), "runtime.asm", source)


def runtime() -> Assembly:
    """Return all parts of the runtime, in the order of `runtime/runtime.asm`."""
    unit = _assembled()
    return Assembly(list(unit.parts), dict(unit.constants))
