"""MSX BASIC on an emulated machine: boot to the prompt, load a program into memory, run it from event to event.

Only documented places are used: hooks in RAM that every MSX BASIC calls, system variables, and the math-pack's RND.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from msxkit.basic_errors import Failure
from msxkit.errors import EmulatorMissingError, MachineError, ProgramError
from msxkit.language.program import Program
from msxkit.language.tokens import LAST_LINE
from msxkit.machine.work_area import DIRECT_MODE, Cell, Hook, RomEntry
from msxkit.openmsx.clock import set_clock
from msxkit.openmsx.control import understood
from msxkit.openmsx.keyboard import codes
from msxkit.openmsx.machine import FRAME, EmulatedMachine, Plan, StopPlace, key_wait, queueing, writing
from msxkit.openmsx.protocol import word
from msxkit.openmsx.variables import VariableTable, double, number, variables
from msxkit.recording import DRAW, END, KEY
from msxkit.stop_reason import StopReason

#: An error ended the program; the emulated time was up before any event.
ERROR, LIMIT = StopReason.ERROR, StopReason.LIMIT
_POLL = "poll"
#: At H.ERRO: an error that ON ERROR catches is not an end.
UNHANDLED = (
    f"[peek16 {Cell.ONELIN}] == 0 || [peek {Cell.ONEFLG}] != 0 || [peek16 {Cell.CURLIN}] == {DIRECT_MODE}"
)
#: The last row with text when a machine waits for a command. A machine that calls the hooks needs no pattern.
PROMPT = r"^\s*Ok$"
#: Emulated seconds. The slowest known machine boots to its prompt in 15; the original game places its ships in 30-70.
BOOT_LIMIT, RUN_LIMIT = 60.0, 300.0
#: How often RETURN is pressed at a question before the prompt, such as a disk ROM's for the date.
_QUESTIONS = 4
#: A disk ROM may ask for keys (CHSNS) in a loop instead of waiting for one. After so many times it is a question.
_BOOT_POLLS = 500
#: Emulated seconds in which the machine draws the cursor after it has begun to wait at the prompt.
_CURSOR = 0.05


@dataclass(frozen=True, slots=True)
class BasicEvent:
    """Where the program stands: at a draw, a key wait, the end, an error, or at none of these (LIMIT).

    Attributes:
        line: The BASIC line, None in direct mode.
        error: The error that ended the program, if one did.
    """

    at: StopReason
    line: int | None
    error: Failure | None = None


def _poll(enough: int) -> StopPlace:
    """Return a stop where INKEY$, or another poll for a key, has found none so many times."""
    return StopPlace(_POLL, RomEntry.CHSNS, f"[::msxkit::in_rom] && [::msxkit::polled {enough}]")


def _statement(name: str, line: str) -> list[StopPlace]:
    """Return the stops at a statement of the line that CURLIN is compared with: before it (H.GONE), or else
    after it.
    """
    return [StopPlace(name, hook, f"[peek16 {Cell.CURLIN}] {line}") for hook in (Hook.H_GONE, Hook.H_NEWS)]


def events(draws: bool = False) -> list[StopPlace]:
    """Return the stops at a wait for a key, the end of a program, an error that ends it, and with `draws` at
    RND(-TIME).
    """
    stops = [key_wait(), StopPlace(END, Hook.H_READ), StopPlace(ERROR, Hook.H_ERRO, UNHANDLED)]
    if draws:
        stops.append(StopPlace(DRAW, RomEntry.RND, "[::msxkit::in_rom] && [::msxkit::draws]"))
    return stops


class Basic:
    """MSX BASIC on `machine`, switched on by `boot`.

    Args:
        prompt: A pattern for the last row at the prompt.
    """

    def __init__(self, machine: EmulatedMachine, prompt: str = PROMPT) -> None:
        self.machine = machine
        self._prompt = re.compile(prompt)
        self._boot_text = ""

    # To the prompt

    def boot(self, limit: float = BOOT_LIMIT, *, to_program: bool = False) -> BasicEvent:
        """Switch the machine on, run to the prompt, and return the event END.

        Questions before the prompt (the date) are answered with RETURN. For a program that starts by itself, from a
        disk or a cartridge, the event is KEY when it waits for a key, or LIMIT when it does not within `limit` emulated
        seconds. Raise `EmulatorMissingError` if there is no prompt and no program by then.

        Args:
            to_program: Stop before the first statement of a program that starts by itself, with the event LIMIT.
        """
        # The clock chip can be set once the machine has power; the ROM looks at it later.
        self.machine.run(FRAME)
        set_clock(self.machine)
        end = self.machine.time + limit
        questions, ready = 0, False
        stops = [StopPlace(END, Hook.H_READ), key_wait(), _poll(_BOOT_POLLS)]
        if to_program:
            stops[:0] = _statement(LIMIT, f"!= {DIRECT_MODE}")
        while (left := end - self.machine.time) > 0:
            stop = self.machine.run_until(stops, left)
            self._remember()
            if stop == LIMIT:
                return BasicEvent(LIMIT, self.line)
            if stop == END:
                # The wait for a command comes next, unless a program starts by itself.
                ready = True
            elif stop in (KEY, _POLL):
                if self._in_program():
                    return BasicEvent(KEY, self.line)
                if stop == KEY and (ready or self._looks_ready()):
                    return self._at_prompt(waiting=True)
                if questions == _QUESTIONS:
                    break
                questions += 1
                self.machine.queue_keys(b"\r")
                if questions == _QUESTIONS:
                    # A program that polls the keyboard all the time asks no question.
                    stops.pop()
        if self._in_program():
            return BasicEvent(LIMIT, self.line)
        raise EmulatorMissingError(
            f"{self.machine.name} showed no BASIC prompt within {limit:g} emulated seconds: do its ROMs contain BASIC? "
            "`msxkit openmsx doctor` says which machines have it; choose one with MSXKIT_MACHINE, or with --machine "
            "of `msxkit openmsx`\n" + self.machine.describe()
        )

    def _remember(self) -> None:
        screen = self.machine.screen_or_none()
        if screen is not None and "BASIC" in screen.text():
            self._boot_text = screen.text()

    def _looks_ready(self) -> bool:
        screen = self.machine.screen_or_none()
        if screen is None:
            return False
        rows = [(y, row) for y, row in enumerate(screen) if row.strip(" ▮")]
        # Below the cursor there may be a line with the function keys.
        above = [row for y, row in rows if y <= screen.cursor[1]]
        last = {*above[-1:], *(row for _, row in rows[-1:])}
        return any(self._prompt.search(row) for row in last)

    def _in_program(self) -> bool:
        """Return whether CURLIN is a line of the program at TXTTAB; if so, the program itself waits."""
        line = self.line
        return line is not None and line in self._line_numbers()

    def _line_numbers(self) -> Iterator[int]:
        """Yield the numbers of the lines in memory, as far as the links make sense."""
        base = self.machine.peek16(Cell.TXTTAB)
        if not 0x8000 < base < Cell.KEYBUF:
            return  # not set up yet
        text = self.machine.read(base, Cell.KEYBUF - base)
        offset = 0
        while offset + 4 < len(text):
            link = int.from_bytes(text[offset : offset + 2], "little") - base
            if not offset + 4 < link <= len(text) or text[link - 1] != 0:
                return
            yield int.from_bytes(text[offset + 2 : offset + 4], "little")
            offset = link

    def _at_prompt(self, error: Failure | None = None, waiting: bool = False) -> BasicEvent:
        """Run on from `Ok` to the wait for a command, with its cursor drawn."""
        if not waiting and self.machine.run_until([key_wait()], 10) != KEY:
            raise MachineError(f"BASIC was ready but does not wait for a command\n{self.machine.describe()}")
        self._remember()
        self.machine.run(_CURSOR)
        return BasicEvent(END if error is None else ERROR, None if error is None else error.line, error)

    # Programs

    def load(self, program: Program) -> None:
        """Put a program into memory at the prompt, as LOAD would: text at TXTTAB, variables empty.

        Raise `ProgramError` when it does not fit under the stack, `MachineError` when there is no RAM.
        """
        base = self.machine.peek16(Cell.TXTTAB)
        text = program.memory(base)
        end = base + len(text)
        # What BASIC itself keeps free: the stack and the string space lie above.
        free = self.machine.peek16(Cell.STKTOP) - 256 - base
        if len(text) > free:
            raise ProgramError(f"the program has {len(text)} bytes, {self.machine.name} has room for {free}")
        self.machine.write(base - 1, b"\0" + text)
        if self.machine.read(base - 1, len(text) + 1) != b"\0" + text:
            raise MachineError(f"there is no RAM for a program at {base:04X}h of {self.machine.name}")
        for pointer in (Cell.VARTAB, Cell.ARYTAB, Cell.STREND):
            self.machine.poke16(pointer, end)

    def start(self, command: str = "RUN", time: int | None = None) -> None:
        """Type a command and RETURN at the prompt, but do not let the machine run yet.

        Args:
            command: The command, at most 38 ASCII characters.
            time: What TIME is set to in that moment (0-65535), so that a game does not depend on when it was started.
        """
        if time is not None:
            self.machine.poke16(Cell.JIFFY, time)
        data = command.encode("ascii") + b"\r"
        self.machine.queue_keys(data)

    def type(self, text: str | bytes, limit: float = RUN_LIMIT) -> BasicEvent:
        """Type a text of any length, run to the event after its last key, and return that. No key is lost, whatever the
        program does in between.

        Args:
            limit: Emulated seconds to each event. A program that comes to none leads to LIMIT, and the rest of the text
                is not typed.
        """
        waiting = codes(text)
        event = BasicEvent(LIMIT, self.line)
        while waiting:
            chunk, waiting = waiting[: Cell.KEYBUF.size - 1], waiting[Cell.KEYBUF.size - 1 :]
            self.machine.queue_keys(chunk)
            event = self.go(limit)
            # A program that takes nothing for `limit` seconds never will.
            if event.at == LIMIT:
                break
        return event

    def run(self, command: str = "RUN", limit: float = RUN_LIMIT) -> BasicEvent:
        """Start the program and run it until it waits for a key, ends, stops with an error, or `limit` emulated seconds
        are up. Return that event.
        """
        self.start(command)
        return self.go(limit)

    def go(
        self, limit: float = RUN_LIMIT, draws: bool = False, polls: int = 0, plan: Plan | None = None
    ) -> BasicEvent:
        """Run to the next event that is not in the plan, and return it: LIMIT after `limit` emulated seconds.

        Args:
            draws: Whether RND of a negative argument (or zero) is an event too.
            polls: How many times INKEY$ finds nothing until that counts as a wait for a key; 0: it never does.
        """
        stops = events(draws)
        if polls:
            stops.append(_poll(polls))
        error: Failure | None = None
        end = self.machine.time + limit
        while (left := end - self.machine.time) > 0:
            at = self.machine.run_until(stops, left, plan)
            plan = None
            if at == ERROR:
                with understood():
                    error = Failure(int(self.machine.command("reg E")), self.line)
            elif at == END:
                if error is not None:
                    # The number that the handler has stored is certain; the register at its hook is only documented.
                    error = replace(error, number=self.machine.peek(Cell.ERRFLG))
                return self._at_prompt(error)
            elif at == KEY and self.line is None and self._looks_ready():
                # A BASIC without the hook at Ok.
                return self._at_prompt(error, waiting=True)
            elif at in (KEY, DRAW, _POLL):
                return BasicEvent(DRAW if at == DRAW else KEY, self.line)
        return BasicEvent(LIMIT, self.line, error)

    # What BASIC knows

    @property
    def line(self) -> int | None:
        """The line being executed, None in direct mode."""
        line = self.machine.peek16(Cell.CURLIN)
        return line if line <= LAST_LINE else None

    @property
    def variables(self) -> VariableTable:
        """All variables and arrays at this moment."""
        pointers = [self.machine.peek16(at) for at in (Cell.VARTAB, Cell.ARYTAB, Cell.STREND)]
        return variables(
            self.machine.read, pointers[0], pointers[1], pointers[2], self.machine.read(Cell.DEFTBL, 26)
        )

    @property
    def draw(self) -> int:
        """The number n of RND(-n) at a draw. Raise `MachineError` when n cannot be a TIME."""
        argument = number(self.machine.read(Cell.DAC, 8))
        if not isinstance(argument, int) or not -65535 <= argument <= 0:
            raise MachineError(
                f"line {self.line} computes RND({argument}): a recording holds RND(-TIME) only"
            )
        return -argument

    def set_draw(self, time: int) -> None:
        """Make the current draw RND(-time)."""
        self.machine.command(self.answering(DRAW, time))

    @staticmethod
    def answering(at: StopReason, value: int) -> str:
        """Return the Tcl that answers a wait for a key with its code, or a draw with its TIME."""
        return queueing(bytes((value,))) if at == KEY else writing(Cell.DAC, double(-value))

    def plan(self, answers: Iterable[tuple[StopReason, int]]) -> Plan | None:
        """Return a plan of the events of a program with their answers; None in a graphic mode. Each of its notes ends
        with the BASIC line.
        """
        stops = [(at, self.answering(at, value)) for at, value in answers]
        return self.machine.plan(stops, f"[peek16 {Cell.CURLIN}]", f"[peek16 {Cell.CURLIN}] <= {LAST_LINE}")

    def cover(self, on: bool = True) -> None:
        """Begin to note which lines are executed, or stop noting them."""
        self.machine.command(f"::msxkit::cover {int(on)}")

    @property
    @understood()
    def covered(self) -> set[int]:
        """The numbers of the lines executed since `cover`, the one being executed included."""
        noted = {int(line) for line in self.machine.command("dict keys $::msxkit::lines").split()}
        return {line for line in noted if line <= LAST_LINE}

    # Which BASIC this is

    @property
    def version(self) -> str:
        """The name that BASIC shows when it boots: `MSX BASIC 2.1 with Disk BASIC 1.0, 50 Hz`."""
        found = [
            (f"{maker} {word}".strip(), number)
            for maker, word, number in re.findall(r"(?:(\w+) )?(\S*BASIC) ver\S* (\d[\w.]*)", self._boot_text)
        ]
        main = next((f"{name} {number}" for name, number in found if name != "Disk BASIC"), "BASIC")
        disk = next((f" with {name} {number}" for name, number in found if name == "Disk BASIC"), "")
        return f"{main}{disk}, {self.frequency} Hz"

    @property
    def frequency(self) -> int:
        """Interrupts per second, 50 or 60, as the ROM says: TIME counts them."""
        return 50 if self._rom(RomEntry.ID_CHARACTERS, 1)[0] & 0x80 else 60

    @property
    def generation(self) -> int:
        """The generation of the machine: 0 MSX1, 1 MSX2, 2 MSX2+, 3 turboR."""
        return self._rom(RomEntry.ID_VERSION, 1)[0]

    def rom_sha1(self) -> str:
        """Return the SHA-1 of the 32 KB main ROM, read out of its slot, in hexadecimal."""
        return hashlib.sha1(self._rom(0, 0x8000)).hexdigest()

    def _rom(self, address: int, size: int) -> bytes:
        slot = self.machine.peek(Cell.EXPTBL)
        # "slotted memory": 64 KB for each of the 16 slots, primary slot first.
        start = ((slot & 3) * 4 + (slot >> 2 & 3 if slot & 0x80 else 0)) << 16
        return self.machine.read(start + address, size, "slotted memory")

    @property
    def machine_title(self) -> str:
        """The name that people use, such as `Philips VG 8020/20`."""
        name = word(self.machine.name)
        return self.machine.command(
            f"if {{[catch {{utils::get_machine_display_name_by_config_name {name}}} title]}} {{set title {name}}}; "
            "set title"
        ).strip()


__all__ = ["DRAW", "END", "ERROR", "KEY", "LIMIT", "Basic", "BasicEvent", "EmulatorMissingError", "Failure"]
