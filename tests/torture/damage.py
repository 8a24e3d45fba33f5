"""Damaged files: valid ones with something broken, and pure noise."""

from __future__ import annotations

import random

#: Values that break what counts or points.
_EXTREMES = (b"\0", b"\xff", b"\0\0", b"\xff\xff", b"\x7f\xff", b"\0\x80", b"\0\0\0\0", b"\xff\xff\xff\xff")
#: Pieces that mean something to one reader or another.
_PIECES = (
    b"[" * 5000,
    b'{"a":' * 5000,
    b"(" * 300,
    b'"',
    b"\x1a",
    b"\r",
    b"\n",
    b"\0",
    b"\xff",
    b"\xef\xbb\xbf",
    b"99999999999999999999",
    b"65529",
    b"65530",
    b"1E63",
    b"&HFFFF",
    b"-1",
    b"nan",
    b"GOTO",
    b"\xe2\x99\xa5",
    b"10 FOR I=1 TO 1E63:NEXT\n",
    b"10 CLEAR 60000\n",
    b'10 A$=STRING$(255,"A")+A$:GOTO 10\n',
    b"\x1b[5~",
)
LARGEST = 1 << 20


def damaged(source: random.Random, seeds: list[bytes]) -> bytes:
    """Return one of the seeds with one to five things done to it, or noise."""
    if source.random() < 0.05:
        return source.randbytes(source.choice((0, 1, 3, 100, 5000)))
    data = bytearray(source.choice(seeds))
    for _ in range(source.choice((1, 1, 2, 3, 5))):
        _hurt(source, data, seeds)
    return bytes(data[:LARGEST])


def _hurt(source: random.Random, data: bytearray, seeds: list[bytes]) -> None:
    start = source.randrange(len(data) + 1)
    length = source.choice((1, 2, 4, 16, 200, 5000))
    how = source.randrange(8)
    if how == 0:
        for place in range(start, min(len(data), start + source.choice((1, 1, 4)))):
            data[place] ^= 1 << source.randrange(8)
    elif how == 1:
        del data[start:]
    elif how == 2:
        del data[start : start + length]
    elif how == 3:
        data[start:start] = source.randbytes(length)
    elif how == 4:
        data[start:start] = data[source.randrange(len(data) + 1) :][:length]
    elif how == 5:
        extreme = source.choice(_EXTREMES)
        data[start : start + len(extreme)] = extreme
    elif how == 6:
        data[start:start] = source.choice(_PIECES)
    else:
        other = source.choice(seeds)
        data[start:] = other[source.randrange(len(other) + 1) :]
