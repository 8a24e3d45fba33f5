"""One emulated MSX: it stands still until told how long, or to which point, it is to run.

Between two calls no emulated time passes, so the same script gives the same screens every run. All times are
emulated seconds. Nothing sleeps in host time.
"""

from __future__ import annotations

import contextlib
import re
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from msxkit.charset import UNICODE
from msxkit.display.screen import Screen
from msxkit.errors import CommandError, FileError, MachineError
from msxkit.files import read_bytes, real, write_atomic
from msxkit.language.tokens import LAST_LINE
from msxkit.machine.chip_type import V9958, chip_with
from msxkit.machine.keyboard import position
from msxkit.machine.video.chip import Chip
from msxkit.machine.video.shot import Shot
from msxkit.machine.work_area import Cell, Hook
from msxkit.openmsx.control import TIMEOUT, Emulator, understood
from msxkit.openmsx.keyboard import codes
from msxkit.openmsx.protocol import word, words
from msxkit.openmsx.vdp import TextMode, text_mode

#: The Tcl for what belongs to a text screen besides its cells: mode and place of the name table, width, cursor.
_LOOK = f"[::msxkit::hex {{VDP regs}} 0 3] [::msxkit::hex memory {Cell.LINLEN} 1] [::msxkit::hex memory {Cell.CSRY} 2]"
#: The words of it and of the cells, with which a note of a plan begins.
NOTED = 4
#: Host seconds that a foreseen stop may take; most take a thousandth.
_FORESEEN = 2.0
#: One frame at 50 Hz, the step in which conditions without a breakpoint are looked at.
FRAME = 0.02
#: Emulated seconds of several frames at 50 Hz: the first ones after the renderer is switched on can be black.
_PICTURE = 0.2
#: Machines with a V9958, as openMSX calls their types.
_WITH_V9958 = ("MSX2+", "MSXturboR")
_TAPE = {".cas", ".wav", ".tsx"}
_DISK = {".dsk", ".di1", ".di2", ".360", ".720"}
_CARTRIDGE = {".rom", ".mx1", ".mx2"}


@dataclass(frozen=True, slots=True)
class StopPlace:
    """A place where the machine stops.

    Attributes:
        name: What `run_until` returns for it.
        address: The program counter there.
        condition: A Tcl expression that must be true there; empty for none.
        written: How many bytes of memory from the address on stop the machine when one of them is written, wherever the
            program counter is; 0 for a place in the code.
    """

    name: str
    address: int
    condition: str = ""
    written: int = 0

    @property
    def arming(self) -> str:
        """The Tcl command that arms it."""
        if self.written:
            return f"::msxkit::arm_write {word(self.name)} {self.address} {self.address + self.written - 1}"
        return f"::msxkit::arm {word(self.name)} {self.address} {{{self.condition}}}"


def key_wait() -> StopPlace:
    """Return the stop where the machine wants a key (CHGET) and none is in the queue."""
    return StopPlace("key", Hook.H_CHGE, "![::msxkit::keys_waiting]")


@dataclass(slots=True)
class Plan:
    """Stops that are foreseen. At each of them openMSX itself notes what `look` returns and goes on. At the first other
    stop, or where `guard` does not hold, the machine stands still.

    Attributes:
        stops: The name of each stop and the Tcl that answers it, in their order.
        guard: A Tcl expression that must be true at each stop.
        look: The Tcl command whose result is noted.
        notes: The words of that result for each stop that came as foreseen; filled in when the machine stands.
    """

    stops: Sequence[tuple[str, str]]
    guard: str
    look: str
    notes: list[list[str]] = field(default_factory=list)


