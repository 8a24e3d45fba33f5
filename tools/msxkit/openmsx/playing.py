"""How a program is played for a recording, and where the program of a recording is found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Protocol

from msxkit.display.screen import Screen
from msxkit.errors import FileError
from msxkit.language.program import Program
from msxkit.language.source import read_program
from msxkit.openmsx.variables import VariableTable
from msxkit.recording import ProgramId, tokens_sha1


@dataclass(frozen=True, slots=True)
class Beginning:
    """A program at its first wait for a key.

    Attributes:
        variables: Its variables there.
        seconds: Emulated seconds since RUN.
    """

    variables: VariableTable
    seconds: float


class Playing(Protocol):
    """A way to play a program for a recording, with the notes that people read in it."""

    @property
    def style(self) -> str:
        """How the keys are chosen: the field `style`."""

    def keys(self, beginning: Beginning) -> Iterator[int]:
        """Return the character codes (0-255) to press, in order; where they end before the program, so does the
        recording.
        """

    def machine_notes(self, beginning: Beginning) -> Mapping[str, Any]:
        """Return what to add to the field `recorded_on`."""

    def notes(self, beginning: Beginning) -> Mapping[str, Any]:
        """Return further fields of the file, as JSON."""

    def outcome(self, screen: Screen) -> str | None:
        """Return how the program ended, by its last screen; None when that says nothing."""


@dataclass(frozen=True)
class Typing:
    """A way to play any program: it types codes that are known beforehand, and notes nothing."""

    codes: bytes = b""
    style: str = "keys"

    @classmethod
    def at_random(cls, number: int, choice: bytes, seed: int) -> Typing:
        """Return a way that types `number` codes at random, each drawn from `choice` (not empty)."""
        random = Random(f"keys {seed}")
        return cls(bytes(random.choice(choice) for _ in range(number)), "random")

    def keys(self, beginning: Beginning) -> Iterator[int]:
        return iter(self.codes)

    def machine_notes(self, beginning: Beginning) -> Mapping[str, Any]:
        return {}

    def notes(self, beginning: Beginning) -> Mapping[str, Any]:
        return {}

    def outcome(self, screen: Screen) -> str | None:
        return None


def find_program(wanted: ProgramId, folders: Iterable[Path]) -> Program:
    """Return the program that a recording names, from the first folder that has the very same one.

    Raise `FileError` that names the folders searched and what was there instead.
    """
    looked = []
    for folder in folders:
        path = folder / wanted.file
        if not path.is_file():
            looked.append(f"{path}: not there")
            continue
        program = read_program(path)
        if tokens_sha1(program) == wanted.tokens_sha1:
            return program
        looked.append(f"{path}: another program, its tokens have the SHA-1 {tokens_sha1(program)}")
    raise FileError(
        f"the recording is of {wanted.file} with the tokens {wanted.tokens_sha1}, which was not found; name the file "
        f"with --program ({'; '.join(looked)})"
    )


def start_time(seed: int) -> int:
    """Return the TIME at RUN (1-65535) in the recording of this seed."""
    return Random(f"time {seed}").randrange(1, 65536)
