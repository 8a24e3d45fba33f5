"""Recordings: what a real machine showed, and what went into it.

A recording holds the TIME values that went into `RND(-TIME)`, the keys that were pressed, and the screen at every
event: the characters in SCREEN 1, else the state of the video chip. What such a program shows depends on times and keys
alone, so a recording can be replayed on anything that claims to run the program. docs/recordings.md describes the
format.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from msxkit.display.screen import ROWS, Screen
from msxkit.errors import RecordingError, naming, quoted
from msxkit.files import decode_json, read_bytes, write_atomic
from msxkit.language.program import Program
from msxkit.machine.chip_type import CHIPS, ChipType
from msxkit.machine.video.shot import Shot, changed, exclusive_or
from msxkit.stop_reason import StopReason

#: Programs in SCREEN 1 are recorded in the first format, all others in the second.
TEXT_FORMAT, FORMAT = 1, 2
#: RND is about to be computed; the program waits for a key; it is back at `Ok`; it only repeats itself.
DRAW, KEY, END, REPEAT = StopReason.DRAW, StopReason.KEY, StopReason.END, StopReason.REPEAT
EVENTS = (DRAW, KEY, END, REPEAT)
_LAST = (END, REPEAT)
#: The style of what a test has played.
TEST = "test"

#: The fields that the kit knows; all others are notes.
_FIELDS = {
    "format",
    "name",
    "program",
    "recorded_on",
    "style",
    "outcome",
    "chip",
    "times",
    "keys",
    "steps",
    "sha256",
}

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ProgramId:
    """The program that was run: its file name, and the SHA-1 of its tokens (`tokens_sha1`)."""

    file: str
    tokens_sha1: str

    @classmethod
    def of(cls, file: str, program: Program) -> ProgramId:
        """Return the program as recordings name it; `file` is its name for people, without a folder."""
        return cls(file, tokens_sha1(program))


def tokens_sha1(program: Program) -> str:
    """Return the SHA-1, in hexadecimal, of the tokens at 8001h without the FF byte: recordings know a program by it."""
    return hashlib.sha1(program.memory()).hexdigest()


@dataclass(frozen=True, slots=True)
class Step:
    """One event of a recorded run.

    Attributes:
        at: What the program is about to do.
        line: The BASIC line, None at the end.
        screen: The text screen.
        shot: The video chip; None in SCREEN 1, whose characters are recorded.
    """

    at: StopReason
    line: int | None
    screen: Screen
    shot: Shot | None = None


@dataclass(frozen=True, slots=True)
class Recording:
    """A whole run.

    Attributes:
        times: One TIME value (0-65535) for each draw, in order.
        keys: One character code (0-255) for each key wait, in order.
        steps: The events, in order. The last one is the end; where `outcome` is None, it can also be a draw or a key
            wait that was given nothing, or a screen that stays for ever.
        recorded_on, style, outcome: The machine, how the keys were chosen, and how the program ended. They are for
            people: a replay does not need them.
        notes: Further fields of the file, which mean something for one program only. They are kept as they are.
    """

    name: str
    program: ProgramId
    times: tuple[int, ...]
    keys: tuple[int, ...]
    steps: tuple[Step, ...]
    recorded_on: Mapping[str, Any] = field(default_factory=dict)
    style: str = ""
    outcome: str | None = None
    notes: Mapping[str, Any] = field(default_factory=dict)

    def inputs(self) -> Iterable[tuple[Step, int | None]]:
        """Yield each step with the value that was given to it: a TIME, a key code, or None where nothing was."""
        times, keys = iter(self.times), iter(self.keys)
        for step in self.steps:
            values = {DRAW: times, KEY: keys}.get(step.at)
            yield step, None if values is None else next(values, None)


class Recorder:
    """A recorder that collects a run while it is played: `see` each event, `give` the value that goes in, `finish` at
    any time.
    """

    def __init__(self, name: str, program: ProgramId) -> None:
        self._name = _printable(name)
        self._program = ProgramId(_printable(program.file), program.tokens_sha1)
        self._steps: list[Step] = []
        self._values: dict[StopReason, list[int]] = {DRAW: [], KEY: []}

    def see(self, step: Step) -> None:
        """Note that the program has come to this event."""
        self._steps.append(step)

    def give(self, value: int) -> None:
        """Note the TIME or the key that answers the last event."""
        self._values[self._steps[-1].at].append(value)

    def finish(self, outcome: str | None, **about: Any) -> Recording:
        """Return the recording so far.

        Args:
            outcome: How the program ended; None if it was broken off or that is not known.
            about: Other fields of `Recording` that are for people.
        """
        times, keys = tuple(self._values[DRAW]), tuple(self._values[KEY])
        return Recording(self._name, self._program, times, keys, tuple(self._steps), outcome=outcome, **about)


def _printable(name: str) -> str:
    """Return a name in printable form: names often come from files, which may hold any characters."""
    return "".join(character if character.isprintable() else "?" for character in name)


def load(path: Path) -> Recording:
    """Return the recording in a file. Raise `RecordingError` that names the file and the field, `FileError` if it
    cannot be read.
    """
    text = read_bytes(path)
    try:
        data = decode_json(text)
    except ValueError as error:
        raise RecordingError(f"{path}: not a recording: it is not JSON ({error})") from error
    with naming(path, RecordingError):
        return parse(data)


def parse(data: object) -> Recording:
    """Return a recording from decoded JSON. Raise `RecordingError` that names the field."""
    top = _object(data, "the file")
    form = _take(top, "format")
    if form not in (TEXT_FORMAT, FORMAT) or isinstance(form, bool):
        raise RecordingError(f"field 'format': {quoted(form)} is not known, only {TEXT_FORMAT} and {FORMAT}")
    chip = _chip(_take(top, "chip")) if form == FORMAT else None
    program = _object(_take(top, "program"), "field 'program'")
    sha1 = _text(_take(program, "tokens_sha1", "program."), "program.tokens_sha1")
    if not re.fullmatch("[0-9a-f]{40}", sha1):
        raise RecordingError(f"field 'program.tokens_sha1': {quoted(sha1)} is not a SHA-1 in hexadecimal")
    times = tuple(
        _number(value, f"times[{index}]", 0, 65535)
        for index, value in enumerate(_array(_take(top, "times"), "times"))
    )
    keys = tuple(
        _number(value, f"keys[{index}]", 0, 255)
        for index, value in enumerate(_array(_take(top, "keys"), "keys"))
    )
    outcome = top.get("outcome")
    recording = Recording(
        name=_title(_take(top, "name"), "name"),
        program=ProgramId(_title(_take(program, "file", "program."), "program.file"), sha1),
        times=times,
        keys=keys,
        steps=_steps(_array(_take(top, "steps"), "steps"), chip),
        recorded_on=_object(top.get("recorded_on", {}), "field 'recorded_on'"),
        style=_title(top.get("style", ""), "style"),
        outcome=None if outcome is None else _title(outcome, "outcome"),
        notes={key: value for key, value in top.items() if key not in _FIELDS},
    )
    _check_counts(recording)
    if "sha256" in top and top["sha256"] != _checksum(top):
        raise RecordingError(
            "field 'sha256': it is not that of the other fields, so the file is damaged or was changed; if by you, "
            "remove this field"
        )
    return recording


def to_json(recording: Recording) -> Json:
    """Return the recording as the JSON object of format 1, or of format 2 if some step holds the video chip.

    Raise `ValueError` when the steps hold chips of different types.
    """
    shots = [step.shot for step in recording.steps if step.shot is not None]
    if len({shot.chip for shot in shots}) > 1:
        raise ValueError("a recording is of one machine, with one video chip")
    data: Json = {
        "format": FORMAT if shots else TEXT_FORMAT,
        "name": recording.name,
        "program": {"file": recording.program.file, "tokens_sha1": recording.program.tokens_sha1},
        "recorded_on": dict(recording.recorded_on),
        "style": recording.style,
        "outcome": recording.outcome,
        **recording.notes,
        **({"chip": shots[0].chip.name} if shots else {}),
        "times": list(recording.times),
        "keys": list(recording.keys),
    }
    steps = []
    before = b" " * (32 * ROWS)
    last: Shot | None = None
    for step in recording.steps:
        entry: Json = {"at": step.at}
        if step.line is not None:
            entry["line"] = step.line
        entry["cursor"] = list(step.screen.cursor)
        if step.shot is not None:
            steps.append(entry | _shot_changes(last, step.shot))
            last = step.shot
            continue
        entry["changes"] = _changes(before, step.screen.cells)
        before = step.screen.cells
        steps.append(entry)
    return data | {"steps": steps}


def _checksum(data: Json) -> str:
    """Return the SHA-256 of all other fields, however they are laid out in the file."""
    fields = {key: value for key, value in data.items() if key != "sha256"}
    return hashlib.sha256(
        json.dumps(fields, sort_keys=True, separators=(",", ":")).encode("ascii")
    ).hexdigest()


def dumps(recording: Recording) -> str:
    """Return the text of a recording file: one field a line, one step a line, and a checksum."""
    fields = []
    data = to_json(recording)
    for key, value in [*data.items(), ("sha256", _checksum(data))]:
        if key == "steps":
            lines = ",\n".join(json.dumps(step, separators=(",", ":")) for step in value)
            fields.append(f'"steps": [\n{lines}\n]')
        else:
            fields.append(f"{json.dumps(key)}: {json.dumps(value, separators=(',', ':'))}")
    return "{\n" + ",\n".join(fields) + "\n}\n"


def save(recording: Recording, path: Path) -> None:
    """Write the recording, whole or not at all. Raise `FileError`."""
    write_atomic(path, dumps(recording).encode("ascii"))


def _changes(before: bytes, after: bytes) -> list[list[int | str]]:
    """Return offset and new characters of each run of bytes that differ; both have the same length."""
    runs = re.finditer(rb"[^\0]+", exclusive_or(after, before[: len(after)]))
    return [[run.start(), after[run.start() : run.end()].decode("latin-1")] for run in runs]


def _shot_changes(before: Shot | None, shot: Shot) -> Json:
    """Return what changed in the video chip since the step before, for a step of format 2."""
    entry: Json = {"mode": shot.mode}
    if before is None or shot.registers != before.registers:
        entry["registers"] = list(shot.registers)
    if shot.palette and (before is None or shot.palette != before.palette):
        entry["palette"] = shot.palette.hex()
    change = shot.change_since(b"" if before is None else before.vram)
    return entry if change is None else entry | {"vram": change}


def _chip(value: object) -> ChipType:
    try:
        return CHIPS[_text(value, "chip")]
    except KeyError:
        known = " and ".join(CHIPS)
        raise RecordingError(f"field 'chip': {quoted(value)} is not known, only {known}") from None


def _shot(entry: Json, where: str, chip: ChipType, before: Shot | None) -> Shot:
    """Return the video chip at a step of format 2."""
    mode = _number(_take(entry, "mode", f"{where}."), f"{where}.mode", 0, 8)
    vram = bytes(chip.vram_size) if before is None else before.vram
    registers = b"" if before is None else before.registers
    palette = b"" if before is None else before.palette
    if before is None or "registers" in entry:
        values = _array(_take(entry, "registers", f"{where}."), f"{where}.registers")
        registers = bytes(
            _number(value, f"{where}.registers[{index}]", 0, 255) for index, value in enumerate(values)
        )
    part = "palette"
    try:
        if chip.palette and (before is None or "palette" in entry):
            palette = bytes.fromhex(_text(_take(entry, "palette", f"{where}."), f"{where}.palette"))
        part = "vram"
        if "vram" in entry:
            vram = changed(vram, _text(entry["vram"], f"{where}.vram"))
        part = "registers"
        return Shot.made(chip, mode, vram, registers, palette)
    except ValueError as error:
        raise RecordingError(f"field '{where}.{part}': {error}") from None


def _steps(entries: list[Any], chip: ChipType | None) -> tuple[Step, ...]:
    """Return the steps.

    Args:
        chip: The type of the chip in format 2, None in format 1.
    """
    shot: Shot | None = None
    cells = bytearray(b" " * (32 * ROWS))
    steps = []
    for index, value in enumerate(entries):
        where = f"steps[{index}]"
        entry = _object(value, f"field '{where}'")
        at = _take(entry, "at", f"{where}.")
        if at not in EVENTS:
            raise RecordingError(f"field '{where}.at': {quoted(at)} is not one of {', '.join(EVENTS)}")
        at = StopReason(at)
        line = None
        if at not in _LAST or "line" in entry:
            line = _number(_take(entry, "line", f"{where}."), f"{where}.line", 0, 65529)
        cursor = _array(_take(entry, "cursor", f"{where}."), f"{where}.cursor")
        if len(cursor) != 2:
            raise RecordingError(f"field '{where}.cursor': {quoted(cursor)} is not [column, row]")
        column = _number(cursor[0], f"{where}.cursor[0]", 0, 79 if "mode" in entry else 31)
        row = _number(cursor[1], f"{where}.cursor[1]", 0, ROWS - 1)
        if chip is not None and "mode" in entry:
            shot = _shot(entry, where, chip, shot)
            steps.append(Step(at, line, shot.screen((column, row)), shot))
            continue
        for number, change in enumerate(_array(_take(entry, "changes", f"{where}."), f"{where}.changes")):
            _apply(cells, change, f"{where}.changes[{number}]")
        steps.append(Step(at, line, Screen(bytes(cells), (column, row))))
    return tuple(steps)


def _apply(cells: bytearray, change: object, where: str) -> None:
    pair = _array(change, where)
    if len(pair) != 2:
        raise RecordingError(f"field '{where}': {quoted(pair)} is not [offset, text]")
    offset = _number(pair[0], f"{where}[0]", 0, len(cells) - 1)
    try:
        codes = _text(pair[1], f"{where}[1]").encode("latin-1")
    except UnicodeEncodeError as error:
        raise RecordingError(f"field '{where}[1]': {quoted(pair[1])} has a code above 255") from error
    if offset + len(codes) > len(cells):
        raise RecordingError(f"field '{where}': {len(codes)} cells from {offset} leave the screen")
    cells[offset : offset + len(codes)] = codes


def _check_counts(recording: Recording) -> None:
    steps = recording.steps
    if not steps:
        raise RecordingError("field 'steps': there are none")
    for index, step in enumerate(steps[:-1]):
        if step.at in _LAST:
            raise RecordingError(f"field 'steps[{index}].at': the end comes before the last step")
    unanswered = steps[-1].at if recording.outcome is None else END
    for field_name, values, at in (("times", recording.times, DRAW), ("keys", recording.keys, KEY)):
        wanted = sum(step.at == at for step in steps) - (unanswered == at)
        if len(values) != wanted:
            raise RecordingError(
                f"field '{field_name}': {len(values)} values for {wanted} steps at a {at}; is the file truncated?"
            )
    if steps[-1].at != END and unanswered == END:
        raise RecordingError(
            f"field 'steps': the last one is a {steps[-1].at}, not the end; is the file truncated?"
        )


def _take(data: Json, key: str, prefix: str = "") -> Any:
    if key not in data:
        raise RecordingError(f"field '{prefix}{key}': missing")
    return data[key]


def _object(value: object, where: str) -> Json:
    if not isinstance(value, dict):
        raise RecordingError(f"{where}: an object is needed, not {_kind(value)}")
    return value


def _array(value: object, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise RecordingError(f"field '{where}': a list is needed, not {_kind(value)}")
    return value


def _text(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise RecordingError(f"field '{where}': a text is needed, not {_kind(value)}")
    return value


def _title(value: object, where: str) -> str:
    """Return a text that can go to the terminal as it is. Raise `RecordingError` if it has unprintable characters."""
    text = _text(value, where)
    if not text.isprintable():
        raise RecordingError(f"field '{where}': {quoted(text)} has characters that cannot be printed")
    return text


def _number(value: object, where: str, low: int, high: int) -> int:
    # bool is an int in Python, but not in a recording.
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise RecordingError(f"field '{where}': {quoted(value)} is not a whole number from {low} to {high}")
    return value


def _kind(value: object) -> str:
    names = {dict: "an object", list: "a list", str: "a text", type(None): "null", bool: "true or false"}
    return names.get(type(value), repr(value))
