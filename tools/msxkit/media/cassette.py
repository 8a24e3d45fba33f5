"""Tapes as blocks and files; .cas images and recordings of them.

A block is what stands after one header. A file is a block of ten type bytes and a name of six characters,
followed by its data: one block for CSAVE and BSAVE, blocks of 256 bytes for ASCII files.
Source: MSX2 Technical Handbook chapter 5 section 2; V. van Dam on the .CAS format.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING

from msxkit.charset import decode, encode
from msxkit.errors import CharsetError, TapeError
from msxkit.language.program import DEFAULT_BASE, TOKENISED, Program
from msxkit.media import modulation, wav_writing

if TYPE_CHECKING:
    from msxkit.media import demodulation

#: What stands for a header in a .cas image, at an offset divisible by 8.
MAGIC = bytes.fromhex("1FA6DEBACC137D74")
NAME_LENGTH = 6
ASCII_BLOCK = 256
END_OF_TEXT = 0x1A
#: CLOAD stops after so many zeros in a row: the end of the program and seven more.
END_ZEROS = 10

_TYPE_COUNT = 10
_HEADER_LENGTH = _TYPE_COUNT + NAME_LENGTH
_FILL = 7


class TapeFileKind(Enum):
    """What a file is; the value is its type byte."""

    BASIC = 0xD3
    ASCII = 0xEA
    BINARY = 0xD0
    #: Blocks without a file header, as the loaders of games write them.
    CUSTOM = None

    @property
    def statement(self) -> str:
        """How the machine loads it."""
        return _STATEMENTS[self]


_STATEMENTS = {
    TapeFileKind.BASIC: "CLOAD",
    TapeFileKind.ASCII: 'LOAD"CAS:" or RUN"CAS:"',
    TapeFileKind.BINARY: 'BLOAD"CAS:",R',
    TapeFileKind.CUSTOM: "a loader of its own",
}


@dataclass(frozen=True, slots=True)
class CassetteBlock:
    """The bytes after one header.

    Attributes:
        damage: What was wrong with them, or "".
        second: Where the block begins in a recording, or 0.
        baud: Its speed in a recording, or 0.
    """

    data: bytes
    damage: str = ""
    second: float = field(default=0, compare=False)
    baud: float = field(default=0, compare=False)

    @property
    def is_file_header(self) -> bool:
        """Whether the block is a file header, ten type bytes and a name: then the long header comes before it."""
        return _type_of(self.data) is not TapeFileKind.CUSTOM


@dataclass(frozen=True, slots=True)
class TapeFile:
    """A file of a tape.

    Attributes:
        name: Up to six MSX codes without trailing blanks.
        data: BASIC: the program text without FF; ASCII: the text without its end mark 1A; BINARY: start, end and
            run address (words), then the bytes; CUSTOM: the block.
        damage: Why data may be incomplete or wrong, or "".
        block: The index of its first block on the tape.
    """

    kind: TapeFileKind
    name: bytes
    data: bytes
    damage: str = ""
    block: int = field(default=0, compare=False)

    @property
    def shown_name(self) -> str:
        """The name as characters."""
        return decode(self.name)

    def blocks(self) -> list[CassetteBlock]:
        """Return the blocks that BASIC would write for this file."""
        if self.kind.value is None:
            return [CassetteBlock(self.data)]
        header = CassetteBlock(bytes((self.kind.value,)) * _TYPE_COUNT + self.name.ljust(NAME_LENGTH))
        if self.kind is TapeFileKind.BASIC:
            return [header, CassetteBlock(self.data + bytes(_FILL))]
        if self.kind is TapeFileKind.BINARY:
            return [header, CassetteBlock(self.data)]
        text = self.data + bytes((END_OF_TEXT,))
        pieces = [text[start : start + ASCII_BLOCK] for start in range(0, len(text), ASCII_BLOCK)]
        return [header, *(CassetteBlock(piece.ljust(ASCII_BLOCK, bytes((END_OF_TEXT,)))) for piece in pieces)]


def name_codes(text: str) -> bytes:
    """Return the MSX codes of a file name. Raise `TapeError` if it has more than six or cannot be typed."""
    try:
        codes = encode(text)
    except CharsetError as error:
        raise TapeError(f"{text!r} cannot be a file name on tape: {error}") from error
    if len(codes) > NAME_LENGTH:
        raise TapeError(
            f"{text!r} cannot be a file name on tape: it has {len(codes)} characters, at most 6 fit"
        )
    if any(code < 0x20 or code in (0x22, 0x7F) for code in codes):
        raise TapeError(
            f"{text!r} cannot be a file name on tape: it has a character that no program can name"
        )
    return codes.rstrip(b" ")


def _type_of(data: bytes) -> TapeFileKind:
    # A header may be damaged: eight of its ten type bytes are enough.
    if len(data) >= _HEADER_LENGTH:
        for kind in (TapeFileKind.BASIC, TapeFileKind.ASCII, TapeFileKind.BINARY):
            assert kind.value is not None
            if data.count(kind.value, 0, _TYPE_COUNT) >= _TYPE_COUNT - 2:
                return kind
    return TapeFileKind.CUSTOM


def files(blocks: Sequence[CassetteBlock]) -> list[TapeFile]:
    """Return the files on a tape, in order; damage is noted in each."""
    found: list[TapeFile] = []
    index = 0
    while index < len(blocks):
        block, first = blocks[index], index
        kind = _type_of(block.data)
        index += 1
        if kind is TapeFileKind.CUSTOM:
            found.append(TapeFile(kind, b"", block.data, block.damage, first))
            continue
        name = block.data[_TYPE_COUNT:_HEADER_LENGTH].rstrip(b" ")
        body: list[CassetteBlock] = []
        while index < len(blocks) and not blocks[index].is_file_header:
            body.append(blocks[index])
            index += 1
            if kind is not TapeFileKind.ASCII or END_OF_TEXT in body[-1].data[:ASCII_BLOCK]:
                break
        damage = "; ".join(piece.damage for piece in (block, *body) if piece.damage)
        found.append(_join(TapeFile(kind, name, b"", damage, first), body))
    return found


def _join(file: TapeFile, body: list[CassetteBlock]) -> TapeFile:
    if not body:
        return replace(file, damage=_and(file.damage, "the tape ends before its data"))
    if file.kind is TapeFileKind.ASCII:
        return _join_text(file, body)
    data = body[0].data
    length, damage = _basic_length(data) if file.kind is TapeFileKind.BASIC else _binary_length(data)
    return replace(file, data=data[:length], damage=_and(file.damage, damage))


def _join_text(file: TapeFile, body: list[CassetteBlock]) -> TapeFile:
    text = b"".join(block.data[:ASCII_BLOCK] for block in body)
    damage = file.damage
    short = next((number for number, block in enumerate(body, 1) if len(block.data) < ASCII_BLOCK), None)
    if short is not None:
        damage = _and(damage, f"block {short} of {len(body)} has less than {ASCII_BLOCK} bytes")
    if END_OF_TEXT not in text:
        damage = _and(damage, "the tape ends before the end mark 1A of the text")
    return replace(file, data=text.partition(bytes((END_OF_TEXT,)))[0], damage=damage)


def _basic_length(data: bytes) -> tuple[int, str]:
    """Return how many bytes are the program, its end 00 00 included; and what is wrong."""
    program = Program.from_bytes(bytes((TOKENISED,)) + data, lenient=True)
    length = sum(len(line.stored) + 5 for line in program.lines) + 2
    if data[length - 2 : length] == b"\0\0":
        return length, ""
    return len(data), f"the program has no end: it breaks off after {len(data)} bytes"


def _binary_length(data: bytes) -> tuple[int, str]:
    """Return how many bytes the addresses and what lies between them take; and what is wrong."""
    if len(data) < 6:
        return len(data), "the tape ends before its addresses"
    start, end = int.from_bytes(data[0:2], "little"), int.from_bytes(data[2:4], "little")
    if end < start:
        return len(data), f"its end {end:04X}h is before its start {start:04X}h"
    length = 6 + end - start + 1
    missing = length - len(data)
    return length, f"{missing} of {length - 6} bytes are missing" if missing > 0 else ""


def _and(first: str, second: str) -> str:
    return f"{first}; {second}" if first and second else first or second


def parse_cas(image: bytes) -> list[CassetteBlock]:
    """Return the blocks of a .cas image. Headers are also taken where they are not aligned, as emulators do.

    The zeros that fill up the blocks of BASIC's files are taken off. Raise `TapeError` when there is no header.
    """
    before, *pieces = image.split(MAGIC)
    if not pieces:
        size = "is empty" if not image else "has no header 1F A6 DE BA CC 13 7D 74"
        raise TapeError(f"not a .cas image: it {size}")
    blocks = [CassetteBlock(piece) for piece in pieces]
    if before.strip(b"\0"):
        blocks[0] = replace(blocks[0], damage=f"{len(before)} bytes come before the first header")
    return _without_filling(blocks)


def _without_filling(blocks: list[CassetteBlock]) -> list[CassetteBlock]:
    natural: dict[int, int] = {}
    programs: set[int] = set()
    for file in files(blocks):
        if file.kind is TapeFileKind.CUSTOM:
            continue
        natural[file.block] = _HEADER_LENGTH
        body = range(file.block + 1, len(blocks))
        if file.kind is TapeFileKind.ASCII:
            own = itertools.takewhile(lambda index: not blocks[index].is_file_header, body)
            natural |= dict.fromkeys(own, ASCII_BLOCK)
        elif body and not file.damage:
            natural[body[0]] = len(file.data) + (_FILL if file.kind is TapeFileKind.BASIC else 0)
            if file.kind is TapeFileKind.BASIC:
                programs.add(body[0])
    tidy = list(blocks)
    for index, length in natural.items():
        data = blocks[index].data
        if not data[length:].strip(b"\0"):
            # CLOAD needs all its zeros, also where an image left some of them to its filling.
            data = data[:length].ljust(length if index in programs else 0, b"\0")
            tidy[index] = replace(blocks[index], data=data)
    return tidy


def build_cas(blocks: Iterable[CassetteBlock]) -> bytes:
    """Return the .cas image of the blocks: each header at an offset divisible by 8, the end filled up to one."""
    image = bytearray()
    for block in blocks:
        image += MAGIC + block.data
        image += bytes(-len(image) % 8)
    return bytes(image)


def build_wav(blocks: Sequence[CassetteBlock], baud: int, rate: int) -> bytes:
    """Return a WAV file of the blocks, 8-bit mono. Raise `TapeError` for a speed or a rate (Hz) that cannot work."""
    sound = modulation.sound(((block.is_file_header, block.data) for block in blocks), baud, rate)
    return wav_writing.write(sound, rate)


def parse_wav(data: bytes) -> tuple[list[CassetteBlock], str]:
    """Return the blocks of a WAV file, and what was odd about it or "". Raise `TapeError` when there is no signal."""
    try:
        from msxkit.media import demodulation, wav
    except ImportError:  # a page has no numpy
        from msxkit.media import plain_demodulation

        return [
            CassetteBlock(content, "", start, baud)
            for content, start, baud in plain_demodulation.blocks(data)
        ], ""
    sound = wav.read(data)
    return [
        CassetteBlock(block.data, _unclear(block), block.start, block.baud)
        for block in demodulation.blocks(sound)
    ], sound.note


def _unclear(block: demodulation.TapeBlock) -> str:
    if not block.faults:
        return ""
    index, second = block.faults[0]
    count = f"{len(block.faults)} of {len(block.data)}"
    return f"{count} bytes are unclear, the first is byte {index} at {second:.2f} s"


def from_program(program: Program, name: bytes, *, ascii_text: bool = False) -> TapeFile:
    """Return the tape file of a program, tokenised or as text. Raise `TapeError` if it could not be loaded."""
    if not program.lines:
        raise TapeError("the program has no lines: there is nothing to put on tape")
    if ascii_text:
        return TapeFile(TapeFileKind.ASCII, name, program.listed().removesuffix(bytes((END_OF_TEXT,))))
    text = program.memory()
    zeros = (text + bytes(_FILL)).index(bytes(END_ZEROS))
    if zeros < len(text) - 3:
        raise TapeError(
            f"CLOAD would stop inside the program, at the {END_ZEROS} zeros in a row from "
            f"{DEFAULT_BASE + zeros:04X}h: put it on tape as text (--ascii)"
        )
    return TapeFile(TapeFileKind.BASIC, name, text)
