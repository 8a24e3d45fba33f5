"""Statements that change the program or move it, and memory, to and from files: NEW, LOAD, SAVE, MERGE, DELETE, ...

They work as in direct mode, also in a running program, which most of them end. Files lie in the store of the
session; a cassette is one more name for it. Source: the MSX BASIC and Disk BASIC manuals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from msxkit import basic_errors
from msxkit.carrying import carries
from msxkit.decimal14 import Number, to_address
from msxkit.errors import ProgramError
from msxkit.interpreter.errors import RaisedError, Stopped
from msxkit.interpreter.files.drive import capitals, renamed
from msxkit.interpreter.files.files import Files, device_of
from msxkit.interpreter.files.turbo import Turbo
from msxkit.interpreter.input.waits import Waits
from msxkit.interpreter.loop_state import LoopState
from msxkit.interpreter.memory.machine_code import MachineCode
from msxkit.interpreter.memory.memory import Memory
from msxkit.interpreter.memory.workspace import Accounts
from msxkit.interpreter.program_text import ProgramText
from msxkit.interpreter.statements.printing import Printer, ScreenPrinter
from msxkit.language.program import TOKENISED, Line, Program
from msxkit.language.renumber import renumber
from msxkit.language.tokens import CURRENT_LINE
from msxkit.machine.guard import STATEMENT, Spend
from msxkit.machine.video.access import VideoAccess
from msxkit.program.layout import Layout
from msxkit.stop_reason import Pause, StopReason

#: First byte of a file of BSAVE; three words follow: start, end, entry.
BINARY = 0xFE
BINARY_HEADER = 7
#: Columns of a name in the list of FILES, and of a row that is printed.
NAME_WIDTH, PAPER_WIDTH = 13, 80


@dataclass
class ProgramFileState:
    """The state of statements that load, save, list and number the program.

    Attributes:
        kept: The program text as it was last loaded or saved.
        numbering: While AUTO is active, the number of the next line and the step.
        paced: Whether LIST stops after each line with the event LIMIT, so that somebody can read it.
        listing: Whether the run stopped in such a LIST.
        unlisted: The first and last number of the lines that LIST has still to show.
    """

    kept: bytes
    numbering: tuple[int, int] | None = None
    paced: bool = False
    listing: bool = False
    unlisted: tuple[int, int] = (0, 0)


class ProgramFiles:
    """The statements on programs and files of one machine.

    Attributes:
        run: Where the run is.
        load: Puts another text into memory.
        take: The same, and forgets what belongs to the old one.
        direct: Puts a line of direct mode there, and returns its offset. screen, printer: where LIST and FILES go.
        interactive: Whether a user is at the prompt who can type lines.
        spend: Told of lines, names and bytes.
    """

    def __init__(
        self,
        state: ProgramFileState,
        text: ProgramText,
        run: LoopState,
        load: Callable[[Layout], None],
        take: Callable[[Layout], None],
        direct: Callable[[bytes], int],
        *,
        accounts: Accounts,
        waits: Waits,
        files: Files,
        screen: ScreenPrinter,
        memory: Memory,
        video: VideoAccess,
        code: MachineCode,
        turbo: Turbo,
        interactive: bool,
        spend: Spend,
    ) -> None:
        self.state = state
        self._text = text
        self._run = run
        self._load = load
        self._take = take
        self._direct = direct
        self._accounts = accounts
        self._waits = waits
        self._files = files
        self._screen = screen
        self._memory = memory
        self._video = video
        self._code = code
        self._turbo = turbo
        self._interactive = interactive
        self._spend = spend

    @property
    def _program(self) -> Program:
        return self._text.layout.program

    @property
    def unsaved(self) -> bool:
        """Whether there is a program that was neither loaded nor saved as it is now."""
        return bool(self._program.lines) and self._text.state.program != self.state.kept

    def keep(self) -> None:
        """Note that the program is safe as it is now."""
        self.state.kept = self._text.state.program

    # The text

    def replace(self, program: Program) -> None:
        """Take another program: clear the variables, and let nothing go on with CONT."""
        layout = Layout(program)
        surplus = -self._accounts.room_for(program.size)
        if surplus > 0:
            raise RaisedError(basic_errors.OUT_OF_MEMORY, note=f"the program is {surplus} bytes too long")
        self._take(layout)

    def _replace_and_stop(self, program: Program) -> None:
        self.replace(program)
        raise Stopped(StopReason.NEW)

    @carries("NEW")
    def new(self) -> None:
        """Carry out NEW."""
        self._run.trace = False
        self._replace_and_stop(Program([]))

    def enter_line(self, number: int, stored: bytes) -> None:
        """Enter a line typed with its number; an empty one deletes."""
        self._text.state.current = number
        lines = {line.number: line for line in self._program.lines}
        if stored.strip(b" "):
            lines[number] = Line(number, stored)
        elif lines.pop(number, None) is None:
            raise RaisedError(basic_errors.UNDEFINED_LINE)
        self.replace(Program([lines[key] for key in sorted(lines)]))

    def _place(self, number: int) -> int:
        return self._text.state.current if number == CURRENT_LINE else number

    @carries("DELETE")
    def delete(self, first: int, last: int) -> None:
        """Carry out DELETE. The last line must be there, and some line before it."""
        first, last = self._place(first), self._place(last)
        lines = self._program.lines
        kept = [line for line in lines if not first <= line.number <= last]
        if last not in self._program.index or len(kept) == len(lines):
            raise RaisedError(basic_errors.ILLEGAL_CALL)
        self._replace_and_stop(Program(kept))

    @carries("RENUM")
    def renumber(self, start: int, first: int, step: int) -> None:
        """Carry out RENUM new, old, step. References to lines that are not there are reported and left alone."""
        if not step:
            raise RaisedError(basic_errors.ILLEGAL_CALL)
        try:
            changed = renumber(self._program, self._place(start), step, self._place(first))
        except ProgramError as error:
            raise RaisedError(basic_errors.ILLEGAL_CALL, note=str(error)) from None
        for note in changed.notes:
            self._screen.string(note)
            self._screen.newline()
        # The lines are as long as before: variables, DATA, loops and handlers stay where they are.
        self._load(Layout(changed))
        raise Stopped(StopReason.END)

    @carries("LIST")
    def list_lines(self, first: int, last: int, printer: bool) -> None:
        """Carry out LIST and LLIST."""
        state = self.state
        out: Printer = self._files.line_printer if printer else self._screen
        first, last = self._place(first), self._place(last)
        if self._waits.state.paused_pc == self._run.pc:
            first, last = state.unlisted
        for line in self._text.layout.lines:
            if first <= line.number <= last:
                self._text.state.current = line.number
                stored = line.stored
                state.unlisted = (line.number, last)
                self._spend(STATEMENT)
                text = stored.listed().decode("latin-1").rstrip("\r\n")
                out.string(text)
                out.newline()
                if state.paced and not printer:
                    state.unlisted, state.listing = (line.number + 1, last), True
                    raise Pause(StopReason.LIMIT)
        self._waits.give_up()
        raise Stopped(StopReason.END)

    @carries("AUTO")
    def number_lines(self, start: int, step: int) -> None:
        """Carry out AUTO: the prompt writes the numbers of the lines that are typed, until CTRL-C. Without a prompt it
        ends with the first line.
        """
        if not step:
            raise RaisedError(basic_errors.ILLEGAL_CALL)
        number = self._place(start)
        if not self._interactive:
            self._waits.typed_line(self._program.auto_prompt(number))
            raise RaisedError(basic_errors.ILLEGAL_CALL, note="lines are added at the prompt of msxkit basic")
        self.state.numbering = (number, step)
        raise Stopped(StopReason.AUTO)

    # Program files

    def _read(self, name: str) -> bytes:
        return self._files.drive.read(name)

    def _write(self, name: str, data: bytes) -> None:
        drive = self._files.drive
        drive.put(drive.key(name), data)

    def _parse(self, data: bytes) -> Program:
        try:
            return Program.from_file(data, spend=self._spend)
        except ProgramError as error:
            if data[:1] == bytes((TOKENISED,)):
                raise RaisedError(basic_errors.BAD_FILE_MODE, note=str(error)) from None
            # The lines of a listing are entered as if they were typed: the machine is in direct mode.
            raise RaisedError(basic_errors.DIRECT_IN_FILE, note=str(error), at=self._direct(b"")) from None

    @carries("LOAD", "CLOAD")
    def load(self, name: str, run: bool = False) -> int:
        """Carry out LOAD name [,R] and CLOAD. Return where the run starts, with R and for RUN name."""
        program = self._parse(self._read(name))
        self.replace(program)
        self.keep()
        if not run:
            raise Stopped(StopReason.NEW)
        return self._text.start()

    @carries("MERGE")
    def merge(self, name: str) -> None:
        """Carry out MERGE: the lines of an ASCII file replace those of the same number."""
        data = self._read(name)
        if data[:1] == bytes((TOKENISED,)):
            raise RaisedError(basic_errors.BAD_FILE_MODE)
        lines = {line.number: line for line in (*self._program.lines, *self._parse(data).lines)}
        self._replace_and_stop(Program([lines[number] for number in sorted(lines)]))

    @carries("SAVE", "CSAVE")
    def save(self, name: str, ascii_form: bool = False) -> None:
        """Carry out SAVE name [,A] and CSAVE. With A it lists into the file, and ends the run as LIST does."""
        device = device_of(name)
        if device:
            # Where there are no files the text is listed, with and without A.
            self._files.device_out(device).string(self._program.listed()[:-1].decode("latin-1"))
            raise Stopped(StopReason.END)
        self._write(name, self._program.listed() if ascii_form else self._program.file())
        self.keep()
        if ascii_form:
            raise Stopped(StopReason.END)

    @carries("VERIFY")
    def verify(self, name: str) -> None:
        """Carry out CLOAD?: compare the program with the file."""
        if not self._parse(self._read(name)).is_same(self._program):
            raise RaisedError(basic_errors.VERIFY)

    # Any files

    @carries("FILES")
    def list_files(self, pattern: str | None, printer: bool) -> None:
        """Carry out FILES and LFILES: list the names that fit, as many in a row as there is room for."""
        drive = self._files.drive
        out: Printer = self._files.line_printer if printer else self._screen
        width = PAPER_WIDTH if printer else self._screen.width
        first_one = True
        for name in drive.matching(drive.spec("*.*" if pattern is None else pattern).name, empty=True):
            if out.column and (first_one or out.column + NAME_WIDTH > width):
                out.newline()
            first_one = False
            self._spend(STATEMENT)
            first, _, last = name.partition(".")
            out.string(f"{first:<8}{'.' if last else ' '}{last:<3} ")

    @carries("KILL")
    def kill(self, pattern: str) -> None:
        """Carry out KILL for all names that fit."""
        files, drive = self._files, self._files.drive
        for name in drive.matching(drive.spec(pattern).name):
            if any(channel.name == name for channel in files.channels.values()):
                raise RaisedError(basic_errors.FILE_STILL_OPEN)
            drive.delete(name)

    @carries("NAME")
    def rename(self, old: str, new: str) -> None:
        """Carry out NAME old AS new for all names that fit. * and ? in the new name stand for what the old one has
        there.
        """
        drive = self._files.drive
        for name in drive.matching(drive.spec(old).name):
            drive.rename(name, renamed(name, drive.spec(new).name))

    @carries("FIND_FILE")
    def find(self, name: str) -> None:
        """Raise File not found unless a file has such a name."""
        drive = self._files.drive
        next(iter(drive.matching(drive.spec(name).name)))

    @carries("COPY_FILE")
    def copy_file(self, source: str, target: str) -> None:
        """Carry out COPY name TO name for all names that fit. A file is copied onto itself only when the new name is
        typed in small letters.
        """
        drive = self._files.drive
        wanted, pattern = drive.spec(source).name, drive.spec(target).typed or "*.*"
        renamed("A", pattern)
        for name in drive.matching(wanted, empty=True):
            copy = renamed(name, pattern)
            if copy == name:
                raise RaisedError(basic_errors.ILLEGAL_CALL)
            drive.put(capitals(copy), drive.get(name))

    # Memory

    @carries("BSAVE")
    def bsave(self, name: str, first: Number, last: Number, entry: Number | None, video: bool) -> None:
        """Carry out BSAVE name, first, last [, entry][,S]."""
        start, end = to_address(first), to_address(last)
        if end < start:
            raise RaisedError(basic_errors.ILLEGAL_CALL)
        run = start if entry is None else to_address(entry)
        peek = self._video.vpeek if video else self._memory.peek
        header = bytes((BINARY,)) + b"".join(word.to_bytes(2, "little") for word in (start, end, run))
        self._write(name, header + bytes(self._each(peek(place) for place in range(start, end + 1))))

    def _each(self, codes: Iterable[int]) -> Iterator[int]:
        """Yield the codes, which are guarded."""
        for code in codes:
            self._spend(1)
            yield code

    @carries("BLOAD")
    def bload(self, name: str, offset: Number | None, run: bool, video: bool) -> None:
        """Carry out BLOAD name [,R or S][, offset]: with R the machine code that was loaded runs."""
        if run and self._code.goes_on:
            self._code.call(0)
            return
        if run and self._turbo.is_started_by(name):
            return
        data = self._read(name)
        if len(data) < BINARY_HEADER or data[0] != BINARY:
            raise RaisedError(basic_errors.BAD_FILE_MODE)
        moved = 0 if offset is None else to_address(offset)
        start = int.from_bytes(data[1:3], "little") + moved
        size = int.from_bytes(data[3:5], "little") - int.from_bytes(data[1:3], "little") + 1
        poke = self._video.vpoke if video else self._memory.poke
        self._spend(max(0, size))
        for place, code in enumerate(data[BINARY_HEADER : BINARY_HEADER + max(0, size)], start):
            poke(place & 0xFFFF, code)
        if run:
            self._code.call(int.from_bytes(data[5:7], "little") + moved & 0xFFFF)
