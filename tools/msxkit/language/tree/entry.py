"""What an entry of the vocabulary says of a word of MSX BASIC, and how its forms are read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, Flag, auto
from typing import Literal, NamedTuple, Protocol, TypedDict, TypeVar, Unpack

from msxkit import basic_errors
from msxkit.basic_errors import TEXTS
from msxkit.carrying import Trait
from msxkit.language.tree.base import Node
from msxkit.node_type import taken_by

Role = Literal["statement", "function", "operator"]

#: What a word can need above a plain MSX1.
MSX2, MSX2_PLUS, DISK, EXTENSION = "an MSX2", "an MSX2+", "Disk BASIC", "an extension"
#: Errors of the machine, by its own texts.
SYNTAX, ILLEGAL = TEXTS[basic_errors.SYNTAX], TEXTS[basic_errors.ILLEGAL_CALL]
OVERFLOW = TEXTS[basic_errors.OVERFLOW]


class ValueType(Enum):
    """What an operand can be. Its value is the word for messages."""

    NUMBER = "a number"
    STRING = "a string"


class Opened(Flag):
    """How a file is open: FOR OUTPUT or APPEND, FOR INPUT, or without FOR."""

    WRITTEN = auto()
    READ = auto()
    RECORDS = auto()


class Part(Enum):
    """What a statement does with what stands in a field, besides what the field takes."""

    SCREEN_MODE = "sets this screen mode"
    FILE_COUNT = "sets how many files there can be"
    POKED = "writes the byte of this address"
    VIDEO_POKED = "writes the byte of this address in video memory"
    MEMORY = "loads this file into memory"
    DIMENSIONS = "makes these arrays"
    ERASED = "removes these arrays"
    MERGED = "adds the lines of this file"
    FROM_DATA = "sets these variables from DATA"
    PATTERN = "sets the pattern of this sprite"
    ROUTINE = "sets the address of this routine"
    RAISED = "causes this error"
    ALIKE = "takes values of one type, whichever it is"
    DONE = "carries this out by itself, before the next is looked at"
    BEGINS = "begins with this what it goes on with behind it"
    WHOLE = "takes all bits of this colour in SCREEN 10"
    BACKGROUND = "draws in the background colour, where this is so and no colour is given"
    FOUND = "looks for this file before what stands behind it, where that is no text"
    LAST = "looks for its end once more behind this, given or not"


class Need(NamedTuple):
    """What a statement or function needs beyond an MSX1.

    Attributes:
        what: One of `MSX2`, `MSX2_PLUS`, `DISK`, `EXTENSION`.
        name: The statement's name, in words.
        machine: The error of a machine without it.
        late: Whether that shows after operands, not before them.
    """

    what: str
    name: str
    machine: str = ILLEGAL
    late: bool = False


@dataclass(frozen=True, slots=True)
class Operand:
    """What may stand in a place of a statement or function.

    Attributes:
        takes: The type of its values; None for either, or for a name.
        low, high: The least and the greatest whole number that is taken; None for any.
        lacks: Numbers between them that are not taken.
        machine: The error for a number beyond them that an integer can hold.
        needs: What the operand needs beyond an MSX1, or nothing.
        above: Numbers, and what an operand above one needs.
        name: What needs this, in words; `{}` stands for the number.
        without: The error of a machine that lacks it.
        at_once: Whether the machine looks at the range before it reads on.
        read: Whether it is the name of a program or of memory that is loaded.
        written: Whether it is the name of a file that is written, renamed or deleted.
        is_set: Whether it is a variable that the statement sets, makes or removes.
        colourful: The SCREENs in which it may be a colour above 15.
        opened: How the file must be open whose number it is; nothing of this: in no way. None: it is no file's number.
        unlike: The error where the file is open in some other way.
        ignored: Whether nothing is done with it, once it has been looked at.
    """

    low: int | None = None
    high: int | None = None
    machine: str = ILLEGAL
    needs: str = ""
    above: tuple[tuple[int, str], ...] = ()
    name: str = ""
    without: str = ILLEGAL
    lacks: tuple[int, ...] = ()
    takes: ValueType | None = ValueType.NUMBER
    at_once: bool = False
    read: bool = False
    written: bool = False
    is_set: bool = False
    colourful: tuple[int, ...] = ()
    opened: Opened | None = None
    unlike: tuple[tuple[Opened, str], ...] = ()
    ignored: bool = False


class Parameter(NamedTuple):
    """A place of a form: from where to where in it, and whether it can be left out."""

    start: int
    end: int
    optional: bool


@dataclass(frozen=True, slots=True)
class LineNumber:
    """What a line number in a place of a statement stands for. Without this it is a number that the user chooses.

    Attributes:
        jumps: Whether the run can go on there (not so for RESTORE).
        needed: Whether the machine stops when the line is missing (not so for LIST).
        zero: Whether line 0 is a line like others, not none.
        calls: Whether RETURN comes back behind the statement.
    """

    jumps: bool = True
    needed: bool = True
    zero: bool = True
    calls: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """A word of MSX BASIC, or several that belong together, such as LINE INPUT.

    Attributes:
        name: As it is written, `PUT SPRITE`; unique among the entries of its role.
        role: What it is in a line.
        forms: How it is written; `[]` is optional, small letters stand for operands.
        does: What it does, in a sentence or two.
        nodes: The classes of the tree that it is read as.
        operands: Field of the node, or operand of the form -> what it may be.
        parts: Word that belongs to it (TO, STEP, BF) -> what it means there.
        errors: The errors of the machine that are its own.
        need: What it needs beyond an MSX1.
        example: A program that shows it.
        typed: What is typed while the example runs; CR is RETURN.
        snippet: What an editor can write for it: prefix, text with places (`${1:I}`), what it is.
        alone: Whether value and time follow from its operands and the screen mode alone.
        absent: What it works with that no machine here has.
        cost: T-states that its handler takes besides its operands, fitted to the recordings in tests/timing; None where
            `timing` computes it or nothing is known.
        figure: The figure of the machine's `Costs` that is added to it: a number, or one for each screen mode.
        screen: The lowest SCREEN that it works in, where it fails in others before its operands are looked at.
        late_screen: The same, where it fails after some operands.
        whole: Whether nothing is done before the end of the statement has been looked for.
        leaves: Whether what comes after it cannot run next, unless it fails; or the field that must be set for that.
        traits: What is true of the operation that a statement is, of its operands in order. None: it is not one alone,
            and `program.lower` knows what it does.
    """

    name: str
    role: Role
    forms: tuple[str, ...]
    does: str
    nodes: tuple[type[Node], ...] = ()
    operands: Mapping[str, Operand] = field(default_factory=dict)
    parts: Mapping[str, str] = field(default_factory=dict)
    errors: tuple[str, ...] = ()
    need: Need | None = None
    example: str = ""
    typed: str = ""
    snippet: tuple[str, str, str] | None = None
    alone: bool = False
    absent: str = ""
    cost: int | None = None
    figure: str = ""
    screen: int = 0
    late_screen: int = 0
    whole: bool = False
    leaves: bool | str = False
    traits: Trait | None = None

    @property
    def counts(self) -> tuple[int, int]:
        """How many operands its first form takes at least and at most."""
        places = parameters(self.forms[0])
        return sum(not place.optional for place in places), len(places)


def parameters(form: str) -> tuple[Parameter, ...]:
    """Return what stands between the commas of a form, outside the brackets of points."""
    head = re.match(r"\[?[A-Z$?]+(?: [A-Z$]+)*\]?(?:\[[a-z]+\])?\s*\(?", form)
    begin = head.end() if head is not None else 0
    depth = -form[:begin].count("(")
    commas = []
    for place, character in enumerate(form):
        depth += (character == "(") - (character == ")")
        if character == "," and place >= begin and depth == 0:
            commas.append(place)
    found: list[Parameter] = []
    place = begin
    for stop in [*commas, len(form)]:
        while place < stop and form[place] in "[, (#]":
            place += 1
        last = stop
        while last > place and (
            form[last - 1] in "[] "
            or (form[last - 1] == ")" and form.count("(", place, last) < form.count(")", place, last))
        ):
            last -= 1
        if last > place:
            before = form[:place]
            found.append(Parameter(place, last, before.count("[") > before.count("]")))
        place = stop
    return tuple(found)


def operands(form: str) -> tuple[str, ...]:
    """Return the names of the operands of a form, in order."""
    return tuple(form[place.start : place.end] for place in parameters(form))


class Facts(TypedDict, total=False):
    """What is said of an entry by keyword: see `Entry`. `need`, `without` and `late` are its `Need`."""

    errors: str
    need: str
    without: str
    late: bool
    example: str
    typed: str
    operands: Mapping[str, Operand]
    parts: Mapping[str, str]
    snippet: tuple[str, str, str]
    alone: bool
    absent: str
    cost: int
    figure: str
    screen: int
    late_screen: int
    whole: bool
    leaves: bool | str
    traits: Trait | None


def entry(role: Role, name: str, forms: str, does: str, *nodes: type[Node], **facts: Unpack[Facts]) -> Entry:
    """Return an entry; forms are divided by ` | `, errors by commas."""
    need = facts.get("need")
    taken = {name: what for node in nodes for name, (what, *_) in taken_by(node).items()}
    return Entry(
        name,
        role,
        tuple(forms.split(" | ")),
        does,
        nodes,
        {name: what for name, what in taken.items() if isinstance(what, Operand)}
        | dict(facts.get("operands", {})),
        facts.get("parts", {}),
        tuple(error for error in facts.get("errors", "").split(", ") if error),
        Need(need, name, facts.get("without", ILLEGAL), facts.get("late", False)) if need else None,
        facts.get("example", ""),
        facts.get("typed", ""),
        facts.get("snippet"),
        facts.get("alone", role != "statement"),
        facts.get("absent", ""),
        facts.get("cost"),
        facts.get("figure", ""),
        facts.get("screen", 0),
        facts.get("late_screen", 0),
        facts.get("whole", False),
        facts.get("leaves", False),
        facts.get("traits"),
    )


#: Class of the tree -> its entries, if it is a statement or the first part of one.
DECLARED: dict[type[Node], tuple[Entry, ...]] = {}
_Kind = TypeVar("_Kind", bound=type[Node])


class Declaration(Protocol):
    """What gives a class an entry."""

    def __call__(self, kind: _Kind, /) -> _Kind: ...


_NAME = re.compile(r"[A-Z'][A-Z$?]*(?: [A-Z]+)*")


def statement(
    forms: str, does: str = "", *, name: str = "", also: tuple[type[Node], ...] = (), **facts: Unpack[Facts]
) -> Declaration:
    """Return what gives a class of the tree an entry; a class can have several.

    Args:
        does: What it does. Without this, the docstring's first paragraph says it.
        name: Its name. Without this, it is the words that the form begins with.
        also: Other classes that parts of it are read as.
    """

    def declare(kind: _Kind) -> _Kind:
        begins = _NAME.match(forms)
        text = does or " ".join((kind.__doc__ or "").partition("\n\n")[0].split())
        made = entry("statement", name or (begins[0] if begins else ""), forms, text, kind, *also, **facts)
        DECLARED[kind] = (made, *DECLARED.get(kind, ()))
        return kind

    return declare


#: Ranges that many operands have.
INTEGER = Operand(-32768, 32767, OVERFLOW)
ADDRESS = Operand(-32768, 65535, OVERFLOW)
BYTE, COUNT = Operand(0, 255), Operand(1, 255)
#: Of VDP. R#25 to R#27 of the MSX2+ are VDP(26) to VDP(28).
REGISTER = Operand(
    -9, 47, name="VDP({})", above=((8, MSX2), (25, MSX2_PLUS), (28, MSX2)), lacks=(25, *range(29, 33))
)
_ANY_WAY = ~Opened(0)
_BAD_FILE, _BAD_MODE = TEXTS[basic_errors.BAD_FILE_NUMBER], TEXTS[basic_errors.BAD_FILE_MODE]
#: The number of a file that need not be open, that must be, and that must be with records, to be read or to be written.
CHANNEL, OPEN_CHANNEL = Operand(opened=Opened(0)), Operand(opened=_ANY_WAY)
RECORDS = Operand(opened=Opened.RECORDS, unlike=((~Opened.RECORDS, _BAD_MODE),))
#: The same where what is missing behind it shows before whether it is open.
DIVIDED = replace(RECORDS)
READ_CHANNEL = Operand(opened=Opened.READ, unlike=((~Opened.READ, _BAD_FILE),))
ENDING_CHANNEL = replace(READ_CHANNEL, unlike=((~Opened.READ, _BAD_MODE),))
CHARACTERS_CHANNEL = replace(READ_CHANNEL, unlike=((~Opened.READ, TEXTS[basic_errors.INPUT_PAST_END]),))
WRITTEN_CHANNEL = Operand(
    opened=Opened.WRITTEN, unlike=((Opened.READ, _BAD_FILE), (Opened.RECORDS, _BAD_MODE))
)
#: Colours of the text, of the border, and of what is drawn.
INK, BORDER = replace(BYTE, colourful=(8, 11, 12)), replace(BYTE, colourful=(6, 8, 11, 12))
DRAWN = Operand(colourful=(8, 10, 11, 12))
TEXT, ANY = Operand(takes=ValueType.STRING), Operand(takes=None)
VARIABLE, TEXT_VARIABLE = replace(ANY, is_set=True), replace(TEXT, is_set=True)
LINE, LINE_OR_NONE, SUBROUTINE = LineNumber(), LineNumber(zero=False), LineNumber(calls=True)
READ_LINE, LISTED_LINE = LineNumber(jumps=False), LineNumber(jumps=False, needed=False)
#: Where the run begins again without variables: at the first line if none is given.
START = LineNumber()
#: What DRAW and PLAY read: commands that may name variables.
DRAWING, MUSIC = replace(TEXT), replace(TEXT)
LOADED, WRITTEN = replace(TEXT, read=True), replace(TEXT, written=True)
BYTE_OR_TEXT = replace(BYTE, takes=None)
