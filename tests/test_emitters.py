"""Random programs of every class show the same on the interpreter and compiled; what is broken on purpose is found."""

from __future__ import annotations

import json
from typing import Any

import pytest

from msxkit.program import values
from msxkit.program.values import Relation
from tests.conftest import ROOT
from tests.differential.common import Program
from tests.differential.emitters import compare, interpreted
from tests.differential.search import ALL, some
from tests.differential.ways import PLAIN, WAYS

#: Programs that the search found, and such as a person wrote.
WRITTEN: list[dict[str, Any]] = [
    json.loads(line)
    for name in ("found", "listings")
    for line in (ROOT / f"tests/differential/{name}.jsonl").read_text("utf-8").splitlines()
]
#: Programs of each class that the quick, the slow and the nightly tests run; `make fuzz` runs more.
FEW, SOME, MANY = 2, 12, 102


@pytest.mark.parametrize("name", ALL)
@pytest.mark.one_in(3)
def test_some_programs(name: str) -> None:
    assert some(name, 1, range(FEW)).differing == []


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize(
    ("first", "end"),
    [
        pytest.param(FEW, SOME, marks=pytest.mark.slow),
        pytest.param(SOME, MANY, marks=pytest.mark.nightly),
    ],
)
def test_many_programs(name: str, first: int, end: int) -> None:
    assert some(name, 1, range(first, end)).differing == []


@pytest.mark.parametrize("way", sorted(WAYS.keys() - {PLAIN}))
@pytest.mark.one_in(4)
def test_a_program_compiled_in_another_way(way: str) -> None:
    assert some("data", 2, [0], way).differing == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
@pytest.mark.one_in(4, "nightly")
def test_programs_compiled_in_every_other_way(name: str) -> None:
    differing = [some(name, 2, [number], way).differing for number, way in enumerate(WAYS) if way != PLAIN]
    assert not any(differing)


@pytest.mark.nightly
def test_files_in_sram() -> None:
    assert some("files", 3, range(100), "sram").differing == []


@pytest.mark.parametrize(
    ("row", "msx2"),
    [
        pytest.param(row, msx2, id=f"msx{1 + msx2}-{' '.join(row['lines'])[:60]}")
        for row in WRITTEN
        for msx2 in (False, True)
        if row.get("msx2", msx2) is msx2
    ],
)
@pytest.mark.one_in(10)
def test_written_programs(row: dict[str, Any], msx2: bool) -> None:
    def files(field: str) -> dict[str, bytes]:
        return {name: data.encode("latin-1") for name, data in row.get(field, {}).items()}

    made = Program(
        tuple(row["lines"]),
        row.get("keys", ""),
        msx2,
        disk="disk" in row,
        rom=files("rom"),
        kept=files("kept"),
    )
    for way in row.get("ways", [PLAIN]):
        assert compare(made, way) == []
    if "shows" in row:
        assert row["shows"] in [line.strip() for line in interpreted(made).rows]


# What is broken is found


def test_a_broken_emitter_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(values._OPPOSITE, Relation.LESS, Relation.GREATER)
    assert some("flow", 1, [38]).counts["different"]


# Grammars, and shorter programs
