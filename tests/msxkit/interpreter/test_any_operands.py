"""Statements of pictures and sound with any operands: the machine's error or a clean end, within a run's limits."""

from __future__ import annotations

import time

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from msxkit.interpreter import Session
from msxkit.machine.clock import SECOND

ENDS = ("end", "error", "key", "limit")
#: Emulated seconds that a program gets, and the real ones that must be enough for it on a busy machine.
EMULATED, REAL = 20, 30.0

numbers = st.one_of(
    st.integers(-3, 20),
    st.integers(-40000, 70000),
    st.sampled_from((255, 256, 191, 192, 211, 212, 511, 512, 32767, 32768, -32768, -32769, "1E62", "-1E62")),
    st.sampled_from(('"A"', "A$", "1/3", "-.5", "A", "A(2)", "2^15")),
).map(str)
points = st.builds("{}({},{})".format, st.sampled_from(("", "", "STEP")), numbers, numbers)
operations = st.sampled_from(
    ("", "PSET", "AND", "OR", "XOR", "PRESET", "TPSET", "TAND", "TOR", "TXOR", "TPRESET")
)


def some(values: st.SearchStrategy[str], most: int) -> st.SearchStrategy[str]:
    """Return up to so many operands after commas, any of which may be missing."""
    return st.lists(st.one_of(values, st.just("")), max_size=most).map(
        lambda found: "".join(f",{one}" for one in found)
    )


sources = st.sampled_from(("B", "B%", "A$", '"F"'))
settable = st.sampled_from(("PAGE ", "BEEP ", "TITLE ", "SCROLL ", "VIDEO ", "DATE ", "TIME "))
rasters = some(st.one_of(numbers, operations), 2)
#: Each is one statement with operands that it may or may not take.
statements = st.one_of(
    st.builds("{}{}{}".format, st.sampled_from(("PSET", "PRESET")), points, rasters),
    st.builds("LINE{}-{},{},{},{}".format, points, points, numbers, st.sampled_from(("", "B", "BF")), operations),
    st.builds("LINE-{}{}".format, points, some(numbers, 1)),
    st.builds("CIRCLE{},{}{}".format, points, numbers, some(numbers, 4)),
    st.builds("PAINT{}{}".format, points, some(numbers, 2)),
    st.builds("PUT SPRITE{},{}{}".format, numbers, points, some(numbers, 2)),
    st.builds("SPRITE$({})=STRING$({},{})".format, numbers, numbers, numbers),
    st.builds("COLOR SPRITE({})={}".format, numbers, numbers),
    st.builds("COLOR SPRITE$({})=STRING$({},{})".format, numbers, numbers, numbers),
    st.builds("COPY{}-{}{}TO{}{}".format, points, points, some(numbers, 1), points, rasters),
    st.builds("COPY{}-{}TO {}".format, points, points, sources),
    st.builds("COPY {}{}TO{}{}".format, sources, some(numbers, 1), points, some(numbers, 1)),
    st.builds("SET {}({},{})".format, st.sampled_from(("ADJUST", "PAGE", "SCREEN", "VIDEO")), numbers, numbers),
    st.builds("SET {}{}{}".format, settable, numbers, some(numbers, 2)),
    st.builds("SCREEN {}{}".format, numbers, some(numbers, 5)),
    st.builds("COLOR {}{}".format, numbers, some(numbers, 2)),
    st.builds("COLOR=({}{})".format, numbers, some(numbers, 3)),
    st.builds("WIDTH {}".format, numbers),
    st.builds("{}({})={}".format, st.sampled_from(("VDP", "BASE")), numbers, numbers),
    st.builds("{} {},{}".format, st.sampled_from(("VPOKE", "SOUND", "OUT")), numbers, numbers),
    st.builds("OUT {},{}".format, st.sampled_from(("&H98", "&H99", "&H9A", "&H9B", "&HA0", "&HA1")), numbers),
    st.builds("VDP({})={}".format, st.integers(33, 47).map(str), st.integers(0, 255).map(str)),
    st.builds(
        "PRINT {}({})".format,
        st.sampled_from(("POINT", "VDP", "BASE", "VPEEK", "STICK", "STRIG", "PAD", "PDL", "PLAY", "INP", "SPRITE$")),
        st.one_of(numbers, st.builds("{},{}".format, numbers, numbers)),
    ),
    st.builds("ON {} GOSUB 90".format, st.sampled_from(("SPRITE", "KEY", "STRIG", "STOP", "INTERVAL=1"))),
    st.builds("{} ON".format, st.sampled_from(("SPRITE", "KEY(1)", "STRIG(0)", "STOP", "INTERVAL"))),
    st.builds('DRAW "{}"'.format, st.text("UDLREFGHMBNACSX=+-;,A$. 0123456789", max_size=40)),
    st.builds('PLAY "{}","{}"'.format, *[st.text("ABCDEFG+-#OLTVSMRNX=;.&A$ 0123456789", max_size=40)] * 2),
    st.sampled_from(("CLS", "BEEP", "COLOR=NEW", "COLOR=RESTORE", "SCREEN 2", "SCREEN 5")),
    st.sampled_from(('OPEN"GRP:"AS#1', "PRINT#1,A$;A")),
)  # fmt: skip


def run(listing: str, machine: str) -> Session:
    session = Session(listing, machine=machine, keys="12\r")
    begun = time.monotonic()
    event = session.run(max_steps=3000, until=EMULATED * SECOND)
    assert event.at in ENDS
    assert time.monotonic() - begun < REAL
    if session.error is not None:
        assert 1 <= session.error.number <= 255
    assert session.video.frame.pixels
    return session


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 8), st.integers(0, 3), st.lists(statements, min_size=1, max_size=6), st.booleans())
def test_any_operands(mode: int, size: int, found: list[str], first: bool) -> None:
    """Each statement is tried, whatever became of the one before it."""
    lines = [f"{20 + number} {statement}" for number, statement in enumerate(found)]
    listing = (
        f'5 ON ERROR GOTO 80:A$="U9":DIM B(99),B%(9)\n10 SCREEN {mode},{size}\n'
        + "\n".join(lines)
        + "\n70 END\n80 E=ERR:RESUME NEXT\n90 RETURN\n"
    )
    run(listing, "msx1" if first else "msx2")


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@example("DRAW", b"XA$;", 5)
@example("PLAY", b"XA$;", 2)
@given(
    st.sampled_from(
        ("DRAW", "PLAY", "SPRITE$(0)=", "COLOR SPRITE$(0)=", "OPEN", "LOAD", "PRINT USING A$;1:PRINT ")
    ),
    st.binary(max_size=60),
    st.integers(0, 8),
)
def test_any_bytes(statement: str, text: bytes, mode: int) -> None:
    listing = (
        f"10 SCREEN {mode}:READ H$:FOR I=1 TO LEN(H$) STEP 2\n"
        '20 A$=A$+CHR$(VAL("&H"+MID$(H$,I,2))):NEXT\n'
        f"30 {statement} A$\n40 DATA {text.hex()}\n"
    )
    run(listing, "msx2")
