"""An MSX BASIC interpreter; `Session` is the way in."""

from msxkit.basic_errors import Failure
from msxkit.interpreter.session import Event, Session
from msxkit.interpreter.snapshot import Snapshot

__all__ = ["Event", "Failure", "Session", "Snapshot"]
