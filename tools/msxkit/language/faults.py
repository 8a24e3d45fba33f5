"""Faults in words for the author: which check they belong to, and what is wrong."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from msxkit.charset import decode
from msxkit.language import tree
from msxkit.language.program import Line
from msxkit.language.scanner import Token, TokenKind
from msxkit.language.vocabulary import entry_of, table

#: The form of a statement whose operands are divided by commas alone: a wrong number of them can be told.
_PLAIN = re.compile(r'[A-Z$]+(?: [A-Z]+)? [\w, "\[\]]+')
#: What else could stand after an operand, so that it tells nothing.
_GOES_ON = frozenset(("an operator", "'('", "'['", "the end of the statement"))
_WORDY = frozenset((TokenKind.NAME, TokenKind.KEYWORD, TokenKind.OPERATOR, TokenKind.FUNCTION))
_ENDS = frozenset(("the end of the line", "':'", "ELSE", "')'"))


class Wording(NamedTuple):
    """A fault in words.

    Attributes:
        check: The check that reports it: `syntax` or `arguments`.
        message: A sentence without its full stop.
        start, end: What it is about, in the stored line.
        instead: What was probably meant there; nothing if that is not known.
    """

    check: str
    message: str
    start: int
    end: int
    instead: str = ""


def wording(line: Line, statement: tree.Statement, fault: tree.Fault) -> Wording:
    """Return the message to the author about a fault of a statement."""
    place = fault.start, fault.end
    counted = _counted(statement, fault)
    if counted:
        name, least, most = counted
        wanted = str(least) if least == most else f"{least} to {most}"
        return Wording("arguments", f"{name} takes {wanted} argument{'s' if wanted != '1' else ''}", *place)
    message = f"{fault.found} where {_either(fault.expected)} should be"
    word, start, end = _first_word(line, statement)
    if advice := _OTHERS.get(word):
        return Wording("syntax", f"MSX BASIC has no {word}; {advice}", start, end)
    if meant := _meant(line, start, word):
        return Wording(
            "syntax", f"{word} does not begin a statement; did you mean {meant}?", start, end, meant
        )
    hidden = _hidden_at(line, fault.start)
    if hidden:
        message += f"; {hidden[0]} holds the keyword {hidden[1]}, which MSX finds inside names"
    return Wording("syntax", message, *place)


#: The words that statements begin with, the most usual first.
_BEGINNINGS = sorted(
    {word for entry in table("statement").values() if (word := entry.name.split()[0]).rstrip("$").isalpha()},
    key=lambda word: (word not in ("PRINT", "GOTO", "FOR", "INPUT"), word),
)


#: Statements of other BASICs, and what is written here instead.
_OTHERS = {
    **dict.fromkeys(
        ("WHILE", "WEND", "DO", "LOOP", "REPEAT", "UNTIL"),
        "a loop is FOR and NEXT, or IF ... THEN with GOTO",
    ),
    **dict.fromkeys(("SUB", "FUNCTION", "PROCEDURE"), "write GOSUB and RETURN, or DEF FN for one expression"),
    **dict.fromkeys(("END IF", "ENDIF", "ELSEIF"), "IF, THEN and ELSE stand on one line"),
    **dict.fromkeys(("SELECT", "CASE"), "ON ... GOTO chooses among lines"),
    "EXIT": "GOTO leaves a loop",
}


def _first_word(line: Line, statement: tree.Statement) -> tuple[str, int, int]:
    """Return the word that a statement begins with, as it was typed, and where it stands. END IF is one."""
    first = bisect_left(line.tokens, statement.start, key=lambda token: token.start)
    run = line.tokens[first : first + 1]
    for token in line.tokens[first + 1 :]:
        if token.start != run[-1].end or not _is_wordy(token):
            break
        run.append(token)
    words = [token for token in line.tokens[first : first + 3] if token.text.strip()]
    if [token.text for token in words[:2]] == ["END", "IF"] and len(run) == 1:
        return "END IF", words[0].start, words[1].end
    if not run:
        return "", statement.start, statement.end
    word, place = "".join(token.text for token in run), line.place(run[0].start)
    if place is not None and run[0].kind is TokenKind.NAME:
        word = decode(place.text)[place.column - 1 :][: place.width].upper()  # not the two letters for it
    return word, run[0].start, run[-1].end


def _meant(line: Line, start: int, word: str) -> str | None:
    """Return the keyword that a word nearly is, which begins a statement and is none itself."""
    begins = (token.kind for token in line.tokens if token.start == start)
    if next(begins, None) not in (TokenKind.NAME, TokenKind.FUNCTION):
        return None
    return next((meant for meant in _BEGINNINGS if is_slip(word, meant)), None)


def is_slip(word: str, meant: str) -> bool:
    """Return whether a word is another one with two letters exchanged, or one wrong, missing or too many."""
    if len(meant) < 3 or word == meant or abs(len(word) - len(meant)) > 1:
        return False
    size = min(len(word), len(meant))
    same = next((place for place in range(size) if word[place] != meant[place]), size)
    rest, wanted = word[same:], meant[same:]
    if rest == wanted[1::-1] + wanted[2:]:
        return True
    return len(meant) > 3 and (rest[1:] == wanted[1:] or rest == wanted[1:] or rest[1:] == wanted)


def _counted(statement: tree.Statement, fault: tree.Fault) -> tuple[str, int, int] | None:
    """Return the word, and how many arguments it takes, of what has too few or too many of them."""
    expected = frozenset(fault.expected)
    few = fault.found in _ENDS and expected - _GOES_ON == {"','"}
    many = fault.found == "','" and "','" not in expected
    if not few and not many:
        return None
    if many and not expected - _GOES_ON:
        return _of_statement(statement)
    for node in _functions(statement, fault):
        entry = entry_of(node)
        return None if entry is None else (entry.name, *entry.counts)
    return _of_statement(statement) if few else None


def _of_statement(statement: tree.Statement) -> tuple[str, int, int] | None:
    entry = entry_of(statement)
    if entry is None or not _PLAIN.fullmatch(entry.forms[0]):
        return None
    return entry.name, *entry.counts


def _functions(statement: tree.Statement, fault: tree.Fault) -> Iterator[tree.Function | tree.PointColour]:
    """Yield the function that breaks off at a fault."""
    for node in tree.walk(statement):
        if isinstance(node, tree.Function | tree.PointColour):
            last = node.arguments[-1] if isinstance(node, tree.Function) else node.y
            if isinstance(last, tree.Missing) and last.end == fault.start:
                yield node


def _either(words: tuple[str, ...]) -> str:
    if not words:
        return "nothing more"
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]


def _hidden_at(line: Line, start: int) -> tuple[str, str] | None:
    """Return the word around a syntax error and the keyword inside it, if the scanner cut the word there."""
    tokens = line.tokens
    last = bisect_right(tokens, start, key=lambda token: token.start)
    if not last or not _is_wordy(tokens[last - 1]):
        return None
    first = last - 1
    while first and _is_wordy(tokens[first - 1]) and tokens[first - 1].end == tokens[first].start:
        first -= 1
    while last < len(tokens) and _is_wordy(tokens[last]) and tokens[last - 1].end == tokens[last].start:
        last += 1
    pieces = tokens[first:last]
    words = [piece for piece in pieces if piece.kind is not TokenKind.NAME]
    if len(pieces) < 2 or not words or len(words) == len(pieces) or pieces[-1].end < start:
        return None
    return "".join(piece.text for piece in pieces), words[-1].text


def _is_wordy(token: Token) -> bool:
    return token.kind in _WORDY and token.text[0].isalpha()


def wrong_instr(node: tree.Function, has_types: bool) -> int | None:
    """Return how many arguments INSTR needs instead of what it has: 3 after a number, 2 after a string; None if
    it is right.

    Args:
        has_types: Whether the program has DEFSTR or a similar statement, so that a name without a suffix does not show
            its type.
    """
    text = _is_text(node.arguments[0], has_types)
    if text is None or any(isinstance(argument, tree.Missing) for argument in node.arguments):
        return None
    wanted = 2 if text else 3
    return None if len(node.arguments) == wanted else wanted


def _is_text(node: tree.Expression, has_types: bool) -> bool | None:
    """Return whether an expression is a string; None if that depends on the run."""
    match node:
        case tree.String() | tree.SpritePattern() | tree.InputCharacters():
            return True
        case tree.Function(name=name) | tree.Reading(name=name):
            return name.endswith("$")
        case tree.Variable(suffix=suffix) | tree.Element(suffix=suffix) | tree.UserFunction(suffix=suffix):
            return suffix == "$" if suffix or not has_types else None
        case tree.Parenthesis(inside=inside):
            return _is_text(inside, has_types)
        case tree.Binary(operator="+", left=left):
            return _is_text(left, has_types)
        case tree.MachineFunction(argument=argument):
            return _is_text(argument, has_types)
    return False
