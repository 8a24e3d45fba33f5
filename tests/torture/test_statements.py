"""Statements that take as long as they like

Every word of MSX BASIC runs in a loop without end, with operands as large as they get: with strings that fill their
space, in a graphic screen, with 3,000 files on the disk or large ones, in a program that fills the memory. Every
function is called by functions that call functions, 2,097,152 times in one statement. Machine code calls every entry of
the BIOS. The run must ask whether to go on every half second (of the processor) at the latest, and an answer ends it.
"""

from __future__ import annotations

import gc
import itertools
import random
import re
import time
from collections.abc import Iterable
from dataclasses import dataclass

import pytest

from msxkit.interpreter.session import Session
from msxkit.language.vocabulary import ENTRIES, Entry
from msxkit.machine import work_area
from msxkit.stop_reason import StopReason
from tests.torture import SEED, some

pytestmark = pytest.mark.slow
#: Seconds of the processor after which a run is to end, and within which it must have been asked.
ENOUGH, ANSWER = 0.1, 0.5
#: What a program begins with; the loop begins at line 9.
_CONTEXTS = {
    "alone": "1 CLS",
    "with strings that fill their space": (
        '1 CLEAR 9000:DIM Z$(1500):FOR Z=0 TO 1500:Z$(Z)=STR$(Z):NEXT\n2 Z=FRE(""):Z$=STRING$(Z MOD 255,"Z")'
    ),
    "in SCREEN 5": "1 SCREEN 5:FOR Z=0 TO 99:LINE(RND(1)*255,0)-(RND(1)*255,211),RND(1)*15:NEXT",
    "in SCREEN 7": "1 SCREEN 7,2",
    "with 3,000 files": '1 OPEN "F1.BAS" AS #1',
    "in a program that fills the memory": "1 CLEAR 100",
    "where every file has 3 MB": "1 SCREEN 8",
}
_MANY = {f"F{number}.BAS": b"10 REM\n" for number in range(3000)}


