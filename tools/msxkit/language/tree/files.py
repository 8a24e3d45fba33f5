"""Statements of files and devices, the disk, and the text of the program."""

from __future__ import annotations

from dataclasses import replace

from msxkit.carrying import Trait
from msxkit.language.tokens import LAST_LINE
from msxkit.language.tree.base import Expression, Node, OpenMode, Statement
from msxkit.language.tree.entry import (
    BYTE,
    CHANNEL,
    DISK,
    DIVIDED,
    LISTED_LINE,
    LOADED,
    READ_CHANNEL,
    RECORDS,
    TEXT,
    TEXT_VARIABLE,
    VARIABLE,
    WRITTEN,
    Operand,
    Part,
    statement,
)
from msxkit.language.tree.expressions import LineReference
from msxkit.node_type import takes


@statement(
    'OPEN "device:file" [FOR INPUT / OUTPUT / APPEND] AS [#]channel [LEN=length]',
    errors="File not found, File already open, Bad file number, Bad file name",
    parts={
        "FOR": "How the program uses the file; without it, by records.",
        "INPUT": "Reads an existing file.",
        "OUTPUT": "Makes a new file and deletes an old one of that name.",
        "APPEND": "Writes after the end of an existing file.",
        "AS": "The channel number for PRINT #, INPUT # and so on.",
        "LEN": "The bytes of a record: 1 to 256; the default is 256.",
    },
    example='10 OPEN "CRT:" FOR OUTPUT AS #1:PRINT #1,"HELLO";5:CLOSE',
    snippet=("open", 'OPEN "${1:NAME}" FOR ${2|INPUT,OUTPUT,APPEND|} AS #${3:1}', "Opens a file"),
)
class Open(Statement):
    """Opens a file or device (CAS:, CRT:, GRP:, LPT:, MEM:, A: to H:). Without FOR it has records: GET and PUT."""

    name: Expression = takes(TEXT)
    mode: OpenMode | None
    channel: Expression
    size: Expression | None


@statement(
    "CLOSE [[#]channel[, ...]]",
    errors="Bad file number",
    example='10 OPEN "CRT:" FOR OUTPUT AS #1:PRINT #1,"HELLO";5:CLOSE',
    traits=Trait.LONG | Trait.FILES | Trait.EACH,
)
class Close(Statement):
    """Closes channels, or all of them."""

    channels: tuple[Expression, ...] = takes(CHANNEL)


@statement(
    "MAXFILES = channels",
    errors="Illegal function call, Out of memory",
    example="10 A=5:MAXFILES=2:PRINT A",
    traits=Trait.LONG | Trait.FILES | Trait.CLEARS,
)
class MaxFiles(Statement):
    """Sets how many files can be open at once. Clears all variables."""

    count: Expression = takes(Operand(0, 15), Part.FILE_COUNT)


@statement(
    "INPUT #channel, variable[, ...]",
    name="INPUT #",
    errors="Input past end, Bad file number",
    example='10 OPEN "A.TXT" FOR OUTPUT AS #1:PRINT #1,"5,TEXT":CLOSE\n'
    '20 OPEN "A.TXT" FOR INPUT AS #1:INPUT #1,A,B$:PRINT A;B$',
    traits=Trait.LONG | Trait.SETS,
)
class InputFile(Statement):
    """Reads values from a file."""

    channel: Expression = takes(READ_CHANNEL, Part.DONE)
    targets: tuple[Expression, ...] = takes(VARIABLE)


@statement(
    "LINE INPUT #channel, variable$",
    name="LINE INPUT #",
    errors="Input past end, Bad file number",
    example='10 OPEN "A.TXT" FOR OUTPUT AS #1:PRINT #1,"5,TEXT":CLOSE\n'
    '20 OPEN "A.TXT" FOR INPUT AS #1:LINE INPUT #1,A$:PRINT A$',
    traits=Trait.LONG | Trait.SETS,
)
class LineInputFile(Statement):
    """Reads a whole line from a file."""

    channel: Expression = takes(READ_CHANNEL)
    target: Expression = takes(VARIABLE)


