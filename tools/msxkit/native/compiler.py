"""`msxkit compile`: a BASIC program as a cartridge that needs no BASIC."""

from __future__ import annotations

from dataclasses import dataclass, replace

from msxkit.basic_type import BasicType
from msxkit.errors import ProgramError
from msxkit.language.program import Place, Program
from msxkit.machine.work_area import WORK_AREA
from msxkit.native.asm.assembler import Source, assemble
from msxkit.native.asm.library import runtime
from msxkit.native.asm.linker import LinkedImage, TooLongError, link, needed
from msxkit.native.asm.parts import Assembly, AssemblyError, Part
from msxkit.native.banks import LEAVES, Banker, move_leaves, sizes
from msxkit.native.emit.program import CartridgeKind, ConstantClear, Dimension, ProgramEmitter
from msxkit.native.emit.study import Study
from msxkit.native.emit.written_files import room_of, stored_name
from msxkit.native.errors import CompileError, Refusal
from msxkit.native.files import Catalog, RomFiles, no_files
from msxkit.native.mappers import BY_NAME, MAPPERS, SRAM, Mapper
from msxkit.native.memory import too_much
from msxkit.program.layout import Layout

ROM, ROM_END, RAM = 0x4000, 0xC000, 0xC000
#: Where a cartridge that ends here leaves page 2 to RAM, on machines that have it there.
SHORT_END = 0x8000
#: KB of RAM that a machine has at least: whether there is RAM in page 2.
SMALL, LARGE = 16, 32
#: Bytes that arrays with a place of their own may take, from most to none: CLEAR must find room above them, and so must
#: the stacks.
_ROOMS, _STACKS = (20_000, 6_000, 0), 0x400
#: Bytes for strings and subroutines, and behind machine code, at the least; up to where variables may be moved for it.
_LEAST, _HIGHEST = 0x200, 0xE800
#: Sizes of a MegaROM: smaller ones are often taken for plain ones, larger ones few flash cartridges take.
_SMALLEST, _LARGEST = 0x20000, 0x100000
#: The writer of 9000h takes this in the lower six bits for the sound chip of a Konami SCC.
_SOUND = 0x3F
#: What has to be seen when a cartridge starts, when page 2 may still show another slot; and what reads files in banks.
_FIRST = (
    *(
        "header",
        "start_later",
        "banked_start",
        "beside_start",
        "start",
        "start_beside",
        "own_slot",
        "slot_id",
    ),
    *("begin", "rom_peek", "rom_block", "rom_show_bank", "rom_hide_beside"),
)
_HEADER = """
        part header
header: db "AB"
        dw {start},0,0,0,{come},0,0
{title}
"""


