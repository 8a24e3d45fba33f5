from __future__ import annotations

from pathlib import Path

import pytest

from msxkit.errors import FileError, ProgramError
from msxkit.language.source import decode_program, encode_program, read_program


def test_utf_8_and_msx_codes_give_the_same_program() -> None:
    text = '10 PRINT"é♥│"\n'
    codes = b'10 PRINT"\x82\x01C\x01V"\r\n'
    from_text = decode_program(text.encode(), "x")
    assert from_text.file() == decode_program(codes, "x").file()
    assert encode_program(from_text, "utf-8").decode() == text
    assert encode_program(from_text, "msx") == codes + b"\x1a"


def test_a_byte_order_mark_is_skipped() -> None:
    assert decode_program(b"\xef\xbb\xbf10 A\n", "x").lines[0].stored == b"A"


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_a_character_that_the_msx_has_not_got_is_named(line_end: str) -> None:
    text = f'10 A=1{line_end}20 PRINT"€"'
    with pytest.raises(ProgramError, match=r"x: line 2, column 10: .*€"):
        decode_program(text.encode(), "x", "utf-8")


def test_a_listing_with_a_character_that_the_msx_has_not_got_is_read_byte_by_byte_as_the_machine_does() -> (
    None
):
    program = decode_program("10 PRINT 1 ' SÓ\n".encode(), "x")
    assert program.lines[0].stored.endswith(b" S\xc3\x93")
    assert "line 1, column 15" in program.strange
    assert not decode_program("10 PRINT 1 ' é\n".encode(), "x").strange


def test_utf_8_can_be_insisted_on() -> None:
    with pytest.raises(ProgramError, match=r"line 2, column 5: the byte 82h is not UTF-8"):
        decode_program(b'10 A=1\n20 "\x82"', "x", "utf-8")


def test_codes_that_look_like_utf_8_can_be_read_as_codes() -> None:
    assert decode_program(b'10 "\xc3\xa9"', "x", "msx").lines[0].stored == b'"\xc3\xa9"'


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"no\.bas"):
        read_program(tmp_path / "no.bas")


DAMAGED = decode_program(b"10 PRINT 1\n20 GOTO 10\n30 END\n", "x").file()


@pytest.mark.parametrize(
    ("data", "what", "saved"),
    [
        (DAMAGED[:1] + b"\x99" + DAMAGED[2:], "link of line", ["10 PRINT 1", "20 GOTO 10", "30 END"]),
        (DAMAGED[:-1], "without the two zero bytes", ["10 PRINT 1", "20 GOTO 10", "30 END"]),
        (DAMAGED[:15], "line 20 is cut off", ["10 PRINT 1", "20 GOTO"]),
        (DAMAGED.replace(b"\x81", b"\xfe"), "unknown token FEh in line 30", ["10 PRINT 1", "20 GOTO 10"]),
        (
            DAMAGED.replace(b"\x91 \x12", b"\x91\x0c\x12"),
            "line 10 is damaged inside",
            ["20 GOTO 10", "30 END"],
        ),
        (b"\xff", "without the two zero bytes", []),
    ],
)
def test_damage_is_named_and_the_rest_saved(data: bytes, what: str, saved: list[str]) -> None:
    with pytest.raises(ProgramError, match=what):
        decode_program(data, "x")
    program = decode_program(data, "x", lenient=True)
    assert any(what in note for note in program.notes)
    rows = encode_program(program, "msx").decode("latin-1").split("\r\n")
    assert set(saved) <= {row.rstrip() for row in rows}
