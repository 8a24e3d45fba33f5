"""The options of `msxkit run`: which exclude each other, and what their files contain."""

from __future__ import annotations

import itertools
import random
import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from msxkit.charset import characters_of
from msxkit.commands.endings import form_of, require_ffmpeg
from msxkit.commands.outputs import claim, keep_distinct
from msxkit.commands.programs import find, typed_keys
from msxkit.errors import MsxError, quoted
from msxkit.files import decode_json, keep_apart, read_bytes
from msxkit.machine.input_script import Input, parse
from msxkit.machine.model import MODELS, Model
from msxkit.media.programs import Found

#: Forms that are not text, and those that last some time.
_NO_TEXT = frozenset({"png", "jpg", "webp", "gif", "mp4", "wav"})
PICTURES = ("png", "jpg", "webp")
FILMS = ("gif", "mp4")
_LASTING = (*FILMS, "wav")


#: Seconds of the machine after which a run in openMSX ends, if nothing else is said.
EMULATED_LIMIT = 60.0


def _is_typed(option: str) -> bool:
    """Return whether an option stands on the command line, and is not a default."""
    context = click.get_current_context(silent=True)
    source = None if context is None else context.get_parameter_source(option)
    return source is click.core.ParameterSource.COMMANDLINE


@dataclass(frozen=True, slots=True)
class RunOptions:
    """The argument and the options of `msxkit run`; `form` is given, or follows from the name of the output."""

    program: Path
    keys_file: Path | None
    typed: str | None
    input_file: Path | None
    times_file: Path | None
    seed: int | None
    max_steps: int | None
    max_seconds: float
    form: str
    begin: float | None
    end: float | None
    output: Path | None
    show_variables: bool
    show_coverage: bool
    show_profile: bool
    timing_file: Path | None
    states_file: Path | None
    psg_file: Path | None
    max_emulated_seconds: float | None
    waits: bool
    model: Model
    folder: Path | None
    clock_file: Path | None
    image: Path | None
    written: bool
    place: str
    printer: Path | None
    file: str | None
    encoding: str
    force: bool

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> RunOptions:
        """Return the options that click has read. Raise `click.UsageError` for what does not go together."""
        options = cls(**given)
        keep_apart(options.output, [options.program])
        options = replace(options, form=form_of(options.output, given["form"]))
        options = options._for_emulator()
        options._require_one_source()
        options._require_one_form()
        if options.place == "cartridge":
            options._require_cartridge()
        elif options.place == "openmsx":
            options._require_openmsx()
        return options

    @property
    def is_picture(self) -> bool:
        """Whether the output is not text."""
        return self.form in _NO_TEXT

    @property
    def endures(self) -> bool:
        """Whether the run goes on although the program only repeats itself."""
        return self.waits or self.max_steps is not None or self.end is not None

    @property
    def sound_end(self) -> float | None:
        """Seconds of the machine at which a sound ends; a film ends the run itself."""
        return self.end if self.form == "wav" else None

    def _for_emulator(self) -> RunOptions:
        """Return the options for where the program runs. An emulator's runs have limits in seconds of the machine."""
        if self.place == "interpreter":
            return self
        limit = EMULATED_LIMIT
        if _is_typed("max_seconds"):
            click.echo(
                f"warning: --max-seconds of run --on {self.place} is now --max-emulated-seconds; write that",
                err=True,
            )
            limit = self.max_seconds
        return self if self.max_emulated_seconds is not None else replace(self, max_emulated_seconds=limit)

    def _require_one_source(self) -> None:
        if self.times_file is not None and self.seed is not None:
            raise click.UsageError("use either --times or --seed, not both")
        typed = self.keys_file is not None or self.typed is not None
        if self.input_file is not None and self.states_file is None and typed:
            raise click.UsageError(
                '--input cannot be used with --keys or --type; write a line `3 type "TEXT"` into its file'
            )

    def _require_one_form(self) -> None:
        if self.is_picture and self.output is None and sys.stdout.isatty():
            raise click.UsageError(f"--screen {self.form} is not text; choose a file with -o FILE")
        if self.form not in _LASTING and not self.begin is self.end is None:
            raise click.UsageError("--from and --to need a film or a sound; add -o FILE.gif or -o FILE.wav")
        if self.begin is not None and self.end is not None and self.end <= self.begin:
            raise click.UsageError(
                f"from {self.begin:g} to {self.end:g} seconds there is nothing to show; --to must be after --from"
            )

    def _require_cartridge(self) -> None:
        """Raise `click.UsageError` for what a compiled program in openMSX cannot show or take."""
        refused = {
            "--coverage": (self.show_coverage, "a cartridge does not count statements"),
            "--profile": (
                self.show_profile,
                "a cartridge does not time lines; compile --listing counts T-states",
            ),
            "--timing": (self.timing_file, "a cartridge does not time statements"),
            "--max-steps": (
                self.max_steps,
                "a cartridge does not count statements; use --max-emulated-seconds",
            ),
            "--psg": (self.psg_file, "openMSX records what is heard; use -o FILE.wav"),
            "--disk": (
                self.image,
                "C-BIOS has no disk drive; --files names a folder whose files go into the ROM",
            ),
            "--clock": (self.clock_file, "a cartridge has the clock of its machine"),
            "--width": (
                self.model.width != MODELS[self.model.name].width,
                "a cartridge begins with 40 columns; put WIDTH into the program",
            ),
            "-o FILE.mp4": (
                self.form == "mp4",
                "openMSX gives picture and sound apart; use FILE.gif and FILE.wav",
            ),
            "--input with --states": (
                self.input_file and self.states_file,
                "states are taken at waits for a key, not at times; use --type",
            ),
        }
        for option, (given, reason) in refused.items():
            if given:
                raise click.UsageError(f"--on cartridge does not take {option}: {reason}")

    def _require_openmsx(self) -> None:
        shows = (
            self.show_variables
            or self.show_coverage
            or self.show_profile
            or self.form in ("ansi", "mp4", "wav")
        )
        writes = self.timing_file or self.psg_file or self.printer or self.states_file
        reads = self.input_file or self.clock_file
        if shows or writes or reads or self.max_steps:
            raise click.UsageError(
                "--on openmsx takes --machine, --disk, --files, keys, times, --max-emulated-seconds, --from, --to and "
                "--screen text, json, png, jpg, webp or gif only"
            )

    def claim(self) -> None:
        """Raise `FileError` when a file to write would be lost, or `click.UsageError` when two are the same."""
        named = {
            "-o": self.output,
            "--printer": self.printer,
            "--timing": self.timing_file,
            "--states": self.states_file,
            "--psg": self.psg_file,
        }
        keep_distinct(named)
        inputs = [self.program, self.keys_file, self.times_file, self.input_file]
        for path in named.values():
            claim(path, force=self.force, inputs=inputs)
        if self.form == "mp4":
            require_ffmpeg()

    def found(self) -> Found:
        """Return the program, and what it is on. Raise `MsxError`."""
        return find(self.program, self.encoding, self.file, cut_numbers=True)

    @property
    def emulated(self) -> str | None:
        """The model that openMSX is to emulate, None if none was asked for."""
        return self.model.name if _is_typed("machine") else None

    def keys(self) -> bytes:
        """Return the MSX codes that are typed. Raise `MsxError`."""
        return typed_keys(self.keys_file, self.typed, self.encoding)

    def script(self) -> list[Input]:
        """Return what comes in at times. Raise `MsxError`."""
        if self.input_file is None:
            return []
        try:
            text = read_bytes(self.input_file).decode("utf-8-sig")
            return parse(text, str(self.input_file), characters_of(self.encoding))
        except UnicodeDecodeError as error:
            raise MsxError(f"{self.input_file}: is not UTF-8 text at byte {error.start}") from None

    def times(self) -> Iterable[int]:
        """Return TIME for each RND(-TIME), as far as it is given. Raise `MsxError`."""
        if self.times_file is not None:
            return _read_times(self.times_file)
        if self.seed is None:
            return ()
        source = random.Random(self.seed)
        return (source.randrange(1, 65536) for _ in itertools.count())


def _read_times(path: Path) -> list[int]:
    """Return the TIME values in a file: numbers, a JSON list of them, or a recording. Raise `MsxError`."""
    text = read_bytes(path).decode("utf-8-sig", errors="replace")
    found: Any = None
    if text.lstrip().startswith(("[", "{")):
        try:
            found = decode_json(text)
        except ValueError as error:
            raise MsxError(f"{path}: not JSON: {error}") from None
        if isinstance(found, dict):
            found = found.get("times")
    else:
        found = [
            int(word) if re.fullmatch("[0-9]{1,6}", word) else word for word in text.replace(",", " ").split()
        ]
    if not isinstance(found, list):
        raise MsxError(f"{path}: is not a list of TIME values; write numbers 0-65535 separated by blanks")
    for value in found:
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 65535:
            raise MsxError(f"{path}: {quoted(value)} is not a TIME value (0-65535)")
    return found
