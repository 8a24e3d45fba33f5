"""Statements of files, of the program text, and extensions."""

from __future__ import annotations

from msxkit.language.tree.base import Expression, Node, OpenMode, Statement
from msxkit.language.tree.expressions import LineReference


class Open(Statement):
    """OPEN name [FOR mode] AS [#]channel [LEN=size]."""

    name: Expression
    mode: OpenMode | None
    channel: Expression
    size: Expression | None


class Close(Statement):
    """CLOSE [[#]channels]; without one, all."""

    channels: tuple[Expression, ...]


class MaxFiles(Statement):
    """MAXFILES = count."""

    count: Expression


class InputFile(Statement):
    """INPUT #channel, targets."""

    channel: Expression
    targets: tuple[Expression, ...]


class LineInputFile(Statement):
    """LINE INPUT #channel, target."""

    channel: Expression
    target: Expression


class FieldPart(Node):
    """width AS variable."""

    width: Expression
    target: Expression


class Field(Statement):
    """FIELD [#]channel, parts."""

    channel: Expression
    parts: tuple[FieldPart, ...]


class SetField(Statement):
    """LSET and RSET target = value.

    Attributes:
        right: RSET.
    """

    target: Expression
    value: Expression
    right: bool


class GetRecord(Statement):
    """GET [#]channel [, record]."""

    channel: Expression
    record: Expression | None


class PutRecord(Statement):
    """PUT [#]channel [, record]."""

    channel: Expression
    record: Expression | None


class CurrentLine(Node):
    """`.`: the line that was typed, listed or stopped at an error last."""


#: What names a line of the program text.
LinePlace = LineReference | CurrentLine


class LineRange(Node):
    """`10`, `10-20`, `-20`, `10-`, `.`, or nothing.

    Attributes:
        dash: Whether it contains a `-`.
    """

    first: LinePlace | None
    last: LinePlace | None
    dash: bool


class List(Statement):
    """LIST and LLIST [lines].

    Attributes:
        printer: LLIST.
    """

    lines: LineRange | None
    printer: bool


class Delete(Statement):
    """DELETE lines."""

    lines: LineRange | None


class Renum(Statement):
    """RENUM [new][, [old][, step]]."""

    new: LinePlace | None
    old: LinePlace | None
    step: LinePlace | None


class Auto(Statement):
    """AUTO [first][, step]."""

    first: LinePlace | None
    step: LinePlace | None


class New(Statement):
    """NEW."""


class Load(Statement):
    """LOAD name [,R].

    Attributes:
        run: R.
    """

    name: Expression
    run: bool


class Save(Statement):
    """SAVE name [,A].

    Attributes:
        ascii: A.
    """

    name: Expression
    ascii: bool


class Merge(Statement):
    """MERGE name."""

    name: Expression


class Csave(Statement):
    """CSAVE name [, baud]."""

    name: Expression
    baud: Expression | None


class Cload(Statement):
    """CLOAD [name].

    Attributes:
        verify: CLOAD?.
    """

    name: Expression | None
    verify: bool


class Bsave(Statement):
    """BSAVE name, first, last [, entry][,S].

    Attributes:
        video: S, video memory.
    """

    name: Expression
    first: Expression
    last: Expression
    entry: Expression | None
    video: bool


class Bload(Statement):
    """BLOAD name [,R][,S][, offset].

    Attributes:
        run: R.
        video: S, video memory.
    """

    name: Expression
    offset: Expression | None
    run: bool
    video: bool


class Files(Statement):
    """FILES and LFILES [pattern].

    Attributes:
        printer: LFILES.
    """

    pattern: Expression | None
    printer: bool


class Kill(Statement):
    """KILL name."""

    name: Expression


class Name(Statement):
    """NAME old AS new."""

    old: Expression
    new: Expression


class CopyFiles(Statement):
    """COPY source [TO target]."""

    source: Expression
    target: Expression | None


class WriteSector(Statement):
    """DSKO$ drive, sector."""

    drive: Expression
    sector: Expression


class Call(Statement):
    """CALL and _: an extended statement.

    Attributes:
        name: Its word; the extension reads what follows.
        short: `_`.
    """

    name: str
    short: bool


class Extension(Statement):
    """CMD and IPL, which a ROM or disk can take over.

    Attributes:
        word: Which of them it is.
    """

    word: str
