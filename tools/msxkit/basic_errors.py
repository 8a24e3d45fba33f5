"""BASIC's own errors: their numbers, their texts as the machine has them, and the error that ended a run."""

from __future__ import annotations

from dataclasses import dataclass

#: Error texts by number (MSX2 Technical Handbook, chapter 2). All other numbers are "Unprintable error".
TEXTS: dict[int, str] = {
    1: "NEXT without FOR",
    2: "Syntax error",
    3: "RETURN without GOSUB",
    4: "Out of DATA",
    5: "Illegal function call",
    6: "Overflow",
    7: "Out of memory",
    8: "Undefined line number",
    9: "Subscript out of range",
    10: "Redimensioned array",
    11: "Division by zero",
    12: "Illegal direct",
    13: "Type mismatch",
    14: "Out of string space",
    15: "String too long",
    16: "String formula too complex",
    17: "Can't CONTINUE",
    18: "Undefined user function",
    19: "Device I/O error",
    20: "Verify error",
    21: "No RESUME",
    22: "RESUME without error",
    23: "Unprintable error",
    24: "Missing operand",
    25: "Line buffer overflow",
    50: "FIELD overflow",
    51: "Internal error",
    52: "Bad file number",
    53: "File not found",
    54: "File already open",
    55: "Input past end",
    56: "Bad file name",
    57: "Direct statement in file",
    58: "Sequential I/O only",
    59: "File not OPEN",
    60: "Bad FAT",
    61: "Bad file mode",
    62: "Bad drive name",
    63: "Bad sector number",
    64: "File still open",
    65: "File already exists",
    66: "Disk full",
    67: "Too many files",
    68: "Disk write protected",
    69: "Disk I/O error",
    70: "Disk offline",
    71: "Rename across disk",
}

(NEXT_WITHOUT_FOR, SYNTAX, RETURN_WITHOUT_GOSUB, OUT_OF_DATA, ILLEGAL_CALL, OVERFLOW) = range(1, 7)
(OUT_OF_MEMORY, UNDEFINED_LINE, SUBSCRIPT, REDIMENSIONED, DIVISION_BY_ZERO, ILLEGAL_DIRECT) = range(7, 13)
(TYPE_MISMATCH, OUT_OF_STRING_SPACE, STRING_TOO_LONG, FORMULA_TOO_COMPLEX, CANT_CONTINUE) = range(13, 18)
(UNDEFINED_FUNCTION, DEVICE_IO, VERIFY, NO_RESUME, RESUME_WITHOUT_ERROR, UNPRINTABLE) = range(18, 24)
MISSING_OPERAND, LINE_BUFFER_OVERFLOW = 24, 25
BAD_FILE_NUMBER, FILE_NOT_FOUND, FILE_ALREADY_OPEN, INPUT_PAST_END, BAD_FILE_NAME = range(52, 57)
SEQUENTIAL_ONLY, FILE_NOT_OPEN, BAD_FILE_MODE, DISK_FULL, TOO_MANY_FILES = 58, 59, 61, 66, 67
FIELD_OVERFLOW, INTERNAL_ERROR, BAD_RECORD = 50, 51, 63
WRITE_PROTECTED, DISK_IO, DISK_OFFLINE = 68, 69, 70
DIRECT_IN_FILE, BAD_DRIVE, FILE_STILL_OPEN, FILE_EXISTS = 57, 62, 64, 65
BAD_FAT, RENAME_ACROSS_DISK = 60, 71


def named() -> dict[str, int]:
    """Return the error numbers by the names of their constants here."""
    return {name: value for name, value in globals().items() if name.isupper() and type(value) is int}


def is_of_disk(number: int) -> bool:
    """Return whether an error has a text in Disk BASIC alone."""
    return BAD_FAT <= number <= RENAME_ACROSS_DISK


def text_of(number: int, drive: bool = True) -> str:
    """Return the message of an error number, as printed.

    Args:
        drive: Whether the machine has Disk BASIC.
    """
    return TEXTS[UNPRINTABLE] if is_of_disk(number) and not drive else TEXTS.get(number, TEXTS[UNPRINTABLE])


def number_of(text: str) -> int:
    """Return the number of the error with this message, one of `TEXTS`."""
    return next(number for number, known in TEXTS.items() if known == text)


@dataclass(frozen=True, slots=True)
class Failure:
    """The BASIC error that ended a run.

    Attributes:
        number: The number of the error.
        line: The line of the error, None in direct mode.
        note: Why this machine refuses what a real one would do; empty if it does not.
        drive: Whether the machine has Disk BASIC, and its texts.
    """

    number: int
    line: int | None
    note: str = ""
    drive: bool = True

    @property
    def text(self) -> str:
        """The message as printed, without the line."""
        return text_of(self.number, self.drive)

    def __str__(self) -> str:
        where = "" if self.line is None else f" in {self.line}"
        return f"{self.text}{where}" + (f" ({self.note})" if self.note else "")
