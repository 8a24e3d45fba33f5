"""Disk BASIC on a machine without a disk drive: every statement and function of it is an illegal function call.

Also the functions that Disk BASIC adds for records. Sources: the Disk BASIC manuals; on an MSX1 tests/conformance.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from msxkit import basic_errors, decimal14
from msxkit.carrying import carries
from msxkit.decimal14 import Number, to_address
from msxkit.interpreter.errors import RaisedError
from msxkit.interpreter.files.drive import Drive
from msxkit.interpreter.values.strings import byte
from msxkit.machine.memory_map import MemoryMap
from msxkit.machine.work_area import DiskArea
from msxkit.media.fat12 import SECTOR

Value = TypeVar("Value")


class DiskBasic:
    """Disk BASIC without its files: sectors, and functions that convert.

    Attributes:
        made: Makes a string in the string space.
    """

    def __init__(self, drive: Drive, made: Callable[[str], str], memory: MemoryMap) -> None:
        self._drive = drive
        self._made = made
        self._memory = memory

    @carries("NEED_DISK")
    def need_disk(self) -> None:
        """Require a disk, before the operands of a statement are looked at."""
        if not self._drive.exists:
            raise RaisedError(basic_errors.ILLEGAL_CALL, note="this machine has no disk drive")

    @carries("OF_DISK")
    def of_disk(self, operand: Value) -> Value:
        """Return the operand of a function of Disk BASIC. Without a disk the function fails after it."""
        self.need_disk()
        return operand

    def _sector(self, drive: Number) -> int:
        """Return where a sector lies in memory, for DSKI$ and DSKO$."""
        self.need_disk()
        if byte(drive) > 1:
            raise RaisedError(basic_errors.BAD_DRIVE)
        return self._memory.look(DiskArea.DISK_SECTOR) | self._memory.look(DiskArea.DISK_SECTOR + 1) << 8

    @carries("READ_SECTOR")
    def read_sector(self, drive: Number, sector: Number) -> str:
        """Carry out DSKI$: read a sector into memory. Return an empty string."""
        place = self._sector(drive)
        for address, code in enumerate(self._drive.sector(to_address(sector)), place):
            self._memory.write(address & 0xFFFF, code)
        return ""

    @carries("WRITE_SECTOR")
    def write_sector(self, drive: Number, sector: Number) -> None:
        """Carry out DSKO$: write what lies in memory into a sector."""
        place = self._sector(drive)
        codes = bytes(self._memory.look(address & 0xFFFF) for address in range(place, place + SECTOR))
        self._drive.put_sector(to_address(sector), codes)

    @carries("TEXT_TO_INTEGER")
    def cvi(self, text: str) -> int:
        """Return CVI."""
        return decimal14.decode_integer(self._packed(text, 2))

    @carries("TEXT_TO_SINGLE")
    def cvs(self, text: str) -> Number:
        """Return CVS."""
        return decimal14.decode_real(self._packed(text, 4))

    @carries("TEXT_TO_DOUBLE")
    def cvd(self, text: str) -> Number:
        """Return CVD."""
        return decimal14.decode_real(self._packed(text, 8))

    def _packed(self, text: str, size: int) -> bytes:
        self.need_disk()
        if len(text) < size:
            raise RaisedError(basic_errors.ILLEGAL_CALL)
        return text[:size].encode("latin-1")

    @carries("INTEGER_TO_TEXT")
    def mki(self, x: Number) -> str:
        """Return MKI$."""
        self.need_disk()
        return self._made(decimal14.encode_integer(decimal14.to_int16(x)).decode("latin-1"))

    @carries("SINGLE_TO_TEXT")
    def mks(self, x: Number) -> str:
        """Return MKS$."""
        return self._real(x, 4)

    @carries("DOUBLE_TO_TEXT")
    def mkd(self, x: Number) -> str:
        """Return MKD$."""
        return self._real(x, 8)

    def _real(self, x: Number, size: int) -> str:
        self.need_disk()
        return self._made(decimal14.encode_real(x, size).decode("latin-1"))
