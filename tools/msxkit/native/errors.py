"""What the compiler says of a program that cannot be a cartridge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from msxkit.errors import MsxError


@dataclass(frozen=True, slots=True)
class Refusal:
    """Something that a cartridge cannot have. offset: in the program text; line: its line number; column: from 1."""

    offset: int
    line: int
    column: int
    reason: str

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.reason}"


class CompileError(MsxError):
    """A program that cannot be compiled: says where and why, every place."""

    def __init__(self, refusals: Sequence[Refusal]) -> None:
        self.refusals = tuple(refusals)
        super().__init__("\n".join(map(str, refusals)))


class RefusedError(Exception):
    """Raised while a statement is emitted, caught by the emitter of the program, which knows where."""
