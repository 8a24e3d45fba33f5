"""The linker: takes the parts that a program needs, gives them addresses, and makes the bytes of a cartridge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from msxkit.native.asm.expressions import HERE, AsmExpression, ExpressionError
from msxkit.native.asm.instructions import BYTE, DISPLACEMENT, RELATIVE
from msxkit.native.asm.parts import Assembly, AssemblyError, CodeItem, Part

#: Symbols that the linker itself gives: the limits of code and variables.
GIVEN = frozenset(("code_start", "code_end", "ram_start", "ram_end"))


class TooLongError(AssemblyError):
    """The code is longer than its room."""


@dataclass(frozen=True, slots=True)
class ListedLine:
    """One line of the listing: where it lies, its bytes, its text; T-states on an MSX (None: no instruction)."""

    address: int
    data: bytes
    item: CodeItem
    states: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Placed:
    """A part with its addresses."""

    part: Part
    address: int
    size: int
    ram_size: int
    lines: tuple[ListedLine, ...]

    @property
    def bank(self) -> int:
        """0, or the bank of a MegaROM that it lies in."""
        return self.part.bank


@dataclass(frozen=True, slots=True)
class LinkedImage:
    """A linked program.

    Attributes:
        code: Its bytes from `origin` on.
        symbols: Every label and constant.
    """

    origin: int
    code: bytes
    parts: tuple[Placed, ...]
    symbols: Mapping[str, int]
    ram_start: int
    ram_end: int


def needed(unit: Assembly, roots: Iterable[str]) -> list[Part]:
    """Return the parts that the names in `roots` lead to, in the order of the unit. Raise `AssemblyError`."""
    home: dict[str, Part] = {}
    for part in unit.parts:
        for item in part.labels:
            if item.label in home or item.label in unit.constants:
                raise AssemblyError(f"{item.source}: {item.label} is defined twice")
            home[item.label] = part
    taken: set[str] = set()
    seen: set[str] = set()
    waiting: list[tuple[str, Part | str]] = [(name, "the program") for name in roots]
    while waiting:
        name, user = waiting.pop()
        if name in seen or name == HERE or name in GIVEN:
            continue
        seen.add(name)
        if name in unit.constants:
            expression, place = unit.constants[name]
            waiting += ((other, place) for other in expression.names)
        elif name in home:
            part = home[name]
            if part.name not in taken:
                taken.add(part.name)
                waiting += ((other, part) for other in part.names)
        else:
            place = user if isinstance(user, str) else _user(user, name)
            raise AssemblyError(f"{place}: {name} is not defined")
    return [part for part in unit.parts if part.name in taken]


def _user(part: Part, name: str) -> str:
    for item in (*part.code, *part.ram):
        cells = (cell[1] for cell in item.cells if isinstance(cell, tuple))
        if any(name in expression.names for expression in (*cells, *filter(None, (item.space,)))):
            return item.source
    return part.source


@dataclass(frozen=True, slots=True)
class Window:
    """Where the banks of a MegaROM are seen: from `start` to `end`. Banks are as long as that."""

    start: int
    end: int


def link(
    unit: Assembly,
    roots: Iterable[str],
    *,
    origin: int,
    limit: int,
    ram: int,
    window: Window | None = None,
    shared: Sequence[Part] = (),
) -> LinkedImage:
    """Link what `roots` need: code from `origin` (below `limit`), variables from `ram` on, banks in the window.

    The code of banks follows the other in the order of their numbers, each as long as the window. Raise
    `AssemblyError`; `TooLongError` when the code does not fit.

    Args:
        shared: Parts whose variables come first, linked or not: programs that have them in common find them at the
            same places.
    """
    parts = needed(unit, roots)
    parts = [part for part in parts if not part.bank] + sorted(
        (part for part in parts if part.bank), key=lambda part: part.bank
    )
    symbols = _Symbols(unit.constants)
    places, address = [], origin
    for part in parts:
        if part.bank and window is not None:
            end = symbols.place(part.code, window.start)
            _check(end, window.end)
            places.append((window.start, end))
            continue
        start = address
        address = symbols.place(part.code, address)
        places.append((start, address))
    _check(address, limit)
    # Aligned variables first: the others leave no gaps.
    ram_sizes, next_ram = {}, ram
    common = {part.name for part in shared}
    with_variables = [*shared, *(part for part in parts if part.name not in common)]
    for part in sorted(
        with_variables,
        key=lambda part: (part.name not in common, -max((item.align for item in part.ram), default=1)),
    ):
        start = next_ram
        next_ram = symbols.place(part.ram, next_ram)
        ram_sizes[part.name] = next_ram - start
    symbols.known |= {"code_start": origin, "code_end": address, "ram_start": ram, "ram_end": next_ram}
    placed, code = [], bytearray()
    for part, (start, end) in zip(parts, places, strict=True):
        lines = tuple(_encoded(part, start, symbols))
        if part.bank and window is not None:
            # The next bank begins where its number says.
            code += b"\xff" * (part.bank * (window.end - window.start) - len(code))
        code += b"".join(line.data for line in lines)
        placed.append(Placed(part, start, end - start, ram_sizes[part.name], lines))
    return LinkedImage(origin, bytes(code), tuple(placed), dict(symbols.all()), ram, next_ram)


def _check(address: int, limit: int) -> None:
    if address > limit:
        raise TooLongError(
            f"the code ends at {address:04X}h, {address - limit} bytes behind the {limit:04X}h it has"
        )


class _Symbols(Mapping[str, int]):
    """Labels as they are placed, and constants computed from them when they are asked for."""

    def __init__(self, constants: Mapping[str, tuple[AsmExpression, str]]) -> None:
        self.constants = constants
        self.known: dict[str, int] = {}
        self._open: set[str] = set()

    def __getitem__(self, name: str) -> int:
        if name in self.known:
            return self.known[name]
        if name not in self.constants:
            raise KeyError(name)
        expression, place = self.constants[name]
        if name in self._open:
            raise AssemblyError(f"{place}: {name} is defined by itself")
        self._open.add(name)
        self.known[name] = self.compute(expression, place)
        self._open.remove(name)
        return self.known[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.known)

    def __len__(self) -> int:
        return len(self.known)

    def compute(self, expression: AsmExpression, place: str) -> int:
        """Return the value of an expression. Raise `AssemblyError` that names the place."""
        try:
            return expression.value(self)
        except KeyError as error:
            raise AssemblyError(f"{place}: {error.args[0]} is not known here") from None
        except ExpressionError as error:
            raise AssemblyError(f"{place}: {error}") from None

    def place(self, items: list[CodeItem], address: int) -> int:
        """Give the labels of `items` their addresses from `address` on. Return the address after them."""
        for item in items:
            address += -address % item.align
            if item.label:
                self.known[item.label] = address
            address += item.size
            if item.space is not None:
                size = self.compute(item.space, item.source)
                if not 0 <= size <= 0x10000:
                    raise AssemblyError(f"{item.source}: ds of {size} bytes")
                address += size
        return address

    def all(self) -> dict[str, int]:
        """Return every symbol that can be computed."""
        for name, (expression, _) in self.constants.items():
            if all(other in self.known or other in self.constants for other in expression.names):
                try:
                    self[name]
                except AssemblyError:
                    continue
        return self.known


def _encoded(part: Part, address: int, symbols: _Symbols) -> Iterator[ListedLine]:
    own = {item.label for item in part.code} | {HERE}
    for item in part.code:
        if item.data is not None and item.align == 1 and item.space is None:
            form = item.form
            yield ListedLine(address, item.data, item, None if form is None else (form.states, form.taken))
            address += item.size
            continue
        padding = -address % item.align
        size = item.size
        symbols.known[HERE] = address
        data = bytearray(padding)
        for cell in item.cells:
            if isinstance(cell, int):
                data.append(cell)
            elif cell[0] == RELATIVE and not cell[1].names <= own:
                raise AssemblyError(f"{item.source}: {item.text}: a relative jump stays within its part")
            else:
                data += _cell(cell[0], symbols.compute(cell[1], item.source), address + size, item)
        if item.space is not None:
            data += bytes(symbols.compute(item.space, item.source))
        form = item.form
        yield ListedLine(address, bytes(data), item, None if form is None else (form.states, form.taken))
        address += len(data)
    symbols.known.pop(HERE, None)


def _cell(letter: str, value: int, behind: int, item: CodeItem) -> bytes:
    """Return the bytes of one expression.

    Args:
        behind: The address after the instruction.
    """
    if letter == RELATIVE:
        value -= behind
        if not -128 <= value <= 127:
            raise AssemblyError(f"{item.source}: {item.text}: {value} bytes are too far for a relative jump")
        return bytes((value & 0xFF,))
    if letter == DISPLACEMENT:
        if not -128 <= value <= 127:
            raise AssemblyError(f"{item.source}: {item.text}: the displacement {value} is not -128 to 127")
        return bytes((value & 0xFF,))
    if letter == BYTE:
        if not -128 <= value <= 255:
            raise AssemblyError(f"{item.source}: {item.text}: {value} is not a byte")
        return bytes((value & 0xFF,))
    if not -32768 <= value <= 65535:
        raise AssemblyError(f"{item.source}: {item.text}: {value} is not a word")
    return (value & 0xFFFF).to_bytes(2, "little")
