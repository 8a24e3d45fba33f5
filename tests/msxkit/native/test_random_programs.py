"""Random programs show the same screen compiled as on the interpreter."""

from __future__ import annotations

import pytest

from msxkit.interpreter import Session
from msxkit.language.program import Program
from msxkit.native.compiler import compile_program

from .msx import Msx
from .random_listings import RandomListing

STATEMENTS = 20_000


@pytest.mark.slow
@pytest.mark.parametrize("start", range(0, 60, 20))
def test_random_programs(start: int) -> None:
    for number in range(start, start + 20):
        listing = RandomListing(number).text()
        program = Program.from_file(listing.encode())
        session = Session(program, machine="msx2")
        if session.run(STATEMENTS).at == "limit":
            continue
        msx = Msx(compile_program(program), version=1)
        assert msx.run() == "ended", listing
        assert msx.screen.rows() == session.screen.rows(), f"program {number}\n{listing}"