class FieldPart(Node):
    """width AS variable."""

    width: Expression
    target: Expression = takes(TEXT_VARIABLE)


@statement(
    "FIELD [#]channel, width AS variable$[, ...]",
    also=(FieldPart,),
    need=DISK,
    errors="FIELD overflow, Bad file number",
    parts={"AS": "The variable for this part."},
    example='10 OPEN "R.DAT" AS #1 LEN=8:FIELD #1,8 AS A$:LSET A$="FIRST":PUT #1,1\n'
    '20 LSET A$="":GET #1,1:PRINT A$:CLOSE',
    traits=Trait.LONG | Trait.WRITES,
)
class Field(Statement):
    """Divides the record of a random file into string variables."""

    channel: Expression = takes(DIVIDED)
    parts: tuple[FieldPart, ...] = takes(TEXT_VARIABLE)


@statement(
    "GET [#]channel[, record]",
    name="GET #",
    need=DISK,
    late=True,
    errors="Bad file number, Bad file mode",
    example='10 OPEN "R.DAT" AS #1 LEN=8:FIELD #1,8 AS A$:LSET A$="FIRST":PUT #1,1\n'
    '20 LSET A$="":GET #1,1:PRINT A$:CLOSE',
    traits=Trait.LONG | Trait.OUTSIDE | Trait.WRITES,
)
class GetRecord(Statement):
    """Reads a record of a random file."""

    channel: Expression = takes(RECORDS)
    record: Expression | None


@statement(
    "PUT [#]channel[, record]",
    name="PUT #",
    need=DISK,
    late=True,
    errors="Bad file number, Bad file mode",
    example='10 OPEN "R.DAT" AS #1 LEN=8:FIELD #1,8 AS A$:LSET A$="FIRST":PUT #1,1\n'
    '20 LSET A$="":GET #1,1:PRINT A$:CLOSE',
    traits=Trait.LONG | Trait.OUTSIDE,
)
class PutRecord(Statement):
    """Writes a record of a random file."""

    channel: Expression = takes(RECORDS)
    record: Expression | None


@statement(
    'FILES ["pattern"]',
    "Lists the files of a disk.",
    need=DISK,
    errors="File not found",
    example='10 OPEN "A.TXT" FOR OUTPUT AS #1:CLOSE:FILES "A*.*"',
)
@statement(
    'LFILES ["pattern"]',
    "Prints the list of files on the printer.",
    need=DISK,
    errors="File not found",
    example='10 OPEN "A.TXT" FOR OUTPUT AS #1:CLOSE:LFILES',
    traits=Trait.LONG | Trait.OUTSIDE,
)
class Files(Statement):
    """FILES and LFILES [pattern].

    Attributes:
        printer: LFILES.
    """

    pattern: Expression | None = takes(TEXT)
    printer: bool = takes("LFILES")


@statement(
    'KILL "file"',
    need=DISK,
    errors="File not found",
    example='10 OPEN "A.TXT" FOR OUTPUT AS #1:CLOSE:KILL "A.TXT":OPEN "A.TXT" FOR INPUT AS #1',
    whole=True,
    traits=Trait.LONG | Trait.OUTSIDE,
)
class Kill(Statement):
    """Deletes files."""

    name: Expression = takes(WRITTEN)


@statement(
    'NAME "old" AS "new"',
    need=DISK,
    errors="File not found, File already exists",
    parts={"AS": "The new name."},
    example='10 OPEN "A.TXT" FOR OUTPUT AS #1:CLOSE:NAME "A.TXT" AS "B.TXT":FILES "B.*"',
    traits=Trait.LONG | Trait.OUTSIDE,
)
class Name(Statement):
    """Renames a file."""

    old: Expression = takes(WRITTEN, Part.FOUND)
    new: Expression = takes(WRITTEN)