@dataclass(frozen=True, slots=True)
class Cartridge:
    """A compiled program.

    Attributes:
        rom: The bytes of the cartridge.
        image: Addresses and symbols.
        starts: Label of the code and number of each line, in order.
        homes: Bank of each block by its label, in a MegaROM; empty: the program lies in page 1, or in pages 1 and 2.
        types: The types of names without a suffix, A first, as the last DEFINT and similar statements leave them.
        mapper: The mapper, as openMSX calls it; empty: a plain ROM.
        used: Bytes of code and files.
        chained: The programs that RUN starts, without bytes of their own.
        name: The file of such a program.
        pauses: The numbers of the lines that end loops with nothing in them.
        dimensions: The DIMs of constants, without those of arrays that have a place of their own.
        clears: The CLEARs of constants.
        remarks: What an author should know of single statements.
    """

    program: Program
    rom: bytes
    image: LinkedImage
    starts: tuple[tuple[str, int], ...]
    homes: dict[str, int]
    types: tuple[BasicType, ...]
    mapper: str = ""
    used: int = 0
    chained: tuple[Cartridge, ...] = ()
    name: str = ""
    pauses: tuple[int, ...] = ()
    dimensions: tuple[Dimension, ...] = ()
    clears: tuple[ConstantClear, ...] = ()
    remarks: tuple[Refusal, ...] = ()

    @property
    def code(self) -> range:
        """Where the code of the program is seen."""
        if self.homes:
            window = BY_NAME[self.mapper].window
            return range(window.start, window.end)
        symbols = self.image.symbols
        return range(symbols["program"], symbols["code_behind"])

    @property
    def leaves(self) -> frozenset[int]:
        """The first words of the banks that are shown in place of the program's (`move_leaves`)."""
        banks = (placed for each in (self, *self.chained) for placed in each.image.parts)
        data = (
            b"".join(line.data for line in placed.lines) for placed in banks if placed.part.name == LEAVES
        )
        return frozenset(int.from_bytes(each[:2], "little") for each in data)

    def line_at(self, place: int, bank: int = 0) -> int | None:
        """Return the BASIC line of code that ends just before an address, as a return address does; None: no line's
        code.

        Args:
            bank: What is seen in the window of a MegaROM.
        """
        if self.homes and place < self.code.start:
            return None
        found = None
        for label, number in self.starts:
            if self.homes.get(label, bank) == bank and self.image.symbols[label] < place:
                found = number
        if found is None:
            found = next(filter(None, (program.line_at(place, bank) for program in self.chained)), None)
        return found if place <= self.code.stop else None

    def place_of(self, failed: int, bank: int = 0) -> Place | None:
        """Return where a modern source has the statement whose code ends just before an address."""
        symbols = self.image.symbols
        starts = [
            (symbols[label], int(label[2:]))
            for label in symbols
            if label.startswith("l_") and self.homes.get(label, bank) == bank and symbols[label] < failed
        ]
        line = Layout(self.program).line_at(max(starts)[1]) if starts else None
        return None if line is None else line.stored.place(max(starts)[1] - line.start)


@dataclass(frozen=True, slots=True)
class Options:
    """What an author chooses.

    Attributes:
        mapper: A key of `MAPPERS`; empty: a plain ROM where that is enough, else ASCII8.
        title: What the header says.
        ram: KB of RAM that the machine has at least. With `LARGE`, a cartridge of 16 KB has its variables from 8000h
            on.
        encoding: That of the other programs, when they are listings.
        paced: Loops with nothing in them take as long as under BASIC.
        save: Where files are kept: `sram`, or empty for the disk of the machine.
        folder: The files that go into the cartridge of a program that computes the name of one.
        lenient: What a cartridge cannot have is an error when the run comes to it.
        changeable: Whether a debugger may change variables, so that the code relies on nothing about them.
    """

    mapper: str = ""
    title: str = ""
    ram: int = LARGE
    encoding: str = "auto"
    paced: bool = False
    save: str = ""
    folder: tuple[str, ...] = ()
    lenient: bool = False
    changeable: bool = False

    def header(self, start: str, *, chained: bool, later: bool) -> str:
        """Return the first part of a cartridge, for the assembler."""
        codes = ",".join(map(str, self.title.encode("ascii")))
        title = f"        db {codes},0" if codes else ""
        now = f"start_now equ {start}\n" if later else ""
        start = "start_later" if later else start
        return now + _HEADER.format(start=start, come="chain_come" if chained else "0", title=title)


def compile_program(
    program: Program, catalog: Catalog = no_files, options: Options | None = None
) -> Cartridge:
    """Return the program as a cartridge: a plain ROM up to 32 KB, or a MegaROM. Raise `CompileError` for what a
    cartridge cannot have, `AssemblyError` when it is too long.

    Args:
        catalog: Where the files are that the program names.
    """
    search = _Search(program, catalog, options or Options())
    # Tables never pay in a MegaROM.
    mega = search.options.mapper or search.options.save
    quick = None if mega else search.with_arrays(quick=True)
    if quick is not None and len(quick.rom) <= SHORT_END - ROM:
        return quick
    plain = search.with_arrays(quick=False)
    assert plain is not None
    return quick if quick and len(quick.rom) == len(plain.rom) else plain


