"""A machine with its program as one looks at it: screen, picture, variables, memory, and where the run is.

Nothing here changes anything.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from msxkit.basicerrors import Failure
from msxkit.charset import decode
from msxkit.decimal14 import Number
from msxkit.display.screen import Screen
from msxkit.interpreter.evaluation import evaluate
from msxkit.interpreter.event import Event
from msxkit.interpreter.machine import Machine
from msxkit.interpreter.state import RunState
from msxkit.language.lister import listed_offset
from msxkit.machine.state_codec import copied
from msxkit.machine.video.chip import Chip
from msxkit.machine.video.frame import Frame
from msxkit.machine.video.shot import Shot
from msxkit.machine.video.textscreen import TextScreen
from msxkit.program.layout import Layout
from msxkit.program.model import Block
from msxkit.stopreason import StopReason


@cache
def _raster() -> Callable[[Chip], Frame]:
    """Return the function that makes pictures. It is imported late because numpy would slow every start down."""
    try:
        from msxkit.machine.video.raster import frame
    except ModuleNotFoundError:
        from msxkit.machine.video.plainraster import frame
    return frame


class View:
    """What there is to see of a machine."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._state = machine.state

    # The run

    @property
    def event(self) -> Event | None:
        """Where the run stands."""
        return self._state.arrival.event

    @property
    def error(self) -> Failure | None:
        """The BASIC error that stopped the program."""
        event = self._state.arrival.event
        if event is None or event.at is not StopReason.ERROR:
            return None
        return self._failure()

    def _failure(self) -> Failure:
        on_error = self._state.on_error
        return Failure(on_error.err, on_error.line, on_error.note, self._machine.model.drive)

    @property
    def steps(self) -> int:
        """Blocks that have run since the start: how far the run has come. It goes back with `restore`."""
        return self._state.run.steps

    @property
    def offset(self) -> int:
        """Offset in the program text of what runs next."""
        return self._machine.pc

    @property
    def line(self) -> int | None:
        """The BASIC line that runs; None at `Ok`."""
        return None if self._state.arrival.ended else self._line()

    def _line(self) -> int | None:
        return self._machine.text.line_number(self._state.run.pc)

    @property
    def statement(self) -> tuple[int | None, str]:
        """The statement that runs next: its line (None in direct mode) and text; after the end None and nothing."""
        layout, pc = self._machine.layout, self._state.run.pc
        line = layout.line_at(pc)
        if line is None or pc >= layout.end:
            return None, ""
        first = self._machine.code.block(pc).statement
        later = [
            at for at, block in self._machine.code.blocks.items() if block.first and first < at <= line.end
        ]
        text, number = line.stored.listed().rstrip(b"\r\n"), line.number
        begin, end = (
            listed_offset(number, line.stored.stored, at - line.start)
            for at in (first, min(later, default=line.end))
        )
        return self._line(), decode(text[begin:end]).strip(" :")

    def block(self, offset: int) -> Block:
        """Return the block of the program model at an offset."""
        return self._machine.code.block(offset)

    @property
    def layout(self) -> Layout:
        """Where the program's lines lie."""
        return self._machine.layout

    @property
    def t_states(self) -> int:
        """Time of the machine since the start, in T-states."""
        return self._state.clock.t_states

    @property
    def state(self) -> RunState:
        """The whole state, to be looked at."""
        return self._state

    # The screen

    @property
    def screen(self) -> Screen:
        """The screen now."""
        return self._machine.screen.picture()

    @property
    def editing(self) -> bool:
        """Whether INPUT waits with a line in the screen editor, which takes CTRL-C itself."""
        return self._state.waits.editor is not None

    @property
    def colours(self) -> tuple[int, int, int]:
        """Foreground, background and border, 0-15."""
        ink, paper, border = self._state.video.screen.colours
        return ink, paper, border

    @property
    def frame(self) -> Frame:
        """The picture that the video chip shows now, in any mode: pixels, border and palette."""
        return _raster()(self._seen_chip())

    @property
    def shot(self) -> Shot:
        """The video chip now, for a recording."""
        return Shot.of(self._seen_chip(), self.mode)

    def _seen_chip(self) -> Chip:
        """Return the chip with the cursor that stands in video memory at `Ok`."""
        video = self._state.video
        if self._machine.screen.waiting:
            video = copied(video)
            TextScreen(video).show_cursor()
        return video.chip

    @property
    def chip(self) -> Chip:
        """The video chip, to be looked at."""
        return self._state.video.chip

    @property
    def mode(self) -> int:
        """SCRMOD: the screen mode, 0-8."""
        return self._state.video.screen.mode

    @property
    def shows_text(self) -> bool:
        """Whether the screen mode is one that PRINT writes on."""
        return self._state.video.screen.kind.is_text

    @property
    def code_colours(self) -> list[tuple[int, int]]:
        """Ink and paper, 0-15, of each of the 256 codes: SCREEN 1 has them for every eight codes."""
        return self._machine.screen.code_colours()

    @property
    def shapes(self) -> dict[int, bytes]:
        """The patterns of 8 bytes that the program has given to codes."""
        return self._machine.screen.shapes()

    # Variables and memory

    @property
    def variables(self) -> dict[str, Number | str | dict[Any, Any]]:
        """All variables that exist, by name with type suffix (# may be left out in `variable`); arrays as `A#()`."""
        return self._machine.variables.values()

    @property
    def default_types(self) -> str:
        """The type suffix that each letter A-Z stands for at this moment: 26 of %!#$."""
        return "".join(basic.suffix for basic in self._state.run.types)

    def variable(self, name: str) -> Number | str:
        """Return the value of a simple variable (`A`, `N$`, `I%`) or of an element (`A(1,2)`); 0 or "" if there is
        none.
        """
        base, bracket, rest = name.upper().partition("(")
        suffix = base[-1] if base[-1] in "%!#$" else "#"
        letters = base.rstrip("%!#$")[:2] + suffix
        if not bracket:
            value = self.variables.get(letters, "" if suffix == "$" else 0)
            assert not isinstance(value, dict)
            return value
        array = self.variables.get(letters + "()", {})
        numbers = tuple(int(part) for part in rest.rstrip(")").split(","))
        assert isinstance(array, dict)
        found: Number | str = array.get(
            numbers[0] if len(numbers) == 1 else numbers, "" if suffix == "$" else 0
        )
        return found

    def evaluate(self, expression: str | bytes) -> Number | str:
        """Return the value of any MSX BASIC expression at this moment. Asking changes nothing, not even what RND
        gives next.

        Raise `MsxError` for what is not an expression, what waits for a key, and a BASIC error.
        """
        return evaluate(
            self._machine, expression.encode("latin-1") if isinstance(expression, str) else expression
        )

    @property
    def data_items(self) -> list[tuple[int, str]]:
        """Line and text of the items of DATA; `state.data.position` is the index of the next."""
        return [(found.line, found.item.text) for found in self._machine.data.items]

    def peek(self, address: int) -> int:
        """Return a byte of memory."""
        return self._machine.memory_map.read(address)

    def vpeek(self, address: int) -> int:
        """Return a byte of video memory."""
        return self._machine.video_access.vpeek(address)

    # Devices

    @property
    def psg(self) -> bytes:
        """Registers 0 to 13 of the sound chip."""
        return bytes(self._state.sound.registers[:14])

    @property
    def printed(self) -> bytes:
        """What LPRINT and LLIST printed."""
        return bytes(self._state.files.paper.data)

    @property
    def effects(self) -> list[tuple[str, tuple[object, ...]]]:
        """SOUND, PLAY, BEEP, USR and sprite statements in the order in which they ran."""
        return self._state.effects.effects

    # Measurements

    @property
    def counts(self) -> dict[int, int]:
        """Offset of a statement -> how often it ran, when the session was made with `coverage`."""
        return dict(self._state.run.counts or {})

    @property
    def timing(self) -> list[tuple[int, int, int]]:
        """Line, offset in the program text, and T-states of each statement that ran, when the session was made with it.

        The T-states are those until the next statement at 3.579545 MHz, with the interrupts in between.
        """
        watch = self._machine.stopwatch
        return [] if watch is None else watch.records

    @property
    def line_times(self) -> dict[int, int]:
        """Line -> T-states of its statements, when the session was made with `timing`."""
        watch = self._machine.stopwatch
        return {} if watch is None else dict(watch.lines)

    # The prompt

    @property
    def unsaved(self) -> bool:
        """Whether there is a program that was neither loaded nor saved as it is now."""
        return self._machine.programs.unsaved

    @property
    def listing(self) -> bool:
        """Whether the run stopped between two lines of LIST, as `pace_listing` wants it."""
        return self._state.programs.listing
