"""Random programs show the same screen compiled as on the interpreter."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from msxkit.interpreter import Session
from msxkit.language.program import Program
from msxkit.native.compiler import compile_program

from .msx import Msx
from .random_listings import RandomListing
from .random_structures import StructuredListing

#: A program that takes more statements runs for ever, as far as this test goes: the next one of its kind is taken.
STATEMENTS = 20_000
#: Programs of each kind that are compared: in every run of the tests, and in those of the slow ones.
FEW, MANY = 20, 1_100
_CHUNK = 10
#: From a program that does not end to the next one.
_NEXT = 1_000_000


def _ends(listing: str, keys: str) -> bool:
    """Compares a program, unless it does not end: false."""
    program = Program.from_file(listing.encode("latin-1"))
    session = Session(program, machine="msx2")
    event = session.run(STATEMENTS)
    left = keys
    while event.at == "key" and left:
        session.press(left[0])
        left = left[1:]
        event = session.run(STATEMENTS)
    if event.at == "limit":
        return False
    msx = Msx(compile_program(program), version=1)
    at = msx.run(map(ord, keys))
    assert at == ("key" if event.at == "key" else "ended"), listing
    assert msx.screen.rows() == session.screen.rows(), listing
    return True


def _expressions(number: int) -> bool:
    return _ends(RandomListing(number).text(), "")


def _structures(number: int) -> bool:
    listing = StructuredListing(number)
    return _ends(listing.text(), listing.keys)


def _compare(kind: Callable[[int], bool], numbers: range) -> None:
    """As many programs of a kind as there are numbers, every one of them compared."""
    for number in numbers:
        while not kind(number):
            number += _NEXT


def _chunks(first: int, last: int) -> list[range]:
    """Numbers of programs, as many together as take no time that matters even on a busy machine."""
    return [range(start, min(start + _CHUNK, last)) for start in range(first, last, _CHUNK)]


@pytest.mark.parametrize("kind", [_expressions, _structures])
@pytest.mark.parametrize("numbers", _chunks(0, FEW), ids=str)
def test_some_programs(kind: Callable[[int], bool], numbers: range) -> None:
    _compare(kind, numbers)


def test_a_program_that_differed() -> None:
    """1E5 MOD (1.25\\0): which of the two errors is the first."""
    assert _expressions(501034)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [_expressions, _structures])
@pytest.mark.parametrize("numbers", _chunks(FEW, MANY), ids=str)
def test_many_programs(kind: Callable[[int], bool], numbers: range) -> None:
    _compare(kind, numbers)
