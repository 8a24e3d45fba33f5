"""`msxkit play`: a program in the terminal, live, with pictures, keys and joystick, at the machine's pace."""

from __future__ import annotations

import time
from pathlib import Path

import click

from msxkit.cli import FILE
from msxkit.commands.battery import clock_option, keep, kept
from msxkit.commands.drives import disk_options, ejected, files_option, inserted
from msxkit.commands.live import FRAME, Signals, TerminalCanvas, ask, is_person, raw, read, write
from msxkit.commands.machines import machine_options, speed_option
from msxkit.commands.programs import find, program_options
from msxkit.display.held_keys import ENTER_PROTOCOL, LEAVE_PROTOCOL, HeldKeys, Protocol
from msxkit.display.terminal import FUNCTION_KEY, Typist
from msxkit.errors import MsxError, ProgramError, naming
from msxkit.interpreter import Session
from msxkit.interpreter.session import END, ERROR, KEY
from msxkit.machine.clock import SECOND
from msxkit.machine.key_codes import key_of
from msxkit.machine.keyboard import DOWN, LEFT, RIGHT, TRIGGER_A, TRIGGER_B, UP
from msxkit.machine.model import Model

CONTROL_C, CONTROL_Q, CONTROL_S = 3, 17, 19
#: Seconds of the machine that are made up for at most, when the program or the terminal is slower than it.
_BEHIND = 0.2
#: What the keys are on a joystick.
_JOYSTICK = {"UP": UP, "DOWN": DOWN, "LEFT": LEFT, "RIGHT": RIGHT, "SPACE": TRIGGER_A, "RETURN": TRIGGER_B}
_NOTICES = {
    END: "The program has ended: press a key to leave",
    ERROR: "The program has stopped with an error: press a key to leave",
}
PAUSED = "Paused: CTRL-S continues, CTRL-C leaves"


@click.command()
@click.argument("program", type=FILE)
@speed_option(1)
@click.option(
    "--graphics",
    "way",
    type=click.Choice(["auto", "blocks", "sixel", "kitty"]),
    default="auto",
    help="How pictures are shown; auto asks the terminal.",
)
@click.option(
    "--stick",
    type=click.Choice(["keys", "1", "2"]),
    default="keys",
    help="What cursor keys and space act as: STICK(0) and STRIG(0), or a joystick.",
)
@machine_options
@files_option()
@clock_option
@disk_options
@program_options
def play(
    program: Path,
    speed: float,
    way: str,
    stick: str,
    model: Model,
    folder: Path | None,
    clock_file: Path | None,
    image: Path | None,
    written: bool,
    file: str | None,
    encoding: str,
) -> int:
    """Run PROGRAM in this terminal: text and graphics, with the keyboard as keys and joystick.

    CTRL-C leaves, CTRL-S pauses. The exit code is 1 after a BASIC error. It takes one program; others that it loads lie
    in the folder of --files.
    """
    found = find(program, encoding, file, cut_numbers=True)
    if not is_person():
        raise MsxError(
            "playing needs a terminal that can draw a full screen; "
            "`msxkit run` runs a program without one, and `msxkit basic` works line by line"
        )
    medium = inserted(folder, image, written, found, program)
    with naming(program, ProgramError):
        session = Session(
            found.program, machine=model, files=medium, idle_polls=None, clock_chip=kept(clock_file)
        )
    try:
        _Player(session, speed, stick).play(way)
    finally:
        session.close()
        ejected(medium, written)
        keep(clock_file, session.clock_chip)
    if session.error is None:
        return 0
    click.echo(f"{session.place or program}: {session.error}", err=True)
    return 1


