"""What the compiler says of a program that cannot be a cartridge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from msxkit.basic_errors import ILLEGAL_CALL
from msxkit.charset import decode
from msxkit.errors import MsxError
from msxkit.language.program import Place
from msxkit.program.operation import AnyOperation


@dataclass(frozen=True, slots=True)
class Refusal:
    """Something that a cartridge cannot have.

    Attributes:
        offset: The offset in the program text.
        line: Its line number.
        column: The column, from 1.
        program: The file it is in; empty for the program that is compiled.
        place: The place in the source; None if that is not known.
    """

    offset: int
    line: int
    column: int
    reason: str
    program: str = ""
    place: Place | None = None

    def __str__(self) -> str:
        if self.place is not None:
            return f"{self.place}: {self.reason}"
        place = f"{self.program}, " if self.program else ""
        return f"{place}line {self.line}, column {self.column}: {self.reason}"


class CompileError(MsxError):
    """A program that cannot be compiled: says where and why, every place."""

    def __init__(self, refusals: Sequence[Refusal]) -> None:
        self.refusals = tuple(refusals)
        super().__init__("\n".join(map(str, refusals)))


class RefusedError(Exception):
    """Raised while a statement is emitted, caught by the emitter of the program, which adds the place.

    Attributes:
        number: The error that the run has there, where the author takes that.
    """

    def __init__(self, reason: str, number: int = ILLEGAL_CALL) -> None:
        super().__init__(reason)
        self.number = number


def refused(operation: AnyOperation) -> RefusedError:
    """Return the error for an operation that a cartridge does not have."""
    name = operation.name.removeprefix("NEED_").replace("_", " ").lower()
    return RefusedError(f"a cartridge has no {name}")


def of_file(what: str, name: str) -> str:
    """Return a statement with the name that it gives a file, for a message.

    Args:
        name: In MSX codes, a character each.
    """
    return f'{what} "{decode(name.encode("latin-1"))}"'