class _Large(dict[str, bytes]):
    """Files of any name, of 3 MB: listings, blanks, digits, pictures."""

    def __missing__(self, name: str) -> bytes:
        pieces = (
            b"10 REM\n",
            b"   ",
            b"777",
            b"\n",
            b"\x10\0\x10\0",
            b'"A",',
            b"\xfe\0\x90\0\xf0\0\0",
            b"\xff\1\x80\n\0",
        )
        piece = pieces[len(self) % len(pieces)]
        return self.setdefault(name, piece * (3_000_000 // len(piece)))


def _files(context: str) -> dict[str, bytes]:
    if "every file" in context:
        return _Large()
    return dict(_MANY) if "3,000 files" in context else {"A": b"1,2\n"}


_EXTREMES = ("0", "1", "2", "255", "256", "32767", "-32768", "65535", "-1", "1E9", "&HFFFF", "511", "211")
#: Functions that call functions: so many times the one before, so often.
_TIMES, _DEPTH = 8, 7


@dataclass(slots=True)
class Answer:
    """How a run ended.

    Attributes:
        longest: The longest time between two questions, or a question and the end.
    """

    longest: float
    at: StopReason


def answered(session: Session, enough: float = ENOUGH) -> Answer:
    """Run a session for some time of the processor, and see how often it asks.

    Python's collection of garbage waits: in a process that has run thousands of tests it takes 0.7 s.
    """
    begun = asked = time.thread_time()
    longest = 0.0

    def poll() -> bool:
        nonlocal asked, longest
        now = time.thread_time()
        longest, asked = max(longest, now - asked), now
        return now - begun > enough

    gc.disable()
    try:
        event = session.run(poll=poll)
    finally:
        gc.enable()
    return Answer(max(longest, time.thread_time() - asked), event.at)


def _late(programs: Iterable[tuple[str, str]], context: str = "") -> list[str]:
    """Return which programs were not asked in time."""
    found = []
    for name, source in programs:
        session = Session(source.encode("latin-1"), files=_files(context), idle_polls=None)
        answer = answered(session)
        if answer.longest > ANSWER:
            found.append(f"{name}: {answer.longest:.1f} s without a question\n{source[:2000]}")
    return found


@pytest.mark.parametrize("context", _CONTEXTS)
def test_words_in_a_loop(context: str) -> None:
    source = random.Random(f"{SEED} {context}")
    words = some([entry for entry in ENTRIES if entry.example], context)
    first, full = _CONTEXTS[context], "program" in context
    programs = ((entry.name, endless(entry.example, first, source, full)) for entry in words)
    assert not _late(programs, context)


def test_functions_within_functions() -> None:
    functions = some([entry for entry in ENTRIES if entry.role == "function"], "functions")
    assert not _late((entry.name, nested(call)) for entry in functions if (call := called(entry)))


@pytest.mark.parametrize("mode", [1, 5])
def test_machine_code_that_calls_the_bios(mode: int) -> None:
    entries = some(list(work_area.RomEntry), "BIOS")
    assert not _late((f"{entry:04X}H", machine_code(entry, mode)) for entry in entries)


def endless(example: str, first: str, source: random.Random, full: bool = False) -> str:
    """Return a program that runs an example again and again, with some of its numbers as large as they get."""

    def changed(line: re.Match[str]) -> str:
        return line[1] + re.sub(
            r"(?<![\w&$#.\"])\d+(?![\w.\"])",
            lambda number: source.choice(_EXTREMES) if source.random() < 0.3 else number[0],
            line[2],
        )

    body = re.sub(r"^(\d+)( .*)$", changed, example.strip(), flags=re.M)
    body = re.sub(r"\b(END|STOP|NEW)\b(?! *(ON|OFF))", "REM", body)
    rest = "\n".join(f"{number} DATA 1,2,3" for number in range(61000, 61000 + 900 * full))
    return f"{first}\n5 ON ERROR GOTO 63000\n{body}\n60000 GOTO 10\n{rest}\n63000 RESUME NEXT\n"


def nested(call: str) -> str:
    """Return a program with one statement that evaluates a function some two million times."""
    kind = "$" if "$(" in call or call.endswith("$") else ""
    lines = [f'5 B$="12":ON ERROR GOTO 900\n10 DEF FNA{kind}(X)={call}']
    names = "ABCDEFGHIJ"[: _DEPTH + 1]
    for number, (inner, outer) in enumerate(itertools.pairwise(names), 2):
        calls = "+".join([f"FN{inner}{kind}(X)"] * _TIMES)
        value = f"LEFT$({calls},1)" if kind else f"SGN({calls})"
        lines.append(f"{number * 10} DEF FN{outer}{kind}(X)={value}")
    return "\n".join([*lines, f"200 PRINT FN{names[-1]}{kind}(1)", "900 PRINT ERR:END", ""])


def called(entry: Entry) -> str | None:
    """Return a call of a function that is not an error, found by trying."""
    least, most = entry.counts
    for count in range(least, most + 1):
        for operands in itertools.product(("1", "B$", "2"), repeat=count):
            call = f"{entry.name}({','.join(operands)})" if operands else entry.name
            for kind in ("", "$"):
                session = Session(f'10 B$="12":A{kind}={call}'.encode("latin-1"), idle_polls=None)
                if session.run(max_steps=100).at is StopReason.END:
                    return call
    return None


def machine_code(entry: int, mode: int) -> str:
    """Return a program whose machine code calls an entry for ever, with registers as large as they get."""
    code = (0x21, 0, 0x40, 0x11, 0, 0xD1, 0x01, 0xFF, 0xFF, 0x3E, 1, 0xCD, entry & 255, entry >> 8)
    codes = ",".join(map(str, (*code, 0xC3, 0, 0xD0)))
    return (
        f"10 CLEAR 200,&HCFFF:SCREEN {mode}:FOR I=0 TO {len(code) + 2}:READ A:POKE &HD000+I,A:NEXT\n"
        f"20 DEFUSR=&HD000:A=USR(0)\n30 DATA {codes}\n"
    )
