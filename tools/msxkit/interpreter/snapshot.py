"""A run that is kept: its whole state, in memory or as bytes."""

from __future__ import annotations

from dataclasses import dataclass

from msxkit.errors import MsxError
from msxkit.interpreter.state import CODEC, RunState

#: What `Snapshot.to_bytes` begins with: a name and the version of the form.
HEADER = b"msxkit snapshot 4\n"


@dataclass(frozen=True)
class Snapshot:
    """The whole state of a session.

    Attributes:
        model: Name of its machine. Nothing that the session does later changes it.
    """

    model: str
    state: RunState

    @property
    def program(self) -> bytes:
        """The program text that is in memory."""
        return self.state.text.program

    def to_bytes(self) -> bytes:
        """Return the snapshot as bytes, for a file."""
        return HEADER + CODEC.dumps([self.model, self.state])

    @classmethod
    def from_bytes(cls, data: bytes) -> Snapshot:
        """Return the snapshot in the bytes of `to_bytes`. Raise `MsxError` for anything else."""
        if not data.startswith(HEADER):
            raise MsxError(
                "this is not a snapshot of this version of msxkit; make one with Snapshot.to_bytes()"
            )
        loaded = CODEC.loads(data[len(HEADER) :])
        match loaded:
            case [str(model), RunState() as state]:
                return cls(model, state)
        raise MsxError("this snapshot is incomplete or was changed; make a new one")
