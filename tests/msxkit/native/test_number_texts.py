"""VAL, STR$ and PRINT USING of the runtime on a bare Z80, against the interpreter's."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from msxkit import decimal14 as d14
from msxkit.interpreter.statements import using
from msxkit.language.using import NUMERIC_FIELD
from tests.conftest import examples

from .numbers import Calculator, same
from .processor import BasicStopError
from .test_arithmetic import numbers

_TEXT, _SHOWN = 0xB900, 0xBA00
#: What PRINT USING prints goes to memory.
_COLLECTS = f"""
        part string_release
string_release:
        ret

        part using_characters
using_put:
        ld hl,(.end)
        ld (hl),a
        inc hl
        ld (.end),hl
        ret
using_characters:
        ld a,b
        or a
        ret z
.next:  ld a,(hl)
        push hl
        call using_put
        pop hl
        inc hl
        djnz .next
        ret
using_blanks equ using_characters
shown_end:
        ld hl,(.end)
        ret
shown_start:
        ld hl,{_SHOWN}
        ld (.end),hl
        ret
        ram
.end:   ds 2
singles_start equ 0
singles_end equ 0
"""


@pytest.fixture(scope="module")
def calculator() -> Calculator:
    return Calculator(
        "parse_number",
        "num_text",
        "using_begin",
        "using_number",
        "shown_start",
        "shown_end",
        extra=_COLLECTS,
        instead=("string_release",),
    )


_numerals = st.one_of(
    st.text("0123456789. +-EeDd%!#&HhBO\t\n", max_size=24),
    st.builds(
        "{}{}.{}{}".format,
        st.sampled_from(("", "-", " +", "  ")),
        st.text("0123456789 ", max_size=18),
        st.text("0123456789 ", max_size=18),
        st.sampled_from(("", "E5", "e-12", "D+3", "#", "!", "E 1 0", "E99", "X")),
    ),
    st.integers(0, 10**20).map(str),
    st.integers(0, 200).map(lambda count: "0." + "0" * count + "17E" + str(count)),
)


@settings(max_examples=examples(300), deadline=None)
@given(text=_numerals)
def test_val(calculator: Calculator, text: str) -> None:
    def here() -> d14.Number:
        calculator.write(_TEXT, text.encode() + b"\0")
        calculator.cpu.hl = _TEXT
        calculator.call("parse_number")
        return calculator.result()

    assert same(lambda: d14.val(text), here)
    try:
        behind = text[d14.parse_number(text)[2] :]
    except d14.BasicError:
        return
    end = calculator.symbols["parse_end"]
    left = text[int.from_bytes(calculator.read(end, 2), "little") - _TEXT :]
    assert left.lstrip(" \t\n") == behind.lstrip(" \t\n")


@settings(max_examples=examples(400), deadline=None)
@given(number=numbers)
def test_str(calculator: Calculator, number: d14.Number) -> None:
    calculator.put(number)
    calculator.call("num_text")
    shown = calculator.read(calculator.cpu.hl, calculator.cpu.b).decode()
    assert shown == d14.format_number(number).rstrip()


_fields = st.builds(
    "".join,
    st.tuples(
        st.sampled_from(("", "+")),
        st.sampled_from(("", "", "**", "$$", "**$")),
        st.text("##,", max_size=18),
        st.sampled_from(("", ".", ".#", ".##", ".######", "." + "#" * 18)),
        st.sampled_from(("", "", "^^^^")),
        st.sampled_from(("", "", "-", "+")),
    ),
)


@settings(max_examples=examples(300), deadline=None)
@given(field=_fields, number=numbers)
def test_using(calculator: Calculator, field: str, number: d14.Number) -> None:
    assume(len(field) < 100)
    # Of powers with commas, and with no digit to show, nothing is recorded.
    assume("^" not in field or ("##" in field and "," not in field))
    found = NUMERIC_FIELD.match(field)
    assume(found is not None and found.end() == len(field))
    assert found is not None
    # More places are an error (tests/corpus).
    assume(len(field.strip("+-^")) <= using.MOST_PLACES)
    calculator.call("shown_start")
    calculator.write(_TEXT, bytes((len(field),)) + (_TEXT + 3).to_bytes(2, "little") + field.encode())
    calculator.cpu.hl = _TEXT
    try:
        calculator.call("using_begin")
        calculator.put(number)
        calculator.call("using_number")
    except BasicStopError as stop:
        raise AssertionError(stop) from stop
    calculator.call("shown_end")
    shown = calculator.read(_SHOWN, calculator.cpu.hl - _SHOWN).decode()
    assert shown == using.format_using(found, number)
