"""`msxkit run --on cartridge`: the program compiled, on an emulated machine with C-BIOS."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import product
from operator import itemgetter
from pathlib import Path

import click

from msxkit.backends.beside import beside, names_in
from msxkit.backends.cartridge import MACHINES, CartridgeTarget, running
from msxkit.backends.cartridge_states import states
from msxkit.commands.filming import PICTURE, RunFilm, ended, shown
from msxkit.commands.outputs import STANDARD_OUTPUT, print_made, write
from msxkit.commands.run_options import PICTURES, RunOptions
from msxkit.commands.run_shown import compact
from msxkit.errors import MsxError
from msxkit.language.program import Place
from msxkit.machine.clock import SECOND
from msxkit.machine.input_script import Input
from msxkit.native.compiler import Options, compile_program
from msxkit.openmsx.machine import FRAME, EmulatedMachine
from msxkit.openmsx.protocol import word
from msxkit.openmsx.variables import ArrayValue, VariableTable
from msxkit.recording import DRAW, KEY
from msxkit.stop_reason import StopReason

#: What an emulated machine takes of a script: it has no paddles and touch pads.
_DEVICES = ("keys", "type", "joystick")
#: Emulated seconds after which the typed keys arrive, and what the key queue holds.
TYPED_AFTER, QUEUE = 3.0, 39


def run_cartridge(options: RunOptions) -> int:
    """Compile the program, run it for at most so many emulated seconds, and return the exit code.

    Raise `CompileError`, or `EmulatorMissingError` without openMSX or C-BIOS.
    """
    keys, program, times = options.keys(), options.found().program, iter(options.times())
    if options.form == "ansi":
        raise click.UsageError("--on cartridge shows text, json, a picture, gif or wav")
    limit = min(each for each in (options.max_emulated_seconds, options.end) if each is not None)
    script = options.script()
    if strange := next((event.device for event in script if event.device not in _DEVICES), None):
        raise click.UsageError(
            f"--on cartridge takes keys, type and joysticks of --input; openMSX has no {strange} here"
        )
    named = () if options.folder is None else names_in(options.folder)
    cartridge = compile_program(program, beside(options.program, options.folder), Options(folder=named))
    files: dict[Path, bytes] = {}
    machine, polling = MACHINES[options.model.chip.name], options.states_file is not None
    with (
        running(cartridge, machine, polling=polling) as target,
        _recorded(target.machine, options, files) as record,
    ):
        film = RunFilm(target, options.begin or 0.0) if options.form == "gif" else None
        if options.states_file is None:
            run = _Run(target, keys, times, film)
            run.later = sorted([(options.begin or 0.0, record), *run.pressed(script)], key=itemgetter(0))
            at = run.play(limit)
        else:
            record()
            at, waits = states(target, keys, times, limit)
            files[options.states_file] = compact(waits)
        if at == KEY and (film is not None or options.form in PICTURES):
            # Until the cursor is shown.
            target.machine.run(2 * FRAME)
        place, found = _place(target), None
        if options.show_variables:
            found = {program.long_name(name): value for name, value in _values(target.variables).items()}
        if film is not None:
            film.take()
            seen = film.finish()
        else:
            seen = shown(target, at, options.form, place, program.characters, found)
        line, failure = target.line, target.failure
    seen = files.setdefault(options.output or STANDARD_OUTPUT, seen)
    write({path: data for path, data in files.items() if path != STANDARD_OUTPUT})
    if options.output is None:
        print_made(seen, is_text=not options.is_picture)
    return ended(options, at, line, failure, place)


@contextmanager
def _recorded(
    machine: EmulatedMachine, options: RunOptions, files: dict[Path, bytes]
) -> Iterator[Callable[[], None]]:
    """Let openMSX record what is printed, and the sound from a call of what is yielded; add both to the files of
    the options at the end.
    """
    with tempfile.TemporaryDirectory(prefix="msxkit-") as folder:
        printed, heard = Path(folder) / "printed", Path(folder) / "heard.wav"
        # Without a printer LPRINT would wait for one.
        machine.command(f"set printerlogfilename {word(str(printed))}")
        machine.command("plug printerport logger")

        def record() -> None:
            if options.form == "wav":
                machine.command(f"soundlog start {word(str(heard))}")

        yield record
        if options.printer is not None:
            machine.command("unplug printerport")
            files[options.printer] = printed.read_bytes() if printed.exists() else b""
        if options.form == "wav":
            machine.command("soundlog stop")
            if not heard.exists():
                raise MsxError(f"the run ended before --from {options.begin:g}: nothing was heard")
            files[options.output or STANDARD_OUTPUT] = heard.read_bytes()


class _Run:
    """A run that answers what the program waits for, and is filmed if there is a film.

    Attributes:
        later: What is done at which second, in order.
    """

    def __init__(
        self, target: CartridgeTarget, keys: bytes, draws: Iterator[int], film: RunFilm | None
    ) -> None:
        self._target, self._keys, self._draws, self._film = target, keys, draws, film
        self._held: frozenset[str] = frozenset()
        self._typed_after = TYPED_AFTER
        self.later: list[tuple[float, Callable[[], None]]] = []

    def pressed(self, script: Iterable[Input]) -> Iterator[tuple[float, Callable[[], None]]]:
        """Yield what a script presses."""
        for event in script:
            yield event.t_states / SECOND, partial(self._press, event)

    def _press(self, event: Input) -> None:
        if event.device == "type":
            self._keys += event.codes
            self._typed_after = 0.0
        elif event.device == "joystick":
            self._target.machine.move(event.number, event.value)
        else:
            self._target.release(self._held - event.keys)
            self._target.hold(event.keys - self._held)
            self._held = event.keys

    def _type(self) -> None:
        self._target.machine.queue_keys(self._keys[:QUEUE])
        self._keys = self._keys[QUEUE:]

    def play(self, seconds: float) -> StopReason:
        """Run to the end, for at most so many seconds."""
        target, start = self._target, self._target.seconds
        while True:
            passed = target.seconds - start
            while self.later and self.later[0][0] <= passed:
                self.later.pop(0)[1]()
            if self._film is not None:
                self._film.take()
            if passed >= seconds:
                return StopReason.LIMIT
            waits = [seconds - passed, *(time - passed for time, _ in self.later[:1])]
            if self._keys and passed >= self._typed_after:
                if not target.machine.keys_waiting:
                    self._type()
                waits.append(FRAME)
            elif self._keys:
                waits.append(self._typed_after - passed)
            if self._film is not None:
                waits.append(PICTURE)
            at = target.go(max(min(waits), FRAME))
            if at == DRAW:
                target.answer_draw(next(self._draws, None))
            elif at == KEY and self._keys:
                self._type()
            elif at == KEY and self.later:
                # Something comes later.
                target.elapse(max(min(waits), FRAME), waited=False)
            elif at != StopReason.LIMIT:
                if self._film is not None:
                    self._film.take()
                return at


def _place(target: CartridgeTarget) -> Place | None:
    """Return where a modern source has what failed, waits or runs."""
    cartridge, symbols = target.cartridge, target.cartridge.image.symbols
    if target.failure is None or "error_place" not in symbols:
        return cartridge.program.place(target.line)
    bank = target.machine.peek(symbols["code_bank"]) if cartridge.homes else 0
    return cartridge.place_of(target.machine.peek16(symbols["error_place"]), bank)


def _values(found: VariableTable) -> dict[str, object]:
    """Return variables as the interpreter has them: an array by its subscripts."""
    return {
        name: _elements(value) if isinstance(value, ArrayValue) else value for name, value in found.items()
    }


def _elements(array: ArrayValue) -> dict[int | tuple[int, ...], object]:
    subscripts = product(*(range(length) for length in array.shape))
    return {each if len(each) > 1 else each[0]: array[each] for each in subscripts}
