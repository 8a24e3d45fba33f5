"""The program under a debugger, wherever it runs: on the interpreter, in openMSX, or compiled."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from msxkit import charset
from msxkit.backends.target import Target
from msxkit.dap.breaks import Breakpoint, Breaks
from msxkit.dap.expressions import DirectLine, codes
from msxkit.dap.past import CannotError, Past, StopCause
from msxkit.dap.places import Places, StatementPlace
from msxkit.dap.routines import Routines
from msxkit.decimal14 import Number
from msxkit.errors import MsxError
from msxkit.language import tree
from msxkit.machine.video.chip import Chip
from msxkit.machine.video.frame import Frame as VideoFrame
from msxkit.machine.video.raster import frame

#: What the address of a byte of video memory begins with.
VIDEO = "vram:"
#: Emulated seconds between two looks at a run that a person watches at the speed of an MSX.
PACED = 0.05


class Goal(Enum):
    """Where the run should stop next: at the next statement (IN), at the next one of the same subroutine (OVER), after
    RETURN (OUT), or only where something stops it (RUN).
    """

    RUN = "run"
    IN = "in"
    OVER = "over"
    OUT = "out"


@dataclass(frozen=True, slots=True)
class ScopeRow:
    """A row of a scope.

    Attributes:
        target: What to assign to; empty if it cannot be changed.
        children: The rows inside it.
        memory: Where its memory begins, for a view of memory.
    """

    name: str
    value: str
    type: str = ""
    target: str = ""
    children: tuple[ScopeRow, ...] = ()
    memory: str = ""


@dataclass(frozen=True, slots=True)
class StackFrame:
    """A row of the stack.

    Attributes:
        subtle: Whether it is a loop or an error handler, not a subroutine.
    """

    name: str
    place: StatementPlace | None
    subtle: bool = False


class Debuggee(ABC):
    """A program that a debugger runs. Methods raise `MsxError` for what is not possible, and `EmulatorError` when the
    emulator has died.

    Attributes:
        where: Where the program runs, for messages.
        abilities: Capabilities of the protocol that differ from the usual ones.
        target: What the program runs on.
        past: The past of the run.
        breaks: What can stop the run.
        asked: Returns whether the client wants something. It is called within a statement that takes long.
        waiting: Whether the program waits for a key.
        ended: Whether it is back at `Ok`.
        tell: Called with each line for the console.
        files: The files that the program works with: name -> bytes.
    """

    where: str
    abilities: ClassVar[Mapping[str, bool]] = {}
    target: Target
    past: Past
    breaks: Breaks
    waiting: bool
    ended: bool
    tell: Callable[[str], None]
    files: MutableMapping[str, bytes]
    _picture = b""
    asked: Callable[[], bool] = staticmethod(lambda: False)

    # Where the run is

    @property
    def places(self) -> Places:
        """The statements of the program."""
        return self.breaks.places

    @property
    @abstractmethod
    def place(self) -> StatementPlace | None:
        """The statement that runs next."""

    @property
    @abstractmethod
    def error_number(self) -> int:
        """The number of the last error, ERR."""

    @property
    def step(self) -> int:
        """The number of steps so far; 0 where they are not counted."""
        return 0

    # What stops it

    def set_breaks(self, points: list[Breakpoint]) -> None:
        """Replace the breakpoints."""
        self.breaks.points = points
        self.arm()

    def set_filters(self, *, uncaught: bool, errors: bool, stops: bool) -> None:
        """Set which errors stop the run, and whether STOP does."""
        self.breaks.uncaught, self.breaks.errors, self.breaks.stops = uncaught, errors, stops
        self.arm()

    def arm(self) -> None:  # noqa: B027
        """Prepare the stops of the run, if they must be known before it goes on."""

    def first_hit(self) -> StopCause | None:
        """Return the stop if a breakpoint is on the very first statement."""
        return self.hit(self.place)

    def hit(self, place: StatementPlace | None) -> StopCause | None:
        """Return the stop if the run stands before this statement and a breakpoint there stops it."""
        points = [] if place is None else self.breaks.at(place.offset)
        numbers = tuple(point.number for point in points if point.stops(self.value, self.tell))
        return StopCause("breakpoint", "", numbers) if numbers else None

    def watch(self, names: list[str]) -> list[str]:
        """Stop when one of these is written or changes. Return for each what is wrong with it; empty if nothing is."""
        told: list[str] = []
        self.forget_watches()
        for name in names:
            try:
                self.watch_also(name)
                told.append("")
            except MsxError as error:
                told.append(str(error))
        self.arm()
        return told

    @abstractmethod
    def forget_watches(self) -> None:
        """Stop at no write any more."""

    @abstractmethod
    def watch_also(self, name: str) -> None:
        """Stop at writes of this, too. Raise `MsxError` if it cannot be watched."""

    @abstractmethod
    def watchable(self, name: str) -> str:
        """Return the name of a data breakpoint on a name, with the present values of its subscripts."""

    # Going on

    @abstractmethod
    def go(self, goal: Goal) -> None:
        """Set the goal that `slice` runs towards from now on."""

    @abstractmethod
    def slice(self) -> StopCause | None:
        """Run on for a while. Return why the run stopped; None if it goes on or waits for a key."""

    def pause(self) -> StopCause:
        """Stop the run because the client asked for it, and return the stop."""
        return StopCause("pause")

    @abstractmethod
    def type(self, codes: bytes) -> None:
        """Type keys, as MSX codes."""

    @abstractmethod
    def hold(self, keys: Sequence[str]) -> None:
        """Press keys of the matrix, which type their codes too."""

    @abstractmethod
    def release(self, keys: Sequence[str]) -> None:
        """Release the keys."""

    def jump(self, place: StatementPlace) -> None:
        """Go on at another statement."""
        raise CannotError(self.where, "go on at another statement")

    # Looking

    @abstractmethod
    def frames(self, routines: Routines) -> list[StackFrame]:
        """Return the stack, innermost first."""

    @abstractmethod
    def variables(self) -> list[ScopeRow]:
        """Return simple variables and arrays, in the order of their names."""

    @abstractmethod
    def machine_state(self) -> list[ScopeRow]:
        """Return the state of the machine besides its variables."""

    def picture(self) -> bytes | None:
        """Return the screen as a PNG; None if it is the same as at the last call."""
        from msxkit.display.picture import draw, png

        chip = self.target.chip
        seen = bytes(chip.vram) + bytes(chip.registers) + bytes(chip.palette)
        if seen == self._picture:
            return None
        self._picture = seen
        return png(draw(self.frame(chip)))

    def frame(self, chip: Chip) -> VideoFrame:
        """Return the picture that the video chip shows."""
        return frame(chip)

    @abstractmethod
    def evaluate(self, expression: str | bytes) -> Number | str:
        """Return the value of any MSX BASIC expression at this moment, in MSX codes."""

    def value(self, expression: str) -> Number | str:
        """Return the value of an expression as a user writes it: with long names, in the machine's characters."""
        program = self.places.program
        characters = program.characters
        found = self.evaluate(codes(program.classic_names(expression), characters))
        return charset.decode(found.encode("latin-1"), characters) if isinstance(found, str) else found

    @abstractmethod
    def assign(self, target: str, expression: str) -> None:
        """Set a variable to the value of an expression."""

    @property
    @abstractmethod
    def code_address(self) -> int | None:
        """The address of machine code that the program runs; None if there is none."""

    def command(self, line: bytes) -> None:
        """Run a line of direct mode, in MSX codes: here LET, POKE and VPOKE only."""
        direct = DirectLine.of(line)
        for statement in direct.statements:
            poked = tree.taking(statement, tree.Part.POKED, tree.Part.VIDEO_POKED)
            if statement.fault is not None or not (poked or isinstance(statement, tree.Let)):
                raise CannotError(self.where, "run a statement other than PRINT, LET, POKE and VPOKE")
        for statement in direct.statements:
            if isinstance(statement, tree.Let):
                target, value = (
                    direct.of_node(node).decode("latin-1") for node in (statement.target, statement.value)
                )
                self.assign(target, value)
            else:
                video = bool(tree.taking(statement, tree.Part.VIDEO_POKED))
                address, byte = (
                    _number(self, direct.of_node(node)) for _, node in tree.named_parts(statement)
                )
                if not video and -0x8000 <= address < 0:
                    address += 0x10000
                if not 0 <= byte < 256 or not read(self.target, address, 1, video=video):
                    raise MsxError(f"{charset.decode(line)}: there is no such address, or no such byte")
                self.target.write(address, bytes((byte,)), video=video)

    # End

    def close(self) -> None:  # noqa: B027
        """End what runs."""


def read(target: Target, address: int, count: int, *, video: bool) -> bytes:
    """Return `count` bytes of memory or of video memory from an address on; fewer at the end of it."""
    end = len(target.chip.vram) if video else 0x10000
    return target.read(address, max(0, min(count, end - address)), video=video)


def _number(debuggee: Debuggee, expression: bytes) -> int:
    found = debuggee.evaluate(expression)
    if isinstance(found, str):
        raise MsxError(f"{charset.decode(expression)}: Type mismatch")
    return int(found)
