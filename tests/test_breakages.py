"""`battleship verify` can fail: each of these functions of the port, replaced by a wrong one, shows in the recordings.

`make mutants` breaks any module at random places.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pkgutil import resolve_name
from typing import Any

import pytest

from battleship.original.backend import PortBackend
from battleship.original.state import SHIP_CELLS
from msxkit.recording import load
from msxkit.verify import replay
from tests.conftest import RECORDINGS

Wrong = Callable[..., Any]
_SOME = [load(path) for path in RECORDINGS[::8]]


def _returns(value: object) -> Wrong:
    return lambda *_arguments, **_more: value


def _is_right() -> bool:
    return all(replay(recording, PortBackend()).equal for recording in _SOME)


_GAME = "battleship.original"
#: What is wrong, the function, and what stands in its place.
BREAKAGES: list[tuple[str, str, Wrong]] = [
    ("RND has another seed", "msxkit.rnd:seed", _returns(1)),
    ("ships may touch", f"{_GAME}.placing:is_free", _returns(True)),
    ("the computer needs 19 hits", f"{_GAME}.computer:has_won", lambda state: state.pc == SHIP_CELLS - 1),
    ("every ship has length 1", f"{_GAME}.state:State.length", _returns(1)),
    ("the computer shoots a cell twice", f"{_GAME}.state:State.marked", _returns(False)),
    ("the search never turns", f"{_GAME}.computer:_turn", _returns(None)),
    ("water around a sunk ship is not marked", f"{_GAME}.computer:mark_surround", _returns(None)),
    ("19 hits are enough", f"{_GAME}.player:has_won", lambda state: state.pj == SHIP_CELLS - 1),
    ("the cursor stays", f"{_GAME}.player:move_cursor", _returns(None)),
    ("no Ok at the end", f"{_GAME}.console:Console.prompt", _returns(None)),
]


@pytest.mark.parametrize(("what", "function", "wrong"), BREAKAGES)
def test_breakage(what: str, function: str, wrong: Wrong, monkeypatch: pytest.MonkeyPatch) -> None:
    owner, _, name = function.replace(":", ".").rpartition(".")
    monkeypatch.setattr(resolve_name(owner), name, wrong)
    with contextlib.suppress(IndexError, ValueError):
        assert not _is_right(), what


def test_nothing_broken() -> None:
    assert _is_right()
