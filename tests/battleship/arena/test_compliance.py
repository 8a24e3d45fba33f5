"""The compliance walk: silent about good bots, and plain about each kind of bad one."""

from __future__ import annotations

from pathlib import Path

import pytest

from battleship.arena.compliance import ComplianceVerdict, Finding, check_bot
from battleship.arena.confine import Limits
from battleship.arena.seats import parse_bots
from tests.conftest import LEFT_OUT

from .conftest import bot


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("battleship.arena.compliance._SILENCE", 0.03)


def check(command: str, folder: Path, timeout: float = 5.0) -> list[Finding]:
    (spec,) = parse_bots([command])
    return list(check_bot(spec, folder / spec.name, timeout, Limits()))


@pytest.mark.slow
def test_our_players_pass_everything(tmp_path: Path) -> None:
    findings = check("builtin:random", tmp_path)
    assert {finding.verdict for finding in findings} == {ComplianceVerdict.OK}
    assert len(findings) == 13


@pytest.mark.slow
def test_our_players_take_no_module_from_their_folder(tmp_path: Path) -> None:
    (tmp_path / "random").mkdir()
    (tmp_path / "random" / "random.py").write_text("raise SystemExit('taken')\n")
    assert {finding.verdict for finding in check("builtin:random", tmp_path)} == {ComplianceVerdict.OK}


@pytest.mark.slow
def test_compliance_of_c_bot(tmp_path: Path, c_bot: str) -> None:
    findings = check(c_bot, tmp_path, timeout=1)
    assert ComplianceVerdict.FAILURE not in {finding.verdict for finding in findings}
    # It takes the F5 of "O F5" for a command.
    fires = next(finding for finding in findings if finding.tried.startswith("O x"))
    assert fires.wrong[0].startswith("cbot had shot without being asked 1 times by the end of O F5")


FAILURES = {
    "hang-at-shot": ("F:", "did not answer F within 1 seconds"),
    "board-off": ("starts,", "the Patrol Boat at J9R is 2 long and falls off the board"),
    "board-overlap": ("starts,", "the Battleship and the Carrier overlap at A4"),
    "shot-lowercase": ("F:", "'a0' is not a shot"),
    "crash-at-start": ("starts,", "ended with exit code 1"),
    "crash-at-result": ("H, M and S x", "ended with exit code 1 when M was sent"),
    "crash-at-opponent-shot": ("O x", "ended with exit code 1 when O A0 was sent"),
    "crash-at-end": ("N:", "ended with exit code 1 when W was sent"),
    "crash-at-error": ("a game broken off", "ended with exit code 1 when E was sent"),
    "ignore-kill": ("K at once", "did not quit within 1 seconds after K"),
    "noise": ("starts,", "'thinking about N opponent' is not a board"),
}


#: Those that take as long as a bot is waited for, beside `hang-at-shot`.
WAITS = ("crash-at-opponent-shot", "crash-at-error", "ignore-kill")


@pytest.mark.parametrize(
    ("how", "expected"),
    [pytest.param(*each, marks=LEFT_OUT if each[0] in WAITS else []) for each in FAILURES.items()],
)
@pytest.mark.one_in(4)
def test_error_in_plain_words(how: str, expected: tuple[str, str], tmp_path: Path) -> None:
    quick = how.startswith("hang") or how == "ignore-kill"
    findings = check(bot(how), tmp_path, timeout=1.0 if quick else 5.0)
    first = next(finding for finding in findings if finding.verdict is ComplianceVerdict.FAILURE)
    assert first.tried.startswith(expected[0])
    assert expected[1] in first.wrong[0]


def test_a_bot_that_talks_too_much_is_told(tmp_path: Path) -> None:
    findings = check(bot("chatty"), tmp_path)
    wrong = [finding.wrong[0] for finding in findings if finding.verdict is ComplianceVerdict.FAILURE]
    assert any("answered W with 'noted'; no answer is expected" in sentence for sentence in wrong)


@pytest.mark.slow
@pytest.mark.more
def test_shooting_twice_at_a_square_is_only_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    findings = check(bot("repeats"), tmp_path)
    warnings = [sentence for finding in findings for sentence in finding.wrong]
    assert ComplianceVerdict.FAILURE not in {finding.verdict for finding in findings}
    assert any("at squares that it had shot at already; that is legal" in sentence for sentence in warnings)
