"""A stand-in for what Disk BASIC has at F37Dh, with the sides of the real one that bite.

While it works, page 1 shows another ROM and interrupts come; it destroys every register, the flags, and what lies below
the stack; its memory above HIMEM must stay as it is. A file has its length when it is closed, a search goes on only if
nothing else was asked, and what OPEN leaves in a file control block must come back. A drive that cannot read or write
calls the handler that F323h leads to. Source: MSX2 Technical Handbook, chapter 3.
"""

from __future__ import annotations

from collections.abc import Callable

OPEN, CLOSE, FIRST, NEXT, DELETE = 0x0F, 0x10, 0x11, 0x12, 0x13
CREATE, RENAME, TRANSFER, SPACE, WRITE, READ = 0x16, 0x17, 0x1A, 0x1B, 0x26, 0x27
READ_SECTOR, WRITE_SECTOR = 0x2F, 0x30
#: Disk errors as the handler gets them, those of writing.
PROTECTED, OFFLINE, CRC = 1, 3, 5
#: Where the entry leads to, in page 3; ports by which it asks for what is done in Python.
ENTRY, STUB = 0xF37D, 0xF100
ENTER, WORK, LEAVE = 0x2F, 0x30, 0x31
#: What page 1 is full of while the disk works.
HALT = 0x76
_FAULT, _RESULT, _CODE = 0xF1C0, 0xF1C1, 0xF1C2
HIMEM = 0xE800
#: What a disk ROM keeps above HIMEM, the buffer of a sector in it; bytes of the stack that it may take.
_OWN = bytes(range(256)) * 8
_SECTOR, _SECTOR_BYTES = 0xEE00, 512
STACK = 380
#: OUT (ENTER) / EI / PUSH BC / a wait / POP BC / OUT (WORK) / LD A,(_FAULT) / OR A / JR NZ / OUT (LEAVE) /
#: LD A,(_RESULT) / CP 5Ah / RET; then LD A,(_CODE) / LD C,A and a jump to what the word at F323h leads to.
_CODES = bytes.fromhex(
    "D32F FB C5 0600 10FE 10FE C1 D330 3AC0F1 B7 2008 D331 3AC1F1 FE5A C9 3AC2F1 4F 2A23F3 7E23666F E9"
)


