"""Graphics of the embedded MSX BASIC: how much faster than a real MSX programs draw, and pictures are made."""

from __future__ import annotations

import time
from collections.abc import Iterator

from msxkit.interpreter import Session
from msxkit.machine.clock import FRAME, SECOND
from tests.bench import Figure

#: The programs of tests/graphics that time themselves, drawn for longer, and one that shows moving sprites.
_PROGRAMS = {
    "LINE": "10 SCREEN 2\n20 FOR I=0 TO 190 STEP 10:LINE(0,I)-(255,191-I),8:NEXT",
    "CIRCLE": "10 SCREEN 2\n20 FOR I=5 TO 60 STEP 5:CIRCLE(128,96),I:NEXT",
    "PAINT": "10 SCREEN 2\n20 CIRCLE(128,96),60:PAINT(128,96)",
    "PUT SPRITE": "10 SCREEN 2,2\n20 FOR I=0 TO 200:PUT SPRITE 0,(I,I),8,0:NEXT",
    "LINE ,BF in SCREEN 5": "10 SCREEN 5\n20 FOR I=1 TO 9:LINE(0,0)-(255,211),I,BF:NEXT",
    "an empty loop": "10 DEFINT I\n20 FOR I=1 TO 30000:NEXT",
}
_SPRITES = (
    "10 SCREEN 2,2:FOR I=0 TO 31:SPRITE$(I)=STRING$(32,255-I):NEXT\n"
    "20 T=T+1:FOR I=0 TO 31:PUT SPRITE I,(T*I AND 255,I*6),I AND 15,I:NEXT:GOTO 20\n"
)
_LONG, _FRAMES = 30, 120


def measure() -> Iterator[Figure]:
    for what, source in _PROGRAMS.items():
        session = Session(f"{source}\n90 GOTO 20")
        session.run(until=SECOND)
        begun, start = session.t_states, time.process_time()
        session.run(until=begun + _LONG * SECOND)
        seconds = time.process_time() - start
        emulated = (session.t_states - begun) / SECOND
        yield Figure(what, f"{1000 * seconds / emulated:.1f} ms a second", _times(emulated, seconds))
    session = Session(_SPRITES)
    session.run(until=4 * SECOND)
    begun, start = session.t_states, time.process_time()
    for _ in range(_FRAMES):
        session.run(until=session.t_states + FRAME[60])
        session.video.frame  # noqa: B018 - it is computed when it is asked for
    seconds = time.process_time() - start
    emulated = (session.t_states - begun) / SECOND
    yield Figure(
        "32 sprites move, every frame of 60 a second drawn",
        f"{1000 * seconds / _FRAMES:.1f} ms a frame",
        _times(emulated, seconds),
    )


def _times(emulated: float, seconds: float) -> str:
    return f"{emulated / seconds:,.0f} times a real MSX, goal 20"
