"""From the scanner's tokens to the terminals of the grammar: what a word means where it stands.

Some words are not tokens on the MSX (AS, OUTPUT, INTERVAL, PAGE) and are put together here; a name may hold blanks; `>
=` is one relation; what follows the line numbers of a jump is ignored.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msxkit.language.scanner import Token, TokenKind


class Terminal(NamedTuple):
    """A terminal of the grammar.

    Attributes:
        text: Word or name as meant.
        token: The (first) token it was made of.
        missing: Whether the text lacks it: the parser put it in the place of what it expected.
    """

    type: str
    text: str
    token: Token
    start: int
    end: int
    missing: bool = False


_PUNCTUATION = {
    ":": "COLON",
    ",": "COMMA",
    ";": "SEMICOLON",
    "#": "HASH",
    "@": "AT",
    "(": "LPAR",
    ")": "RPAR",
    "[": "LBRACKET",
    "]": "RBRACKET",
    ".": "DOT",
    "_": "CALL",
}
_WORDS = {
    **dict.fromkeys(("ERL", "ERR", "CSRLIN", "INKEY$"), "READING"),
    **dict.fromkeys(("STRING$", "LEFT$", "RIGHT$", "DSKI$"), "FUNCTION_2"),
    **dict.fromkeys(("DEFSTR", "DEFINT", "DEFSNG", "DEFDBL"), "DEFTYPE"),
    "ATTR$": "FUNCTION",
    "DSKO$": "DSKO",
    "INSTR": "INSTR",
    "TAB(": "TAB",
    "SPC(": "SPC",
    "LINE": "LINE_STATEMENT",
    "'": "REM",
    "MID$": "MID_S",
    "LEN": "LEN",
    "STRIG": "STRIG",
}
_DEFTYPES = frozenset({"DEFSTR", "DEFINT", "DEFSNG", "DEFDBL"})
_RASTER = frozenset({"AND", "OR", "XOR", "PSET", "PRESET"})
#: Words after SET that are not keywords; GET and PUT have one each.
_OPTIONS = ("PAGE", "ADJUST", "DATE", "TITLE", "PROMPT", "SCROLL", "VIDEO", "PASSW")
#: Letters that stand for themselves after a comma, by statement; CLOCK: SET and GET of DATE and TIME.
FLAGS = {
    "LINE": ("BF", "B"),
    "BLOAD": ("R", "S"),
    "BSAVE": ("S",),
    "LOAD": ("R",),
    "SAVE": ("A",),
    "RUN": ("R",),
    "CLOCK": ("A",),
}
#: How many commas of the statement stand before the first place for such a letter.
_FLAG_COMMAS = {"LINE": 2, "BSAVE": 3}
#: Opening and closing brackets.
_DEPTH = {"(": 1, "[": 1, ")": -1, "]": -1}
#: Names and functions that can be the beginning of another word, or mean something else.
_ODD = frozenset({"APP", "T", "TAN", "INT", "STRIG"})
_SUFFIXES = frozenset("$%!#")
_ENDS = (":", "ELSE", "'")
#: After these, line numbers, and then nothing that the machine looks at.
_JUMPS = frozenset({"GOTO", "GOSUB", "RETURN", "RESUME", "RUN", "THEN", "ELSE"})
#: What begins a statement.
_BEGINNERS = frozenset({"COLON", "THEN", "ELSE"})
_EXTENSIONS = frozenset({"CMD", "IPL"})
#: All after which something changes.
_TURNS = frozenset({"TEXT", "CLOCK", "USR"}) | _BEGINNERS | _EXTENSIONS | _JUMPS
#: Statements in which plain letters can mean something.
_WORDY = frozenset({"SET", "GET", "PUT", "OPEN", "FIELD", "NAME", *_DEFTYPES, *FLAGS})
#: Keywords that mean different things in different places.
_MANIFOLD = frozenset({"INPUT", "SPRITE", "OUT", "MAX", "TO", "TIME", "KEY", "RUN", "PSET", "PRESET"})
#: Commas before the first operand of a statement behind which blanks are skipped: what is printed, or a byte.
_BLANKS_AFTER = {
    **dict.fromkeys(("PRINT", "LPRINT", "COLOR", "SCREEN", "LOCATE", "WIDTH", "SOUND", "ON"), 0),
    **dict.fromkeys(("POKE", "VPOKE", "OUT"), 1),
}
_SIGNS = {"+": "PLUS", "-": "MINUS", "=": "EQ"}
_RELATIONS = frozenset("<>=")
# Members of an enumeration take longer to look up.
_NAME, _PUNCTUATION_KIND, _KEYWORD, _OPERATOR = (
    TokenKind.NAME,
    TokenKind.PUNCTUATION,
    TokenKind.KEYWORD,
    TokenKind.OPERATOR,
)
_FUNCTION = TokenKind.FUNCTION
_NAME_GOES_ON = (TokenKind.PUNCTUATION, TokenKind.NAME, TokenKind.DIGITS)
_TYPES = {kind: kind.name for kind in TokenKind} | {TokenKind.DIGITS: "NUMBER"}
_OPERAND_ENDS = frozenset({"STRING", "RPAR", "VARIABLE", "NUMBER", "INPUT", "OUTPUT", "APPEND", "READING"})
_PLAIN = frozenset({TokenKind.STRING, TokenKind.TEXT})


def terminals(tokens: Sequence[Token]) -> list[Terminal]:
    """Return the terminals of a line."""
    out: list[Terminal] = []
    append = out.append
    # Terminal(...) itself, without the call in between.
    new = tuple.__new__
    position, size = 0, len(tokens)
    head = ""  # keyword of the statement
    previous = ""  # type of the last terminal
    depth = commas = 0  # open brackets, and commas outside of them
    while position < size:
        token = tokens[position]
        kind, text, start, end, _, _ = token
        used = 1
        name = text
        if kind is _NAME:
            word = _word_in(text, head, previous, depth, commas) if head in _WORDY else None
            if word is not None:
                type_, name, used = _wordy(tokens, position, *word)
                if len(name) < len(text):
                    # The rest of the letters is a name or number of its own.
                    tokens = _cut(tokens, position, len(name))
                    size += 1
            elif text in _ODD or (position + 1 < size and tokens[position + 1].kind in _NAME_GOES_ON):
                type_, name, used = _named(tokens, position, head, previous)
            else:
                type_ = "VARIABLE"
        elif kind is _PUNCTUATION_KIND:
            if text == " " and not depth and commas >= _BLANKS_AFTER.get(head, commas + 1):
                position += 1
                continue
            type_ = _PUNCTUATION.get(text, text)
            commas += text == "," and not depth
            depth += _DEPTH.get(text, 0)
        elif kind is _KEYWORD:
            if text in _MANIFOLD:
                type_, name, used = _keyword(tokens, position, head, previous)
            else:
                type_ = _WORDS.get(text, text)
                if text == "'":
                    # It is stored with a colon of its own, so it ends any statement.
                    append(Terminal("COLON", "'", token, start, end))
        elif kind is _OPERATOR:
            type_ = "RASTER" if previous == "COMMA" and text in _RASTER else _SIGNS.get(text, "OPERATOR")
            if text in _RELATIONS:
                type_, name, used = _relation(tokens, position, type_)
        elif kind is _FUNCTION:
            type_ = _WORDS.get(text, "FUNCTION")
            if text in _ODD:
                type_, name, used = _function(tokens, position, previous)
        else:
            type_ = _TYPES[kind]  # NUMBER LINE STRING TEXT UNKNOWN
        append(new(Terminal, (type_, name, token, start, tokens[position + used - 1].end, False)))
        position += used
        head = head or text
        if type_ in _TURNS:
            if type_ in _BEGINNERS:
                head, depth, commas = "", 0, 0
            elif type_ == "CLOCK":
                head = type_
            position = _turn(tokens, position, out, head, previous)
            type_ = out[-1].type
        previous = type_
    return out


def _turn(tokens: Sequence[Token], position: int, out: list[Terminal], head: str, previous: str) -> int:
    """Take what belongs to the terminal that came last: lines of a jump, the text of an extension, the digit of USR."""
    last = out[-1]
    if last.type == "USR" and position < len(tokens):
        token = tokens[position]
        if (
            token.number is not None and token.end - token.start == 1
        ):  # of all constants only a digit is one byte
            out.append(Terminal("DIGIT", token.text, token, token.start, token.end))
            return position + 1
    if last.type in _JUMPS:
        return _jump(tokens, position, out, listed=head == "ON" and previous != "ERROR")
    if last.type in _EXTENSIONS or (last.type == "TEXT" and previous == "CALL"):
        position = _statement_end(tokens, position)
        out[-1] = last._replace(end=tokens[position - 1].end)
    return position


def _wordy(tokens: Sequence[Token], position: int, type_: str, word: str) -> tuple[str, str, int]:
    """Return the terminal of a plain word, and how many tokens it takes: PASSWORD is three, with OR in it."""
    if word == "PASSW" and [_following(tokens, position + more) for more in (0, 1)] == ["OR", "D"]:
        return "PASSWORD", "PASSWORD", 3
    return type_, word, 1


def _cut(tokens: Sequence[Token], position: int, length: int) -> list[Token]:
    """Return the tokens with one divided into two."""
    token = tokens[position]
    rest, middle = token.text[length:], token.start + length
    first = token._replace(text=token.text[:length], end=middle)
    second = token._replace(
        kind=TokenKind.DIGITS if rest.isdigit() else TokenKind.NAME, text=rest, start=middle
    )
    return [*tokens[:position], first, second, *tokens[position + 1 :]]


def _named(tokens: Sequence[Token], position: int, head: str, previous: str) -> tuple[str, str, int]:
    """Return the terminal of a name, and how many tokens it takes: APPEND and TAND are not tokens of their own."""
    text = tokens[position].text
    if text == "APP" and head == "OPEN" and _following(tokens, position) == "END":
        return "APPEND", "APPEND", 2
    if text == "T" and previous == "COMMA" and _following(tokens, position) in _RASTER:
        return "RASTER", "T" + tokens[position + 1].text, 2
    return "VARIABLE", *_name(tokens, position, text)


def _relation(tokens: Sequence[Token], position: int, type_: str) -> tuple[str, str, int]:
    """Return the terminal of a relation, whose signs may stand apart, and how many tokens it takes."""
    name, used = tokens[position].text, 1
    for other in tokens[position + 1 : position + 3]:
        if other.text not in _RELATIONS or other.kind is not _OPERATOR or other.text in name:
            break
        name += other.text
        used += 1
    return type_ if used == 1 else "OPERATOR", name, used


def _function(tokens: Sequence[Token], position: int, previous: str) -> tuple[str, str, int]:
    """Return the terminal that TAN, INT or STRIG begins, and how many tokens it takes."""
    text = tokens[position].text
    if text == "STRIG":
        return "TRIGGER" if previous == "ON" else "STRIG", text, 1
    if text == "TAN" and previous == "COMMA" and _following(tokens, position) == "D":
        return "RASTER", "TAND", 2
    if text == "INT" and [_following(tokens, position + more) for more in (0, 1)] == ["ER", "VAL"]:
        return "INTERVAL", "INTERVAL", 3
    return "FUNCTION", text, 1


def _word_in(text: str, head: str, previous: str, depth: int, commas: int) -> tuple[str, str] | None:
    """Return the terminal and word that a name begins with, where plain letters mean something."""
    if head == previous and head in ("SET", "GET", "PUT"):
        if head == "SET":
            word = next((word for word in _OPTIONS if text.startswith(word)), "")
            if word:
                return ("CLOCK" if word == "DATE" else word), word
        elif head == "GET" and text.startswith("DATE"):
            return "CLOCK", "DATE"
        elif head == "PUT" and text.startswith("KANJI"):
            return "KANJI", "KANJI"
    elif head in ("OPEN", "FIELD", "NAME") and text.startswith("AS") and previous in _OPERAND_ENDS:
        return "AS", "AS"
    elif head in _DEFTYPES:
        return "LETTER", text[0]
    elif head in FLAGS and previous == "COMMA" and not depth and commas >= _FLAG_COMMAS.get(head, 1):
        flag = next((flag for flag in FLAGS[head] if text.startswith(flag)), "")
        if flag:
            return "FLAG", flag
    return None


def _keyword(tokens: Sequence[Token], position: int, head: str, previous: str) -> tuple[str, str, int]:
    """Return the type and text of the terminal that a keyword begins, and how many tokens it takes."""
    text = tokens[position].text
    type_ = _WORDS.get(text, text)
    following = _following(tokens, position)
    if text in ("INPUT", "SPRITE") and following == "$":
        return "SPRITE_ROWS" if previous == "COLOR" else text + "_S", text + "$", 2
    if text == "OUT" and following == "PUT" and head == "OPEN":
        return "OUTPUT", "OUTPUT", 2
    if text == "MAX" and following == "FILES":
        return "MAXFILES", "MAXFILES", 2
    if text == "TO" and previous == "COMMA" and following == "R":
        return "RASTER", "TOR", 2
    if text in _RASTER and previous == "COMMA":
        return "RASTER", text, 1
    if text == "TIME" and previous in ("GET", "SET"):
        return "CLOCK", text, 1
    if text == "KEY" and following == "(" and previous != "ON":
        return "KEY_EVENT", text, 1
    if text == "RUN" and position + 1 < len(tokens):
        token = tokens[position + 1]
        if token.kind is not TokenKind.LINE and _word(token) not in _ENDS:
            return "RUN_FILE", text, 1
    return type_, text, 1


def _word(token: Token) -> str:
    """Return the token's word; nothing for the inside of a string or remark."""
    return "" if token.kind in _PLAIN else token.text