class Bdos:
    """Files of a disk, by the 11 characters of their names; None: an entry that is free.

    Attributes:
        blocks: Free blocks of 1,024 bytes.
        places: Entries of the directory.
        fault: What the drive does wrong from now on; None: nothing.
        sectors: What was written by number.
    """

    def __init__(self, blocks: int = 713, places: int = 112) -> None:
        self.entries: list[str | None] = []
        self.data: dict[str, bytearray] = {}
        self.blocks, self.places = blocks, places
        self.fault: int | None = None
        self.calls: list[int] = []
        self.sectors: dict[int, bytes] = {}
        #: How long the directory says that they are.
        self._sizes: dict[str, int] = {}
        self._transfer = 0x80
        self._search, self._pattern = 0, b""

    @property
    def files(self) -> dict[str, bytes]:
        """The files by the names that BASIC gives them."""
        return {
            (name[:8].rstrip() + "." + name[8:].rstrip()).rstrip("."): bytes(
                self.data[name][: self._sizes[name]]
            )
            for name in self.entries
            if name is not None
        }

    def add(self, name: str, data: bytes) -> None:
        """Put a file on the disk."""
        stem, _, extension = name.partition(".")
        key = f"{stem:<8}{extension:<3}"
        self.entries.append(key)
        self.data[key] = bytearray(data)
        self._sizes[key] = len(data)

    @property
    def free(self) -> int:
        """The free blocks."""
        return self.blocks - sum(-(-len(data) // 1024) for data in self.data.values())

    def install(self, write: Callable[[int, bytes], None]) -> None:
        """Write what a disk ROM leaves in memory: entry, hook, handler, and less memory."""
        write(STUB, _CODES)
        write(ENTRY, bytes((0xC3, *STUB.to_bytes(2, "little"))))
        write(0xFFA7, b"\xf7")
        write(0xFC4A, HIMEM.to_bytes(2, "little"))
        write(0xF323, (0xF1D0).to_bytes(2, "little"))
        write(HIMEM, _OWN)
        write(0xF351, _SECTOR.to_bytes(2, "little"))

    def call(self, memory: memoryview, function: int, fcb: int, count: int) -> tuple[int, int]:
        """Carry out a function: return A and HL. In the memory the error of the drive is noted."""
        self.calls.append(function)
        # What a function leaves in A that returns nothing.
        memory[_FAULT], memory[_RESULT] = 0, 0x5B
        assert memory[HIMEM:_SECTOR] == _OWN[: _SECTOR - HIMEM], "the memory of the disk ROM"
        if function not in (FIRST, NEXT, TRANSFER):
            self._search = len(self.entries)
        if self.fault is not None and function not in (TRANSFER,):
            memory[_FAULT], memory[_CODE] = 1, self.fault
            return 0, 0
        if function == TRANSFER:
            assert fcb >= 0xC000, hex(fcb)
            self._transfer = fcb
            return 0, 0
        if function == SPACE:
            memory[_RESULT] = 2 if fcb & 0xFF < 2 else 0xFF
            return 0, self.free
        if function in (READ_SECTOR, WRITE_SECTOR):
            assert count == 0x100, "one sector of drive A"
            place = slice(self._transfer, self._transfer + _SECTOR_BYTES)
            if function == READ_SECTOR:
                memory[place] = self.sectors.get(fcb, bytes((fcb & 0xFF,)) * _SECTOR_BYTES)
            else:
                self.sectors[fcb] = bytes(memory[place])
            return 0, 0
        assert fcb >= 0xC000, hex(fcb)
        result, left = self._do(memory, function, fcb, count)
        memory[_RESULT] = result
        return result, left

    def _do(self, memory: memoryview, function: int, fcb: int, count: int) -> tuple[int, int]:
        name = bytes(memory[fcb + 1 : fcb + 12]).decode("latin-1")
        if function in (READ, WRITE):
            return self._block(memory, function, fcb, name, count)
        if function in (FIRST, NEXT):
            if function == FIRST:
                self._search, self._pattern = 0, name.encode("latin-1")
            return self._next(memory), 0
        found = [entry for entry in self.entries if entry is not None and _fits(entry, name)]
        if function == CREATE:
            return self._create(memory, fcb, name), 0
        if not found:
            return 255, 0
        if function == OPEN:
            self._opened(memory, fcb, self._sizes[found[0]])
        elif function == CLOSE:
            assert bytes(memory[fcb + 20 : fcb + 32]) == _OWN[20:32]
            self._sizes[name] = len(self.data[name])
        elif function == DELETE:
            for entry in found:
                del self.data[entry], self._sizes[entry]
                self.entries[self.entries.index(entry)] = None
        elif function == RENAME:
            new = bytes(memory[fcb + 17 : fcb + 28]).decode("latin-1")
            if new in self.data:
                return 255, 0
            self.entries[self.entries.index(found[0])] = new
            self.data[new] = self.data.pop(found[0])
            self._sizes[new] = self._sizes.pop(found[0])
        return 0, 0

    def _opened(self, memory: memoryview, fcb: int, size: int) -> None:
        """Fill in a file control block, with a drive, a length of records that nobody asked for, date and places."""
        memory[fcb] = 1
        memory[fcb + 12] = 0
        memory[fcb + 14 : fcb + 16] = (128).to_bytes(2, "little")
        memory[fcb + 16 : fcb + 20] = size.to_bytes(4, "little")
        memory[fcb + 20 : fcb + 32] = _OWN[20:32]

    def _create(self, memory: memoryview, fcb: int, name: str) -> int:
        if name not in self.data:
            if sum(entry is not None for entry in self.entries) >= self.places:
                return 255
            if None in self.entries:
                self.entries[self.entries.index(None)] = name
            else:
                self.entries.append(name)
        self.data[name] = bytearray()
        self._sizes[name] = 0
        self._opened(memory, fcb, 0)
        return 0

    def _next(self, memory: memoryview) -> int:
        pattern = self._pattern.decode("latin-1")
        while self._search < len(self.entries):
            name = self.entries[self._search]
            self._search += 1
            if name is not None and _fits(name, pattern):
                entry = b"\1" + name.encode("latin-1") + bytes(17) + self._sizes[name].to_bytes(4, "little")
                memory[self._transfer : self._transfer + len(entry)] = entry
                return 0
        return 255

    def _block(self, memory: memoryview, function: int, fcb: int, name: str, count: int) -> tuple[int, int]:
        size = int.from_bytes(memory[fcb + 14 : fcb + 16], "little")
        assert size == 1, "records of one byte"
        assert bytes(memory[fcb + 20 : fcb + 32]) == _OWN[20:32]
        place = int.from_bytes(memory[fcb + 33 : fcb + 37], "little")
        data = self.data[name]
        result = 0
        if function == READ:
            codes = bytes(data[place : place + count])
            memory[self._transfer : self._transfer + len(codes)] = codes
            result, count = int(len(codes) < count), len(codes)
        elif count == 0:
            del data[place:]
        else:
            codes = bytes(memory[self._transfer : self._transfer + count])
            end = max(len(data), place + count)
            if -(-end // 1024) - -(-len(data) // 1024) > self.free:
                return 1, 0
            data += bytes(end - len(data))
            data[place : place + count] = codes
        memory[fcb + 16 : fcb + 20] = len(data).to_bytes(4, "little")
        memory[fcb + 33 : fcb + 37] = (place + count).to_bytes(4, "little")
        return result, count


def _fits(name: str, pattern: str) -> bool:
    return all(want in ("?", have) for want, have in zip(pattern, name, strict=True))


def in_sram(sram: bytes | bytearray) -> dict[str, bytes]:
    """Return the files of SRAM (runtime/io/store_sram.asm), by the names that BASIC gives them."""
    found = {}
    for at in range(48, 256, 16):
        name, block = sram[at : at + 11].decode("latin-1"), sram[at + 11]
        size = int.from_bytes(sram[at + 12 : at + 14], "little")
        if name[0] == "\0":
            continue
        data = b""
        while len(data) < size:
            data += sram[block * 256 : block * 256 + 256]
            block = sram[8 + block]
        found[(name[:8].rstrip() + "." + name[8:].rstrip()).rstrip(".")] = data[:size]
    return found
