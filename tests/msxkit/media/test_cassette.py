"""Tapes: .cas images built by hand, round trips, and what is saved of damaged ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from msxkit.errors import TapeError
from msxkit.language.program import Program
from msxkit.media import cassette
from msxkit.media.cassette import CassetteBlock, TapeFile, TapeFileKind

ROOT = Path(__file__).parents[3]
MAGIC = bytes([0x1F, 0xA6, 0xDE, 0xBA, 0xCC, 0x13, 0x7D, 0x74])
STORED = {
    entry["name"]: bytes.fromhex(entry["tokens"])
    for entry in json.loads((ROOT / "tests/conformance/tokens.json").read_text("utf-8"))
}
BATTLE = Program.from_bytes(b"\xff" + STORED["battle"])
NAMES = st.text("ABCdef123 ", max_size=6).map(lambda name: name.rstrip().encode())
TEXTS = st.binary(max_size=900).map(lambda text: text.replace(b"\x1a", b""))
FILES = st.one_of(
    st.builds(TapeFile, st.just(TapeFileKind.BASIC), NAMES, st.sampled_from(list(STORED.values()))),
    st.builds(TapeFile, st.just(TapeFileKind.ASCII), NAMES, TEXTS),
    st.builds(
        TapeFile,
        st.just(TapeFileKind.BINARY),
        NAMES,
        st.binary(min_size=1, max_size=300).map(
            lambda code: b"\x00\x90" + (0x8FFF + len(code)).to_bytes(2, "little") + b"\x00\x90" + code
        ),
    ),
)


def blocks_of(files: list[TapeFile]) -> list[CassetteBlock]:
    return [block for file in files for block in file.blocks()]


def test_a_csaved_program_byte_by_byte() -> None:
    text = STORED["battle"]
    image = MAGIC + b"\xd3" * 10 + b"BATTLE" + MAGIC + text + bytes(7)
    image += bytes(-len(image) % 8)
    assert cassette.build_cas(cassette.from_program(BATTLE, b"BATTLE").blocks()) == image
    (file,) = cassette.files(cassette.parse_cas(image))
    assert file == TapeFile(TapeFileKind.BASIC, b"BATTLE", text)


def test_a_text_byte_by_byte() -> None:
    text = b'10 PRINT"' + b"x" * 240 + b'"\r\n20 END\r\n'
    image = MAGIC + b"\xea" * 10 + b"T     " + MAGIC + text[:256] + MAGIC + (text[256:] + b"\x1a" * 256)[:256]
    program = Program.from_ascii(text)
    assert cassette.build_cas(cassette.from_program(program, b"T", ascii_text=True).blocks()) == image
    (file,) = cassette.files(cassette.parse_cas(image))
    assert file == TapeFile(TapeFileKind.ASCII, b"T", text)


@pytest.mark.parametrize("length", [0, 1, 254, 255, 256, 257, 511, 512])
def test_texts_always_have_their_end_mark(length: int) -> None:
    blocks = TapeFile(TapeFileKind.ASCII, b"A", b"x" * length).blocks()
    assert [len(block.data) for block in blocks[1:]] == [256] * (length // 256 + 1)
    assert blocks[-1].data.endswith(b"\x1a")


@given(st.lists(FILES, max_size=4))
def test_files_survive_a_cas_image(files: list[TapeFile]) -> None:
    blocks = blocks_of(files)
    if not blocks:
        return
    image = cassette.build_cas(blocks)
    assert len(image) % 8 == 0
    assert cassette.parse_cas(image) == blocks
    assert cassette.files(cassette.parse_cas(image)) == files


@given(
    st.lists(FILES, min_size=1, max_size=2), st.sampled_from([(1200, 22050), (1200, 44100), (2400, 44100)])
)
@settings(max_examples=8, deadline=None)
def test_files_survive_a_recording(files: list[TapeFile], speed: tuple[int, int]) -> None:
    blocks = blocks_of(files)
    heard, note = cassette.parse_wav(cassette.build_wav(blocks, *speed))
    assert heard == blocks
    assert note == ""
    assert [block.baud for block in heard] == pytest.approx([speed[0]] * len(blocks), rel=0.01)


def test_blocks_without_a_file_are_kept() -> None:
    blocks = [*BATTLE_BLOCKS, CassetteBlock(b"loader data 1234")]
    found = cassette.files(cassette.parse_cas(cassette.build_cas(blocks)))
    assert [file.kind for file in found] == [TapeFileKind.BASIC, TapeFileKind.CUSTOM]
    assert found[1].data == b"loader data 1234"


BATTLE_BLOCKS = cassette.from_program(BATTLE, b"BATTLE").blocks()


def test_headers_that_are_not_aligned_count() -> None:
    image = MAGIC + BATTLE_BLOCKS[0].data + b"\0\0\0" + MAGIC + BATTLE_BLOCKS[1].data
    assert cassette.parse_cas(image) == BATTLE_BLOCKS


@pytest.mark.parametrize(
    ("image", "reason"), [(b"", "is empty"), (bytes(100), "has no header"), (MAGIC[:7], "has no header")]
)
def test_not_a_tape(image: bytes, reason: str) -> None:
    with pytest.raises(TapeError, match=reason):
        cassette.parse_cas(image)


@pytest.mark.parametrize(
    ("file", "keep", "damage"),
    [
        (TapeFile(TapeFileKind.BASIC, b"A", STORED["battle"]), 32 + 1000, "the program has no end"),
        (TapeFile(TapeFileKind.BASIC, b"A", STORED["battle"]), 24, "the tape ends before its data"),
        (
            TapeFile(TapeFileKind.ASCII, b"A", b"x" * 600),
            24 + 264 + 100,
            "block 2 of 2 has less than 256 bytes",
        ),
        (TapeFile(TapeFileKind.ASCII, b"A", b"x" * 600), 24 + 264, "the tape ends before the end mark"),
        (
            TapeFile(TapeFileKind.BINARY, b"A", b"\x00\x90\xff\x90\x00\x90" + b"x" * 256),
            32 + 106,
            "156 of 256 bytes",
        ),
    ],
)
def test_cut_off_images(file: TapeFile, keep: int, damage: str) -> None:
    (found,) = cassette.files(cassette.parse_cas(cassette.build_cas(file.blocks())[:keep]))
    assert damage in found.damage
    assert file.data.startswith(found.data)
    # Header blocks take 24 bytes, the marks of the others 8.
    body = (keep - 24) - 8 * -(-(keep - 24) // (264 if file.kind is TapeFileKind.ASCII else keep))
    assert len(found.data) == max(0, body)


def test_a_program_with_ten_zeros_needs_text() -> None:
    program = Program.from_ascii(b"10 A=0#:B=0#\r\n")
    stored = program.memory()
    if bytes(10) not in stored[:-3]:
        program = Program.from_bytes(b"\xff\x12\x80\x0a\x00\x41\xef\x1f" + bytes(8) + b"\0" + bytes(2))
    with pytest.raises(TapeError, match="CLOAD would stop"):
        cassette.from_program(program, b"A")
    assert cassette.from_program(program, b"A", ascii_text=True).kind is TapeFileKind.ASCII


@pytest.mark.parametrize(
    ("name", "reason"),
    [("SEVENTH", "7 characters"), ('A"B', "no program can name"), ("日", "has no character")],
)
def test_names(name: str, reason: str) -> None:
    with pytest.raises(TapeError, match=reason):
        cassette.name_codes(name)


def test_names_keep_their_case() -> None:
    assert cassette.name_codes("bAt é") == b"bAt \x82"


@given(st.binary(max_size=600), st.binary(max_size=600), st.sampled_from([0xD3, 0xEA, 0xD0, 0x00]))
def test_any_image_is_a_tape_or_refused(before: bytes, after: bytes, kind: int) -> None:
    blocks = cassette.parse_cas(MAGIC + bytes([kind]) * 10 + before + MAGIC + after)
    for file in cassette.files(blocks):
        assert isinstance(file.data, bytes)
    cassette.parse_cas(cassette.build_cas(blocks))