@statement(
    'COPY "file" TO "file"',
    need=DISK,
    errors="File not found",
    parts={"TO": "The copy's name."},
    example='10 OPEN "A.TXT" FOR OUTPUT AS #1:CLOSE:COPY "A.TXT" TO "C.TXT":FILES "C.*"',
    whole=True,
)
class CopyFiles(Statement):
    """Copies files."""

    source: Expression = takes(TEXT)
    target: Expression | None = takes(TEXT)


@statement("DSKO$ drive, sector", need=DISK, errors="Disk offline", traits=Trait.LONG | Trait.OUTSIDE)
class WriteSector(Statement):
    """Writes a sector of a disk."""

    drive: Expression
    sector: Expression


@statement(
    'LOAD "file"[, R]',
    errors="File not found",
    parts={"R": "Runs the program; files stay open."},
    example='10 LOAD "NONE.BAS"',
    whole=True,
    traits=Trait.LONG | Trait.OUTSIDE | Trait.WRITES | Trait.LEADS,
    leaves=True,
)
class Load(Statement):
    """Loads a program; with R it runs the program and files stay open.

    Attributes:
        run: R.
    """

    name: Expression = takes(LOADED)
    run: bool = takes("R")


@statement(
    'SAVE "file"[, A]',
    errors="Disk full, Bad file name",
    parts={"A": "As a listing."},
    example='10 SAVE "ME.BAS",A:OPEN "ME.BAS" FOR INPUT AS #1:LINE INPUT #1,A$:PRINT A$',
    whole=True,
    traits=Trait.LONG | Trait.OUTSIDE,
    leaves="ascii",
)
class Save(Statement):
    """Saves the program; with A as a listing.

    Attributes:
        ascii: A.
    """

    name: Expression = takes(WRITTEN)
    ascii: bool = takes("A")


@statement(
    'MERGE "file"',
    errors="File not found, Bad file mode",
    example='10 MERGE "NONE.BAS"',
    whole=True,
    traits=Trait.LONG | Trait.ENDS,
    leaves=True,
)
class Merge(Statement):
    """Adds the lines of a listing to the program, and ends the run."""

    name: Expression = takes(LOADED, Part.MERGED)


@statement(
    'RUN "file"[, R]',
    name="RUN file",
    errors="File not found",
    parts={"R": "Files stay open."},
    example='10 RUN "NONE.BAS"',
    traits=Trait.LONG | Trait.OUTSIDE | Trait.WRITES | Trait.LEADS,
    leaves=True,
)
class RunFile(Statement):
    """Loads a program and runs it; with R files stay open.

    Attributes:
        keep: Whether files stay open (R).
    """

    name: Expression = takes(LOADED)
    keep: bool = takes("R")


@statement(
    'BLOAD "file"[, R][, offset]',
    errors="File not found, Bad file name",
    parts={"R": "Runs it at the address in the file.", "S": "Loads into video memory."},
    example='10 POKE &HE000,65:BSAVE "M",&HE000,&HE000:POKE &HE000,0\n20 BLOAD "M":PRINT PEEK(&HE000)',
    traits=Trait.LONG | Trait.OUTSIDE | Trait.WRITES,
)
class Bload(Statement):
    """Loads memory from a file; R runs it, S loads into video memory.

    Attributes:
        run: R.
        video: S, video memory.
    """

    name: Expression = takes(LOADED, Part.MEMORY)
    offset: Expression | None
    run: bool = takes("R")
    video: bool = takes("S")


@statement(
    'BSAVE "file", first, last[, start][, S]',
    errors="Disk full, Bad file name",
    parts={"S": "Saves video memory."},
    example='10 POKE &HE000,65:BSAVE "M",&HE000,&HE000:POKE &HE000,0\n20 BLOAD "M":PRINT PEEK(&HE000)',
    traits=Trait.LONG | Trait.OUTSIDE,
)
class Bsave(Statement):
    """Saves memory to a file; with S it saves video memory.

    Attributes:
        video: S, video memory.
    """

    name: Expression = takes(WRITTEN)
    first: Expression
    last: Expression
    entry: Expression | None
    video: bool = takes("S")


