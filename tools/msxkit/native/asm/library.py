"""The runtime: the sources beside this module, assembled once."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from msxkit import basic_errors
from msxkit.machine.work_area import Cell, DiskArea, Hook, RomEntry
from msxkit.native.asm.assembler import assemble
from msxkit.native.asm.parts import Assembly

#: Macros for the texts of errors in a row: the first number, and the one after the last.
_TEXTS = {"error_texts": (1, 26), "file_error_texts": (50, 60), "disk_error_texts": (60, 72)}


def source(name: str) -> str:
    """Return the text of a file of the runtime. Two are made of tables: `work_area.asm` and `errors.asm`."""
    if name == "work_area.asm":
        return "".join(
            f"{place.name} equ {int(place)}\n"
            for table in (RomEntry, Cell, Hook, DiskArea)
            for place in table
        )
    if name == "errors.asm":
        lines = []
        for error, number in basic_errors.named().items():
            lines += [f"ERROR_{error} equ {number}", f" part {error.lower()}", f" ld a,{number}", " jp error"]
        for macro, numbers in _TEXTS.items():
            texts = (f' db "{basic_errors.TEXTS[number]}",0' for number in range(*numbers))
            lines += [f" macro {macro}", *texts, " endm"]
        return "\n".join(lines)
    return (files("msxkit.native") / "runtime" / name).read_text("ascii")


@cache
def _assembled() -> Assembly:
    return assemble(source("runtime.asm"), "runtime.asm", source)


def runtime() -> Assembly:
    """Return all parts of the runtime, in the order of `runtime/runtime.asm`."""
    unit = _assembled()
    return Assembly(list(unit.parts), dict(unit.constants))
