"""What a statement needs and nothing before it can have done: a graphic SCREEN, an OPEN, a DEF FN.

The flow graph misses no way, so each of these fails whenever the run gets there. Sources: the recordings of the classes
`faulty` and `newcomer` in tests/corpus.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from msxkit import basic_errors
from msxkit.language import tree
from msxkit.language.flow import Flow, Step
from msxkit.language.ranges import constant
from msxkit.language.suspects import Suspect
from msxkit.language.vocabulary import ILLEGAL, entry_of

_NOT_OPEN = basic_errors.text_of(basic_errors.FILE_NOT_OPEN)
_BAD_FILE = basic_errors.text_of(basic_errors.BAD_FILE_NUMBER)
_UNDEFINED_FUNCTION = basic_errors.text_of(basic_errors.UNDEFINED_FUNCTION)
_MODES, _FILES = range(13), range(1, 16)
#: Which modes have been set, which files opened, which functions defined: bits that statements leave.
_MODE = 1
_FILE = _MODE << len(_MODES)
_FUNCTION = _FILE << len(_FILES) + 1
_EVERY_MODE = _FILE - _MODE
_EVERY_FILE = _FUNCTION - _FILE
#: The work area's cell of the screen mode, which machine code writes too.
_SCRMOD = 0xFCAF
_ANYTHING = (tree.MachineFunction, tree.Call, tree.Bload)
#: Where colours may be above 15: ink and paper, the border, and what is drawn.
_MANY_COLOURS, _BORDERS, _DRAWN = (8, 11, 12), (6, 8, 11, 12), (8, 10, 11, 12)
_FEW, _BYTES = 15, 256
_COLOURED = (tree.Pset, tree.DrawLine, tree.Circle, tree.Paint)
_OF_FILES = (
    tree.Print,
    tree.InputFile,
    tree.LineInputFile,
    tree.Field,
    tree.GetRecord,
    tree.PutRecord,
    tree.InputCharacters,
)
_FUNCTIONS_OF_FILES = frozenset(("EOF", "LOC", "LOF"))


class _Want(NamedTuple):
    """What a statement needs.

    Attributes:
        ways: Bits of which one must have been left.
    """

    check: str
    step: Step
    node: tree.Node
    ways: int
    message: str
    machine: str
    certain: bool = True


def unprepared(flow: Flow) -> Iterator[Suspect]:
    """Yield what fails because nothing has prepared it."""
    looked = _Look(flow)
    wants: list[_Want] = []
    marks: dict[Step, int] = {}
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
        if not found & want.ways:
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


def _bits(first: int, node: tree.Node, numbers: range, every: int) -> int:
    """Return the bit of a constant; all of them for anything else, none for a number out of range."""
    value = constant(node)
    if value is None:
        return every
    return first << int(value) if int(value) in numbers else 0


def _modes(numbers: Iterable[int]) -> int:
    return sum(_MODE << number for number in numbers)


class _Look:
    """A look at the statements of a program, one by one."""

    def __init__(self, flow: Flow) -> None:
        kinds = {type(step.statement) for step in flow.steps}
        #: Whether suffixes alone make types, and whether there is one file alone.
        self._typed = tree.DefType not in kinds
        self._one_file = tree.MaxFiles not in kinds
        self._functions: dict[tuple[str, str], int] = {}

    def left(self, statement: tree.Statement, nodes: list[tree.Node]) -> int:
        """Return the bits of what a statement leaves."""
        bits = 0
        match statement:
            case tree.Screen(mode=mode) if mode is not None:
                bits = _bits(_MODE, mode, _MODES, _EVERY_MODE)
            case tree.Open(channel=channel):
                bits = _bits(_FILE, channel, _FILES, _EVERY_FILE)
            case tree.DefFn(name=name):
                bits = self._function(name)
            case tree.Poke(address=address):
                value = constant(address)
                bits = _EVERY_MODE if value is None or int(value) % 0x10000 == _SCRMOD else 0
        return bits | _EVERY_MODE if any(isinstance(node, _ANYTHING) for node in nodes) else bits

    def _function(self, name: tree.Variable | tree.UserFunction) -> int:
        """Return the bit of a function: of its letters and its type, which is known if only suffixes make types."""
        key = name.name[:2], (name.suffix or "#") if self._typed else ""
        return self._functions.setdefault(key, _FUNCTION << len(self._functions))

    def wanted(self, step: Step, statement: tree.Statement, nodes: list[tree.Node]) -> Iterator[_Want]:
        """Yield what a statement needs."""
        entry = entry_of(statement)
        if entry is not None and (
            least := max(entry.screen, entry.late_screen) if statement.fault is None else entry.screen
        ):
            message = f"{entry.name} needs SCREEN {least} or higher, and no such SCREEN leads here"
            ways = _modes(range(least, len(_MODES)))
            yield _Want("screen-mode", step, statement, ways, message, ILLEGAL, certain=least > 1)
        if entry is not None and statement.fault is None:
            yield from _colours(step, statement, entry.name)
        for node in nodes:
            if isinstance(node, tree.UserFunction):
                message = f"no DEF FN{node.name}{node.suffix} leads here"
                yield _Want("no-def-fn", step, node, self._function(node), message, _UNDEFINED_FUNCTION)
            elif isinstance(node, _OF_FILES):
                yield from self._file(step, node.channel)
            elif isinstance(node, tree.Function) and node.name in _FUNCTIONS_OF_FILES:
                yield from self._file(step, node.arguments[0])

    def _file(self, step: Step, channel: tree.Expression | None) -> Iterator[_Want]:
        number = 0 if channel is None else int(constant(channel) or 0)
        if channel is None or not 0 < number < _BYTES:
            return
        ways = _FILE << number if number in _FILES else 0
        message, machine = f"no OPEN ... AS #{number} leads here", _NOT_OPEN
        if number > 1 and self._one_file:
            message, machine = f"{message}, and files above 1 need MAXFILES={number} first", _BAD_FILE
        yield _Want("no-open", step, channel, ways, message, machine)


def _colours(step: Step, statement: tree.Statement, name: str) -> Iterator[_Want]:
    places: list[tuple[tree.Expression | None, tuple[int, ...]]] = []
    if isinstance(statement, tree.Color):
        places = [
            (statement.ink, _MANY_COLOURS),
            (statement.paper, _MANY_COLOURS),
            (statement.border, _BORDERS),
        ]
    elif isinstance(statement, _COLOURED):
        places = [(statement.colour, _DRAWN)]
    for node, modes in places:
        value = None if node is None else constant(node)
        if node is not None and value is not None and _FEW < int(value) < _BYTES:
            which = " or ".join(map(str, modes[:2]))
            message = f"{name} takes {int(value)} in SCREEN {which} only, and no such SCREEN leads here"
            yield _Want("screen-mode", step, node, _modes(modes), message, ILLEGAL)
