"""What people mistype: each rule on what it must find, and on what only looks like it."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from msxkit.decimal14 import IllegalFunctionCallError
from msxkit.interpreter.session import Session
from msxkit.language.check import Finding, check
from msxkit.language.macros import drawing_fault, music_fault
from msxkit.language.program import Program
from msxkit.machine.macro import MacroReader
from msxkit.machine.mml import Composer, VoiceState
from tests.conftest import examples


def found(text: str, rule: str, **options: tuple[str, ...]) -> list[Finding]:
    program = Program.from_ascii(text.encode("ascii"), lenient=True)
    return [finding for finding in check(program, **options) if finding.check == rule]  # type: ignore[arg-type]


def said(text: str, rule: str) -> list[tuple[int, int, str]]:
    return [(finding.row, finding.column, finding.instead) for finding in found(text, rule)]


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("10 FOR I=1 TO lO:NEXT", [(1, 15, "10")]),
        ("10 IF A=O THEN END", [(1, 9, "0")]),
        ("10 COLOR l5", [(1, 10, "15")]),
        ("10 GOTO l10", [(1, 9, "110")]),
        ("100 GOTO 1O0", [(1, 10, "100")]),
        ("10 PRINT 1O", [(1, 10, "10")]),
        ("10 O=5:IF A=O THEN END", []),
        ("10 PRINT I:PRINT L:PRINT LI", []),
        ("10 LO=3:GOTO 10:PRINT LO", []),
    ],
)
def test_letters_for_digits(text: str, places: list[tuple[int, int, str]]) -> None:
    assert said(text, "digit-letter") == places


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("10 PRINT A", 1),
        ("10 PRINT A;A;A%", 1),
        ("10 A=1:PRINT A%", 0),
        ('10 DRAW "XA$;"', 1),
        ("10 INPUT A:LINE INPUT B$:READ C:PRINT A;B$;C:DATA 1", 0),
        ("10 FOR A=1 TO 2:NEXT A", 0),
        ("10 DEF FNA(X)=X*2:PRINT FNA(1)", 0),
        ("10 DEFUSR=&H1000:B$=USR(A$)", 0),
        ("10 P=VARPTR(A):POKE P,1:PRINT A", 0),
        ("10 P=VARPTR(A(1)):POKE P,1:PRINT A(1)", 0),
        ("10 B$=VARPTRCHR$", 0),
        ("10 CALL FOO(A):PRINT A", 0),
        ('10 MERGE "X":PRINT A', 0),
        ("10 FIELD #1,8 AS A$:PRINT A$", 0),
        ("10 DIM A(3):PRINT A(1)", 0),
        ("10 PIRNT A:PRINT A", 0),
        ("10 GET DATE A$:PRINT A$:SWAP B,C:PRINT B", 0),
        ("10 COPY (0,0)-(1,1) TO A:PRINT A(1)", 0),
    ],
)
def test_names_that_are_read_and_never_set(text: str, count: int) -> None:
    assert len(found(text, "never-set")) == count


def test_functions_without_their_dollar() -> None:
    assert said("10 PRINT CHR(65);LEFT(A,2)", "missing-dollar") == [(1, 10, "CHR$"), (1, 18, "LEFT$")]
    assert said("10 DIM CHR(65):PRINT CHR(65)", "missing-dollar") == []


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("10 DIM A(5):A(6)=1", 1),
        ("10 A(11)=1", 1),
        ("10 A(10)=1", 0),
        ("10 DIM A(5):ERASE A:DIM A(20):A(15)=1", 0),
        ("10 N=20:DIM A(N):A(15)=1", 0),
        ("10 DIM A(2,30):A(1,31)=1:A(2,30)=1", 1),
        ("10 DIM A(5),A$(30):A$(20)=B$", 0),
    ],
)
def test_subscripts_beyond_dim(text: str, count: int) -> None:
    assert len(found(text, "subscript")) == count


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("10 GOTO 100\n100 RETURN", 1),
        ("10 GOSUB 100:END\n100 RETURN", 0),
        ("10 ON A GOSUB 100\n100 RETURN", 0),
        ("10 ON INTERVAL=5 GOSUB 100\n20 GOTO 20\n100 GOTO 200\n200 RETURN", 0),
        ('10 LOAD "X",R\n20 RETURN', 0),
        ('10 LOAD "X"\n20 RETURN', 0),
        ('10 MERGE "X"\n20 RETURN', 0),
        ("10 LIST\n20 RETURN", 0),
        ("10 DELETE 20\n20 RETURN", 0),
        ("10 RENUM\n20 RETURN", 0),
        ("10 CLOAD\n20 RETURN", 0),
        ("10 CLOAD?\n20 RETURN", 1),
        ('10 SAVE "X",A\n20 RETURN', 0),
        ('10 SAVE "X"\n20 RETURN', 1),
        ("10 ON ERROR GOTO 100:GOTO 300\n100 RESUME 200\n200 RETURN\n300 END", 0),
        ("10 END\n20 RETURN", 0),
    ],
)
def test_returns_that_no_gosub_reaches(text: str, count: int) -> None:
    assert len(found(text, "return-without-gosub")) == count


def test_rows_name_both_places() -> None:
    (twice,) = found("10 A=1\n20 B=1\n10 A=2\n", "line-twice")
    assert (twice.row, twice.other, twice.severity) == (1, 3, "warning")
    (order,) = found("10 A=1\n1000 B=1\n20 A=2\n30 A=3\n", "line-order")
    assert (order.row, order.other) == (3, 2)


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ('PIRNT "A"', "PRINT"),
        ("RETRUN", "RETURN"),
        ("FRO I=1 TO 2", "FOR"),
        ("GOT 10", "GOTO"),
        ("PINT A", "PRINT"),
        ("LOCTE 1,1", "LOCATE"),
        ("SCORE 5", ""),
        ("X 5", ""),
    ],
)
def test_did_you_mean(line: str, meant: str) -> None:
    (fault,) = found(f"10 {line}", "syntax")
    assert fault.instead == meant
    assert ("did you mean" in fault.message) == bool(meant)


def test_screen_9_is_none() -> None:
    assert found("10 SCREEN 9", "out-of-range")
    assert not found("10 SCREEN 8", "out-of-range")
    assert found("10 SCREEN 13", "out-of-range")


def test_words_written_together() -> None:
    apart = "20 IF A AND B THEN C=1\n30 IF A OR B THEN C=1\n"
    assert not found(f"10 IFCDANDMSTHEN END\n{apart}", "keyword-in-name")
    assert found(f"10 IF SCORE THEN END\n{apart}", "keyword-in-name")


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
def test_drawings_are_refused_where_the_machine_refuses_them(texts: list[str]) -> None:
    lines = ["10 SCREEN 8:ON ERROR GOTO 900"]
    for place, text in enumerate(texts):
        lines.append(f'{20 + 2 * place} E=0:DRAW "{text}"')
        lines.append(f"{21 + 2 * place} R$=R$+CHR$(48+E)")
    lines += ["800 SCREEN 0:PRINT R$:END", "900 E=1:RESUME NEXT"]
    session = Session("\n".join(lines))
    session.run()
    expected = "".join("0" if drawing_fault(text) is None else "1" for text in texts)
    assert session.variable("R$") == expected