@statement(
    'CLOAD ["name"]',
    errors="Device I/O error",
    traits=Trait.LONG | Trait.OUTSIDE | Trait.WRITES | Trait.LEADS,
    leaves=True,
)
class Cload(Statement):
    """Loads a program from cassette."""

    name: Expression | None = takes(TEXT, "CAS:")


@statement('CLOAD? ["name"]', errors="Verify error", traits=Trait.LONG)
class Verify(Statement):
    """Compares the program in memory with one on cassette."""

    name: Expression | None = takes(TEXT, "CAS:")


@statement('CSAVE "name"[, speed]', errors="Device I/O error", traits=Trait.LONG | Trait.OUTSIDE)
class Csave(Statement):
    """Saves the program on cassette, at 1200 (1) or 2400 (2) baud."""

    name: Expression = takes(WRITTEN)
    baud: Expression | None = takes(replace(BYTE, ignored=True))


class CurrentLine(Node):
    """`.`: the line that was typed, listed or stopped at an error last."""


#: What names a line of the program text. Such a field may say the number of one that is left out, and a field of a
#: range the first and last line.
LinePlace = LineReference | CurrentLine


class LineRange(Node):
    """`10`, `10-20`, `-20`, `10-`, `.`, or nothing.

    Attributes:
        dash: Whether it contains a `-`.
    """

    first: LinePlace | None
    last: LinePlace | None
    dash: bool


@statement(
    "LIST [line][-line]",
    "Lists the program, and ends the run; `.` is the current line.",
    also=(LineRange,),
    errors="Undefined line number",
    example="10 REM A\n20 REM B\n30 LIST 10-20",
    whole=True,
    leaves=True,
)
@statement(
    "LLIST [line][-line]",
    "Lists the program on the printer, and ends the run.",
    errors="Undefined line number",
    example="10 LLIST",
    whole=True,
    traits=Trait.LONG | Trait.ENDS | Trait.LOCATED,
    leaves=True,
)
class List(Statement):
    """LIST and LLIST [lines].

    Attributes:
        printer: LLIST.
    """

    lines: LineRange | None = takes(LISTED_LINE, (0, LAST_LINE))
    printer: bool = takes("LLIST")


@statement(
    "DELETE [line][-line]",
    errors="Illegal function call",
    example="10 DELETE 20",
    whole=True,
    traits=Trait.LONG | Trait.ENDS,
    leaves=True,
)
class Delete(Statement):
    """Deletes lines of the program, and ends the run."""

    lines: LineRange | None = takes(LISTED_LINE, (LAST_LINE, 0))


@statement(
    "RENUM [new][, [old][, [step]]]",
    errors="Undefined line number, Illegal function call",
    example="10 RENUM 100",
    whole=True,
    traits=Trait.LONG | Trait.ENDS,
    leaves=True,
)
class Renum(Statement):
    """Gives the lines new numbers and corrects all references."""

    new: LinePlace | None = takes(10)
    old: LinePlace | None = takes(0)
    step: LinePlace | None = takes(10)


@statement(
    "AUTO [new][, [step]]",
    errors="Undefined line number",
    whole=True,
    traits=Trait.LONG | Trait.KEYS,
    leaves=True,
)
class Auto(Statement):
    """Numbers the lines that you type, until CTRL-STOP."""

    first: LinePlace | None = takes(LISTED_LINE, 10)
    step: LinePlace | None = takes(10)


@statement(
    "NEW",
    example='10 PRINT "GONE":NEW',
    whole=True,
    traits=Trait.LONG | Trait.WRITES | Trait.ENDS | Trait.SAFE,
    leaves=True,
)
class New(Statement):
    """Deletes the program and its variables."""
