"""Files at run time: what a program needs of the layer for them (runtime/io/store.asm)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from msxkit.language.tree.base import OpenMode
from msxkit.program.model import Block, Do, Keep
from msxkit.program.operations import OF_STATEMENT, Op, ParameterKind
from msxkit.program.values import NumberConstant, Temporary, Value

#: The channels that MAXFILES can allow.
_MOST = 15
#: Names that the runtime calls, by what they are with and without files.
_ROUTINES = {
    "files_close": "store_close_all",
    "file_close": "store_close",
    "file_out": "store_out",
    "other_channel": "store_channel",
    "files_known": "store_known",
}


def stored_name(name: str) -> str | None:
    """Return the 11 characters of a name as a directory has them, without its drive; None: no file has this name."""
    stem, point, extension = name.rpartition(":")[2].upper().partition(".")
    if not stem or (point and len(stem) > 8):
        return None
    return f"{stem[:8]:<8}{extension[:3]:<3}"


class Store:
    """The files that a program has at run time.

    Attributes:
        backend: `disk` or `sram`: where they lie.
        used, graphic: Whether the program has any; whether it opens `GRP:` too.
        written: The names that it writes, as a directory has them. Such a file is read from ROM only where no other is.
        computes: It writes files of names that are not constants.
        channels: How many may be open.
    """

    def __init__(self, backend: str, written: frozenset[str]) -> None:
        self.backend = backend
        self.used = self.graphic = self.computes = False
        self.written = set(written)
        self.channels = 1

    def study(self, block: Block, text: Callable[[Value], str | None]) -> None:
        """Note what a block writes, and MAXFILES.

        Args:
            text: Returns a string that is always the same.
        """
        kept: dict[int, Value] = {}

        def note(name: Value) -> None:
            found = text(kept.get(name.number, name) if isinstance(name, Temporary) else name)
            if found is None or "*" in found or "?" in found:
                self.computes = True
            elif (stored := stored_name(found)) is not None:
                self.written.add(stored)

        for part in block.instructions:
            if isinstance(part, Keep):
                kept[part.number] = part.value
            elif isinstance(part, Do):
                if (opened := Op.OPEN.of(part)) and opened[1] is not OpenMode.INPUT:
                    note(opened[0])
                elif maximum := OF_STATEMENT["MAX_FILES"].of(part):
                    self.channels = max(self.channels, _constant(maximum[0]))
                for kind, argument in zip(part.operation.parameters, part.arguments, strict=False):
                    if (
                        (takes := ParameterKind.of(kind)) is not None
                        and takes.written
                        and isinstance(argument, Value)
                    ):
                        note(argument)

    def join(self, other: Store) -> None:
        """Take what another program needs as well."""
        self.used |= other.used
        self.graphic |= other.graphic
        self.channels = max(self.channels, other.channels)

    def is_rom_first(self, name: str | None) -> bool:
        """Return whether a file is looked for in ROM before it is anywhere else."""
        return not self.computes if name is None else stored_name(name) not in self.written

    def source(self) -> Iterator[str]:
        """Yield lines for the assembler."""
        for name, routine in _ROUTINES.items():
            yield f"{name} equ {routine if self.used else 'nothing'}"
        yield f"clear_files equ {'store_below' if self.used else 'nothing'}"
        yield f"file_size equ {'store_size' if self.used else 'rom_size'}"
        put = ("any_put" if self.graphic else "store_put") if self.used else "grp_put"
        yield f"block_put equ {put}"
        for name in ("peek", "take"):
            yield f"file_{name} equ {'store' if self.used else 'rom'}_{name}"
        hooked = self.used and self.backend == "disk"
        yield f"hook_place equ {'disk_hook' if hooked else 'nothing'}"
        yield f"hook_off equ {'disk_hook_off' if hooked else 'hook_none'}"
        yield f"STORE_CHANNELS equ {min(self.channels, _MOST)}"
        yield f"STORE_DRIVES equ {255 if self.backend == 'disk' else 0}"
        yield f"dos equ dos_{self.backend}"
        yield f"store_find equ {self.backend}_find"
        yield f"store_ready equ {'disk_ready' if self.backend == 'disk' else 'nothing'}"


def room_of(symbols: Mapping[str, int]) -> int:
    """Return the bytes that files at run time take, in a cartridge with these symbols."""
    return symbols["STORE_ROOM"] if "store_start" in symbols else 0


def _constant(count: Value) -> int:
    """Return a number, where it is a constant, else the most."""
    inner: Iterable[Value] = getattr(count, "arguments", ())
    for value in (count, *inner):
        if isinstance(value, NumberConstant):
            return int(value.number)
    return _MOST