class _Search:
    """The search for the places of a program, of those that it starts, and of their variables.

    Attributes:
        _studies: What is known of each program, by its number and the bytes that its arrays may take.
    """

    def __init__(self, program: Program, catalog: Catalog, options: Options) -> None:
        self.program, self.catalog, self.options = program, catalog, options
        self._studies: dict[tuple[int, int], Study] = {}

    def with_arrays(self, *, quick: bool) -> Cartridge | None:
        """Return a program with as many arrays in places of their own as there is room for. None: with tables it is too
        long.

        Args:
            quick: Whether tables may make it longer.
        """
        options = self.options
        memory = RAM if options.mapper or options.save or options.ram < LARGE else SHORT_END
        for room in _ROOMS:
            folder = [(name, stored) for name in options.folder if (stored := stored_name(name))]
            files = RomFiles(self.catalog, self.program, options.encoding, folder)
            target = CartridgeKind(
                memory,
                options.paced,
                room=room,
                quick=quick,
                save=options.save,
                lenient=options.lenient,
                changeable=options.changeable,
            )
            emitters = self._emitted(files, target)
            if len(emitters) > 1 and (room or quick):
                continue  # programs that share their variables lie as they always did
            try:
                cartridge = self._cartridge(emitters, files, target)
            except AssemblyError:
                if not room and not quick:
                    raise
                continue
            if cartridge is None:
                return None
            if not room or _has_room(cartridge, emitters[0]):
                return cartridge
        return None

    def _cartridge(
        self, emitters: list[ProgramEmitter], files: RomFiles, target: CartridgeKind
    ) -> Cartridge | None:
        """Return a program, and those that it starts, as a cartridge. None: with tables it would be a MegaROM."""
        options = self.options
        if len(emitters) == 1 and not options.mapper and not options.save:
            if options.ram >= LARGE and (short := self._short(emitters[0])):
                return short
            beside = self._beside_files(emitters[0]) if options.ram >= LARGE and files.data else None
            if beside and emitters[0].emitter.usr.needs_below(RAM):
                return beside
            emitters = self._in_high_memory(emitters, files, target)
            try:
                plain = self._plain(emitters[0], "start", ROM_END, RAM)
            except AssemblyError as error:
                if not beside and not isinstance(error, TooLongError):
                    raise
                plain = None
            if beside and (plain is None or any(too_much(plain.image, plain.dimensions, plain.clears))):
                return beside
            if plain:
                return plain
        if target.quick:
            return None
        emitters = self._in_high_memory(emitters, files, target)
        mapper = SRAM if options.save else MAPPERS[options.mapper or "ascii8"]
        return _MegaRom(emitters, files, mapper, options).cartridge()

    def _in_high_memory(
        self, emitters: list[ProgramEmitter], files: RomFiles, target: CartridgeKind
    ) -> list[ProgramEmitter]:
        """Return emitters for a cartridge up to BFFFh. Raise `CompileError` for what needs memory there."""
        if any(emitter.emitter.usr.needs_below(RAM) for emitter in emitters):
            return self._emitted(files, replace(target, memory=RAM))
        return emitters

    def _emitted(self, files: RomFiles, target: CartridgeKind) -> list[ProgramEmitter]:
        """Return the emitters of the program and of those that it starts. Raise `CompileError` with all refusals."""
        emitters: list[ProgramEmitter] = []
        refusals: list[Refusal] = []
        while len(emitters) < len(files.programs):
            name, program = files.programs[len(emitters)]
            try:
                study = self._study(len(emitters), program, target.room)
            except ProgramError as error:
                raise ProgramError(f"{name}: {error}" if name else str(error)) from None
            emitter = ProgramEmitter(study, files, name, target)
            emitters.append(emitter)
            try:
                emitter.emit()
            except CompileError as error:
                refusals += error.refusals
        written = frozenset().union(*(emitter.study.devices.store.written for emitter in emitters))
        if len(emitters) > 1 and written != target.written:
            return self._emitted(files, replace(target, written=written))
        if refusals:
            raise CompileError(refusals)
        if len(emitters) > 1:
            together = replace(
                target,
                traced=any(emitter.study.traces for emitter in emitters),
                screens=max(emitter.study.devices.screens for emitter in emitters),
                opens=any(emitter.study.devices.opens for emitter in emitters),
            )
            if together != target:
                return self._emitted(files, together)
        for emitter in emitters:
            for other in emitters:
                emitter.study.devices.join(other.study.devices)
                emitter.emitter.usr.join(other.emitter.usr)
        return emitters

    def _study(self, number: int, program: Program, room: int) -> Study:
        if (number, room) not in self._studies:
            self._studies[number, room] = Study(Layout(program), room, changeable=self.options.changeable)
        return self._studies[number, room]

    def _short(self, emitter: ProgramEmitter) -> Cartridge | None:
        """Return a cartridge that leaves page 2 to RAM; None: it is longer than 16 KB."""
        try:
            return self._plain(emitter, "start_beside", SHORT_END, SHORT_END)
        except TooLongError:
            return None

    def _beside_files(self, emitter: ProgramEmitter) -> Cartridge | None:
        """Return a MegaROM that leaves page 2 to RAM, with the files in banks; None: the program is over 16 KB."""
        mapper = MAPPERS["ascii8"]
        source = [*emitter.source(mapper), f"files_bank equ {(SHORT_END - ROM) // mapper.bank}"]
        try:
            image = self._linked(emitter, source, "beside_start", SHORT_END, SHORT_END)
        except TooLongError:
            return None
        files = emitter.files.data
        code = image.code.ljust(SHORT_END - ROM, b"\xff") + files
        return _one(emitter, image, _mega_rom(code), len(image.code) + len(files), mapper.name)

    def _plain(self, emitter: ProgramEmitter, start: str, end: int, ram: int) -> Cartridge:
        """Return a ROM without a mapper up to an end, variables from `ram` on. Raise `TooLongError`."""
        files, source = emitter.files.data, emitter.source()
        image = self._linked(emitter, source, start, end - len(files), ram)
        code = image.code + files
        size = 0x4000 if len(code) <= 0x4000 else 0x8000
        return _one(emitter, image, code.ljust(size, b"\xff"), len(code))

    def _linked(
        self, emitter: ProgramEmitter, source: Source, start: str, limit: int, ram: int
    ) -> LinkedImage:
        """Return code that is always in sight, variables from `ram` on or beside what else lies there. Raise
        `TooLongError`.
        """
        unit = _unit(self.options.header(start, chained=False, later=_waits(emitter)), source)
        image = link(unit, ["header"], origin=ROM, limit=limit, ram=ram)
        if (beside := _beside_code(image, emitter)) != ram:
            image = link(unit, ["header"], origin=ROM, limit=limit, ram=beside)
        return image


