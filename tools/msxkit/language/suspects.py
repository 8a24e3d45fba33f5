"""Likely mistakes in a listing that was typed: digits typed as letters, names that are never set, a `$` that is
missing.

What each says of the program is certain; only the author knows whether it is a mistake.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from itertools import chain, pairwise
from typing import NamedTuple

from msxkit.language import tree
from msxkit.language.flow import Flow, PlacedStatement
from msxkit.language.macros import drawing_fault, music_fault
from msxkit.language.parser import parse
from msxkit.language.program import Line, Program
from msxkit.language.ranges import constant
from msxkit.language.references import CALLS, references
from msxkit.language.scanner import CrunchError, Token, TokenKind, crunch, scan
from msxkit.language.targets import need
from msxkit.language.tokens import FUNCTION_WORDS
from msxkit.language.tree.entry import DRAWING
from msxkit.language.uses import Use, macros, uses


class Suspect(NamedTuple):
    """A likely mistake.

    Attributes:
        check: The check that reports it.
        start, end: Where it stands in the stored line.
        machine: The error that it leads to for certain.
        instead: What was probably meant.
        certain: Whether every run that gets there fails, if the machine has an error for it.
    """

    check: str
    line: Line
    start: int
    end: int
    message: str
    machine: str = ""
    instead: str = ""
    certain: bool = True


#: Names that look like numbers.
_LOOKS_LIKE_DIGITS = re.compile(r"(?=.*[O0-9])[LIO][LIO0-9]*")
_DIGITS_OF = str.maketrans("LIO", "110")
#: Words after which the machine looks for a line number.
_JUMPS = frozenset(("GOTO", "GO TO", "GOSUB", "RESTORE"))
#: Functions whose name ends with a $, without it.
_DOLLAR = frozenset(word[:-1] for word in FUNCTION_WORDS.values() if word.endswith("$")) | {"STRING", "INKEY"}
_NAME = re.compile(rb"[A-Za-z][A-Za-z0-9]?")
_MOST_WITHOUT_DIM = 10


class SeenNames:
    """The names of a program: two letters, and whether it is an array."""

    def __init__(self, program: Program) -> None:
        self.uses: list[tuple[Line, Use]] = []
        self.set: set[tuple[str, bool]] = set()
        #: Whether letters have types of their own.
        self.letters = False
        for line in program.lines:
            parameters = self._elsewhere(line)
            ends = {
                name.start
                for statement in line.statements
                for node in tree.walk(statement)
                if isinstance(node, tree.Next)
                for name in node.variables
            }
            for use in uses(line):
                if use.function or use.start in ends:
                    continue
                if use.sets:
                    self.set.add(_key(use))
                elif use.array or use.name[:2] not in parameters:
                    self.uses.append((line, use))

    def _elsewhere(self, line: Line) -> set[str]:
        """Note variables that may be set out of sight. Return the parameters of functions, which are set by calls."""
        parameters: set[str] = set()
        for statement in line.statements:
            for node in tree.walk(statement):
                if isinstance(node, tree.DefFn):
                    parameters.update(
                        part.name[:2] for part in node.parameters if isinstance(part, tree.Variable)
                    )
                elif isinstance(node, tree.DefType):
                    self.letters = self.letters or node.suffix == "$"
                elif isinstance(node, tree.VariablePointer) and isinstance(node.variable, tree.Target):
                    self.set.add((node.variable.name[:2], isinstance(node.variable, tree.Element)))
                elif isinstance(node, tree.MachineFunction):
                    self._allow(found.name for found in tree.walk(node) if isinstance(found, tree.Variable))
                elif isinstance(node, tree.Call):
                    text = line.stored[node.start :]
                    self._allow(found.group().decode("ascii").upper() for found in _NAME.finditer(text))
                elif isinstance(node, tree.Statement) and node.fault is not None:
                    self._allow(token.text for token in line.tokens if token.kind is TokenKind.NAME)
        return parameters

    def _allow(self, names: Iterable[str]) -> None:
        for name in names:
            self.set.update(((name[:2], False), (name[:2], True)))


def _key(use: Use) -> tuple[str, bool]:
    return use.name[:2], use.array


def letters_for_digits(program: Program, names: SeenNames) -> Iterator[Suspect]:
    """Yield names that look like numbers and are never set, and those where a line number must stand."""
    known = {(id(line), use.start) for line, use in names.uses if _like_a_number(use, names)}
    for line in program.lines:
        for before, token in pairwise([None, *line.tokens]):
            if (
                token is None
                or token.kind is not TokenKind.NAME
                or not _LOOKS_LIKE_DIGITS.fullmatch(token.text)
            ):
                continue
            joined = (
                before is not None
                and before.end == token.start
                and before.kind in (TokenKind.NUMBER, TokenKind.LINE)
            )
            jumps = before is not None and (
                before.text in _JUMPS or (joined and before.kind is TokenKind.LINE)
            )
            if jumps or (id(line), token.start) in known:
                yield _digits(line, before if joined else None, token)


def _like_a_number(use: Use, names: SeenNames) -> bool:
    plain = not (use.array or use.suffix or use.quoted)
    return plain and bool(_LOOKS_LIKE_DIGITS.fullmatch(use.name)) and _key(use) not in names.set


def _digits(line: Line, before: Token | None, token: Token) -> Suspect:
    start, head = token.start, ""
    if before is not None:
        start = before.start
        head = str(before.line if before.number is None else before.number.mantissa)
    number = head + token.text.translate(_DIGITS_OF)
    word = head + token.text
    message = f"{word} is written with letters where the number {number} can stand"
    return Suspect("digit-letter", line, start, token.end, message, instead=number)


def never_set(program: Program, names: SeenNames) -> Iterator[Suspect]:
    """Yield the first place of each name that is read and never set."""
    if any(
        tree.taking(statement, tree.Part.MERGED) for line in program.lines for statement in line.statements
    ):
        return
    seen: set[tuple[str, bool]] = set()
    for line, use in names.uses:
        key = _key(use)
        if key in names.set or key in seen or _like_a_number(use, names):
            continue
        seen.add(key)
        name = use.name + use.suffix + ("()" if use.array else "")
        if use.array and use.name in _DOLLAR and not use.suffix:
            message = f"{use.name}() is an array here; the function is {use.name}$()"
            yield Suspect("missing-dollar", line, use.start, use.end, message, instead=f"{use.name}$")
        else:
            empty = (
                'always ""'
                if use.suffix == "$"
                else "always 0"
                if use.suffix or not names.letters
                else "empty"
            )
            message = f"{name} is read but never set: it is {empty}"
            near = _near(use.name, program, names)
            message += f"; did you mean {near}?" if near else ""
            instead = near + use.suffix if near else ""
            yield Suspect("never-set", line, use.start, use.end, message, instead=instead)


def _near(name: str, program: Program, names: SeenNames) -> str:
    """Return a long name of a modern source that is much like this one, and is set; nothing if there is none."""
    if name not in program.long_names:
        return ""
    known = [
        long for short, long in program.long_names.items() if {(short, False), (short, True)} & names.set
    ]
    return next(iter(get_close_matches(program.long_names[name], known, 1)), "")


def beyond_dim(program: Program) -> Iterator[Suspect]:
    """Yield elements whose constant subscripts are beyond every DIM of their array."""
    sizes: dict[str, list[tuple[int, ...] | None]] = defaultdict(list)
    elements: list[tuple[Line, tree.Element]] = []
    for line in program.lines:
        for statement in line.statements:
            for node in tree.walk(statement):
                if tree.taking(node, tree.Part.MERGED):
                    return
                for target in chain(*tree.taking(node, tree.Part.DIMENSIONS)):
                    if isinstance(target, tree.Element):
                        sizes[target.name[:2]].append(_constants(target))
                if isinstance(node, tree.Element):
                    elements.append((line, node))
    for line, element in elements:
        known = sizes.get(element.name[:2], [(_MOST_WITHOUT_DIM,) * len(element.subscripts)])
        if None in known or any(found and len(found) != len(element.subscripts) for found in known):
            continue
        for place, subscript in enumerate(element.subscripts):
            value = constant(subscript)
            most = max(found[place] for found in known if found is not None)
            if value is not None and int(value) > most:
                what = "without DIM the last one" if element.name[:2] not in sizes else "the last one"
                message = f"{element.name}{element.suffix}() has no element {int(value)}: {what} is {most}"
                yield Suspect(
                    "subscript", line, subscript.start, subscript.end, message, "Subscript out of range"
                )
                break


def _constants(array: tree.Element) -> tuple[int, ...] | None:
    values = [constant(subscript) for subscript in array.subscripts]
    return None if None in values else tuple(int(value) for value in values if value is not None)


def returns_without_gosub(flow: Flow) -> Iterator[Suspect]:
    """Yield each RETURN that the run reaches, but never from a GOSUB."""
    starts = []
    for step in flow.steps:
        statement = step.statement
        if isinstance(statement, tree.Resume) and not any(references(statement)):
            return
        calls = type(statement) in CALLS or isinstance(statement, tree.OnError)
        if calls or (statement is not None and statement.fault is not None):
            starts += step.targets
    called = flow.reachable(starts)
    for step in flow.reachable(flow.first[:1]) - called:
        if isinstance(step.statement, tree.Return):
            start, end = step.statement.start, step.statement.end
            message = "no GOSUB leads here"
            yield Suspect("return-without-gosub", step.line, start, end, message, "RETURN without GOSUB")


def functions_without_call(flow: Flow) -> Iterator[Suspect]:
    """Yield the beginning of each function of a modern source that the run enters from above."""
    entered = {
        step.next for step in flow.reachable(flow.first[:1]) if step.falls and _comes_back(flow, step)
    }.union(flow.first[:1])
    for number, name in flow.program.routines.items():
        first = flow.at(number)
        if name.startswith(".") and first in entered and first is not None and first.statement is not None:
            message = (
                f"the run goes into {name} without a call; write END above it, or include its file behind END"
            )
            start, end = first.statement.start, first.statement.end
            yield Suspect("return-without-gosub", first.line, start, end, message, "RETURN without GOSUB")


def _comes_back(flow: Flow, step: PlacedStatement) -> bool:
    """Return whether the run can go on behind a statement: behind a call, if a RETURN can follow it."""
    if tree.taking(step.statement, tree.Part.RAISED):
        return False
    if type(step.statement) not in CALLS:
        return True
    return any(isinstance(each.statement, tree.Return) for each in flow.reachable(step.targets))


def resumes_without_error(flow: Flow) -> Iterator[Suspect]:
    """Yield each RESUME that the run reaches, but never from an ON ERROR GOTO."""
    handlers = [
        target for step in flow.steps if isinstance(step.statement, tree.OnError) for target in step.targets
    ]
    for step in flow.reachable(flow.first[:1]) - flow.reachable(handlers):
        if isinstance(step.statement, tree.Resume):
            start, end = step.statement.start, step.statement.end
            message = "no ON ERROR GOTO leads here"
            yield Suspect("return-without-gosub", step.line, start, end, message, "RESUME without error")


def macro_faults(line: Line, statement: tree.Statement) -> Iterator[Suspect]:
    """Yield what PLAY and DRAW do not take in a string that stands in the statement."""
    for what, node in macros(statement):
        if isinstance(node, tree.String) and need(statement) is None:
            fault = (drawing_fault if what is DRAWING else music_fault)(node.text)
            if fault is not None:
                start = node.start + 1
                yield Suspect(
                    "macro",
                    line,
                    start + fault.start,
                    start + fault.end,
                    fault.message,
                    "Illegal function call",
                )
                return


def open_strings(line: Line) -> Iterator[Suspect]:
    """Yield a string that is not closed, so that the statements behind it are text."""
    strings = [token for token in line.tokens if token.kind is TokenKind.STRING]
    if not strings or not _is_open(line, strings[-1]):
        return
    for token in strings:
        place = _code_in(token.text, bare=token is not strings[-1])
        if place is not None:
            code = token.text[place:].strip()
            message = f'no " closes the string before :{code}, which the machine takes for text'
            yield Suspect("open-string", line, token.start, token.end, message)
            return


def _is_open(line: Line, token: Token) -> bool:
    return token.end - token.start == 1 or line.stored[token.end - 1 : token.end] != b'"'


def _code_in(text: str, *, bare: bool) -> int | None:
    """Return where statements begin in a text, behind a colon, which all of it from there on must be.

    Args:
        bare: Whether one word is enough, since the text goes on behind the string.
    """
    for colon in re.finditer(":", text):
        try:
            tokens = scan(crunch(text[colon.end() :].encode("latin-1")))
        except CrunchError:
            continue
        if len(tokens) < (1 if bare else 2):
            continue
        statements = parse(tokens)
        if statements and not any(statement.fault for statement in statements):
            return colon.end()
    return None


def empty_branches(flow: Flow) -> Iterator[Suspect]:
    """Yield THEN with nothing behind it, and ELSE that belongs to no IF of its line."""
    for step in flow.steps:
        statement, line = step.statement, step.line
        if isinstance(statement, tree.Else):
            first = statement.branch.statements[:1]
            what = "ELSEIF" if first and isinstance(first[0], tree.If) else "ELSE"
            message = (
                f"{what} belongs to no IF of its line, so the machine passes over it and the rest of the line; "
                "IF, THEN and ELSE stand on one line"
            )
            yield Suspect("lone-else", line, statement.start, statement.start + 1, message)
        elif isinstance(statement, tree.If) and statement.fault is None and not statement.goto:
            then, otherwise = statement.then, statement.otherwise
            if then.line is None and not then.statements:
                what = (
                    "the machine goes on in the next line in either case; write what is to be done on this line"
                    if otherwise is None
                    else "write the opposite condition and THEN"
                )
                message = f"nothing stands behind THEN: {what}"
                yield Suspect("empty-then", line, then.start - 1, then.end, message)


class Rows(NamedTuple):
    """Two rows of a listing that do not fit together.

    Attributes:
        row, number: The one that the finding is about.
        other: The other one.
    """

    check: str
    row: int
    number: int
    other: int
    message: str


def rows_out_of_place(program: Program) -> Iterator[Rows]:
    """Yield lines that are given again later, and lines that stand after one with a higher number."""
    last = {number: row for row, number in program.given}
    # One text for all rows of a line: there may be a million.
    again = {
        number: f"line {number} is given again in row {row}; the machine keeps that one"
        for number, row in last.items()
    }
    before = (0, -1)
    for row, number in program.given:
        if last[number] != row:
            yield Rows("line-twice", row, number, last[number], again[number])
        elif number < before[1]:
            message = (
                f"line {number} stands after line {before[1]} in row {before[0]}; the machine sorts them"
            )
            yield Rows("line-order", row, number, before[0], message)
        before = row, number
