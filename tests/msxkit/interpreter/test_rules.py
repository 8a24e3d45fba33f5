"""Rules of docs/notes/interpreter.md that genuine machines showed (tests/corpus), each with its smallest program."""

from __future__ import annotations

import pytest

from tests.msxkit.running import rows_above_ok, run


def shown(program: str, machine: str = "msx2", keys: str = "") -> list[str]:
    return rows_above_ok(run(program, machine=machine, keys=keys).screen.rows())


def test_texts_of_function_keys_can_be_read_and_written_in_memory() -> None:
    """FNKSTR, F87Fh: 16 bytes for each key (MSX2 Technical Handbook, appendix 5)."""
    rows = shown(
        '10 A=&HF87F:PRINT CHR$(PEEK(A));PEEK(A+6);PEEK(A+16):T$="LONGER THAN A KEY"\n'
        "20 FOR I=1 TO LEN(T$):POKE A+I-1,ASC(MID$(T$,I,1)):NEXT:POKE A+I-1,0:POKE A+34,66:POKE A+33,0\n"
        "30 KEY LIST:KEY ON:LOCATE 0,15:FOR I=920 TO 938:PRINT CHR$(VPEEK(I));:NEXT\n"
    )
    assert rows[:4] == ["c 0  97", "LONGER THAN A KE", "Y to", "g Bo"]
    assert rows[15].split() == ["LONGER", "Y", "g"]


def test_key_list_is_as_wide_as_its_memory() -> None:
    rows = shown("10 WIDTH 12:KEY LIST\n")
    assert [row.strip() for row in rows[:4]] == ["color", "", "auto", ""]


@pytest.mark.parametrize(
    ("variables", "keys", "last"),
    [
        ("A,B$", "12abc\r\r", " 12 |"),
        ("B$,A", '"x"y\r\r', " 0 x|"),
        ("A,B$", "7\r\r", " 7 |"),
        ("A,B$", "7\rx\r", " 7 x|"),
        ("A", "1x\r2x\r\r", " 2 |"),
    ],
)
def test_input(variables: str, keys: str, last: str) -> None:
    assert shown(f'10 INPUT {variables}\n20 PRINT A;B$;"|"\n', keys=keys)[-1] == last


def test_clear_with_an_address_leaves_the_same_on_both_machines() -> None:
    program = "10 CLEAR 227,&HD2B3:PRINT FRE(0)\n"
    assert shown(program, "msx1") == shown(program, "msx2")