def _following(tokens: Sequence[Token], position: int) -> str:
    return _word(tokens[position + 1]) if position + 1 < len(tokens) else ""


def _name(tokens: Sequence[Token], position: int, text: str) -> tuple[str, int]:
    """Return a variable's name with suffix, and how many tokens it takes; the machine lets blanks stand inside.

    So in `FIELD #1,N AS A$` the machine sees NASA$, and no AS.
    """
    used = 1
    while position + used < len(tokens):
        token = tokens[position + used]
        if token.kind is TokenKind.PUNCTUATION and token.text in _SUFFIXES:
            return text + token.text, used + 1
        if token.kind not in (TokenKind.NAME, TokenKind.DIGITS):
            break
        text += token.text
        used += 1
    return text, used


def _statement_end(tokens: Sequence[Token], position: int) -> int:
    while position < len(tokens) and _word(tokens[position]) not in _ENDS:
        position += 1
    return position


def _jump(tokens: Sequence[Token], position: int, out: list[Terminal], *, listed: bool) -> int:
    """Take the line number of a jump, or several (listed). What follows a number that is jumped to is never looked
    at by the machine.
    """
    jump = out[-1]
    goes = False
    looks = jump.type == "RESUME" or listed or (len(out) > 1 and out[-2].type == "ERROR")
    while position < len(tokens):
        token = tokens[position]
        if token.kind is TokenKind.LINE and out[-1].type != "LINE":
            out.append(Terminal("LINE", "", token, token.start, token.end))
            goes = not looks
        elif listed and token.kind is TokenKind.PUNCTUATION and token.text == ",":
            out.append(Terminal("COMMA", ",", token, token.start, token.end))
        else:
            break
        position += 1
        if not listed:
            break
    return _statement_end(tokens, position) if goes else position