def _has_room(cartridge: Cartridge, emitter: ProgramEmitter) -> bool:
    """Return whether the memory of the program is large enough with arrays in places of their own."""
    if not emitter.study.dimensions.counts:
        return True
    usr = emitter.emitter.usr
    end = cartridge.image.ram_end + _STACKS + room_of(cartridge.image.symbols)
    return not (usr.code or usr.loaded) and end <= emitter.study.limit(WORK_AREA)


def _mega_rom(code: bytes) -> bytes:
    """Return code and files as long as MegaROMs are. Raise `AssemblyError` for too much."""
    if len(code) > _LARGEST:
        raise AssemblyError(
            f"the cartridge needs {-(-len(code) // 1024)} KB; a MegaROM has {_LARGEST // 1024} KB at most"
        )
    return code.ljust(max(_SMALLEST, 1 << (len(code) - 1).bit_length()), b"\xff")


def _one(
    emitter: ProgramEmitter,
    image: LinkedImage,
    rom: bytes,
    used: int,
    mapper: str = "",
    homes: dict[str, int] | None = None,
    name: str = "",
) -> Cartridge:
    """Return the cartridge of a program; without `homes` it is always in sight."""
    return Cartridge(
        emitter.layout.program,
        rom,
        image,
        tuple(emitter.starts),
        homes or {},
        tuple(emitter.study.types),
        mapper,
        used,
        name=name,
        pauses=emitter.pauses,
        dimensions=emitter.dimensions,
        clears=emitter.clears,
        remarks=tuple(emitter.remarks),
    )


