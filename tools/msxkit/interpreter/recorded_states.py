"""The states of a run at its waits, as JSON: what the recordings of graphics hold."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Callable
from typing import Any

from msxkit.interpreter.session import DRAW, END, ERROR, KEY, LIMIT, Session
from msxkit.machine.clock import FRAME
from msxkit.machine.state_codec import copied
from msxkit.machine.video.text_screen import TextScreen

#: T-states from the state at a wait to the key that ends it.
_TYPING = 14 * FRAME[50]
#: Statements between two looks at the limit.
_CHUNK = 2000


def states(
    session: Session, answers: bytes, over: Callable[[], bool], until: int | None
) -> list[dict[str, Any]]:
    """Return the state at every wait for a key, which the next of `answers` or a script ends, and at the end, an
    error or a limit.

    The session must be new; it begins as the recordings do: TIME 0, video memory above 16 KB clear.

    Args:
        over: Asked now and then; True ends the run, and so does the time `until`, in T-states since the start.
    """
    session.start_clean()
    found = []
    left = list(answers)
    while True:
        event = session.step(_CHUNK, until)
        while event.at in (DRAW, LIMIT) and not over() and (until is None or session.t_states < until):
            event = session.step(_CHUNK, until)
        if event.at is KEY:
            session.let_pass(session.t_states)
        found.append(state(session))
        if event.at is not KEY:
            return found
        if left:
            session.let_pass(session.t_states + _TYPING)
            session.keys.press(left.pop(0))
        elif not session.let_pass(poll=lambda: over() or (until is not None and session.t_states >= until)):
            return found


def state(session: Session) -> dict[str, Any]:
    """Return where a session stands."""
    event, error, kept = session.event, session.error, session.snapshot().state
    assert event is not None
    video = copied(kept.video)
    if event.at in (END, ERROR):
        # At `Ok` the cursor stands in video memory.
        TextScreen(video).show_cursor()
    point = video.graphics
    found: dict[str, Any] = {
        "at": "running" if event.at in (LIMIT, DRAW) else str(event.at),
        "line": error.line if error else event.line,
        "screen_mode": video.screen.mode,
        "vram": base64.b64encode(zlib.compress(bytes(video.chip.vram))).decode("ascii"),
        "vdp": list(video.chip.registers[: video.chip.type.recorded_registers]),
        "psg": list(kept.sound.registers[:14]),
        "jiffies": kept.clock.jiffy,
        "cursor": [video.text.x - 1, video.text.y - 1],
        "grp": [value & 0xFFFF for value in (point.to_x, point.to_y, point.x, point.y)],
    }
    if video.chip.palette:
        found["palette"] = bytes(video.chip.palette).hex()
    if error is not None:
        found |= {"error": error.number, "error_line": error.line}
    return found
