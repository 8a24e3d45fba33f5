"""Check that a bot follows the SKYNET protocol, and say in plain words where it does not.

Each scenario starts the bot afresh and walks it through some of the messages, in every order that a referee may send
them. A fault that the referee of this package tolerates is a warning; one that loses games is a failure.
"""

from __future__ import annotations

import itertools
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from random import Random

from battleship.arena.confine import Limits
from battleship.arena.faults import ProtocolError, Reason
from battleship.arena.process import BotProcess
from battleship.arena.referee import SHOT_LIMIT
from battleship.arena.seats import BotSpec, bot_environment, make_folder, stderr_file
from battleship.errors import IllegalFleetError, NotationError
from battleship.layouts.placing import uniform
from battleship.notation import skynet
from battleship.rules import SKYNET, Cell, column_name
from battleship.rules.board import Board, Fleet
from msxkit.errors import quoted

#: Seconds of silence after which a bot is taken to have nothing to say unasked.
_SILENCE = 0.1


class ComplianceVerdict(Enum):
    """What a check found: nothing, something that the referee tolerates, or something that loses games."""

    OK = "ok"
    WARNING = "warning"
    FAILURE = "FAILURE"


@dataclass(frozen=True, slots=True)
class Finding:
    """The outcome of one check: what was tried, and what is wrong, in whole sentences."""

    verdict: ComplianceVerdict
    tried: str
    wrong: tuple[str, ...] = ()


def check_bot(spec: BotSpec, folder: Path, timeout: float, limits: Limits) -> Iterator[Finding]:
    """Walk through the scenarios. When one of the first three fails, end: the others would only repeat it.

    Args:
        folder: Where the bot runs.
        timeout: Seconds for each answer.
    """
    if spec.player:
        main = f"from battleship.cli import main; main(['bot', {spec.player!r}])"
        spec = replace(spec, command=(sys.executable, "-P", "-c", main))
    make_folder(folder, spec.name)
    failed = False
    for number, (tried, scenario) in enumerate(_SCENARIOS.items()):
        if failed and number >= _FUNDAMENTAL:
            return
        exam = _Exam(timeout)
        failure = ""
        stderr = stderr_file(folder)
        environment = bot_environment(folder, seed=1)
        with BotProcess(spec.command, folder, stderr, limits, environment) as exam.process:
            try:
                scenario(exam)
            except ProtocolError as error:
                failure = error.fault.detail
            except (NotationError, IllegalFleetError) as error:
                failure = f"answered {exam.message} wrongly: {error}"
            last = exam.process.last_error()
        if failure:
            exam.warnings.insert(0, failure)
        elif last:
            exam.warn(f"wrote to standard error; its last line was {last}")
        failed = failed or bool(failure)
        verdict = (
            ComplianceVerdict.FAILURE
            if failure
            else ComplianceVerdict.WARNING
            if exam.warnings
            else ComplianceVerdict.OK
        )
        yield Finding(verdict, tried, tuple(f"{spec.name} {text}" for text in exam.warnings))


class _Exam:
    """One run of the bot: it sends messages and keeps what is wrong."""

    process: BotProcess

    def __init__(self, timeout: float) -> None:
        self.timeout = timeout
        self.message = ""
        self.warnings: list[str] = []

    def warn(self, text: str) -> None:
        if text not in self.warnings:
            self.warnings.append(text)

    def ask(self, message: str) -> str:
        self.message = message
        start = time.monotonic()
        answer = self.process.ask(message, self.timeout, skynet.stale(message))
        taken = time.monotonic() - start
        if taken > self.timeout / 2:
            self.warn(f"took {taken:.1f} of {self.timeout:g} seconds to answer {message}")
        return answer

    def tell(self, message: str) -> None:
        self.message = message
        self.process.tell(message, self.timeout)

    def new_game(self, opponent: str = "opponent") -> Fleet:
        return skynet.parse_fleet(self.ask(skynet.new_game(opponent)))

    def fire(self) -> Cell:
        return skynet.parse_cell(self.ask(skynet.FIRE))

    def expect_no_more(self, after: str) -> None:
        """Raise `ProtocolError` when the bot has written more than one line."""
        for line in self.process.unasked(_SILENCE):
            raise ProtocolError(Reason.NOISE, f"wrote {quoted(line)} after its {after}; one line is expected")

    def tell_quietly(self, message: str) -> None:
        """Send a message that wants no answer, and listen whether one comes."""
        self.tell(message)
        lines = self.process.unasked(_SILENCE)
        for line in lines:
            if not skynet.looks_like_cell(line):
                raise ProtocolError(
                    Reason.NOISE, f"answered {message} with {quoted(line)}; no answer is expected"
                )
        if lines:
            self.warn(
                f"had shot without being asked {len(lines)} times by the end of {message}; the referee takes it "
                "as the answer to the next F"
            )

    def play(self, fleet: Fleet) -> list[Cell]:
        """Let the bot shoot at a fleet until it is sunk; the bot is shot at as well."""
        board = Board.new(SKYNET, fleet)
        shots: list[Cell] = []
        back = itertools.cycle(SKYNET.cells)
        while not board.lost:
            if len(shots) == SHOT_LIMIT:
                raise ProtocolError(
                    Reason.SHOT_LIMIT,
                    f"had not sunk the fleet after {SHOT_LIMIT} shots; such games are drawn",
                )
            shots.append(self.fire())
            board, result = board.fire(shots[-1], again=True)
            self.tell(skynet.result(result))
            self.tell(skynet.opponent_shot(next(back)))
        return shots


