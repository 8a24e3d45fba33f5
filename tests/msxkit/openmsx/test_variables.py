"""BASIC's variables out of memory. The bytes are those of the documented layout, put together by hand."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from msxkit.openmsx.variables import VariableTable, double, number, variables

#: Values and bytes as the MSX2 Technical Handbook and msx-facts B.1 print them.
PUBLISHED = [
    ("45123456", Decimal("12345.6")),
    ("40500000", Decimal("0.5")),
    ("45327680", 32768),
    ("C217390462709313", Decimal("-17.390462709313")),
    ("0000000000000000", 0),
    ("FFFF", -1),
]


@pytest.mark.parametrize(("data", "value"), PUBLISHED)
def test_published_numbers(data: str, value: Decimal | int) -> None:
    assert number(bytes.fromhex(data)) == value


@given(st.integers(-(10**14) + 1, 10**14 - 1))
def test_whole_numbers_come_back(value: int) -> None:
    assert number(double(value)) == value


def test_the_argument_of_rnd() -> None:
    # RND(-22900): sign and exponent 45h, digits from the left.
    assert double(-22900) == bytes.fromhex("C522900000000000")


def _decode(simple: bytes, arrays: bytes, strings: bytes = b"") -> VariableTable:
    memory = bytearray(0x10000)
    memory[0x9000 : 0x9000 + len(simple)] = simple
    start = 0x9000 + len(simple)
    memory[start : start + len(arrays)] = arrays
    memory[0xC000 : 0xC000 + len(strings)] = strings
    return variables(
        lambda address, size: bytes(memory[address : address + size]),
        0x9000,
        start,
        start + len(arrays),
        b"\x08" * 26,
    )


def test_simple_variables_and_functions() -> None:
    found = _decode(
        b"\x02I\0\xfe\xff" + b"\x03N1\x02\x00\xc0" + b"\x08\xc6N" + bytes(8) + b"\x08A\0" + double(7),
        b"",
        b"HI",
    )
    assert dict(found) == {"I%": -2, "N1$": "HI", "A#": 7}
    assert found["A"] == found["a#"] == 7
    assert found["N1LONG$"] == "HI"
    assert found["ZZ"] == 0
    assert found["Z$"] == ""
    of_program = found.of_program({"A", "I", "SC"})
    assert of_program["SCORE"] == 0
    assert of_program["SC$"] == ""
    assert of_program["N1$"] == "HI"
    with pytest.raises(KeyError, match=r"no variable SK#; the program has: I%, N1\$, A#"):
        of_program["SKORE"]


def test_arrays_have_their_first_subscript_fastest() -> None:
    # DIM T%(1,2): last dimension's length first.
    values = b"".join(n.to_bytes(2, "little") for n in range(6))
    found = _decode(b"", b"\x02T\0" + (5 + 12).to_bytes(2, "little") + b"\x02\x03\0\x02\0" + values)
    array = found["T%()"]
    assert array.shape == (2, 3)
    assert (array[1, 0], array[0, 1], found["T%(1,2)"]) == (1, 2, 5)
    with pytest.raises(IndexError, match="outside 0-1"):
        array[2, 0]
    with pytest.raises(KeyError, match=r"no array X#\(\); the program has: T%\(\)"):
        found["X(1)"]


@given(st.binary(max_size=60), st.binary(max_size=60))
def test_no_memory_makes_it_fail(simple: bytes, arrays: bytes) -> None:
    found = _decode(simple, arrays)
    assert len(list(found)) == len(found)
