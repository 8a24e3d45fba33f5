"""What a statement needs and nothing before it can have done: a graphic SCREEN, an OPEN, a DEF FN, a DIM.

The flow graph misses no way, so each of these fails whenever the run gets there. Sources: the recordings of the classes
`faulty` and `newcomer` in tests/corpus.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import chain
from math import prod
from typing import NamedTuple

from msxkit import basic_errors
from msxkit.language import tree
from msxkit.language.flow import Flow, PlacedStatement
from msxkit.language.ranges import constant
from msxkit.language.suspects import Suspect
from msxkit.language.tree.entry import Entry, Opened
from msxkit.language.uses import bare_arrays
from msxkit.language.vocabulary import ENTRIES, ILLEGAL, entry_of

_NOT_OPEN = basic_errors.text_of(basic_errors.FILE_NOT_OPEN)
_BAD_FILE = basic_errors.text_of(basic_errors.BAD_FILE_NUMBER)
_MISMATCH = basic_errors.text_of(basic_errors.TYPE_MISMATCH)
_UNDEFINED_FUNCTION = basic_errors.text_of(basic_errors.UNDEFINED_FUNCTION)
_MODES, _FILES = range(13), range(16)
#: Which modes have been set, which files opened in which way, which functions and arrays made: bits that statements
#: leave.
_MODE = 1
_FILE = _MODE << len(_MODES)
_NAMED = _FILE << len(Opened) * len(_FILES)
_EVERY_MODE = _FILE - _MODE
#: The work area's cell of the screen mode, which machine code writes too.
_SCRMOD = 0xFCAF
_ANYTHING = (tree.MachineFunction, tree.Call)
_FEW, _BYTES = 15, 256
#: What opens a file in each way.
_FOR = {Opened.WRITTEN: "FOR OUTPUT or APPEND", Opened.READ: "FOR INPUT", Opened.RECORDS: "without FOR"}
#: Class, or name of a function -> its operands that are numbers of files, how these must be open, and the errors else.
_CHANNELS: dict[object, list[tuple[str, Opened, tuple[tuple[Opened, str], ...]]]] = {
    entry.nodes[0] if entry.nodes else entry.name: [
        (name, each.opened, each.unlike) for name, each in entry.operands.items() if each.opened is not None
    ]
    for entry in ENTRIES
}
_DISK_DRIVES = "ABCDEFGH"
#: Bits of a pixel by screen mode, and bytes of a number.
_PIXELS = {5: 4, 6: 2, 7: 4, **dict.fromkeys(range(8, 13), 8)}
_NUMBERS = {"%": 2, "!": 4, "#": 8}
_HEAD_OF_PICTURE = 4


class _Want(NamedTuple):
    """What a statement needs.

    Attributes:
        ways: Bits of which one must have been left.
        first: Bits that something else must have left for it to matter; 0 if it always does.
    """

    check: str
    step: PlacedStatement
    node: tree.Node
    ways: int
    message: str
    machine: str
    certain: bool = True
    first: int = 0


def unprepared(flow: Flow) -> Iterator[Suspect]:
    """Yield what fails because nothing has prepared it."""
    looked = _Look(flow)
    wants: list[_Want] = []
    marks: dict[PlacedStatement, int] = {}
    for step in flow.steps:
        if step.statement is not None:
            nodes = list(_own(step.statement))
            wants += looked.wanted(step, step.statement, nodes)
            if bits := looked.left(step.statement, nodes):
                marks[step] = bits
    if not wants:
        return
    leading = flow.leading(marks)
    for want in wants:
        found = leading[want.step]
        if not found & want.ways and (not want.first or found & want.first):
            # The prompt can be in SCREEN 1.
            certain = want.certain or bool(found & _EVERY_MODE)
            node = want.node
            yield Suspect(
                want.check, want.step.line, node.start, node.end, want.message, want.machine, certain=certain
            )


def _own(statement: tree.Node) -> Iterator[tree.Node]:
    """Yield a statement and the expressions in it that are computed as it runs."""
    yield statement
    if isinstance(statement, tree.DefFn):
        return
    for part in tree.inner_parts(statement):
        if not isinstance(part, tree.Branch):
            yield from _own(part)


def _bits(first: int, size: int, value: Fraction | int | None, numbers: range) -> int:
    """Return the first bit of a number, and of every number if it is not known; 0 for one out of range."""
    known = numbers if value is None else {int(value)}.intersection(numbers)
    return sum(first << size * number for number in known)


def _modes(numbers: Iterable[int]) -> int:
    return sum(_MODE << number for number in numbers)


class _Look:
    """A look at the statements of a program, one by one."""

    def __init__(self, flow: Flow) -> None:
        statements = [step.statement for step in flow.steps]
        #: Whether suffixes alone make types, and whether there is one file alone.
        self._typed = tree.DefType not in map(type, statements)
        self._one_file = not any(tree.taking(each, tree.Part.FILE_COUNT) for each in statements)
        self._names: dict[tuple[str, str, bool], int] = {}
        #: Array -> the bytes of its largest DIM; None if that is not known.
        self._sizes: dict[int, int | None] = {}
        for statement in statements:
            for array in chain(*tree.taking(statement, tree.Part.DIMENSIONS)):
                self._note_size(array)

    def left(self, statement: tree.Statement, nodes: list[tree.Node]) -> int:
        """Return the bits of what a statement leaves."""
        bits = 0
        for mode in tree.taking(statement, tree.Part.SCREEN_MODE):
            bits |= 0 if mode is None else _bits(_MODE, 1, constant(mode), _MODES)
        for address in tree.taking(statement, tree.Part.POKED):
            value = constant(address)
            bits |= _EVERY_MODE if value is None or int(value) % 0x10000 == _SCRMOD else 0
        match statement:
            case tree.Open(channel=channel):
                bits = _opened(statement).value * _bits(_FILE, len(Opened), constant(channel), _FILES)
            case tree.DefFn(name=name):
                bits = self._bit(name)
        for node in nodes:
            if isinstance(node, tree.Element):
                bits |= self._bit(node)
            elif isinstance(node, _ANYTHING) or tree.taking(node, tree.Part.MEMORY):
                bits |= _EVERY_MODE
        return bits

    def _bit(self, name: tree.Target | tree.UserFunction, *, array: bool = False) -> int:
        """Return the bit of a function or array: of its letters and its type, which is known if only suffixes make
        types.
        """
        suffix = (name.suffix or "#") if self._typed else ""
        key = name.name[:2], suffix, array or isinstance(name, tree.Element)
        return self._names.setdefault(key, _NAMED << len(self._names))

    def _note_size(self, array: tree.Expression) -> None:
        if not isinstance(array, tree.Element):
            return
        tops = [constant(subscript) for subscript in array.subscripts]
        size = None
        if self._typed and None not in tops:
            size = prod(int(top) + 1 for top in tops if top is not None) * _NUMBERS.get(
                array.suffix or "#", 0
            )
        before = self._sizes.setdefault(self._bit(array), size)
        self._sizes[self._bit(array)] = None if size is None or before is None else max(size, before)

    def wanted(
        self, step: PlacedStatement, statement: tree.Statement, nodes: list[tree.Node]
    ) -> Iterator[_Want]:
        """Yield what a statement needs."""
        entry = entry_of(statement)
        least = 0
        if entry is not None:
            late = statement.fault is None and not _is_of_files(statement)
            least = max(entry.screen, entry.late_screen) if late else entry.screen
        if entry is not None and least:
            message = f"{entry.name} needs SCREEN {least} or higher, and no such SCREEN leads here"
            ways = _modes(range(least, len(_MODES)))
            yield _Want("screen-mode", step, statement, ways, message, ILLEGAL, certain=least > 1)
        if entry is not None and statement.fault is None:
            yield from _colours(step, statement, entry)
        yield from self._arrays(step, statement)
        for node in nodes:
            if isinstance(node, tree.UserFunction):
                message = f"no DEF FN{node.name}{node.suffix} leads here"
                yield _Want("no-def-fn", step, node, self._bit(node), message, _UNDEFINED_FUNCTION)
            for found in _channels(node):
                yield from self._file(step, *found)

    def _file(
        self, step: PlacedStatement, channel: tree.Node, opened: Opened, unlike: Iterable[tuple[Opened, str]]
    ) -> Iterator[_Want]:
        value = constant(channel)
        if value is None or not 0 <= int(value) < _BYTES:
            return
        number = int(value)
        first = _bits(_FILE, len(Opened), number, _FILES[1:])
        message, machine = f"no OPEN ... AS #{number} leads here", _NOT_OPEN
        if number > 1 and self._one_file:
            more = f"files above 1 need MAXFILES={number} first"
            message, machine = f"{message}, and {more}" if opened else more, _BAD_FILE
        if opened or machine is _BAD_FILE:
            every = (~Opened(0) if opened else opened).value * first
            yield _Want("no-open", step, channel, every, message, machine)
        for ways, error in unlike if first else ():
            message = f"no OPEN {_FOR[opened]} leads here for file #{number}"
            bits = opened.value * first
            yield _Want("no-open", step, channel, bits, message, error, first=ways.value * first)

    def _arrays(self, step: PlacedStatement, statement: tree.Statement) -> Iterator[_Want]:
        """Yield what ERASE and COPY need of arrays, which they name without brackets."""
        for array in bare_arrays(statement):
            bit = self._bit(array, array=True)
            message = f"no DIM {array.name}{array.suffix}() leads here"
            yield _Want("no-dim", step, array, bit, message, ILLEGAL)
            if isinstance(statement, tree.CopyPicture):
                if isinstance(statement.source, tree.Area):
                    yield from self._picture(step, statement.source, array, self._sizes.get(bit))
                elif isinstance(statement.target, tree.Variable) and (
                    statement.target.suffix in _NUMBERS or (self._typed and not statement.target.suffix)
                ):
                    message = "a number where a string must stand"
                    yield _Want("type-mismatch", step, statement.target, 0, message, _MISMATCH, first=bit)
                return

    def _picture(
        self, step: PlacedStatement, area: tree.Area, array: tree.Variable, size: int | None
    ) -> Iterator[_Want]:
        """Yield that the picture of an area fits into an array, with a byte to spare."""
        corners = [area.first.x, area.last.x, area.first.y, area.last.y]
        known = [int(value) for value in map(constant, corners) if value is not None]
        if size is None or len(known) < len(corners) or area.first.step or area.last.step:
            return
        pixels = (abs(known[0] - known[1]) + 1) * (abs(known[2] - known[3]) + 1)
        needed = {mode: _HEAD_OF_PICTURE + -(-pixels * bits // 8) for mode, bits in _PIXELS.items()}
        fits = _modes(mode for mode, count in needed.items() if count < size)
        message = f"{array.name}{array.suffix}() has {size} bytes, and the picture takes more"
        yield _Want("no-dim", step, array, fits, message, ILLEGAL, first=_modes(_PIXELS))


def _channels(node: tree.Node) -> Iterator[tuple[tree.Node, Opened, tuple[tuple[Opened, str], ...]]]:
    """Yield the numbers of files that a node takes, how these must be open, and the errors else."""
    function = node if isinstance(node, tree.Function) else None
    for name, opened, unlike in _CHANNELS.get(function.name if function else type(node), ()):
        value = function.arguments[:1] if function else getattr(node, name)
        for channel in value if isinstance(value, tuple) else (value,):
            if channel is not None:
                yield channel, opened, unlike


def _opened(statement: tree.Open) -> Opened:
    """Return the ways in which OPEN may open a file: as FOR says; with records, if it is on a disk."""
    if statement.mode is not None:
        return Opened.READ if statement.mode is tree.OpenMode.INPUT else Opened.WRITTEN
    if not isinstance(statement.name, tree.String):
        return ~Opened(0)
    device, colon, _ = statement.name.text.upper().partition(":")
    return Opened.RECORDS if not colon or device in _DISK_DRIVES else Opened.WRITTEN


def _is_of_files(statement: tree.Statement) -> bool:
    """Return whether COPY needs no picture on the screen."""
    return isinstance(statement, tree.CopyPicture) and not (
        isinstance(statement.source, tree.Area) or isinstance(statement.target, tree.Place)
    )


def _colours(step: PlacedStatement, statement: tree.Statement, entry: Entry) -> Iterator[_Want]:
    for name, operand in entry.operands.items():
        node = getattr(statement, name) if operand.colourful else None
        value = None if node is None else constant(node)
        if node is not None and value is not None and _FEW < int(value) < _BYTES:
            which = " or ".join(map(str, operand.colourful[:2]))
            message = f"{entry.name} takes {int(value)} in SCREEN {which} only, and no such SCREEN leads here"
            yield _Want("screen-mode", step, node, _modes(operand.colourful), message, ILLEGAL)
