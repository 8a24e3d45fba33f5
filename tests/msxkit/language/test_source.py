from __future__ import annotations

from pathlib import Path

import pytest

from msxkit import charset
from msxkit.errors import FileError, ProgramError
from msxkit.language.renumber import renumber
from msxkit.language.source import decode_program, encode_program, read_program, require_characters


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
@pytest.mark.parametrize("encoding", ["auto", "utf-8"])
def test_character_that_the_msx_lacks(line_end: str, encoding: str) -> None:
    text = f'10 A=1{line_end}20 PRINT"é€♥" \' SÓ{line_end}'
    program = decode_program(text.encode(), "x", encoding)
    assert program.lines[1].stored.endswith(b'"\x82?\x01C" :\x8f\xe6 S?')
    assert [str(missing) for missing in program.missing] == [
        "line 2, column 11: the MSX has no character '€' (U+20AC)",
        "line 2, column 18: the MSX has no character 'Ó' (U+00D3)",
    ]


def test_typographic_characters() -> None:
    program = decode_program("10 PRINT “A–B”\n".encode(), "x")
    assert program.lines[0].stored == b'\x91 "A-B"'
    assert len(program.missing) == 3


@pytest.mark.parametrize(
    ("encoding", "data", "stored"),
    [
        ("latin1", b'10 A$="\xe9\xa3"\n', b'A$\xef"\x82\x9c"'),
        ("cp437", b'10 A$="\x82\xc4\xe3"\n', b'A$\xef"\x82\x01W\xe3"'),
        ("cp850", b'10 A$="\x82\xbd"\n', b'A$\xef"\x82\x9b"'),
        ("brazil", b'10 A$="\x85\xb1"\n', b'A$\xef"\x85\xb1"'),
        ("japan", b'10 A=7\\2:A$="\x83\x01\x50"\n', b'A\xef\x18\xfc\x13:A$\xef"\x83\x01\x50"'),
        ("japan", '10 A$="アイｱﾞガあ月¥"'.encode(), b'A$\xef"\xb1\xb2\xb1\xde\xb6\xde\x91\x01A\\"'),
        ("japan", b'\xef\xbb\xbf10 A$="A"\r\n', b'A$\xef"A"'),
        ("russia", '10 A$="АЯюъЧ¤"'.encode(), b'A$\xef"\xe1\xf1\xc0\xdf\xfe\xbf"'),
        ("russia", '10 A$="Привет"'.encode("koi8-r"), b'A$\xef"\xf0\xd2\xc9\xd7\xc5\xd4"'),
        ("brazil", '10 A$="Ó"'.encode(), b'A$\xef"\x8a"'),
        ("windows-1252", '10 A$="„‰\x81é"'.encode(), b'A$\xef"\x84\x89\x81\xe9"'),
        ("mac-roman", '10 A$="„Ä"'.encode(), b'A$\xef"\xe3\x80"'),
        ("msx", "10 A$='é'".encode(), b"A$\xef:\x8f\xe6\xc3\xa9'"),
    ],
)
def test_other_encodings(encoding: str, data: bytes, stored: bytes) -> None:
    program = decode_program(data, "x", encoding)
    assert program.lines[0].stored == stored
    assert not program.missing


@pytest.mark.parametrize(
    ("text", "encoding"),
    [('10 PRINT "アガ月"\n', "japan"), ("10 ' Привет\n", "russia"), ('10 A$="Ó"\n', "brazil")],
)
def test_a_listing_for_another_machine_comes_back(text: str, encoding: str) -> None:
    read = decode_program(text.encode(), "x")
    assert read.missing
    assert read.advice == f"use --encoding {encoding}, which has all of them"
    with pytest.raises(ProgramError, match=f"would lose it; use --encoding {encoding}"):
        require_characters(read, "x")
    program = decode_program(text.encode(), "x", encoding)
    assert not program.missing
    assert encode_program(renumber(program, 10, 10), "utf-8").decode() == text
    assert encode_program(decode_program(program.file(), "x", encoding), "utf-8").decode() == text


def test_each_code_of_another_machine_has_one_character() -> None:
    assert {name: len(set(characters)) for name, characters in charset.OTHER_SETS.items()} == dict.fromkeys(
        charset.OTHER_SETS, 256
    )


def test_the_russian_set_is_koi8_r_but_for_the_last_letter() -> None:
    koi8 = bytes(range(0xC0, 0xFF)).decode("koi8-r")
    assert charset.OTHER_SETS["russia"][0xC0:0xFF] == koi8


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ('"A„B";C', '"A\'B";C'),
        ("“A„B”;C", '"A\'B";C'),
        ("„A“;“B”", '"A";"B"'),
        ('"A”', '"A"'),
        ("“A", '"A'),
    ],
)
def test_typographic_quotation_mark(typed: str, stored: str) -> None:
    program = decode_program(f"10 PRINT {typed}\n20 PRINT {typed}\n".encode(), "x")
    assert [line.listed() for line in program.lines] == [
        f"{number} PRINT {stored}".encode() for number in (10, 20)
    ]
    assert program.advice.startswith("use --encoding windows-1252 if")


def test_accidental_utf_8() -> None:
    assert decode_program(b'10 "\xc2\x82"\n', "x").lines[0].stored == b'"\xc2\x82"'


def test_utf_8_can_be_insisted_on() -> None:
    with pytest.raises(ProgramError, match=r":2:5: the byte 82h is not UTF-8"):
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


@pytest.mark.parametrize("encoding", ["auto", "japan"])
def test_full_width_text(encoding: str) -> None:
    program = decode_program("１０ ＰＲＩＮＴ　＂ＡＢ＂；１\n".encode(), "x", encoding)
    assert encode_program(program, "msx") == b'10 PRINT "AB";1\r\n\x1a'
    assert program.missing == []


def test_gw_basic() -> None:
    with pytest.raises(ProgramError, match="a program of GW-BASIC"):
        decode_program(b'\xff\x76\x12\x0a\x00\x91 "HI"\0\0\0\x1a', "x", lenient=True)
