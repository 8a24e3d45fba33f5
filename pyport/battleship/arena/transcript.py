"""Transcripts of SKYNET games: every line that was said, in a text file that people and `replay` can read.

Format: comment lines with `#`; `1 NAME` and `2 NAME`, bot 1 being the one that shot first; then one line for each
message: `1>` to bot 1, `1<` from bot 1; at the end `=` and how the game ended.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from battleship.arena.referee import RefereedGame
from battleship.errors import IllegalFleetError, NotationError, TranscriptError
from battleship.notation import skynet
from battleship.rules import Cell
from battleship.rules.board import Fleet
from msxkit.errors import quoted

_HEAD = "# transcript of a SKYNET game, format 1; 1> is said to bot 1, 1< is said by it"


@dataclass(frozen=True, slots=True)
class Message:
    """What was said in a game: to or by the bot of `seat` 0 or 1."""

    seat: int
    said: bool
    text: str


@dataclass(frozen=True, slots=True)
class Shot:
    """One shot of a game as it was announced: by seat 0 or 1, with H, M or S x."""

    seat: int
    cell: Cell
    answer: str


@dataclass(frozen=True, slots=True)
class Transcript:
    """A game as it was said.

    Attributes:
        names: First shooter, then the other.
        end: A sentence.
    """

    names: tuple[str, str]
    messages: tuple[Message, ...]
    end: str

    def fleets(self) -> tuple[Fleet | None, Fleet | None]:
        """Return the boards that the bots gave; None for one that was not legal or not given."""
        fleets: list[Fleet | None] = [None, None]
        for before, message in zip(self.messages, self.messages[1:], strict=False):
            if (
                message.said
                and not before.said
                and before.seat == message.seat
                and before.text.startswith("N")
            ):
                try:
                    fleets[message.seat] = skynet.parse_fleet(message.text)
                except (NotationError, IllegalFleetError):
                    continue
        return fleets[0], fleets[1]

    def shots(self) -> list[Shot]:
        """Return the shots that counted, in order."""
        shots = []
        for aim, answer in zip(self.messages, self.messages[1:], strict=False):
            if not aim.said or answer.said or aim.seat != answer.seat or not skynet.looks_like_cell(aim.text):
                continue
            if re.fullmatch(r"[HM]|S [CBDSP]", answer.text):
                shots.append(Shot(aim.seat, skynet.parse_cell(aim.text), answer.text))
        return shots


def ending(game: RefereedGame, names: tuple[str, str]) -> str:
    """Return a sentence for users: who won, in how many shots, and what the other did wrong."""
    wrong = [
        f"{name} {fault.detail}" for name, fault in zip(names, game.faults, strict=True) if fault is not None
    ]
    if game.winner is None:
        return f"nobody won ({'; '.join(wrong) or f'{game.reason} reached'})"
    shots = f"{names[game.winner]} won with {game.shots[game.winner]} shots"
    return (
        f"{shots} ({'; '.join(wrong) or f'{names[1 - game.winner]} had shot {game.shots[1 - game.winner]}'})"
    )


def write(names: tuple[str, str], messages: Sequence[Message], game: RefereedGame) -> str:
    """Return the text of a transcript. names and messages by seat; the seat that shot first becomes bot 1."""
    order = {game.first: 1, 1 - game.first: 2}
    text = [_HEAD]
    text += [f"{number} {names[seat]}" for seat, number in sorted(order.items(), key=lambda item: item[1])]
    text += [f"{order[message.seat]}{'<' if message.said else '>'} {message.text}" for message in messages]
    text.append(f"= {ending(game, names)}")
    return "\n".join(text) + "\n"


def read(text: str, name: str) -> Transcript:
    """Read a transcript. Raise `TranscriptError` with file and line."""
    names: dict[str, str] = {}
    messages: list[Message] = []
    end = ""
    for number, raw in enumerate(text.split("\n"), start=1):
        line = raw.rstrip("\r")
        if not line or line.startswith("#"):
            continue
        match = re.fullmatch(r"([12])([<> ])(.*)", line)
        if line.startswith("= "):
            end = line[2:]
        elif match is None:
            raise TranscriptError(
                f"{name}:{number}: {quoted(line)} is not a line of a transcript (1 NAME, 2 NAME, 1>, 1<, 2>, 2< or =)"
            )
        elif match[2] == " ":
            names[match[1]] = match[3]
        else:
            messages.append(Message(int(match[1]) - 1, match[2] == "<", match[3].strip()))
    if len(names) < 2 or not messages:
        raise TranscriptError(
            f"{name}:1: not a complete transcript, which needs the names 1 and 2 and at least one message; "
            "make one with `battleship referee --record DIR`"
        )
    return Transcript((names["1"], names["2"]), tuple(messages), end)
