"""Recordings: the project's own are read and written back byte for byte; damaged ones get one clear error."""

from __future__ import annotations

import contextlib
import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from msxkit.errors import RecordingError
from msxkit.recording import dumps, load, parse, to_json
from tests.conftest import RECORDINGS

SMALLEST = min(RECORDINGS, key=lambda path: path.stat().st_size)


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_round_trip_is_byte_exact(path: Path) -> None:
    recording = load(path)
    assert recording.name == path.stem
    text = re.sub(r',\n"sha256": "[0-9a-f]{64}"', "", dumps(recording))  # they are older than checksums
    assert text.encode("ascii") == path.read_bytes()


def _data() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(SMALLEST.read_bytes())
    return data


def _with(path: str, value: object) -> dict[str, Any]:
    data = _data()
    place: Any = data
    *parents, last = [int(part) if part.isdigit() else part for part in path.split(".")]
    for part in parents:
        place = place[part]
    place[last] = value
    return data


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("format", 3, "field 'format': 3 is not known"),
        ("name", None, "field 'name': a text is needed, not null"),
        ("name", "\x1b[2J", r"field 'name': .* cannot be printed"),
        ("program.file", "\ud800", r"field 'program\.file': .* cannot be printed"),
        ("program", [], "field 'program': an object is needed"),
        ("program.tokens_sha1", "xyz", "field 'program.tokens_sha1': 'xyz' is not a SHA-1"),
        ("times.0", 70000, r"field 'times\[0\]': 70000 is not a whole number from 0 to 65535"),
        ("times.0", True, r"field 'times\[0\]': True"),
        ("keys.3", 256, r"field 'keys\[3\]': 256"),
        ("keys", [], "field 'keys': 0 values for .* is the file truncated"),
        ("times", [1], "field 'times': 1 values for .* is the file truncated"),
        ("steps", [], "field 'steps': there are none"),
        ("steps.0.at", "stop", r"field 'steps\[0\]\.at': 'stop' is not one of draw, key, end"),
        ("steps.0.at", [], r"field 'steps\[0\]\.at'"),
        ("steps.0.at", "end", r"field 'steps\[0\]\.at': the end comes before the last step"),
        ("steps.0.line", "x", r"field 'steps\[0\]\.line'"),
        ("steps.0.cursor", [40, 0], r"field 'steps\[0\]\.cursor\[0\]': 40"),
        ("steps.0.cursor", [1], r"field 'steps\[0\]\.cursor': \[1\] is not"),
        ("steps.0.changes.0", [760, "toolongtext"], "leave the screen"),
        ("steps.0.changes.0", [0, "€"], "has a code above 255"),
        ("steps.0.changes.0", [0], r"is not \[offset, text\]"),
    ],
)
def test_inconsistent_fields_are_named(path: str, value: object, message: str) -> None:
    with pytest.raises(RecordingError, match=message):
        parse(_with(path, value))


@pytest.mark.parametrize("key", ["format", "name", "program", "times", "keys", "steps"])
def test_missing_fields_are_named(key: str) -> None:
    data = _data()
    del data[key]
    with pytest.raises(RecordingError, match=f"field '{key}': missing"):
        parse(data)


def test_missing_line_is_named() -> None:
    data = _data()
    del data["steps"][0]["line"]
    with pytest.raises(RecordingError, match=r"field 'steps\[0\]\.line': missing"):
        parse(data)


def test_lost_last_step_is_seen() -> None:
    data = _data()
    del data["steps"][-1]
    with pytest.raises(RecordingError, match=r"the last one is a (draw|key), not the end"):
        parse(data)


@pytest.mark.parametrize("cut", [0, 1, 100, 2000])
def test_truncated_file_is_named(tmp_path: Path, cut: int) -> None:
    file = tmp_path / "cut.json"
    file.write_bytes(SMALLEST.read_bytes()[:cut])
    with pytest.raises(RecordingError, match=r"cut\.json: not a recording: it is not JSON"):
        load(file)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@given(value=_JSON, data=st.data())
def test_any_value_anywhere_is_read_or_named(value: object, data: st.DataObject) -> None:
    recording = _data()
    place: Any = recording
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(place[key], dict | list) or not place[key] or data.draw(st.booleans()):
            break
        place = place[key]
    place[key] = value
    # Anything but a recording or this error fails the test.
    with contextlib.suppress(RecordingError):
        parse(recording)


@given(text=st.binary(max_size=200))
def test_any_bytes_are_an_error(tmp_path_factory: pytest.TempPathFactory, text: bytes) -> None:
    file = tmp_path_factory.getbasetemp() / "bytes.json"
    file.write_bytes(text)
    with pytest.raises(RecordingError, match=r"bytes\.json: "):
        load(file)


def test_further_fields_are_kept_as_they_are() -> None:
    data = _data() | {"score": [1, {"x": None}]}
    recording = parse(data)
    assert recording.notes == {"fleets": data["fleets"], "score": [1, {"x": None}]}
    assert to_json(recording) == data


def test_broken_off_run() -> None:
    """A run that was left: no outcome, and the last step waits for something that never came."""
    data = _data()
    cut = next(index for index, step in enumerate(data["steps"]) if step["at"] == "key") + 1
    data["steps"] = data["steps"][:cut]
    data["keys"] = []
    data["times"] = data["times"][: sum(step["at"] == "draw" for step in data["steps"])]
    data["outcome"] = None
    recording = parse(data)
    *_, (step, value) = recording.inputs()
    assert step.at == "key"
    assert value is None
    assert to_json(recording) == data


@given(st.data())
@settings(max_examples=60)
def test_changed_bit(draw: st.DataObject) -> None:
    """A bit that changes what a recording says makes it unreadable."""
    sound = dumps(load(SMALLEST)).encode("ascii")
    bit = draw.draw(st.integers(0, 8 * len(sound) - 1))
    data = bytearray(sound)
    data[bit // 8] ^= 1 << bit % 8
    try:
        found = json.loads(data)
    except ValueError:
        return
    if found != json.loads(sound) and "sha256" in found:
        with pytest.raises(RecordingError):
            parse(found)