def _waits(emitter: ProgramEmitter) -> bool:
    """Return whether a program starts when the disk is ready."""
    store = emitter.study.devices.store
    return store.used and store.backend == "disk"


def _unit(header: str, source: Source, *, runtime_first: bool = False) -> Assembly:
    unit = Assembly()
    unit |= assemble(header, "header")
    unit |= assemble(source, "program")
    unit |= runtime()
    # At the start the machine shows the first bank alone: this code switches in the rest. The program comes last where
    # the runtime lies at the same places for all programs.
    unit.parts.sort(key=lambda part: (part.name not in _FIRST, runtime_first and part.name == "program"))
    return unit


def _beside_code(image: LinkedImage, emitter: ProgramEmitter) -> int:
    """Return where variables begin, so that machine code of the program and what BLOAD brings have their places. Raise
    `AssemblyError` for too much.
    """
    usr, written = emitter.emitter.usr, emitter.study.data.size
    ranges = [(address, address + written) for address in usr.code] + usr.loaded
    if not ranges:
        return image.ram_start
    first = min(start for start, _ in ranges)
    if first >= image.ram_end + _LEAST:
        return image.ram_start
    below = [(start, end) for start, end in ranges if start < image.ram_end + _LEAST]
    ram = -(-(max(end for _, end in below) + _LEAST) // 256) * 256
    end = image.ram_end - image.ram_start + ram + _LEAST
    if end > _HIGHEST or any(ram - _LEAST < start < end for start, _ in ranges):
        raise AssemblyError(
            f"{first:04X}h: the variables of the cartridge have no room beside what lies there"
        )
    return ram


def _block_sizes(emitter: ProgramEmitter) -> dict[str, int]:
    """Return the bytes of each block of a program."""
    (part,) = assemble(["        part program", *emitter.shortened(banked=True)], "program").parts
    return sizes((item.label, item.size) for item in part.code)


class _MegaRom:
    """Programs and their files as the banks of a MegaROM.

    Each program has its own copy of the runtime, of all parts that any of them needs: code and variables lie at the
    same places, so that the screen and the rest stay as they are.
    """

    def __init__(
        self, emitters: list[ProgramEmitter], files: RomFiles, mapper: Mapper, options: Options
    ) -> None:
        self._emitters, self._files, self._mapper, self._options = emitters, files, mapper, options
        self._chained = len(emitters) > 1
        if self._chained and not mapper.can_chain:
            raise AssemblyError(
                f"RUN of another program: the first window of the mapper {mapper.name} always shows the first program; "
                "use another mapper"
            )
        self._shared: list[Part] = []
        #: How many banks the ROM has: the number of the first bank of SRAM.
        self._rom_banks = _SMALLEST // mapper.bank
        self._sizes = [_block_sizes(emitter) for emitter in emitters]

    def cartridge(self) -> Cartridge:
        """Return the cartridge. Raise `AssemblyError`."""
        if self._chained:
            self._share()
        bases, behind = [0] * len(self._emitters), 0
        placed = self._linked_all(bases, behind)
        if self._chained or self._files.data:
            bases, behind = self._bases([self._banks(image) for image, _ in placed])
            placed = self._linked_all(bases, behind)
        bank = self._mapper.bank
        code = bytearray()
        for base, (image, _) in zip(bases, placed, strict=True):
            code = code.ljust(base * bank, b"\xff") + image.code
        if self._files.data:
            code = code.ljust(behind * bank, b"\xff") + self._files.data
        rom = _mega_rom(bytes(code))
        if self._options.save and len(rom) // bank != self._rom_banks:
            self._rom_banks = len(rom) // bank
            return self.cartridge()
        used = sum(part.size for image, _ in placed for part in image.parts) + len(self._files.data)
        cartridges = [
            self._cartridge(number, *found, base)
            for number, (found, base) in enumerate(zip(placed, bases, strict=True))
        ]
        return replace(cartridges[0], rom=rom, used=used, chained=tuple(cartridges[1:]))

    def _cartridge(self, number: int, image: LinkedImage, banker: Banker, base: int) -> Cartridge:
        """Return what is known of one of the programs."""
        homes = {label: base + found.number for found in banker.banks for label in found.labels}
        name = self._files.programs[number][0]
        return _one(self._emitters[number], image, b"", 0, self._mapper.name, homes, name)

    def _banks(self, image: LinkedImage) -> int:
        return -(-len(image.code) // self._mapper.bank)

    def _bases(self, counts: list[int]) -> tuple[list[int], int]:
        """Return the first bank of each program, and of the files."""
        bases, next_bank = [], 0
        for count in counts:
            if self._mapper.registers[-1] >= 0xB000 and (next_bank + 2) & _SOUND == _SOUND:
                next_bank += 1
            bases.append(next_bank)
            next_bank += count
        return bases, next_bank

    def _share(self) -> None:
        """Find the parts of the runtime that any of the programs needs."""
        names: set[str] = set()
        for number in range(len(self._emitters)):
            banker = self._banker(number, keep=True, base=0)
            names |= {part.name for part in needed(self._unit(banker, [], 0), self._roots(banker))}
        self._shared = [part for part in runtime().parts if part.name in names]

    def _banker(self, number: int, *, keep: bool, base: int) -> Banker:
        emitter, blocks = self._emitters[number], self._sizes[number]
        return Banker(emitter, blocks, self._mapper, keep=keep, base=base, chained=self._chained)

    def _unit(self, banker: Banker, bases: list[int], files_bank: int) -> Assembly:
        numbers = bases or [0] * len(self._emitters)
        constants = [f"files_bank equ {files_bank}"]
        constants.append(f"chain_program equ chain_{'go' if self._chained else 'self'}")
        constants += [f"SRAM_BANK equ {self._rom_banks}"]
        constants += [f"chain_{number} equ {base}" for number, base in enumerate(numbers)]
        unit = _unit(
            self._options.header("banked_start", chained=self._chained, later=_waits(self._emitters[0])),
            [*constants, *banker.source()],
            runtime_first=self._chained,
        )
        move_leaves(unit, banker.behind, banker.base)
        return unit

    def _roots(self, banker: Banker) -> list[str]:
        shared = (next(item.label for item in part.labels) for part in self._shared)
        return ["header", *banker.roots, *shared]

    def _linked_all(self, bases: list[int], files_bank: int) -> list[tuple[LinkedImage, Banker]]:
        return [self._linked(number, bases, files_bank) for number in range(len(self._emitters))]

    def _linked(self, number: int, bases: list[int], files_bank: int) -> tuple[LinkedImage, Banker]:
        """Return a program linked, and how it was shared out. Raise `AssemblyError`."""
        emitter = self._emitters[number]
        for keep in (True, False):
            banker = self._banker(number, keep=keep, base=bases[number])
            unit = self._unit(banker, bases, files_bank)
            try:
                image = self._link(unit, banker, RAM)
                if (ram := _beside_code(image, emitter)) != RAM:
                    image = self._link(unit, banker, ram)
                return image, banker
            except TooLongError:
                if not keep:
                    raise
        raise AssertionError("either way ends the loop")

    def _link(self, unit: Assembly, banker: Banker, ram: int) -> LinkedImage:
        window = self._mapper.window
        return link(
            unit,
            self._roots(banker),
            origin=ROM,
            limit=window.start,
            ram=ram,
            window=window,
            shared=self._shared,
        )
