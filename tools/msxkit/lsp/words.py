"""What each keyword of MSX BASIC does, and how it is written."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

Role = Literal["statements", "functions", "operators"]


@dataclass(frozen=True, slots=True)
class Word:
    """forms: how it is written. text: what it does. errors: those of the machine that are its own."""

    word: str
    role: Role
    forms: tuple[str, ...]
    text: str
    errors: tuple[str, ...]


@cache
def _table() -> dict[Role, dict[str, Word]]:
    data = tomllib.loads((files("msxkit.lsp") / "words.toml").read_text("utf-8"))
    roles: tuple[Role, ...] = ("statements", "functions", "operators")
    return {
        role: {
            word: Word(
                *(word, role, tuple(forms.split(" | ")), text),
                tuple(error for error in errors.split(", ") if error),
            )
            for word, (forms, text, errors) in data[role].items()
        }
        for role in roles
    }


def words(role: Role) -> dict[str, Word]:
    """The words of a role, by their spelling."""
    return _table()[role]


def meanings(word: str) -> list[Word]:
    """What a word can mean: as a statement, as a function, between operands."""
    return [table[word] for table in _table().values() if word in table]
