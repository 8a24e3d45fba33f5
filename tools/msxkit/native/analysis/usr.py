"""USR of the BIOS entries that BASIC programs call, and of machine code that they write into memory themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msxkit.machine.work_area import WORK_AREA, Entry
from msxkit.native.errors import RefusedError
from msxkit.program.model import Block, Do
from msxkit.program.operations import Op
from msxkit.program.values import NumberConstant

#: What does the work of each entry (runtime/system/bios.asm): a part of the runtime, or the BIOS itself.
_ROUTINES = {
    Entry.INITIO: "sound_silence",
    Entry.INIFNK: "keys_start",
    Entry.DISSCR: "DISSCR",
    Entry.ENASCR: "ENASCR",
    Entry.GICINI: "sound_silence",
    Entry.CHGCLR: "show_colours",
    Entry.CLRSPR: "clean_sprites",
    Entry.INITXT: "usr_text",
    Entry.INIT32: "usr_tiles",
    Entry.CHGET: "key_wait",
    Entry.BEEP: "beep",
    Entry.CLS: "cls",
    Entry.ERAFNK: "key_off",
    Entry.DSPFNK: "key_on",
    Entry.KILBUF: "usr_forget",
}
#: Where the memory of a cartridge is, up to the work area of the BIOS.
_RAM = range(0xC000, WORK_AREA)
_ONLY = "a cartridge calls BIOS entries, and machine code from C000h on"
_KEY_LINE = (Entry.ERAFNK, Entry.DSPFNK)


class UsrCalls:
    """The addresses that DEF USR of one program names, by number; None for one that is not a constant."""

    def __init__(self, blocks: Iterable[Block] = ()) -> None:
        self._addresses: dict[int, set[int | None]] = {}
        self._called = False
        for block in blocks:
            for part in block.instructions:
                if isinstance(part, Do) and (defined := Op.DEFINE_USR.of(part)):
                    digit, address = defined
                    number = address.number if isinstance(address, NumberConstant) else None
                    known = None if number is None or isinstance(number, float) else int(number) & 0xFFFF
                    self._addresses.setdefault(digit, set()).add(known)

    @property
    def code(self) -> list[int]:
        """Where machine code begins that the program calls, the lowest address first."""
        named = {address for addresses in self._addresses.values() for address in addresses}
        return sorted(address for address in named if address is not None and address in _RAM)

    def is_code(self, digit: int) -> bool:
        """Return whether this USR may be machine code."""
        return any(address in _RAM for address in self._addresses.get(digit, ()))

    def check(self, digit: int) -> None:
        """Check a USR of the program. Raise `RefusedError` for one that is neither of these."""
        self._called = True
        for address in self._addresses.get(digit, ()):
            if address is None:
                raise RefusedError(f"USR{digit} of an address that is not a constant: {_ONLY}")
            if address not in _ROUTINES and address not in _RAM and address != Entry.CHKRAM:
                raise RefusedError(f"USR{digit} of {address:04X}h: {_ONLY}")

    def source(self, *, graphic: bool) -> Iterator[str]:
        """Yield the table of the entries, for the assembler.

        Args:
            graphic: Whether a graphic screen may be shown.
        """
        if not self._called:
            return
        yield "usr_entries:"
        named = {address for addresses in self._addresses.values() for address in addresses}
        for entry, routine in _ROUTINES.items():
            if entry in named:
                shown = "shown_" if graphic and entry in _KEY_LINE else ""
                yield f"        dw {int(entry)},{shown}{routine}"
        yield "        dw 0"
        # What is 0 has no DEF USR, unless the program restarts the machine by one.
        yield f"usr_none equ {int(Entry.CHKRAM) if Entry.CHKRAM in named else 'illegal_call'}"
