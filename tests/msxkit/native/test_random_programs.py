"""Random programs show the same screen compiled as on the interpreter."""

from __future__ import annotations

import pytest

from msxkit.interpreter import Session
from msxkit.language.program import Program
from msxkit.native.compiler import compile_program

from .msx import Msx
from .random_listings import RandomListing
from .random_structures import StructuredListing

#: After so many statements a program is left out: it would run for ever.
STATEMENTS = 20_000
#: Programs of each kind: in every run of the tests, and in those of the slow ones.
FEW, MANY = 20, 1_100
_CHUNK = 50


def _compare(listing: str, keys: str) -> None:
    program = Program.from_file(listing.encode("latin-1"))
    session = Session(program, machine="msx2")
    event = session.run(STATEMENTS)
    left = keys
    while event.at == "key" and left:
        session.press(left[0])
        left = left[1:]
        event = session.run(STATEMENTS)
    if event.at == "limit":
        return
    msx = Msx(compile_program(program), version=1)
    at = msx.run(map(ord, keys))
    assert at == ("key" if event.at == "key" else "ended"), listing
    assert msx.screen.rows() == session.screen.rows(), listing


def _expressions(number: int) -> None:
    _compare(RandomListing(number).text(), "")


def _structures(number: int) -> None:
    listing = StructuredListing(number)
    _compare(listing.text(), listing.keys)


def test_some_programs() -> None:
    for number in range(FEW):
        _expressions(number)
        _structures(number)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(FEW, MANY, _CHUNK))
def test_many_programs(first: int) -> None:
    for number in range(first, min(first + _CHUNK, MANY)):
        _expressions(number)
        _structures(number)