class _Player:
    """A session and the terminal.

    Attributes:
        stick: What the cursor keys are: `keys`, or a joystick.
    """

    def __init__(self, session: Session, speed: float, stick: str) -> None:
        self._session, self._speed = session, speed
        self._stick = None if stick == "keys" else int(stick)
        self._typist, self._held = Typist(session.program.characters), HeldKeys()
        self._protocol: Protocol | None = None
        self._down: set[str] = set()
        self._ended = self._left = self._paused = False
        self._typed = b""
        #: T-states that the machine should have come to.
        self._due = 0

    def play(self, way: str) -> None:
        """Play until the program has ended, or CTRL-C."""
        signals = Signals()

        def breaks() -> bool:
            self._take(read(0))
            self._left |= signals.interrupted
            return self._left

        self._session.breaks = breaks
        with signals.handled(), raw(leave=LEAVE_PROTOCOL + "\x1b[?25h") as set_raw:
            canvas = self._begin(way)
            before = time.monotonic()
            while not self._left:
                if signals.resumed:
                    signals.resumed = False
                    set_raw()
                    if self._protocol is not None:
                        write(ENTER_PROTOCOL)
                    canvas.forget()
                write(canvas.paint(self._session, self._notice()))
                idle = self._ended or self._paused or self._speed > 0
                wait = before + FRAME - time.monotonic() if idle else 0.0
                self._take(self._typed + read(max(0.0, wait)))
                self._typed = b""
                self._left |= signals.interrupted
                now = time.monotonic()
                if not (self._ended or self._paused or self._left):
                    self._hold(now)
                    self._advance(min(now - before, _BEHIND))
                before = now

    def _begin(self, way: str) -> TerminalCanvas:
        from msxkit.display.pixels import QUERY, ability, answered

        able, self._typed = ability(ask(QUERY, answered))
        write("\x1b[2J")
        if able.keyboard:
            self._protocol = Protocol()
            write(ENTER_PROTOCOL)
        return TerminalCanvas(able.way.value if way == "auto" else way, able.cell)

    def _notice(self) -> str:
        if self._ended:
            return _NOTICES[ERROR if self._session.error else END]
        return PAUSED if self._paused else ""

    def _take(self, data: bytes) -> None:
        """Take what was typed: codes for the program, and keys that are held."""
        now = time.monotonic()
        if self._protocol is not None:
            text = []
            for event in self._protocol.events(data.decode("utf-8", errors="ignore")):
                if event is None:
                    self._held.release_all()
                    continue
                text.append(event.text)
                if event.key is not None:
                    (self._held.press if event.down else self._held.release)(event.key)
            data = "".join(text).encode("utf-8", errors="ignore")
        for code in self._typist.codes(data, None):
            self._key(code, now)

    def _key(self, code: int, now: float) -> None:
        if code == CONTROL_C or self._ended:
            self._left = True
        elif code == CONTROL_S or (self._paused and code == CONTROL_Q):
            self._paused = not self._paused
        elif code >= FUNCTION_KEY:
            number = code - FUNCTION_KEY
            self._session.keys.press(self._session.keys.function_key(number))
            if self._protocol is None:
                for each in ("SHIFT",) * (number > 4) + (f"F{number % 5 + 1}",):
                    self._held.typed(each, now)
        else:
            self._session.keys.press(code)
            key = key_of(code)
            if self._protocol is None and key is not None:
                self._held.typed(key, now)

    def _hold(self, now: float) -> None:
        """Set the machine's keys and joystick to what the terminal holds."""
        session, down = self._session, self._held.held(now)
        if self._stick is not None:
            session.keys.joystick(self._stick, sum(bit for key, bit in _JOYSTICK.items() if key in down))
            down -= _JOYSTICK.keys()
        session.keys.hold(*down - self._down)
        session.keys.release(*self._down - down)
        self._down = down

    def _advance(self, seconds: float) -> None:
        """Run the machine for as long as it would have run, or until the next picture is due."""
        session, end = self._session, time.monotonic() + FRAME
        # It stops at the interrupt after the time that is due; what that is too late is not given again.
        earliest = session.t_states - round(_BEHIND * self._speed * SECOND)
        self._due = max(self._due, earliest) + round((seconds * self._speed or FRAME) * SECOND)
        until = self._due if self._speed else None
        event = session.run(poll=lambda: time.monotonic() > end, until=until)
        if event.at is KEY:
            session.let_pass(self._due)
        self._ended = event.at in (END, ERROR)
