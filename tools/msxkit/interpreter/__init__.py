"""An MSX BASIC interpreter for programs on the text screens; `Session` is the way in."""

from msxkit.interpreter.session import Event, Failure, Session
from msxkit.interpreter.snapshot import Snapshot

__all__ = ["Event", "Failure", "Session", "Snapshot"]
