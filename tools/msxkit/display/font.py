"""An 8x8 pattern for each of the 256 character codes, drawn for the MSX character set.

The patterns, in font8x8.hex, are those of C-BIOS, the free MSX BIOS. Its licence asks for this notice:

Copyright (c) 2002-2005 BouKiCHi; 2003 Reikan; 2004-2005 Patrick van Arkel; 2004-2006 Joost Yervante Damad;
2004-2006 Jussi Pitkänen; 2004-2008 Eric Boon; 2004-2011 Albert Beevendorp; 2004-2011 Manuel Bilderbeek;
2004-2014 Maarten ter Huurne; 2010 FRS.

Redistribution and use in source and binary forms, with or without modification, are permitted provided that the
following conditions are met: 1. Redistributions of source code must retain the above copyright notice, this list of
conditions and the following disclaimer. 2. Redistributions in binary form must reproduce the above copyright notice,
this list of conditions and the following disclaimer in the documentation and/or other materials provided with the
distribution.

THIS SOFTWARE IS PROVIDED BY THE AUTHOR "AS IS" AND ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO,
THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE DISCLAIMED. IN NO EVENT SHALL THE
AUTHOR BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT
LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION)
HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR
OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.

The patterns in clear8x8.hex were drawn for this project and have its licence (MIT). They are only for pictures: a
machine has those of C-BIOS in its video memory, and a picture may show these where a program has not changed them.

So were those in drawn8x8.hex, by code point: the characters of Brazilian, Japanese and Russian machines that C-BIOS
lacks. The shapes are ours; those of a genuine machine differ.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files

from msxkit.charset import OTHER_SETS, UNICODE
from msxkit.display.screen import CURSOR_CODE

#: What looks like another character: Cyrillic like Latin letters, and the code of the backslash in Japan.
_LIKE = dict(zip("аехорсуАЕХКМНОРСТВ", "aexopcyAEXKMHOPCTB", strict=True))


@cache
def patterns(characters: str = UNICODE) -> tuple[bytes, ...]:
    """Return eight bytes for each code 0-255, top row first, bit 7 on the left; 255, the cursor, is a full block.

    Args:
        characters: The character of each code, index 0-255.
    """
    drawn = dict(zip(UNICODE, _read("font8x8.hex").values(), strict=True))
    if characters != UNICODE:
        drawn |= {chr(point): rows for point, rows in _read("drawn8x8.hex").items()}
    if characters == OTHER_SETS["japan"]:
        drawn["\\"] = drawn["¥"]
    font = [drawn[_LIKE.get(character, character)] for character in characters]
    # The machine draws the cursor's pattern each time, as the inverse of the character under it.
    font[CURSOR_CODE] = b"\xff" * 8
    return tuple(font)


def _read(name: str) -> dict[int, bytes]:
    """Return the patterns in a file by number."""
    lines = files("msxkit.display").joinpath(name).read_text("ascii").splitlines()
    return {
        int(number, 16): bytes.fromhex(rows) for number, _, rows in (line.partition(":") for line in lines)
    }


@cache
def clear_patterns() -> dict[int, bytes]:
    """Return patterns of letters, digits and signs that are easier to read than those of C-BIOS: code -> bytes."""
    return _read("clear8x8.hex")


@lru_cache(maxsize=4)
def cleared(shapes: bytes) -> bytes:
    """Return a table of 256 patterns with the clear ones in place of those of C-BIOS; those of a program stay."""
    own, clear = patterns(), clear_patterns()
    inverse = {_inverse(own[code]): _inverse(rows) for code, rows in clear.items()}
    found = [shapes[at : at + 8] for at in range(0, len(shapes), 8)]
    for code, rows in clear.items():
        if found[code] == own[code]:
            found[code] = rows
    found[CURSOR_CODE] = inverse.get(found[CURSOR_CODE], found[CURSOR_CODE])
    return b"".join(found)


def _inverse(rows: bytes) -> bytes:
    return bytes(row ^ 0xFF for row in rows)


@cache
def font(characters: str = UNICODE) -> bytes:
    """Return the patterns of all codes in a row, as a machine has them in ROM and copies them into video memory."""
    return b"".join(patterns(characters))
