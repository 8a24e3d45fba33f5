"""The recorded programs: what the machine stored for each listing (tests/conformance)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[3]
CONFORMANCE = ROOT / "tests" / "conformance"
LISTINGS = ROOT / "basic"


@dataclass(frozen=True)
class Recorded:
    """A recorded program.

    Attributes:
        name: Its file and entry.
        program: The listing in MSX codes.
        tokens: The program text, base 8001h, without FF.
        screen: The rows after RUN.
    """

    name: str
    program: bytes
    tokens: bytes
    screen: tuple[str, ...]


def recorded(*files: str) -> list[Recorded]:
    entries = []
    for file in files:
        for entry in json.loads((CONFORMANCE / f"{file}.json").read_text("utf-8")):
            entries.append(
                Recorded(
                    f"{file}/{entry['name']}",
                    entry["program"].encode("latin-1"),
                    bytes.fromhex(entry["tokens"]),
                    tuple(entry.get("screen", ())),
                )
            )
    return entries


EVERY = recorded("tokens", "statements", "edges", "more", "input")
RUN = [entry for entry in EVERY if entry.screen]
