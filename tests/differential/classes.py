"""The classes of random programs: a grammar for each in `grammars/`.

Whatever depends on time, on free memory or on the BIOS of the machine is left out: there a cartridge may differ
(docs/notes/cartridge.md). So is a name table of text that BASE moves: nothing of it is recorded, and here they differ.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from random import Random

from tests.differential import chains, grammar
from tests.differential.common import Program

#: Keys that their grammars have other characters for, and what is before a character that CHR$(1) leads to.
_KEYS = str.maketrans(
    {"~": "\r", "^": "\x1e", "<": "\x1d", ">": "\x1c", "@": "\x7f", "#": "\x12", "!": "\x08"}
    | {"`": "\t", "%": "\x05", "'": "\x06", "*": "\x02", ";": "\x0e", ":": "\x0b", "/": "\x15", "]": "\x1f"}
    | {"$": "\x03", "?": "\1"}
)
#: How many rules may be inside each other in what is typed.
_TYPED = 12
#: How many programs lose their handlers of errors, and what is taken from them.
_BARE = 0.4
_HANDLES, _RESUMES = re.compile(r"ON ERROR GOTO \d+"), re.compile(r"RESUME( NEXT| \d+)?")

#: Those for a genuine machine in openMSX, by the machine.
GENUINE = {"msx1": "genuine", "msx2": "genuine2"}
#: Those in which differences are still open; the tests leave them out.
OPEN: dict[str, Callable[[Random], Program]] = {"chains": chains.chains, "memory": chains.memory}
CLASSES = [name for name in grammar.names() if "apart" not in grammar.named(name).settings]


def program(name: str, seed: int, number: int) -> Program:
    """Return a program of a class: the same for the same numbers. Some have no handler of errors.

    Where a program may go on behind any statement, the compiler knows little of its arrays and numbers.
    """
    random = Random(f"{name} {seed} {number}")
    made = OPEN[name](random) if name in OPEN else _program(name, random)
    return made if made.disk or random.random() >= _BARE else _without_handlers(made)


def _program(name: str, random: Random) -> Program:
    rules = grammar.named(name)
    settings = rules.settings
    lines = rules.lines(random)
    keys = rules.text("typed", random, _TYPED).translate(_KEYS) if "typed" in rules.rules else ""
    return Program(
        lines,
        keys,
        msx2=random.random() < float(settings.get("msx2", 0.6)),
        timed=tuple(settings.get("timed", "").split()),
        disk="disk" in settings,
    )


def _without_handlers(made: Program) -> Program:
    lines = (_RESUMES.sub("END", _HANDLES.sub("E=0", line)) for line in made.lines)
    return replace(made, lines=tuple(lines))
