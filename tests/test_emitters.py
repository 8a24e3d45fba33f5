"""Random programs of every class show the same on the interpreter and compiled; what is broken on purpose is found."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from msxkit.language.program import Program as Listing
from msxkit.native.asm import library
from msxkit.native.banks import Banker
from msxkit.native.compiler import compile_program
from msxkit.program import values
from msxkit.program.values import Relation
from tests.conftest import ROOT
from tests.differential.__main__ import main
from tests.differential.common import Program
from tests.differential.emitters import compare, interpreted
from tests.differential.grammar import Grammar
from tests.differential.search import ALL, LINES, program, search, smallest, some
from tests.differential.shrink import shrunk
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


def test_forgotten_bank_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines = [f'{line} PRINT {line};A;"{line}"' for line in range(10, 200, 10)]
    made = Program((*lines, "200 A=A+1:IF A<3 THEN 10"))
    with WAYS["konami"].compiling() as options:
        cartridge = compile_program(Listing.from_ascii(made.text.encode()), options=options)
    assert len(set(cartridge.homes.values())) > 1
    assert compare(made, "konami") == []
    monkeypatch.setattr(Banker, "_far", lambda self, label: label)
    assert compare(made) == []
    assert compare(made, "konami")


@pytest.mark.parametrize(("condition", "told"), [("A=0", []), ("A=1", None)])
def test_other_types_than_the_cartridge(condition: str, told: list[str] | None) -> None:
    made = Program((f"10 IF {condition} THEN DEFINT B", "20 B=1.5:PRINT B"))
    assert compare(made) == told


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


def test_same_seed_same_program() -> None:
    for name in ALL:
        assert program(name, 5, 6) == program(name, 5, 6) != program(name, 5, 7)
    told = some(LINES, 2, range(10)).counts
    assert told.total() == 10
    assert told["untold"] < 6


# What is broken is found


@pytest.fixture
def runtime() -> Iterator[Callable[[str, str, str], None]]:
    """Breaks the runtime: a piece of the text of one of its files becomes another."""
    kept = library.source

    def broken(file: str, old: str, new: str) -> None:
        text = kept(file)
        assert text.count(old) == 1
        library.source = lambda name: text.replace(old, new) if name == file else kept(name)
        library._assembled.cache_clear()

    yield broken
    library.source = kept
    library._assembled.cache_clear()


@pytest.mark.slow
def test_a_broken_runtime_is_found_and_its_program_is_short(runtime: Callable[[str, str, str], None]) -> None:
    runtime("flow/data.asm", ".none:  ld a,ERROR_OUT_OF_DATA", ".none:  ld a,ERROR_SUBSCRIPT")
    found = some("data", 1, range(4))
    assert found.counts["different"]
    number, wrong = found.differing[0]
    assert wrong
    small = smallest("data", program("data", 1, number))
    assert len(small.lines) <= 2
    assert any("READ" in line for line in small.lines)


def test_a_broken_string_is_found(runtime: Callable[[str, str, str], None]) -> None:
    runtime("strings/string.asm", ".shorter:\n        sub c\n", ".shorter:\n        sub c\n        inc a\n")
    assert some("strings", 1, [13, 24]).counts["different"]


def test_a_broken_emitter_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(values._OPPOSITE, Relation.LESS, Relation.GREATER)
    assert some("flow", 1, [38]).counts["different"]


@pytest.mark.slow
def test_the_command_counts_by_class_and_shows_the_shortest(runtime: Callable[[str, str, str], None]) -> None:
    said = CliRunner().invoke(main, ["emitters", "data", "numbers", "--programs", "1", "--jobs", "1"])
    assert said.exit_code == 0, said.output
    assert re.search(r"^data +1 equal +0 different", said.output, re.MULTILINE)
    assert re.search(r"^all +2 equal +0 different", said.output, re.MULTILINE)
    runtime("flow/data.asm", ".none:  ld a,ERROR_OUT_OF_DATA", ".none:  ld a,ERROR_SUBSCRIPT")
    said = CliRunner().invoke(main, ["emitters", "data", "--programs", "4", "--jobs", "1"])
    assert said.exit_code == 1
    assert "Out of DATA" in said.output


@pytest.mark.slow
def test_several_processes_find_what_one_finds() -> None:
    names = ("numbers", "strings")
    one, two = (
        sorted((found.name, *found.counts.items()) for found in search(names, 1, range(3), jobs))
        for jobs in (1, 2)
    )
    assert one == two


# Grammars, and shorter programs


def test_a_grammar_ends_and_weighs_its_alternatives() -> None:
    grammar = Grammar.read("number:\n  {1-3}\n  3* ({number}+{number})\nlist:\n  {a|b},{number}\n")
    texts = {grammar.text("number", Random(seed), 3) for seed in range(200)}
    assert {"1", "2", "3"} < texts
    assert all(text.count("(") <= 3 for text in texts)
    assert sum("(" in grammar.text("number", Random(seed), 2) for seed in range(200)) > 100
    assert {grammar.text("list", Random(seed), 2)[0] for seed in range(20)} == {"a", "b"}


def test_a_grammar_numbers_lines_and_keeps_texts() -> None:
    grammar = Grammar.read(
        "program:\n  {name=}={name=}¶IF {0-1} THEN @-1\n  2* {A{1-9}|B}\n  90 END\nname:\n  {I|J|K}\n"
    )
    made = "\n".join(grammar.lines(Random(1)))
    assert re.fullmatch(r"10 ([IJK])=\1\n20 IF [01] THEN 10\n30 (A\d|B)\n40 (A\d|B)\n90 END", made)


def test_lines_statements_and_words_are_left_out() -> None:
    lines = ['10 A=1:PRINT "A:B";(2+3)*4:B=2', "20 GOTO 30", "30 END"]

    def differs(left: list[str]) -> bool:
        return any("*" in line and "PRINT" in line for line in left)

    assert shrunk(lines, differs) == ["10 PRINT*"]
