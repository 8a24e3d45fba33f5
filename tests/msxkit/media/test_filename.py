"""File names of MSX-DOS: which are taken, how they are stored and shown."""

from __future__ import annotations

import string
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from msxkit.errors import DiskError
from msxkit.media import filename

ALLOWED = string.ascii_letters + string.digits + "$&#%()-@^{}'`!_"
PART = st.text(ALLOWED, min_size=1, max_size=8)


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("battle.bas", b"BATTLE  BAS"),
        ("AUTOEXEC.BAS", b"AUTOEXECBAS"),
        ("A", b"A          "),
        ("readme.1", b"README  1  "),
        ("$&#%()-@.^{}", b"$&#%()-@^{}"),
        ("é.é", b"\x82       \x82  "),
    ],
)
def test_stored_form(typed: str, stored: bytes) -> None:
    assert filename.parse(typed) == stored
    assert filename.show(stored) == typed.upper().replace("É", "é")
    assert filename.is_valid(stored)


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("", "there is nothing before the point"),
        (".bas", "there is nothing before the point"),
        ("battleship.bas", "the name has 10 characters"),
        ("battle.basic", "the extension has 5 characters"),
        ("battle.", "there is nothing after the point"),
        ("a.b.c", "more than one point"),
        ("a b.bas", "' ' is not allowed"),
        ("a*.bas", r"'\*' is not allowed"),
        ("a?", r"'\?' is not allowed"),
        ("a/b", "'/' is not allowed"),
        ("a~1", "'~' is not allowed"),
        ("[a]", r"'\[' is not allowed"),
        ("a\n", "0Ah is not allowed"),
        ("♥", "01h is not allowed"),
        ("σ.bas", "marks a deleted file"),
        ("日本", "the MSX has no character"),
        ("con.bas", "CON is a device"),
        ("nul", "NUL is a device"),
    ],
)
def test_refused_with_the_reason(typed: str, reason: str) -> None:
    with pytest.raises(DiskError, match=reason):
        filename.parse(typed)


@given(PART, st.text(ALLOWED, max_size=3))
def test_typed_text_is_shown(stem: str, extension: str) -> None:
    typed = f"{stem}.{extension}" if extension else stem
    if stem.upper() in ("CON", "AUX", "NUL", "LST", "PRN"):
        return
    assert filename.show(filename.parse(typed)) == typed.upper()


@given(st.text())
def test_any_text_is_a_name_or_refused(typed: str) -> None:
    try:
        stored = filename.parse(typed)
    except DiskError:
        return
    assert len(stored) == 11
    assert filename.is_valid(stored)


@given(st.binary(min_size=11, max_size=11))
def test_any_entry_can_be_shown(raw: bytes) -> None:
    assert isinstance(filename.show(raw), str)
    filename.is_valid(raw)


def test_name_begins_with_e5() -> None:
    assert filename.show(b"\x05BC     BAS") == "σBC.BAS"


@pytest.mark.parametrize(
    ("spec", "path", "name"),
    [
        ("battle.bas", "battle.bas", "battle.bas"),
        ("dir/battle.bas", "dir/battle.bas", "battle.bas"),
        ("dir/game.txt:BATTLE.BAS", "dir/game.txt", "BATTLE.BAS"),
        ("a:b", "a", "b"),
    ],
)
def test_file_and_name_of_the_command_line(spec: str, path: str, name: str) -> None:
    assert filename.split_spec(spec) == (Path(path), name)


def test_the_colon_of_a_windows_drive_is_not_a_separator() -> None:
    assert filename.split_spec(r"C:\games\battle.bas")[0] == Path(r"C:\games\battle.bas")
    assert filename.split_spec(r"C:\games\battle.bas:B.BAS") == (Path(r"C:\games\battle.bas"), "B.BAS")
