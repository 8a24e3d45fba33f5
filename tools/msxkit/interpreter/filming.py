"""A run as a film: a frame whenever the picture changes, at the time of the machine."""

from __future__ import annotations

from msxkit.display.film import Film
from msxkit.display.picture import draw
from msxkit.interpreter.session import Session
from msxkit.machine.clock import SECOND
from msxkit.machine.video.frame import Frame

#: Bytes that a film may have; the last picture of a run is shown so many seconds longer.
FILM_BYTES, HOLD = 64 << 20, 1.0


class Filming:
    """A recorder of what a session shows between two times of the machine, in seconds; it watches the session.

    Attributes:
        limit: Bytes that the film may have at most.
    """

    def __init__(self, session: Session, begin: float, end: float | None, limit: int = FILM_BYTES) -> None:
        self._session = session
        self._begin, self._end = begin, end
        self._film = Film(limit)
        self._bytes: bytes | None = None
        self._frame: Frame | None = None
        #: The largest picture of the machine's chip, without its border.
        self._area = (256, session.video.chip.type.lines)
        session.watcher = self.look
        if not begin:
            self._take(0.0)

    @property
    def full(self) -> bool:
        """Whether the film ended because it has reached its limit."""
        return self._film.full

    @property
    def seconds(self) -> float:
        """Time of the machine."""
        return self._session.t_states / SECOND

    def look(self) -> bool:
        """Take the picture at an interrupt if it has changed. Return whether the film is at its end."""
        now = self.seconds
        if self._end is not None and now >= self._end:
            return True
        if now >= self._begin:
            self._take(now)
        return self._film.full

    def _take(self, now: float) -> None:
        seen = self._session.video.content
        if seen == self._bytes:
            return
        self._bytes = seen
        frame = self._session.video.frame
        if frame != self._frame:
            # The film begins with its first picture, whatever interrupt that was found at.
            at = 0.0 if self._frame is None else now - self._begin
            self._frame = frame
            self._film.show(draw(frame, area=self._area), at)

    def finish(self) -> bytes:
        """Return the film as a GIF; one that ends with the run shows its last picture a second longer.

        A run that ended before the beginning is one picture.
        """
        now = self.seconds
        if self._end is None or now < self._end:
            self._take(max(now, self._begin))
            now += HOLD
        return self._film.finish(max(min(now, self._end or now), self._begin) - self._begin)
