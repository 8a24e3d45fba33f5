"""The tests can fail: each of these functions, replaced by a wrong one, is noticed.

The first ones break the port, which `battleship verify` must see in the recordings. The others break what a user would
miss most; each stands with the check that must see it. `make mutants` breaks any module at random places.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import pytest

from battleship.original.backend import PortBackend
from battleship.original.state import SHIP_CELLS
from msxkit.recording import load
from msxkit.verify import replay
from tests.battleship import test_full_games
from tests.conftest import RECORDINGS
from tests.msxkit import rules, test_cli, test_locks
from tests.msxkit.dap import test_adapter
from tests.msxkit.interpreter import test_conformance, test_guard, test_rules, test_snapshot

Wrong = Callable[..., Any]
_SOME = [load(path) for path in RECORDINGS[::8]]


def _returns(value: object) -> Wrong:
    return lambda *_arguments, **_more: value


def _port_is_right() -> None:
    assert all(replay(recording, PortBackend()).equal for recording in _SOME)


def _programs_are_right() -> None:
    for case in test_conformance.CASES:
        test_conformance.test_screen(case, "tokens")


def _files_are_right() -> None:
    for rule in rules.RULES:
        if "after" in rule:
            test_rules.test_rule(rule)


_GAME, _FILES, _CONTROL = "battleship.original", "msxkit.interpreter.files", "msxkit.interpreter.statements"
#: What is wrong, the function, what stands in its place, and the check that sees it.
BREAKAGES: list[tuple[str, str, Wrong, Callable[..., None]]] = [
    *(
        (what, function, wrong, _port_is_right)
        for what, function, wrong in (
            ("RND has another seed", "msxkit.rnd:seed", _returns(1)),
            ("ships may touch", f"{_GAME}.placing:is_free", _returns(True)),
            (
                "the computer needs 19 hits",
                f"{_GAME}.computer:has_won",
                lambda state: state.pc == SHIP_CELLS - 1,
            ),
            ("every ship has length 1", f"{_GAME}.state:State.length", _returns(1)),
            ("the computer shoots a cell twice", f"{_GAME}.state:State.marked", _returns(False)),
            ("the search never turns", f"{_GAME}.computer:_turn", _returns(None)),
            ("water around a sunk ship is not marked", f"{_GAME}.computer:mark_surround", _returns(None)),
            ("19 hits are enough", f"{_GAME}.player:has_won", lambda state: state.pj == SHIP_CELLS - 1),
            ("the cursor stays", f"{_GAME}.player:move_cursor", _returns(None)),
            ("no Ok at the end", f"{_GAME}.console:Console.prompt", _returns(None)),
        )
    ),
    ("GOSUB returns to the start", f"{_CONTROL}.control:Control.pop_gosub", _returns(0), _programs_are_right),
    ("RESUME never finds its place", f"{_CONTROL}.onerror:OnError.resume", _returns(0), _programs_are_right),
    ("what is written is lost", f"{_FILES}.files:Files._keep", _returns(None), _files_are_right),
    ("GET shows no record", f"{_FILES}.records:Records._show", _returns(None), _files_are_right),
    (
        "one file may be changed by two commands",
        "filelock:FileLock.acquire",
        _returns(None),
        test_locks.test_a_file_is_locked_once_in_a_command,
    ),
    (
        "long loops do not count",
        "msxkit.machine.guard:Guard.spend",
        _returns(None),
        test_guard.test_the_guard_asks_after_its_quota_and_not_before,
    ),
    (
        "going back changes nothing",
        "msxkit.interpreter.session:Session.restore",
        _returns(None),
        test_snapshot.test_once_missing,
    ),
    (
        "the debugger names no reason",
        "msxkit.dap.adapter:_unforeseen",
        _returns(""),
        test_adapter.test_unexpected_error_is_logged,
    ),
    (
        "a name controls the terminal",
        "msxkit.cli:printable",
        str,
        test_cli.test_a_name_in_a_message_does_not_control_the_terminal,
    ),
    (
        "the clock decides which game goes on",
        "battleship.commands.saved_games:_make_newest",
        _returns(None),
        test_full_games.test_last_game_with_clock_set_back,
    ),
]


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def _run(check: Callable[..., None], request: pytest.FixtureRequest) -> None:
    check(**{name: request.getfixturevalue(name) for name in inspect.signature(check).parameters})


@pytest.mark.parametrize(
    ("what", "function", "wrong", "check"), BREAKAGES, ids=[what for what, *_ in BREAKAGES]
)
def test_breakage(
    what: str,
    function: str,
    wrong: Wrong,
    check: Callable[..., None],
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    owner, _, name = function.replace(":", ".").rpartition(".")
    with monkeypatch.context() as patch:
        patch.setattr(resolve_name(owner), name, wrong)
        with pytest.raises((Exception, pytest.fail.Exception)):
            _run(check, request)


def test_nothing_broken() -> None:
    _port_is_right()
