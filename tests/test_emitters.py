"""Random programs of every class show the same on the interpreter and compiled; what is broken on purpose is found."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random

import pytest
from click.testing import CliRunner

from msxkit.language.program import Program as Listing
from msxkit.native.asm import library
from msxkit.native.banks import Banker
from msxkit.native.compiler import compile_program
from msxkit.program import values
from msxkit.program.values import Relation
from tests.differential.__main__ import main
from tests.differential.common import Program
from tests.differential.emitters import compare
from tests.differential.grammar import Grammar
from tests.differential.search import ALL, LINES, program, search, smallest, some
from tests.differential.shrink import shrunk
from tests.differential.ways import PLAIN, WAYS
from tests.msxkit.native.random_listings import RandomListing

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


def test_a_program_that_differed() -> None:
    """1E5 MOD (1.25\\0): which of the two errors is the first."""
    assert compare(Program(tuple(RandomListing(501034).text().splitlines()))) == []


@pytest.mark.parametrize(
    "text",
    [
        "10 ON ERROR GOTO 40\n20 FN\n30 FOR I=1 TO 2:NEXT:PRINT I:END\n40 RESUME NEXT\n",
        "10 READ Q\n",
        "10 PRINT FNB(1E5)\n20 DEF FNB(X%)=X%\n",
        "10 DEF FNB(X)=X:PRINT FNB(2)\n20 DEF FNB(X%)=X%*2:PRINT FNB(2)\n",
        "10 STRIG(5) ON\n",
        "10 BASE(2)=8192:PRINT 1\n",
        "10 PRINT VDP(24);VDP(25)\n",
        "10 VDP(8)=3\n",
        "10 DEFINT J:ON ERROR GOTO 30\n20 FOR J=1E5 TO 32766:NEXT:PRINT J:END\n30 RESUME NEXT\n",
        "10 PRINT 1;:SCREEN 0\n20 PRINT 2;:CLS\n",
        "10 PRINT 1;:WIDTH 30\n",
        "10 FOR I=1 TO 25:PRINT I:NEXT:PRINT 50;:KEY ON:PRINT 7\n",
        "10 ON ERROR GOTO 40\n20 ON 2 GOSUB ,\n30 RETURN\n40 PRINT ERR:S=S+1:IF S<4 THEN RESUME NEXT\n",
        '10 OPEN "X:Y" FOR INPUT AS #1\n',
        '10 OPEN "GRP:" FOR INPUT AS #1\n',
        "10 ERROR 60\n",
        "10 A=71:ERROR A\n",
        "10 A=72:ERROR A\n",
        "10 BASE(9)=6144:SCREEN 1,1\n",
        # What happened within a handler of ON ERROR is due at RESUME; INTERVAL has counted before its period changes.
        "10 ON ERROR GOTO 40:ON INTERVAL=9 GOSUB 60:INTERVAL ON:ERROR 30\n20 PRINT N\n30 END\n"
        "40 FOR I=1 TO 200:NEXT:RESUME NEXT\n60 N=N+1:RETURN\n",
        "10 ON INTERVAL=1 GOSUB 40:INTERVAL ON\n20 FOR I=1 TO 60:ON INTERVAL=9 GOSUB 40:NEXT\n"
        "30 PRINT N:END\n40 N=N+1:RETURN\n",
        # Two sprites meet while one of them moves.
        "10 SCREEN 1:ON SPRITE GOSUB 50:SPRITE$(1)=STRING$(8,255):PUT SPRITE 0,(99,50),15,1:SPRITE ON\n"
        "20 FOR X=60 TO 120 STEP 3:PUT SPRITE 1,(X,52),9,1:FOR I=1 TO 20:NEXT I,X\n30 PRINT N;X:END\n"
        "50 SPRITE OFF:N=N+1:PRINT X:RETURN 60\n60 IF N<4 THEN SPRITE ON:GOTO 60\n70 PRINT N\n",
        '10 FOR A$="A" TO "B"\n',
        "10 ON ERROR GOTO 30\n20 DEFSTR I:FOR I=1 TO 2:NEXT I:PRINT 1:END\n30 PRINT ERR:RESUME NEXT\n",
        # Nothing that is printed shows on a graphic screen.
        "10 PRINT 5;:SCREEN 2:KEY LIST:P=POS(0):A$=INPUT$(1)\n",
        # LINLEN also says where lines begin.
        "10 PRINT 1;:POKE &HF3B0,36:PRINT STRING$(50,42);:POKE &HF3B0,99:PRINT PEEK(&HF3B0)\n",
        "10 SCREEN 1:LOCATE 20,3:POKE 62384!,10:PRINT POS(0);1:POKE &HF3B0,0:PRINT PEEK(&HF3AF)\n",
        "10 A=&HF3B0:POKE A,36:PRINT 1:POKE -3152,30:PRINT 2\n",
        # SCRMOD and NAMBAS say whether and where PRINT writes; the chip keeps its mode.
        '10 SCREEN 1:SCREEN 2:POKE &HFCAF,1:LOCATE 3,5:PRINT "HELLO";PEEK(&HFCAF);PEEK(&HF923)\n',
        "10 KEY OFF:SCREEN 2,2:POKE &HFCAF,1:POKE &HF3B0,30:POKE &HF3B1,6:Y=BASE(10)+576\n"
        "20 POKE &HF922,Y MOD 256:POKE &HF923,Y\\256:CLS:FOR I=1 TO 20:PRINT I:NEXT:PRINT PEEK(&HF922)\n"
        "30 POKE 64687!,2:LINE(0,0)-(255,127),4,BF:POKE -849,1:LOCATE 2,1:PRINT STRING$(50,42);POS(0)\n",
        "10 SCREEN 2:POKE &HFCAF,0:POKE &HF923,&H18:FOR I=1 TO 30:PRINT I:NEXT:PRINT STRING$(99,66)\n",
        "10 SCREEN 2:POKE &HFCAF,1:PRINT 1:LINE(0,0)-(9,9)\n",
        "10 SCREEN 1:POKE &HFCAF,2:PRINT 1\n",
        "10 SCREEN 1:POKE &HF923,&H1C:PRINT 1:CLS:PRINT 2:SCREEN 1:PRINT 3:WIDTH 20:PRINT 4\n",
        "10 SCREEN 2:POKE &HFCAF,1:COLOR 5,6,7:PRINT 1:SCREEN 2:SCREEN 0:PRINT 2\n",
        "10 SCREEN 1:POKE &HFCAF,9:POKE &HFCAF,5:PRINT 1\n",
        "10 SCREEN 1:POKE &HF925,8:LOCATE 2,2,1:PRINT 1;\n",
        "10 FOR A=&HF922 TO &HF923:POKE A,6:NEXT:A=&HF3B0:POKE A,20:POKE A+1,5:PRINT STRING$(200,33);A\n",
    ],
)
@pytest.mark.parametrize("msx2", [False, True], ids=["msx1", "msx2"])
@pytest.mark.one_in(3)
def test_programs_that_the_search_found(text: str, msx2: bool) -> None:
    assert compare(Program(tuple(text.splitlines()), msx2=msx2)) == []


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("10 B=3\n20 INPUT B\n", "1E70\r\x12"),
        ("10 INPUT A,B%:PRINT A;B%\n", "5,1E99\r-1E99,3\r1,2\r"),
        ("10 ON ERROR GOTO 30\n20 INPUT I%:PRINT I%:END\n30 RESUME\n", "1E5\r55\r"),
        # CTRL-B where no word is before the cursor, and to one in the first cell.
        ('10 PRINT "A";:INPUT A$:PRINT A$\n', "\x02\x02X\r"),
        ("10 CLS:INPUT A$:PRINT A$\n", "\x02X\r"),
    ],
)
def test_input_that_the_search_found(text: str, typed: str) -> None:
    assert compare(Program(tuple(text.splitlines()), typed)) == []


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
    grammar = Grammar("number:\n  {1-3}\n  3* ({number}+{number})\nlist:\n  {a|b},{number}\n")
    texts = {grammar.text("number", Random(seed), 3) for seed in range(200)}
    assert {"1", "2", "3"} < texts
    assert all(text.count("(") <= 3 for text in texts)
    assert sum("(" in grammar.text("number", Random(seed), 2) for seed in range(200)) > 100
    assert {grammar.text("list", Random(seed), 2)[0] for seed in range(20)} == {"a", "b"}
    other = Grammar("number:\n  x\n", grammar)
    assert other.text("list", Random(1)) in ("a,x", "b,x")


def test_lines_statements_and_words_are_left_out() -> None:
    lines = ['10 A=1:PRINT "A:B";(2+3)*4:B=2', "20 GOTO 30", "30 END"]

    def differs(left: list[str]) -> bool:
        return any("*" in line and "PRINT" in line for line in left)

    assert shrunk(lines, differs) == ["10 PRINT*"]