class EmulatedMachine:
    """A machine of openMSX, by its configuration name such as `C-BIOS_MSX1`.

    Attributes:
        characters: The character of each code, index 0-255, for what its screen shows.

    Args:
        cartridge, disk, tape: Files that are inserted at the start. Disk and tape are private copies, because openMSX
            writes to them.
        romtype: The mapper, as openMSX names it.
        extensions: Names of openMSX extensions.
        window: Whether to open a window.
    """

    def __init__(
        self,
        name: str,
        *,
        cartridge: Path | None = None,
        romtype: str | None = None,
        disk: Path | None = None,
        tape: Path | None = None,
        extensions: Sequence[str] = (),
        window: bool = False,
        environment: Mapping[str, str] | None = None,
        timeout: float = TIMEOUT,
    ) -> None:
        arguments = ["-machine", name]
        for extension in extensions:
            arguments += ["-ext", extension]
        if cartridge is not None:
            arguments += ["-carta", str(_existing(cartridge))]
            if romtype:
                arguments += ["-romtype", romtype]
        self.emulator = Emulator(arguments, environment=environment, window=window, timeout=timeout)
        self.name = name
        self.characters = UNICODE
        try:
            self._set_up(disk, tape, window)
        except BaseException:
            self.close()
            raise

    def _set_up(self, disk: Path | None, tape: Path | None, window: bool) -> None:
        if not window:
            self.command("set throttle off")
            with contextlib.suppress(CommandError):
                self.command("reverse stop")
        # openMSX would type RUN"CAS:" by itself, at a time of its own choosing.
        self.command("catch {set autoruncassettes off}")
        # "VRAM" is what the CPU can reach, 128 KB even where a machine has 16; a machine without a chip has none.
        size = "if {[catch {debug size {physical VRAM}} size]} {set size 0}; set size"
        with understood():
            self._vram_size = int(self.command(size))
        has_v9958 = self.command("machine_info type") in _WITH_V9958
        self._chip_type = V9958 if has_v9958 else chip_with(self._vram_size)
        if disk is not None:
            self.insert_disk(disk)
        if tape is not None:
            self.insert_tape(tape)

    def command(self, tcl: str) -> str:
        """Run any command of openMSX that this class has no method for, and return its result."""
        return self.emulator.command(tcl)

    # Time

    @property
    @understood()
    def time(self) -> float:
        """Emulated seconds since power-on."""
        return float(self.command("machine_info time"))

    def run(self, seconds: float) -> None:
        """Let exactly this much emulated time pass."""
        self.run_until((), seconds)

    def run_until(self, stops: Iterable[StopPlace], limit: float, plan: Plan | None = None) -> str:
        """Run to the first of `stops` that is not in the plan and return its name, or "timeout" when none of them comes
        within `limit` emulated seconds.

        A stop at the very place where the machine stands now does not count: the machine leaves it first.
        """
        if limit <= 0:
            raise ValueError(f"a machine must run for more than 0 seconds, not {limit}")
        arm = "".join(f"{stop.arming}; " for stop in stops)
        patience = self.emulator.timeout + limit  # No healthy emulator is slower than real time.
        if plan is not None and plan.stops:
            foreseen = " ".join(f"{{{name} {{{answer}}}}}" for name, answer in plan.stops)
            arm += f"::msxkit::foresee {{{foreseen}}} {{{plan.guard}}} {{{plan.look}}}; "
            patience += _FORESEEN * len(plan.stops)
        self.command(f"{arm}::msxkit::go {limit:.9f}")
        self.emulator.wait_stopped(patience)
        name, *notes = self.command("::msxkit::stopped").splitlines()
        if plan is not None:
            plan.notes = [note.split() for note in notes]
        return name

    def wait_for(self, condition: Callable[[], bool], limit: float, what: str) -> None:
        """Run until `condition()` holds, looking once a frame. Raise `MachineError` after `limit` seconds.

        Args:
            what: The name of what is awaited, for the message.
        """
        end = self.time + limit
        while not condition():
            if self.time >= end:
                raise MachineError(
                    f"{what} did not come within {limit:g} emulated seconds\n{self.describe()}"
                )
            self.run(FRAME)

    def wait_for_text(self, text: str | re.Pattern[str], limit: float = 60) -> Screen:
        """Run until the text (or pattern) is on the screen, and return that screen. Raise `MachineError` after `limit`
        seconds.
        """
        pattern = re.compile(re.escape(text)) if isinstance(text, str) else text

        def there() -> bool:
            screen = self.screen_or_none()
            return screen is not None and pattern.search(screen.text()) is not None

        self.wait_for(there, limit, f"the text {pattern.pattern!r}")
        return self.screen

    def reset(self) -> None:
        """Press the reset button."""
        self.command("reset")

    def set_speed(self, percent: float | None) -> None:
        """Set the speed in percent: 100 is a real machine's, None is as fast as possible."""
        if percent is None:
            self.command("set throttle off")
        else:
            self.command(f"set speed {round(percent)}; set throttle on")

    # Memory

    @understood()
    def read(self, address: int, size: int, debuggable: str = "memory") -> bytes:
        """Return bytes of the memory that the processor sees, or of another debuggable of openMSX: VRAM, CPU regs..."""
        if size <= 0:
            return b""
        return bytes.fromhex(self.command(f"::msxkit::hex {word(debuggable)} {address} {size}"))

    def write(self, address: int, data: bytes, debuggable: str = "memory") -> None:
        """Write bytes. Where the processor sees ROM nothing changes."""
        if data:
            self.command(writing(address, data, debuggable))

    def peek(self, address: int) -> int:
        """Return the byte at an address."""
        return self.read(address, 1)[0]

    def peek16(self, address: int) -> int:
        """Return the word at an address, low byte first."""
        return int.from_bytes(self.read(address, 2), "little")

    def poke(self, address: int, value: int) -> None:
        """Set the byte at an address."""
        self.write(address, bytes((value,)))

    def poke16(self, address: int, value: int) -> None:
        """Set the word at an address."""
        self.write(address, value.to_bytes(2, "little"))

    def vpeek(self, address: int) -> int:
        """Return the byte of video memory at an address."""
        return self.read(address, 1, "VRAM")[0]

    def vpoke(self, address: int, value: int) -> None:
        """Set a byte of video memory."""
        self.write(address, bytes((value,)), "VRAM")

    @property
    def cursor(self) -> tuple[int, int]:
        """Column and row of the text cursor, 0-based."""
        row, column = self.read(Cell.CSRY, 2)
        return column - 1, row - 1

    @property
    def chip(self) -> Chip:
        """Memory, registers and palette of the video chip, as they are now."""
        chip = Chip.fresh(self._chip_type)
        parts = ((chip.vram, "VRAM"), (chip.registers, "VDP regs"), (chip.palette, "VDP palette"))
        for part, name in parts:
            if part:
                part[:] = self.read(0, len(part), name)
        return chip

    @property
    def shot(self) -> Shot:
        """The video chip now, for a recording."""
        return Shot.of(self.chip, self.peek(Cell.SCRMOD))

    @property
    def psg(self) -> bytes:
        """Registers 0 to 13 of the sound chip."""
        return self.read(0, 14, "PSG regs")

    @property
    @understood()
    def pc(self) -> int:
        """The program counter."""
        return int(self.command("reg PC"))

    # Screen

    @property
    @understood()
    def screen(self) -> Screen:
        """The text screen, read from video memory. Raise `MachineError` in a graphic mode."""
        state = self.command(f"list {_LOOK}").split()
        mode = text_mode(bytes.fromhex(state[0]), self._vram_size)
        return self.noted_screen([*state, self.read(self._cells(mode), mode.size, "VRAM").hex()])

    def _cells(self, mode: TextMode) -> int:
        return mode.address % max(1, self._vram_size)

    def plan(self, stops: Sequence[tuple[str, str]], look: str, guard: str = "1") -> Plan | None:
        """Return a plan that notes the text screen, then what `look` returns; None in a graphic mode. It holds while
        the screen keeps its mode and its place in video memory.

        Args:
            stops: As in `Plan`.
            look: A Tcl word.
            guard: A further Tcl expression that must be true at each stop.
        """
        registers = self.read(0, 3, "VDP regs")
        try:
            mode = text_mode(registers, self._vram_size)
        except MachineError:
            return None
        cells = f"[::msxkit::hex VRAM {self._cells(mode)} {mode.size}]"
        same = f'[::msxkit::hex {{VDP regs}} 0 3] eq "{registers.hex()}"'
        return Plan(stops, f"{same} && {guard}", f"list {_LOOK} {cells} {look}")

    @understood()
    def noted_screen(self, note: Sequence[str]) -> Screen:
        """Return the text screen that a plan has noted."""
        mode = text_mode(bytes.fromhex(note[0]), self._vram_size)
        row, column = bytes.fromhex(note[2])
        return Screen(
            bytes.fromhex(note[3]),
            cursor=(column - 1, row - 1),
            columns=mode.columns,
            mode=mode.mode,
            width=int(note[1], 16),
            characters=self.characters,
        )

    def screen_or_none(self) -> Screen | None:
        """Return the text screen, or None in a graphic mode."""
        try:
            return self.screen
        except MachineError:
            return None

    def describe(self) -> str:
        """Return the screen and where the machine is, for an error message."""
        screen = self.screen_or_none()
        rows = ["(no text screen)"] if screen is None else screen.text().splitlines()
        line = self.peek16(Cell.CURLIN)
        where = f"line {line}" if line <= LAST_LINE else "direct mode"
        return "\n".join([f"  {self.name}, {self.time:.2f} s, {where}:", *(f"  |{row}" for row in rows)])

    def screenshot(self, path: Path) -> None:
        """Save the picture as a PNG of 320 x 240. No time passes for the machine: the frames that a picture needs run
        in a copy that is thrown away. Raise `MachineError` when openMSX cannot make a picture here.
        """
        state = self.save_state()
        throttle = self.command("set throttle")
        try:
            # Unthrottled, frames are skipped as fast as they come, and the picture stays black.
            self.command("set maxframeskip 0; set throttle on; set renderer SDL")
            if self.command("set renderer") == "none" or not self._shoot(path):
                self.command("catch {set renderer SDLGL-PP}")
                if not self._shoot(path):
                    raise MachineError(
                        "openMSX cannot make a picture here: version 20 and newer need a display; "
                        "run it under `xvfb-run -a`"
                    )
        finally:
            self.command(f"set renderer none; set throttle {throttle}")
            self.load_state(state)
            state.unlink()

    def _shoot(self, path: Path) -> bool:
        self.run(_PICTURE)
        inside = self.emulator.home.path / "picture.png"
        for size in ("", "-size 320"):
            with contextlib.suppress(CommandError):
                self.command(f"screenshot -raw {size} {word(str(inside))}")
                write_atomic(path, read_bytes(inside))
                inside.unlink()
                return True
        return False

    # Keys

    @property
    def keys_waiting(self) -> int:
        """The number of keys in the queue that the program has not taken yet."""
        return (self.peek16(Cell.PUTPNT) - self.peek16(Cell.GETPNT)) % Cell.KEYBUF.size

    def queue_keys(self, data: bytes) -> None:
        """Put at most 39 codes into the empty key queue, from where CHGET, INPUT and INKEY$ take them."""
        self.command(queueing(data))

    def type(self, text: str | bytes, limit: float = 10) -> None:
        """Type a text of any length through the key queue: exact, whatever the program does in between.

        Return when the machine waits for a key again, or has taken the last one without waiting. Raise `MachineError`
        for a program that does not take its keys for `limit` seconds.
        """
        waiting = codes(text)
        self._until_taken(limit, len(waiting))
        while waiting:
            self.queue_keys(waiting[: Cell.KEYBUF.size - 1])
            waiting = waiting[Cell.KEYBUF.size - 1 :]
            self._until_taken(limit, len(waiting))

    def _until_taken(self, limit: float, behind: int) -> None:
        end = self.time + limit
        while left := self.keys_waiting:
            if self.run_until([key_wait()], FRAME) != "key" and self.time >= end:
                raise MachineError(
                    f"the program did not read {left + behind} keys within {limit:g} emulated seconds; one that reads "
                    f"the keyboard itself (STICK, STRIG) needs press()\n{self.describe()}"
                )

    def press(self, *keys: str, seconds: float = 0.1) -> None:
        """Hold keys of the matrix down together for `seconds`, then let go: `press("CTRL", "STOP")`."""
        self.hold(*keys)
        try:
            self.run(seconds)
        finally:
            self.release(*keys)
        self.run(FRAME * 2)

    def hold(self, *keys: str) -> None:
        """Press keys of the matrix. Raise `MsxError` for an unknown name."""
        for row, mask in [position(key) for key in keys]:
            self.command(f"keymatrixdown {row} {mask}")

    def release(self, *keys: str) -> None:
        """Let keys of the matrix go."""
        for row, mask in [position(key) for key in keys]:
            self.command(f"keymatrixup {row} {mask}")

    def move(self, joystick: int, pressed: int) -> None:
        """Set what is pressed on joystick 1 or 2, as `msxkit.machine.keyboard.Keyboard.move` does."""
        self.command(f"::msxkit::move {joystick} {pressed}")

    # Media

    def insert_disk(self, path: Path, drive: str = "a") -> Path:
        """Insert a copy of a disk image and return the copy's path: the machine writes to the copy.

        Raise `MachineError` if there is no such drive, `FileError` if the image cannot be read.
        """
        if f"disk{drive}" not in self.command(f"info commands disk{drive}"):
            raise MachineError(f"{self.name} has no disk drive {drive.upper()}:; choose another --machine")
        copy = self._copy(path)
        self.command(words(f"disk{drive}", "insert", str(copy)))
        return copy

    def eject_disk(self, drive: str = "a") -> None:
        """Take the disk out. Everything written is then in its file."""
        self.command(f"disk{drive} eject")

    def insert_tape(self, path: Path) -> None:
        """Insert a copy of a cassette image (.cas, .wav or .tsx), rewound. Raise `MachineError` without a cassette
        interface.
        """
        if "cassetteplayer" not in self.command("info commands cassetteplayer"):
            raise MachineError(f"{self.name} has no cassette interface; choose another --machine")
        self.command(words("cassetteplayer", "insert", str(self._copy(path))) + "; cassetteplayer rewind")

    def insert_cartridge(self, path: Path, romtype: str | None = None) -> None:
        """Insert a cartridge and reset the machine, so that it starts the cartridge."""
        more = ("-romtype", romtype) if romtype else ()
        self.command(words("carta", "insert", str(_existing(path)), *more))
        self.reset()

    def insert(self, path: Path) -> None:
        """Insert a disk (drive A:), tape or cartridge, which the ending of its name tells. Raise `MachineError` for an
        unknown ending.
        """
        ending = path.suffix.lower()
        if ending in _DISK:
            self.insert_disk(path)
        elif ending in _TAPE:
            self.insert_tape(path)
        elif ending in _CARTRIDGE:
            self.insert_cartridge(path)
        else:
            known = " ".join(sorted(_DISK | _TAPE | _CARTRIDGE))
            raise MachineError(f"{path}: the name of a medium must end in one of {known}")

    def _copy(self, path: Path) -> Path:
        folder = self.emulator.home.path / "media"
        folder.mkdir(exist_ok=True)
        number = len(list(folder.iterdir()))
        copy = folder / f"{number}-{path.name}"
        try:
            shutil.copyfile(_existing(path), copy)
        except OSError as error:
            raise FileError(f"{path}: cannot be read: {error.strerror}") from error
        return copy

    # State

    def save_state(self) -> Path:
        """Save the whole machine to a file in the private folder, and return its path for `load_state`."""
        folder = self.emulator.home.path / "states"
        folder.mkdir(exist_ok=True)
        path = folder / f"{self.time:.6f}-{len(list(folder.iterdir()))}.oms"
        self.command(words("store_machine") + f" [machine] {word(str(path))}")
        return path

    def load_state(self, path: Path) -> None:
        """Go back to a saved state. openMSX restores into a new machine, which takes the old one's place."""
        # The restored machine runs when it is activated: the same command stops it.
        self.command(
            f"set ::msxkit::new [restore_machine {word(str(path))}]; set ::msxkit::old [machine]; "
            "activate_machine $::msxkit::new; delete_machine $::msxkit::old; debug break"
        )

    # End

    def close(self) -> None:
        """Switch off: end the emulator and remove its folder."""
        self.emulator.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def writing(address: int, data: bytes, debuggable: str = "memory") -> str:
    """Return the Tcl that writes bytes."""
    return f"debug write_block {word(debuggable)} {address} [binary decode hex {data.hex()}]"


def queueing(data: bytes) -> str:
    """Return the Tcl that puts codes into the empty key queue. Raise `ValueError` for more than 39."""
    if len(data) >= Cell.KEYBUF.size:
        raise ValueError(f"the key queue holds {Cell.KEYBUF.size - 1} codes, not {len(data)}")
    start, end = Cell.KEYBUF, Cell.KEYBUF + len(data)
    pointers = end.to_bytes(2, "little") + start.to_bytes(2, "little")
    return f"{writing(start, data)}; {writing(Cell.PUTPNT, pointers)}"


def _existing(path: Path) -> Path:
    if not path.is_file():
        raise FileError(f"{path}: there is no such file")
    return real(path)
