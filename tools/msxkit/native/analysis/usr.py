"""USR of the BIOS entries that BASIC programs call, and of machine code that they write into memory themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msxkit.basic_errors import OUT_OF_MEMORY
from msxkit.machine.work_area import WORK_AREA, RomEntry
from msxkit.native.errors import RefusedError, of_file
from msxkit.node_type import NodeBase, nodes_in
from msxkit.program.model import Block, Do, SetElement, SetVariable
from msxkit.program.operations import OF_STATEMENT, Op
from msxkit.program.values import ArrayName, Call, NumberConstant, Value, VariableName

#: What does the work of each entry (runtime/system/bios.asm): a part of the runtime, or the BIOS itself.
_ROUTINES = {
    RomEntry.INITIO: "sound_silence",
    RomEntry.INIFNK: "keys_start",
    RomEntry.DISSCR: "DISSCR",
    RomEntry.ENASCR: "ENASCR",
    RomEntry.GICINI: "sound_silence",
    RomEntry.CHGCLR: "show_colours",
    RomEntry.CLRSPR: "clean_sprites",
    RomEntry.INITXT: "usr_text",
    RomEntry.INIT32: "usr_tiles",
    RomEntry.SETTXT: "SETTXT",
    RomEntry.SETT32: "SETT32",
    RomEntry.SETGRP: "SETGRP",
    RomEntry.SETMLT: "SETMLT",
    RomEntry.CHGET: "key_wait",
    RomEntry.BEEP: "beep",
    RomEntry.CLS: "cls",
    RomEntry.ERAFNK: "key_display_off",
    RomEntry.DSPFNK: "key_display_on",
    RomEntry.KILBUF: "usr_forget",
}
_KEY_LINE = (RomEntry.ERAFNK, RomEntry.DSPFNK)
#: Where the other entries of the BIOS lie, which it does itself (MSX2 Technical Handbook, appendix 1).
_BIOS = range(RomEntry.INITIO, 0x1C0)


class UsrCalls:
    """The addresses that DEF USR of one program names, by number; of a computed one, the constants that go into it.

    Args:
        memory: Where the memory of the cartridge begins.

    Attributes:
        loaded: What BLOAD brings into memory: the first address, and the one after the last.
    """

    def __init__(self, blocks: Iterable[Block], memory: int) -> None:
        self._ram = range(memory, WORK_AREA)
        self._addresses: dict[int, set[int]] = {}
        self._computed: set[int] = set()
        #: Those that are in a variable.
        self._placed: set[int] = set()
        #: Where CLEAR begins to keep memory free.
        self._tops: set[int] = set()
        self._called = False
        self.loaded: list[tuple[int, int]] = []
        parts = [part for block in blocks for part in block.instructions]
        stored: dict[VariableName | ArrayName, list[Value]] = {}
        for part in parts:
            if isinstance(part, SetVariable):
                stored.setdefault(part.variable, []).append(part.value)
            elif isinstance(part, SetElement):
                stored.setdefault(part.array, []).append(part.value)
        for part in parts:
            if isinstance(part, Do) and (cleared := OF_STATEMENT["CLEAR"].of(part)):
                found = addresses(parts_of(cleared[1], stored, set()))
                self._tops.update(each for each in found if each in self._ram)
            if isinstance(part, Do) and (defined := OF_STATEMENT["DEF_USR"].of(part)):
                digit, address = defined
                named = self._addresses.setdefault(digit, set())
                if isinstance(address, NumberConstant):
                    named.update(addresses((address,)))
                else:
                    self._computed.add(digit)
                    inside = list(parts_of(address, stored, set()))
                    if any(isinstance(each, Call) and each.operation is Op.POINTER for each in inside):
                        self._placed.add(digit)
                    found = addresses(inside)
                    named.update(each for each in found if each in self._ram or each in _ROUTINES)

    @property
    def code(self) -> list[int]:
        """Where the machine code that the program calls begins, the lowest address first. Where its address is not
        known, it begins where CLEAR says.
        """
        named = {address for addresses in self._addresses.values() for address in addresses}
        if any(self._is_anywhere(digit) for digit in self._computed):
            named |= self._tops
        return sorted(address for address in named if address in self._ram)

    @property
    def cleared(self) -> bool:
        """Whether CLEAR keeps memory free."""
        return bool(self._tops)

    def _is_anywhere(self, digit: int) -> bool:
        """Return whether the address of a USR can be any."""
        return digit in self._computed - self._placed and not self._addresses[digit]

    def join(self, other: UsrCalls) -> None:
        """Take what another program needs as well, which runs in the same machine."""
        self._called |= other._called
        self._computed |= other._computed
        self._placed |= other._placed
        self._tops |= other._tops
        self.loaded = sorted({*self.loaded, *other.loaded})
        for digit, addresses in other._addresses.items():
            self._addresses.setdefault(digit, set()).update(addresses)

    def needs_below(self, address: int) -> bool:
        """Return whether machine code or a file has its place below an address."""
        return any(start < address for start in (*self.code, *(start for start, _ in self.loaded)))

    def reserve(self, start: int, end: int, name: str) -> None:
        """Keep variables away from what BLOAD brings. Raise `RefusedError` where a cartridge has no memory for it."""
        if start not in self._ram or end > self._ram.stop:
            raise RefusedError(
                f"{of_file('BLOAD', name)} goes to {start:04X}h-{end - 1 & 0xFFFF:04X}h: "
                f"a cartridge has memory for files from {self._ram.start:04X}h to {self._ram.stop - 1:04X}h",
                OUT_OF_MEMORY,
            )
        self.loaded.append((start, end))

    def is_code(self, digit: int) -> bool:
        """Return whether this USR may be machine code, or an entry that the BIOS does itself. What the program does not
        define, the one that runs it may have defined.
        """
        return (
            digit in self._computed
            or digit not in self._addresses
            or any(address not in (*_ROUTINES, RomEntry.CHKRAM) for address in self._addresses[digit])
        )

    def check(self, digit: int) -> str:
        """Check a USR of the program. Return what its author should know. Raise `RefusedError` for one that is neither
        of these.
        """
        self._called = True
        only = f"a cartridge calls BIOS entries, and machine code from {self._ram.start:04X}h on"
        for address in self._addresses.get(digit, ()):
            if address != RomEntry.CHKRAM and not any(
                address in known for known in (_ROUTINES, _BIOS, self._ram)
            ):
                raise RefusedError(f"USR{digit} of {address:04X}h: {only}")
        if self._is_anywhere(digit) and not self.cleared:
            return (
                f"USR{digit} of an address that the program computes: the cartridge keeps no memory free for its code; "
                "CLEAR with two numbers does"
            )
        return ""

    def source(self, *, graphic: bool) -> Iterator[str]:
        """Yield where CLEAR begins to keep memory free, and the table of the entries, for the assembler.

        Args:
            graphic: Whether a graphic screen may be shown.
        """
        yield f"STORE_TOP equ {min(self._tops, default=0xFFFF)}"
        if not self._called:
            return
        yield "usr_entries:"
        named = {address for addresses in self._addresses.values() for address in addresses}
        for entry, routine in _ROUTINES.items():
            if entry in named:
                shown = "shown_" if graphic and entry in _KEY_LINE else ""
                yield f"        dw {int(entry)},{shown}{routine}"
        yield "        dw 0"
        codes = bool(self._computed) or any(map(self.is_code, self._addresses))
        yield f"usr_other equ {'usr_bios' if codes else 'usr_none'}"
        yield f"usr_bios_end equ {_BIOS.stop}"
        yield f"usr_memory equ {self._ram.start}"
        # What is 0 has no DEF USR, unless the program restarts the machine by one.
        yield f"usr_none equ {int(RomEntry.CHKRAM) if RomEntry.CHKRAM in named else 'illegal_call'}"


def addresses(parts: Iterable[NodeBase]) -> Iterator[int]:
    """Yield the constants among parts of values that can be addresses."""
    for part in parts:
        if isinstance(part, NumberConstant) and not isinstance(part.number, float):
            yield int(part.number) & 0xFFFF


def parts_of(
    part: object, stored: Mapping[VariableName | ArrayName, list[Value]], seen: set[NodeBase]
) -> Iterator[NodeBase]:
    """Yield what a value is made of, and what its variables and arrays are made of where they get their values."""
    for node in nodes_in(part):
        yield node
        if isinstance(node, VariableName | ArrayName) and node not in seen:
            seen.add(node)
            for value in stored.get(node, ()):
                yield from parts_of(value, stored, seen)
