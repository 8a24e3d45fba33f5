"""Rules of the machine in small programs, for interpreter and cartridge: `rules.jsonl` says what each leaves.

The fields of a program:
    about: What it shows.
    on: `interpreter` or `cartridge`, for what one of them alone has: how long a statement takes, the memory of a
        variable, direct mode.
    handled: Whether it goes on after an error, which it prints.
    machine: The model; without it an MSX2.
    lines, keys: The listing, and what is typed.
    files: The disk before.
    rows: What stands above `Ok`, without blank rows at the end.
    after, printed: The disk afterwards, and the paper.
    vram, registers, palette, sound: Bytes in hexadecimal by where they begin in video memory, in the registers and the
        palette of the video chip, and in the registers of the sound chip.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import LEFT_OUT
from tests.msxkit.running import HANDLER, rows_above_ok

Rule = dict[str, Any]
RULES: list[Rule] = [
    json.loads(row) for row in Path(__file__).with_name("rules.jsonl").read_bytes().splitlines()
]


@dataclass(frozen=True)
class Left:
    """What a program leaves."""

    rows: list[str]
    files: dict[str, bytes]
    printed: bytes
    vram: bytes
    registers: bytes
    palette: bytes
    sound: bytes


def rules(target: str, quick: int = 1) -> pytest.MarkDecorator:
    """Return the mark of a test that takes each `rule` of a target, one in so many of them quick."""
    return pytest.mark.parametrize(
        "rule",
        [
            pytest.param(
                rule, id=f"{rule['about']}-{rule['lines'][0]}", marks=LEFT_OUT if number % quick else []
            )
            for number, rule in enumerate(RULES)
            if rule.get("on", target) == target
        ],
    )


def listing(rule: Rule) -> bytes:
    """Return the program."""
    text: str = HANDLER * rule.get("handled", False) + "".join(f"{line}\n" for line in rule["lines"])
    return text.encode("latin-1")


def files(rule: Rule) -> dict[str, bytes]:
    """Return the files beforehand."""
    return {name: data.encode("latin-1") for name, data in rule.get("files", {}).items()}


def check(rule: Rule, left: Left) -> None:
    """Fail unless a program has left what its rule says."""
    assert rows_above_ok(left.rows) == rule["rows"]
    assert left.files == files({"files": rule["after"]} if "after" in rule else rule)
    assert left.printed == rule.get("printed", "").encode("latin-1")
    for name in ("vram", "registers", "palette", "sound"):
        for place, codes in rule.get(name, {}).items():
            start, expected = int(place, 16), bytes.fromhex(codes)
            assert getattr(left, name)[start : start + len(expected)] == expected, (name, place)
