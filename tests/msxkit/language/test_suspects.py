"""What people mistype: each rule on what it must find, and on what only looks like it."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from msxkit.decimal14 import IllegalFunctionCallError
from msxkit.interpreter.session import Session
from msxkit.language.check import Finding, check
from msxkit.language.macros import drawing_fault, music_fault
from msxkit.language.modern import Source
from msxkit.language.program import Program
from msxkit.machine.macro import MacroReader
from msxkit.machine.mml import Composer, VoiceState
from tests.conftest import examples


def found(text: str, rule: str, **options: tuple[str, ...]) -> list[Finding]:
    program = Program.from_ascii(text.encode("ascii"), lenient=True)
    return [finding for finding in check(program, **options) if finding.check == rule]  # type: ignore[arg-type]


def test_rows_name_both_places() -> None:
    (twice,) = found("10 A=1\n20 B=1\n10 A=2\n", "line-twice")
    assert (twice.row, twice.other, twice.severity) == (1, 3, "warning")
    (order,) = found("10 A=1\n1000 B=1\n20 A=2\n30 A=3\n", "line-order")
    assert (order.row, order.other) == (3, 2)


@pytest.mark.parametrize(
    ("source", "row"),
    [
        ("func .f()\nprint\nret\n.f()", 2),
        (".f()\nfunc .f()\nprint\nret", 3),
        (".f()\nif a = 0 then end\nfunc .f()\nprint\nret", 4),
        (".f()\nend\nfunc .f()\nprint\nret", None),
        (".f()\nif a = 0 then end else goto {here}\nfunc .f()\nprint\nret\n{here}", None),
        (".f()\nfunc .f()\nfor i = 1 to 3: next\nend\nret", None),
    ],
)
def test_a_function_that_the_run_falls_into(source: str, row: int | None) -> None:
    program = Source(source, "game.dmx", lambda file, name: ("", "")).checked()
    rows = [finding.row for finding in check(program) if "without a call" in finding.message]
    assert rows == ([] if row is None else [row])
    session = Session(program)
    session.run(max_steps=1000)
    # A branch that a run does not take may lead there all the same.
    if row is None or "if" not in source:
        assert ("RETURN without GOSUB" in str(session.error)) == (row is not None)


LIBRARY = "define [wall][3]\n' figures\nfunc .f(points)\nprint zebra\nret points\nfunc .g()\n.f(1)\nret\n"


def test_functions_alone_are_to_be_included() -> None:
    """What calls and sets is elsewhere; with a statement of its own, or in one that has some, all is found."""

    def told(source: str) -> set[str]:
        return {
            each.check for each in check(Source(source, "game.dmx", lambda *_: ("lib", LIBRARY)).checked())
        }

    assert told(LIBRARY) == set()
    assert {"never-set", "unreachable"} <= told(LIBRARY + "print 1") & told('end\ninclude "lib"')


def test_extensions_silence_target() -> None:
    text = "10 CALL TURBO ON\n20 CALL MUSIC"
    assert len(found(text, "target")) == 2
    assert [item.line for item in found(text, "target", extensions=("TURBO",))] == [20]
    assert not found(text, "target", extensions=("turbo", "MUSIC"))
    assert [item.line for item in found(f'5 BLOAD"XBASIC.BIN",R\n{text}', "target")] == [20]


def test_turbo_says_what_runs_it() -> None:
    for statement in ("_TURBO ON", "_turboon"):
        (finding,) = found(f"10 {statement}:A=1", "target")
        assert "run --with turbo" in finding.message
        assert not found(f"10 {statement}:A=1", "target", extensions=("TURBO",))


class _Nothing:
    """Variables that are whole numbers, or strings of nothing."""

    def macro_value(self, name: str) -> str:
        return name[:0]


def _plays(text: str) -> bool:
    composer = Composer(MacroReader(text, _Nothing()), VoiceState(), lambda a, b: 0, lambda: None)
    try:
        while composer.packet() is not None:
            pass
    except IllegalFunctionCallError:
        return False
    return True


MACRO = st.text(alphabet="CDGRNOLTVSMXBAUEF0123456789+-#.;, <Hc", max_size=8)


@settings(max_examples=examples(300))
@given(MACRO)
@example("C65")
@example("N")
@example("S;")
@example("M65535")
@example("T31")
@example("R.;")
def test_music_is_refused_where_the_machine_refuses_it(text: str) -> None:
    assert (music_fault(text) is None) == _plays(text)


@settings(max_examples=examples(40))
@given(st.lists(MACRO, min_size=8, max_size=8))
@example(["M1,2", "M-1,-2", "A4", "S256", "C999", "U;", "BM+5,5", "NU5"])
@example(["M1", "U-5", "A3;", "Q", "D+5", "M,1", "M1,", "U65536"])
def test_draw_strings(texts: list[str]) -> None:
    lines = ["10 SCREEN 8:ON ERROR GOTO 900"]
    for place, text in enumerate(texts):
        lines.append(f'{20 + 2 * place} E=0:DRAW "{text}"')
        lines.append(f"{21 + 2 * place} R$=R$+CHR$(48+E)")
    lines += ["800 SCREEN 0:PRINT R$:END", "900 E=1:RESUME NEXT"]
    session = Session("\n".join(lines))
    session.run()
    expected = "".join("0" if drawing_fault(text) is None else "1" for text in texts)
    assert session.variable("R$") == expected