def _starts(exam: _Exam) -> None:
    if not exam.process.prompted(min(exam.timeout, 2.0)):
        exam.warn("did not print > before the first message (or did not flush it)")
    exam.new_game()


def _boards(exam: _Exam) -> None:
    for opponent in ("opponent", "a", "builtin-player_with.a-very-long-name-indeed", "fox", "nemo", "kraken"):
        exam.new_game(opponent)
        exam.expect_no_more(f"answer to {exam.message}")
        exam.tell_quietly(skynet.WIN)  # the opponent's board was illegal


def _shots(exam: _Exam) -> None:
    exam.new_game()
    exam.fire()
    exam.expect_no_more("shot")


def _results(exam: _Exam) -> None:
    exam.new_game()
    for message in ("M", "H", *(f"S {ship_type.symbol}" for ship_type in SKYNET.ships)):
        exam.fire()
        exam.tell_quietly(message)
    exam.fire()


def _opponent_shots(exam: _Exam) -> None:
    exam.new_game()
    for number in range(SKYNET.width):
        exam.tell_quietly(f"O {column_name(number)}{number}")
        exam.fire()
        exam.tell("M")


def _whole_games(exam: _Exam) -> None:
    random = Random(1)
    for message in (skynet.WIN, skynet.LOSS):
        exam.new_game()
        shots = exam.play(uniform(SKYNET, random))
        wasted = len(shots) - len(set(shots))
        if wasted:
            exam.warn(
                f"shot {wasted} times in {len(shots)} at squares that it had shot at already; that is legal"
            )
        exam.tell_quietly(message)


def _broken_off(exam: _Exam) -> None:
    for message in (skynet.WIN, skynet.LOSS, skynet.ERROR):
        exam.new_game()
        exam.fire()
        exam.tell("M")
        exam.tell("O A0")
        exam.tell_quietly(message)  # the opponent failed, or the bot did
    exam.new_game()
    exam.fire()


def _before_the_first_shot(exam: _Exam) -> None:
    for message in (skynet.WIN, skynet.ERROR, skynet.LOSS):
        exam.new_game()
        exam.tell("O J9")
        exam.tell_quietly(message)
    exam.new_game()
    exam.fire()


def _error_before_any_game(exam: _Exam) -> None:
    exam.tell_quietly(skynet.ERROR)
    exam.new_game()
    exam.fire()


def _quit_between_games(exam: _Exam) -> None:
    exam.new_game()
    exam.fire()
    exam.tell("M")
    exam.tell(skynet.LOSS)
    _quit(exam)


def _quit_in_a_game(exam: _Exam) -> None:
    exam.new_game()
    exam.fire()
    _quit(exam)


def _quit(exam: _Exam) -> None:
    wrong = exam.process.quit(exam.timeout)
    if wrong:
        raise ProtocolError(Reason.TIMEOUT, wrong)


def _end_of_input(exam: _Exam) -> None:
    exam.new_game()
    exam.process.end_input()
    if not exam.process.ended(min(exam.timeout, 2.0)):
        exam.warn("keeps running when its input ends; it would still run after its referee has died")


#: Scenarios at the beginning that everything else rests on.
_FUNDAMENTAL = 3

_SCENARIOS: dict[str, Callable[[_Exam], None]] = {
    "starts, shows > and answers N": _starts,
    "N: a legal board for any opponent, game after game": _boards,
    "F: a shot": _shots,
    "H, M and S x: go on, say nothing": _results,
    "O x: go on, say nothing": _opponent_shots,
    "two whole games, then W and L": _whole_games,
    "a game broken off, then W, L or E and the next game": _broken_off,
    "a game that ends before the first shot": _before_the_first_shot,
    "E before any game": _error_before_any_game,
    "K at once": _quit,
    "K between games": _quit_between_games,
    "K in the middle of a game": _quit_in_a_game,
    "the end of input": _end_of_input,
}
