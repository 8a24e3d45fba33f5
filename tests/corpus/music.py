"""What a program writes to the sound chip, and the part of it that does not depend on the program's pace."""

from __future__ import annotations

from collections.abc import Sequence

from msxkit.machine.mml import ENVELOPE, PERIOD, VOLUME
from msxkit.machine.music import VOICES
from msxkit.machine.sound import ENVELOPE_PERIOD, ENVELOPE_SHAPE, MIXER, TONES, VOLUMES

#: Jiffies, register, value.
Write = Sequence[int]
Writes = Sequence[Write]

_SILENCE = [*VOLUMES, MIXER]


def by_queue(writes: Writes) -> dict[str, list[list[object]]]:
    """Return the music, each piece of it with jiffies of its own, and apart from it what SOUND and BEEP have written.

    A piece begins when nothing plays; how long its notes last, the queues say. When the program gives the next one, and
    when it comes to SOUND and BEEP, is a matter of its pace.
    """
    pieces: list[list[object]] = []
    others: list[list[object]] = []
    playing: set[int] = set()
    begun = at = 0
    while at < len(writes):
        jiffies, register, value = writes[at]
        size = _size(writes, at)
        if not size:
            others.append([register, value])
            playing -= set(range(VOICES)) if register == MIXER and value & VOLUME else set()
            at += 1
            continue
        if not playing:
            begun, playing = jiffies, set(range(VOICES))
            pieces.append([])
        pieces[-1].append([jiffies - begun, *([*write[1:]] for write in writes[at : at + size])])
        if not value:
            playing.discard(VOLUMES.index(register))
        at += size
    return {"pieces": pieces, "others": others}


def _size(writes: Writes, at: int) -> int:
    """Return how many writes are what one voice takes from its queue: 0 where another statement writes."""
    _, register, value = writes[at]
    if register not in VOLUMES or 0 < value < VOLUME or _silences(writes, at):
        return 0
    expected = [ENVELOPE_SHAPE] if value & ENVELOPE else []
    expected += ENVELOPE_PERIOD if value & PERIOD else ()
    expected += TONES[VOLUMES.index(register)] if value not in (0, VOLUME) else ()
    found = [write[1] for write in writes[at + 1 : at + 1 + len(expected)]]
    return 1 + len(expected) if found == expected else 0


def _silences(writes: Writes, at: int) -> bool:
    """Return whether a write is one of those that end a BEEP."""
    return any(
        [write[1] for write in writes[begin : begin + len(_SILENCE)]] == _SILENCE
        for begin in range(max(0, at - 2), at + 1)
    )
