"""The referee against bots that keep the protocol in their own ways, and against bots that do not."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from battleship.arena.confine import Limits, landlock_version
from battleship.arena.faults import ProtocolError, Reason
from battleship.arena.referee import RefereedGame, play_game
from battleship.arena.round_robin import Settings, pair_names, play_pairing
from battleship.arena.seats import STDERR, parse_bots
from battleship.errors import BotError
from tests.conftest import LEFT_OUT

from .conftest import Play, bot

BOARD = "A0D B0D C0D D0D E6R"
#: Squares of that board in the order of A0, A1, ..., B0, ...: the row-by-row bots sink it with the 57th shot.
ROW_BY_ROW = 57


# --- one game, with seats that follow a script -----------------------------------------------------------------


class Script:
    """A seat that gives prepared answers and keeps what it is told; an exception in the list is raised."""

    def __init__(self, *answers: str | ProtocolError) -> None:
        self.answers = list(answers)
        self.heard: list[str] = []
        self.recovered: list[bool] = []

    def ask(self, message: str) -> str:
        self.heard.append(message)
        answer = self.answers.pop(0)
        if isinstance(answer, ProtocolError):
            raise answer
        return answer

    def tell(self, message: str) -> None:
        self.heard.append(message)

    def recover(self, late: bool) -> None:
        self.recovered.append(late)

    def close(self) -> str:
        return ""


def game(one: Script, other: Script, first: int = 0) -> RefereedGame:
    return play_game((one, other), ("One", "Other"), first, lambda *_: None)


#: The squares of BOARD, ship by ship, so that each ship sinks with its last one.
SHIPS = {
    "C": ["A0", "A1", "A2", "A3", "A4"],
    "B": ["B0", "B1", "B2", "B3"],
    "D": ["C0", "C1", "C2"],
    "S": ["D0", "D1", "D2"],
    "P": ["E6", "F6"],
}


def test_a_whole_game_word_for_word() -> None:
    squares = [square for ship in SHIPS.values() for square in ship]
    one = Script(BOARD, *squares)
    other = Script(BOARD, *["J9"] * 16)
    played = game(one, other)
    expected = ["N other"]
    for symbol, ship in SHIPS.items():
        for square in ship:
            expected += ["F", f"S {symbol}" if square == ship[-1] else "H", "O J9"]
    # After the last hit nobody shoots any more.
    assert one.heard == [*expected[:-1], "W"]
    answers = [message for square in squares for message in ("F", "M", f"O {square}")]
    assert other.heard == ["N one", "O A0", *answers[3:], "L"]
    assert played == RefereedGame(0, 0, (17, 16), (None, None))
    assert played.reason is Reason.SUNK


def test_the_second_seat_goes_first_in_its_turn() -> None:
    one, other = Script(BOARD, "Z9"), Script(BOARD, "A0")
    game(one, other, first=1)
    assert other.heard[:3] == ["N one", "F", "H"]
    assert one.heard == ["N other", "O A0", "F", "E"]


def test_shooting_twice_at_a_square() -> None:
    one = Script(BOARD, "E6", "F6", "F6", "J9", "J9", "nonsense")
    other = Script(BOARD, *["J9"] * 6)
    played = game(one, other)
    results = [message for message in one.heard if message[0] in "HMS"]
    assert results == ["H", "S P", "H", "M", "M"]
    assert played.shots == (5, 5)


@pytest.mark.parametrize(
    ("answers", "reason", "heard"),
    [
        (["A0D B0D C0D D0D J9R"], Reason.BOARD, ["N other", "E"]),
        (["what?"], Reason.BOARD, ["N other", "E"]),
        ([ProtocolError(Reason.TIMEOUT, "slept")], Reason.TIMEOUT, ["N other", "E"]),
        ([BOARD, "A10"], Reason.SHOT, ["N other", "F", "E"]),
        ([BOARD, ProtocolError(Reason.CRASH, "fell")], Reason.CRASH, ["N other", "F", "E"]),
    ],
)
def test_a_fault_loses_with_e(answers: list[str | ProtocolError], reason: Reason, heard: list[str]) -> None:
    one, other = Script(*answers), Script(BOARD)
    played = game(one, other)
    assert played.winner == 1
    assert played.reason is reason
    assert one.heard == heard
    assert one.recovered == [reason is Reason.TIMEOUT]
    assert other.heard == ["N one", "W"]
    assert other.recovered == []


def test_two_illegal_boards_have_no_winner() -> None:
    one, other = Script("?"), Script("?")
    played = game(one, other)
    assert played.winner is None
    assert one.heard == ["N other", "E"]
    assert other.heard == ["N one", "E"]


# --- the same with processes ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "how", ["well", "crlf", "many-prompts", "no-newline", "no-prompt", "crash-at-end", "hang-at-error"]
)
@pytest.mark.one_in(4)
def test_habits_that_are_put_up_with(play: Play, how: str) -> None:
    pairing = play(bot(how))
    assert [game.winner for game in pairing.games] == [0, 1]
    assert {game.reason for game in pairing.games} == {Reason.SUNK}
    assert pairing.games[0].shots == (ROW_BY_ROW, ROW_BY_ROW - 1)


FAULTS = {
    "hang-at-start": Reason.TIMEOUT,
    "hang-at-board": Reason.TIMEOUT,
    "hang-at-shot": Reason.TIMEOUT,
    "hang-at-result": Reason.TIMEOUT,
    "crash-at-start": Reason.CRASH,
    "crash-at-board": Reason.CRASH,
    "crash-at-shot": Reason.CRASH,
    "crash-at-result": Reason.CRASH,
    "crash-at-opponent-shot": Reason.CRASH,
    "close-at-board": Reason.CRASH,
    "close-at-shot": Reason.CRASH,
    "board-four-ships": Reason.BOARD,
    "board-off": Reason.BOARD,
    "board-overlap": Reason.BOARD,
    "board-lowercase": Reason.BOARD,
    "board-rows-from-1": Reason.BOARD,
    "board-not-ascii": Reason.BOARD,
    "shot-off": Reason.SHOT,
    "shot-lowercase": Reason.SHOT,
    "shot-sentence": Reason.SHOT,
    "shot-two": Reason.SHOT,
    "noise": Reason.BOARD,
    "memory": Reason.CRASH,
    "fill-disk": Reason.CRASH,
}


#: Faults that are found after the time a bot has: one of them is quick enough.
WAITS = ("hang-at-board", "hang-at-result", "hang-at-shot")


@pytest.mark.parametrize(
    ("how", "reason"),
    [pytest.param(*each, marks=LEFT_OUT if each[0] in WAITS else []) for each in FAULTS.items()],
)
@pytest.mark.one_in(5)
def test_faults_lose_each_game_and_the_match_goes_on(play: Play, how: str, reason: Reason) -> None:
    # What hangs takes its time, so that all but one of those play a single game.
    games = 1 if reason is Reason.TIMEOUT and how != "hang-at-shot" else 2
    pairing = play(bot(how), timeout=1.0 if reason is Reason.TIMEOUT else 5, games=games)
    assert [game.winner for game in pairing.games] == [1] * games
    assert [game.reason for game in pairing.games] == [reason] * games
    assert all(game.faults[1] is None for game in pairing.games)


@pytest.mark.parametrize(
    ("how", "text"),
    [
        ("flood-at-start", "x"),
        ("flood-at-shot", "hello\\n"),
        ("flood-at-board", ">"),
        ("flood-at-result", "A0\\n"),
    ],
)
@pytest.mark.one_in(4)
def test_endless_output_is_cut_off(play: Play, how: str, text: str) -> None:
    pairing = play(bot(how, text))
    assert [game.reason for game in pairing.games] == [Reason.NOISE] * 2


def test_late_answer(play: Play) -> None:
    pairing = play(bot("previous"))
    assert [game.reason for game in pairing.games] == [Reason.BOARD, Reason.SHOT]
    assert [game.winner for game in pairing.games] == [1, 1]


def test_a_bot_that_always_shoots_at_one_square_loses(play: Play) -> None:
    pairing = play(bot("always-a0"), games=1)
    assert pairing.games[0].winner == 1


def test_two_bots_that_never_hit_end_drawn(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("battleship.arena.referee.SHOT_LIMIT", 50)
    pairing = play(bot("always-a0"), bot("always-a0"), games=1)
    assert pairing.games[0].winner is None
    assert pairing.games[0].reason is Reason.SHOT_LIMIT
    assert pairing.games[0].shots == (50, 50)


@pytest.mark.slow
def test_a_slow_answer_counts_until_the_timeout(play: Play) -> None:
    pairing = play(bot("slow", "0.8"), timeout=0.4, games=1)
    assert pairing.games[0].reason is Reason.TIMEOUT


@pytest.mark.parametrize("how", ["fork", "daemon", "ignore-kill"])
@pytest.mark.one_in(3)
def test_no_process_outlives_the_pairing(play: Play, how: str) -> None:
    # The fixture no_process_left_behind looks; this only makes sure that the bot got as far as hiding some.
    pairing = play(bot(how), timeout=2)
    assert [game.winner for game in pairing.games] == [0, 1]
    if how == "ignore-kill":
        assert "did not quit" in pairing.remarks[0]
    if how == "fork":
        assert "left other processes running" in pairing.remarks[0]


@pytest.mark.skipif(landlock_version() == 0, reason="needs Linux 5.13 or newer with Landlock")
def test_nothing_is_written_outside_the_folder(play: Play, tmp_path: Path) -> None:
    target = tmp_path / "outside.txt"
    target.write_text("mine")
    pairing = play(bot("write-outside", str(target)))
    assert target.read_text() == "mine"
    assert pairing.games[0].winner == 0
    assert "Permission denied" in (tmp_path / "bots" / STDERR / "write-outside.stderr").read_text()


@pytest.mark.skipif(landlock_version() < 6, reason="needs Linux 6.12 or newer with Landlock")
def test_the_referee_cannot_be_killed(play: Play) -> None:
    assert play(bot("kill-referee")).games[0].winner == 0


@pytest.mark.parametrize("name", ["python_bot", "c_bot"])
def test_the_documents_bots_play_full_matches(play: Play, name: str, request: pytest.FixtureRequest) -> None:
    pairing = play(request.getfixturevalue(name), "builtin:random", games=10)
    assert {game.reason for game in pairing.games} == {Reason.SUNK}
    # The C bot fires unasked when the opponent shoots in column F, and that must not disturb the next game.
    assert all(game.faults == (None, None) for game in pairing.games)
    assert pairing.remarks == ("", "")


def test_the_documents_bots_play_each_other(play: Play, c_bot: str, python_bot: str) -> None:
    pairing = play(c_bot, python_bot, games=4)
    assert {game.reason for game in pairing.games} == {Reason.SUNK}


def test_standard_error_is_kept_and_told(play: Play, tmp_path: Path) -> None:
    pairing = play(bot("crash-at-shot"))
    fault = pairing.games[0].faults[0]
    assert fault is not None
    assert fault.detail == ("ended with exit code 1 before it answered; standard error: 'crashing at shot'")
    assert (tmp_path / "bots" / STDERR / "crash-at-shot.stderr").read_text() == "crashing at shot\n" * 2


def test_a_bot_is_told_e_and_the_next_game(play: Play, tmp_path: Path) -> None:
    play(bot("log"), bot("shot-off"))
    heard = (tmp_path / "bots" / STDERR / "log.stderr").read_text().split("\n")
    # Going first: its shot, the answer, and the win when the other fails; then going second.
    assert heard == ["N shot-off", "F", "H", "W", "N shot-off", "W", "K", ""]


@pytest.mark.skipif(landlock_version() == 0, reason="needs Linux 5.13 or newer with Landlock")
@pytest.mark.parametrize("how", ["many-files", "many-folders", "much"])
def test_disk_use_of_a_bot(how: str, tmp_path: Path) -> None:
    """The bot is ended while it writes, is not started again, and the other bot wins."""
    limits = Limits(file=1, files=50, size=3)
    bots = parse_bots([bot(how), "builtin:random"])
    began = time.monotonic()
    pairing = play_pairing(bots, (0, 1), Settings(tmp_path / "bots", 3, 20.0, limits=limits))
    assert time.monotonic() - began < 15
    assert [game.winner for game in pairing.games] == [1, 1, 1]
    first, second = pairing.games[0].faults[0], pairing.games[1].faults[0]
    assert first is not None
    assert second is not None
    assert first.reason is Reason.CRASH
    assert re.search("was ended: it had written (more than|folders)", first.detail)
    assert "was not started: it had written" in second.detail


@pytest.mark.slow
def test_an_idle_bot_is_watched_while_the_other_thinks(tmp_path: Path) -> None:
    bots = parse_bots([bot("many-files-later"), bot("slow", "0.7")])
    settings = Settings(tmp_path / "bots", 1, 5.0, limits=Limits(files=50))
    (game,) = play_pairing(bots, (0, 1), settings).games
    assert game.winner == 1
    fault = game.faults[0]
    assert fault is not None
    assert "more than 50 files" in fault.detail


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("sh ...py", "bot"),
        ("sh ..", "sh"),
        ("sh .hidden.py", "hidden"),
        ("sh -x", "sh"),
        ("sh ./-.py", "bot"),
        (f"sh {'n' * 200}", "n" * 64),
    ],
)
def test_no_name_leads_out_of_the_folder(
    text: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for file in ("...py", ".hidden.py", "-.py", "n" * 200):
        (tmp_path / file).write_text("")
    (spec,) = parse_bots([text])
    assert spec.name == name
    folder = tmp_path / "bots" / spec.name
    assert folder.resolve().parent == (tmp_path / "bots").resolve()


@pytest.mark.parametrize("name", ["..", ".", "-x", "a b", "x" * 65, ".stderr", "é"])
def test_a_name_that_could_lead_elsewhere_is_refused(name: str) -> None:
    with pytest.raises(BotError, match=r"is not a name|there is no program"):
        parse_bots([f"{name}=true"])


def test_names_never_meet(tmp_path: Path) -> None:
    specs = parse_bots(["x-2=true", "x=true", "x=true", "x=true", "x-2=true"])
    assert [spec.name for spec in specs] == ["x-2", "x", "x-3", "x-4", "x-2-2"]
    bots = parse_bots(["a=true", "a-b=true", "b-c=true", "c=true"])
    names = pair_names(bots)
    assert len(set(names.values())) == 6
    assert names[0, 2] == "a-b-c"
    assert names[1, 3] == "a-b-c-2"


# --- command lines --------------------------------------------------------------------------------------------


def test_bots_are_named_after_their_programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "killer.py").write_text("")
    specs = parse_bots(
        ["python3 killer.py", "mine=python3 killer.py", "python3 killer.py -v", "builtin:random"]
    )
    assert [spec.name for spec in specs] == ["killer", "mine", "killer-2", "random"]
    # The bot runs in its own folder, so the file's place is absolute.
    assert specs[2].command[1:] == (str(tmp_path / "killer.py"), "-v")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("/nowhere/bot", "there is no program '/nowhere/bot'"),
        ("", "no program"),
        ("'open", "close the quotes"),
        (__file__, "is not executable"),
    ],
)
def test_bots_that_cannot_start_are_refused_at_once(text: str, reason: str) -> None:
    with pytest.raises(BotError, match=reason):
        parse_bots([text])


def test_a_program_without_a_format_is_named(tmp_path: Path) -> None:
    program = tmp_path / "nothing"
    program.write_bytes(b"\x00\x01")
    program.chmod(0o755)
    bots = parse_bots([str(program), "builtin:random"])
    with pytest.raises(BotError, match="nothing: cannot be started"):
        play_pairing(bots, (0, 1), Settings(tmp_path / "bots", 1))


def test_programs_as_bots_are_refused_on_windows(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("battleship.arena.confine.sys.platform", "win32")
    with pytest.raises(BotError, match="Linux, macOS or WSL"):
        play(bot("well"))
